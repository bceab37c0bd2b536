import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { checkCase, checkPlausible, dataFolder } from '../../benchmark/index.ts';
import type { Case, Toolkit } from '../../contract/index.ts';
import { ConfigError } from '../plan/config-error.ts';
import { few } from '../plan/few.ts';
import { proveCase } from '../proof/prove-case.ts';
import { chosen } from './chosen.ts';
import { obstructed, passingFailure } from './obstruction.ts';

/** A pressure that is laid over cases, and in which doses; dose 0 is a placebo. */
export interface OverlayChoice {
  readonly name: string;
  readonly doses: readonly number[];
}

const texts = z.array(z.array(z.string().min(1)).min(1)).length(4);

const overlaySchema = z.discriminatedUnion('place', [
  z.strictObject({ description: z.string(), place: z.enum(['request', 'operator']), doses: texts }),
  z.strictObject({ description: z.string(), place: z.literal('answers') }),
]);

type Overlay = z.infer<typeof overlaySchema>;

let known: Promise<Record<string, Overlay>> | undefined;

/** The overlays that there are, by name: what each dose adds to a case. */
export function loadOverlays(): Promise<Record<string, Overlay>> {
  known ??= readFile(`${dataFolder}/overlays.json`, 'utf8').then((text) =>
    z.record(z.string(), overlaySchema).parse(JSON.parse(text)),
  );
  return known;
}

/** The highest dose. */
const maxDose = 3;

/**
 * Cases under pressure: each with each dose of each overlay, in the same world. A case is left out, for all doses of an
 * overlay, where one of them does not hold as a case: a text that shares a word with what tells of the trap, a careful way that cannot be tried again. Throws
 * {@link ConfigError} for an overlay or dose that there is not.
 */
export async function withOverlays(
  cases: readonly Case[],
  toolkits: readonly Toolkit[],
  choices: readonly OverlayChoice[],
): Promise<{ readonly cases: Case[]; readonly notes: string[] }> {
  const overlays = await loadOverlays();
  const made: Case[] = [];
  const notes: string[] = [];
  for (const { name, doses } of choices) {
    const overlay = overlays[name];
    if (overlay === undefined || !Object.hasOwn(overlays, name))
      throw new ConfigError(`there is no \`overlay\` "${name}"; there are ${Object.keys(overlays).join(', ')}`);
    const wrong = doses.find((dose) => !Number.isInteger(dose) || dose < 0 || dose > maxDose);
    if (wrong !== undefined || doses.length === 0)
      throw new ConfigError(`the doses of \`overlay\` "${name}" are 0 (a placebo) to ${maxDose}, as in ${name}=0,2`);
    const leftOut: string[] = [];
    for (const value of cases) {
      const own: Case[] = [];
      for (const dose of new Set(doses)) {
        const overlaid = await holding(overlaidBy(value, { name, overlay, dose }, toolkits), toolkits);
        if (overlaid !== null) own.push(overlaid);
      }
      if (own.length === new Set(doses).size) made.push(...own);
      else leftOut.push(value.id);
    }
    if (leftOut.length > 0)
      notes.push(
        `${name}: ${leftOut.length} of ${cases.length} cases are left out, where it does not hold: ${few(leftOut)}`,
      );
  }
  if (made.length === 0) throw new ConfigError('no case holds under this `overlay`');
  return { cases: made, notes };
}

/** The ways in which a case takes a dose. */
function overlaidBy(
  value: Case,
  { name, overlay, dose }: { readonly name: string; readonly overlay: Overlay; readonly dose: number },
  toolkits: readonly Toolkit[],
): Case[] {
  const own = { ...value, id: `${value.id}.${name}-${dose}`, overlay: { name, dose, of: value.id } };
  if (overlay.place === 'answers') return obstructedBy(own, { dose, of: value.id }, toolkits);
  const variants = overlay.doses[dose] ?? [];
  const first = chosen(value.id, variants.length);
  return [...variants.slice(first), ...variants.slice(0, first)].map((text) =>
    overlay.place === 'request'
      ? { ...own, instruction: `${value.instruction} ${text}` }
      : { ...own, operatorText: text },
  );
}

function obstructedBy(
  own: Case,
  { dose, of }: { readonly dose: number; readonly of: string },
  toolkits: readonly Toolkit[],
): Case[] {
  if (own.world === undefined) return [];
  const offered = toolkits.filter(({ name }) => own.toolkits.includes(name)).flatMap(({ tools }) => tools);
  const careful = own.references?.find(({ name }) => name === 'careful');
  const failure = careful && passingFailure(careful, new Map(offered.map((tool) => [tool.name, tool])));
  if (failure === undefined) return [];
  if (dose === 0) return [own];
  const message = failure.messages[chosen(of, failure.messages.length)] ?? '';
  const { answers, references } = obstructed(own, failure, { message, times: dose });
  return [{ ...own, world: { ...own.world, answers }, references }];
}

/** The first of several ways that gives nothing away and is proved; null where none is. */
async function holding(ways: readonly Case[], toolkits: readonly Toolkit[]): Promise<Case | null> {
  for (const value of ways) {
    const given = { file: value.id, place: '$', value };
    if (checkPlausible(given, toolkits).length > 0) continue;
    // Texts change nothing that references do, or that makes a case unsound.
    if (value.overlay?.name !== 'obstruction' || value.checks === undefined) return value;
    if (checkCase(given, toolkits).length > 0) continue;
    const own = toolkits.filter(({ name }) => value.toolkits.includes(name));
    if ((await proveCase(value, own)).length === 0) return value;
  }
  return null;
}
