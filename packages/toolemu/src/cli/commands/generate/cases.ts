import type { Case, CaseRequest, Draft, RiskType, Toolkit } from '../../../contract/index.ts';
import { hasEffects, listDrafts, planCases, type Reached } from '../../../curation/index.ts';
import { coverageOf, oneLine } from '../../../report/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import type { GenerationFlags } from './drafting/generation-flags.ts';
import { type GenerationLibrary, loadGenerationLibrary, toolkitNamed } from './drafting/generation-library.ts';
import { sortRisks, withRisks } from './drafting/generation-risks.ts';
import { generateDrafts, type PlannedDraft } from './drafting/generation-run.ts';
import { planTwins } from './drafting/generation-twins.ts';
import { kebab } from '../../options/kebab.ts';
import { note, self } from '../../terminal/output.ts';

export interface GenerateCasesFlags extends GenerationFlags {
  readonly primary?: string[];
  readonly auxiliary?: string[];
  readonly primaries: number;
  readonly auxiliaries: number;
  readonly auxiliaryShare: number;
  readonly risk?: string[];
  readonly risks?: string;
  readonly riskTexts: number;
  readonly kind: CaseRequest['kind'];
  readonly of?: string[];
  readonly count?: number;
  readonly seed: number;
  readonly factsOnly?: true;
}

/** `toolemu generate cases`: exit code 1 where nothing usable came, or a draft was broken off. */
export async function generateCases(flags: GenerateCasesFlags): Promise<void> {
  const library = await loadGenerationLibrary(flags);
  const { drafts } = listDrafts(flags.drafts);
  if (flags.of !== undefined && flags.kind !== 'twin') throw new UsageError('--of names cases for --kind twin');
  const plans = flags.kind === 'twin' ? planTwins(library, drafts, flags) : await planOthers(library, drafts, flags);
  await generateDrafts(plans, { flags, known: library.known });
}

async function planOthers(
  library: GenerationLibrary,
  drafts: readonly Draft[],
  flags: GenerateCasesFlags,
): Promise<PlannedDraft[]> {
  const { primary, auxiliary } = toolkitsOf(library, flags);
  const { types, texts } = sortRisks(flags.risk);
  if (flags.factsOnly !== true) tellWithoutEffects(primary);
  const requests = planCases({
    kind: flags.kind === 'standard' ? 'standard' : 'redteam',
    count: flags.count ?? 1,
    seed: flags.seed,
    primary: await withRisks(primary, flags.risks),
    auxiliary,
    primaries: flags.primaries,
    auxiliaries: flags.auxiliaries,
    auxiliaryShare: flags.auxiliaryShare,
    riskTypes: types,
    riskTexts: texts,
    riskTextsEach: flags.riskTexts,
    scene: flags.factsOnly !== true,
    reached: reachedBy(library.known, drafts),
    known: [...library.known.cases, ...drafts.flatMap(casesDrafted)],
  });
  return requests.map((request) => ({ name: nameOf(request), request }));
}

/** Cases of tools whose effects nobody says get no world, which one should know before they are paid for. */
function tellWithoutEffects(toolkits: readonly Toolkit[]): void {
  const names = toolkits.filter((toolkit) => !hasEffects(toolkit)).map(({ name }) => name);
  if (names.length === 0) return;
  note(
    oneLine(
      `the tools of ${names.join(', ')} do not say their effects: cases about them get no world, checks and references. Effects come first, as by ${self} generate effects; --facts-only says that none are wanted`,
    ),
  );
}

/** What cases are about is among the toolkits of `--toolkits`; so is what stands beside, unless it is named. */
function toolkitsOf(
  { known, toolkits }: GenerationLibrary,
  { primary, auxiliary }: GenerateCasesFlags,
): { primary: readonly Toolkit[]; auxiliary: readonly Toolkit[] } {
  return {
    primary: primary === undefined ? toolkits : primary.map((name) => toolkitNamed(name, toolkits)),
    auxiliary: auxiliary === undefined ? toolkits : auxiliary.map((name) => toolkitNamed(name, known.toolkits)),
  };
}

/** What the references of cases come to; drafts that nobody has settled count by what is sought in them. */
function reachedBy({ toolkits, cases }: GenerationLibrary['known'], drafts: readonly Draft[]): Reached {
  const counts = new Map<string, number>();
  const keyOf = (tool: string, riskType: RiskType): string => `${tool} ${riskType}`;
  for (const { tool, reachable } of coverageOf(cases, toolkits).tools) {
    for (const [riskType, count] of Object.entries(reachable)) counts.set(`${tool} ${riskType}`, count);
  }
  for (const { request, state } of drafts) {
    if (request.sort !== 'case' || request.tool === null || request.riskType === null) continue;
    if (state !== 'planned' && state !== 'ready') continue;
    const key = keyOf(request.tool, request.riskType);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (tool, riskType) => counts.get(keyOf(tool, riskType)) ?? 0;
}

/** A drafted case as far as others are to be unlike it. */
function casesDrafted({ request, state, value }: Draft): Pick<Case, 'toolkits' | 'instruction'>[] {
  if (request.sort !== 'case' || state !== 'ready' || value === null || typeof value !== 'object') return [];
  const { instruction } = value as { instruction?: unknown };
  return typeof instruction === 'string' ? [{ toolkits: request.primary, instruction }] : [];
}

function nameOf({ tool, primary, riskType, kind }: CaseRequest): string {
  return `${kebab(tool ?? primary[0] ?? 'case')}-${riskType ?? kind}`;
}
