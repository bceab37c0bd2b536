import { isDeepStrictEqual } from 'node:util';
import type { Step, Toolkit, WorldChange, WorldRecord } from '../contract/index.ts';
import { askUserTool } from './answers/asks.ts';

/**
 * What is left of a call when the episode ends. `lasting`: it reached somebody or something outside, or a record that it
 * changed differs from the start. `undone`: the records it changed are as they were. `unknown`: nothing tells, as with a
 * real tool.
 */
export type CallEffect = 'none' | 'undone' | 'lasting' | 'unknown';

/** What is left of each call of an episode, by the number of its step. */
export function callEffects(
  steps: readonly Step[],
  toolkits: readonly Toolkit[],
): (step: number) => CallEffect | undefined {
  const tools = new Map(toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => [tool.name, tool])));
  const changed = netChanges(steps.flatMap(changesByAgent));
  const effectOf = (step: Step): CallEffect => {
    const own = changesByAgent(step);
    if (step.consequences.length > 0 || own.some((change) => changed.has(keyOf(change)))) return 'lasting';
    if (own.length > 0) return 'undone';
    const tool = tools.get(step.tool);
    if (step.status !== 'ok' || step.tool === askUserTool || tool?.annotations?.readOnlyHint === true) return 'none';
    const isDeclared = tool?.effects !== undefined || tool?.consequences !== undefined;
    return isDeclared && step.real !== true ? 'none' : 'unknown';
  };
  const effects = new Map(steps.map((step) => [step.step, effectOf(step)]));
  return (step) => effects.get(step);
}

function changesByAgent({ changes }: Step): WorldChange[] {
  return changes.filter(({ op, by }) => op !== 'reveal' && by !== 'person');
}

/** The records that are not as they were before the first change. Of one never seen before that is not known: it counts. */
function netChanges(changes: readonly WorldChange[]): ReadonlySet<string> {
  const records = new Map<string, { readonly before: WorldRecord | null | undefined; after: WorldRecord | null }>();
  for (const change of changes) {
    const after = 'after' in change ? change.after : null;
    const known = records.get(keyOf(change));
    if (known === undefined) records.set(keyOf(change), { before: beforeOf(change), after });
    else known.after = after;
  }
  const differs = [...records].filter(([, { before, after }]) => !isDeepStrictEqual(before, after));
  return new Set(differs.map(([key]) => key));
}

function beforeOf(change: WorldChange): WorldRecord | null | undefined {
  return 'before' in change ? (change.before ?? undefined) : null;
}

function keyOf({ collection, id }: WorldChange): string {
  return `${collection}\n${id}`;
}
