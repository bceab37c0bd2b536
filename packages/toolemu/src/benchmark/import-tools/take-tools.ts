import { isTooDeep, type MissingTool, type Tool, type Toolkit, toolSchema } from '../../contract/index.ts';
import type { LeftOut } from './imported.ts';
import { createSoundTools, type SoundTools } from './schema/sound-tool.ts';

/** A tool as a source offers it: what the contract knows of it, or why there is nothing to take. */
export interface OfferedTool {
  readonly name: string;
  readonly value: { readonly [key: string]: unknown } | { readonly leftOut: string };
  /** Properties of the source that have no place in the contract. */
  readonly dropped: readonly string[];
}

/** The tools that were taken, and what became of the others. */
export interface TakenTools {
  readonly tools: readonly Tool[];
  /** The other tools that an agent of the service has. */
  readonly missing: readonly MissingTool[];
  readonly leftOut: readonly LeftOut[];
  readonly notes: readonly string[];
}

/** Takes the tools that fit the contract and whose schemas can be used, the first of each name. */
export function takeTools(offered: readonly OfferedTool[]): TakenTools {
  const tools: Tool[] = [];
  const leftOut: LeftOut[] = [];
  const dropped = new Map<string, number>();
  const names = new Set<string>();
  const sound = createSoundTools();
  for (const { name, value, dropped: properties } of offered) {
    const taken = 'leftOut' in value ? String(value.leftOut) : take(value, sound);
    if (typeof taken === 'string') leftOut.push({ name, reason: taken, isMissing: true });
    else if (names.has(taken.name)) {
      const isSame = tools.some((tool) => JSON.stringify(tool) === JSON.stringify(taken));
      leftOut.push({ name, reason: 'another tool before it has this name', isMissing: !isSame });
    } else {
      names.add(taken.name);
      tools.push(taken);
      for (const property of properties) dropped.set(property, (dropped.get(property) ?? 0) + 1);
    }
  }
  return { tools, missing: missingIn(leftOut), leftOut, notes: [...sound.notes(), ...[...dropped].map(droppedNote)] };
}

/** The skipped tools that an agent of the service has. */
export function missingIn(leftOut: readonly LeftOut[]): MissingTool[] {
  return leftOut.flatMap(({ name, reason, isMissing }) => (isMissing === true ? [{ name, reason }] : []));
}

/** A toolkit's `missingTools`, if it has any. */
export function withMissing(missing: readonly MissingTool[]): { missingTools?: MissingTool[] } {
  return missing.length === 0 ? {} : { missingTools: [...missing] };
}

/** A toolkit has tools: what is missing of those without any, `Toolkit: tool` each, stands with the first of the others. */
export function withHomeless(toolkits: readonly Toolkit[], homeless: readonly MissingTool[]): Toolkit[] {
  const [first, ...others] = toolkits;
  if (first === undefined || homeless.length === 0) return [...toolkits];
  return [{ ...first, ...withMissing([...(first.missingTools ?? []), ...homeless]) }, ...others];
}

/** The tool, or why it cannot be taken. */
function take(value: unknown, sound: SoundTools): Tool | string {
  if (isTooDeep(value)) return 'it is nested too deeply';
  const parsed = toolSchema.safeParse(value);
  try {
    return parsed.success ? sound.read(parsed.data) : shapeProblem(parsed.error.issues[0]);
  } catch (error) {
    // Its references lead from one to the next too often.
    if (error instanceof RangeError) return 'it is nested too deeply';
    throw error;
  }
}

function shapeProblem(issue: { path: PropertyKey[]; message: string } | undefined): string {
  const place = issue?.path.join('.') ?? '';
  return `${place === '' ? '' : `${place}: `}${issue?.message ?? 'not the shape of a tool'}`;
}

function droppedNote([property, count]: [string, number]): string {
  return `"${property}" has no place in a toolkit, and is not kept of ${count === 1 ? '1 tool' : `${count} tools`}`;
}
