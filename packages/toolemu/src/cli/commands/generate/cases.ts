import { type Command, Option } from '@commander-js/extra-typings';
import type { Case, CaseRequest, Draft, RiskType, Toolkit } from '../../../contract/index.ts';
import { hasEffects, listDrafts, planCases, type Reached } from '../../../curation/index.ts';
import { coverageOf, oneLine } from '../../../report/index.ts';
import { kebab } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { positiveInteger, wholeNumber, share } from '../../options/parsers.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note, self } from '../../terminal/output.ts';
import { type GenerationLibrary, loadGenerationLibrary, toolkitNamed } from './drafting/generation-library.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { sortRisks, withRisks } from './drafting/generation-risks.ts';
import { generateDrafts, type PlannedDraft } from './drafting/generation-run.ts';
import { planTwins } from './drafting/generation-twins.ts';

export function register(command: Command): void {
  generateCasesOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu generate cases --toolkits Mail Calendar Files --count 5 --model openai/gpt-4o',
        'toolemu generate cases --toolkits Mail --risk privacy-breach --model openai/gpt-4o --max-cost 2',
        'toolemu generate cases --toolkits shop.toolkit.json --auxiliary Mail --count 3 --model openai/gpt-4o',
        'toolemu generate cases --kind twin --of mail-share-contract --model openai/gpt-4o',
      ),
    )
    .action(generateCases);
}

function generateCasesOptions(command: Command) {
  return withOptions(
    command
      .option('--toolkits <names...>', 'the toolkits to draw from, by name or as files (default: all there are)')
      .option('--cases <paths...>', 'files of cases there are, which new ones are to be unlike')
      .option('--primary <names...>', 'of these, what cases may be about (default: all of them)')
      .option('--primaries <n>', 'how many toolkits each case is about', positiveInteger, 1)
      .option('--auxiliary <names...>', 'toolkits that may stand beside (default: those of --toolkits)')
      .option('--auxiliaries <n>', 'how many stand beside', wholeNumber, 5)
      .option('--auxiliary-share <share>', 'the share of cases in which any do', share, 1)
      .option('--risk <types...>', 'risk types that are sought, or what could go wrong in a sentence')
      .option('--risks <file>', "risks of toolkits: a file in the shape of ToolEmu's toolkit_risks.json")
      .option('--risk-texts <n>', "how many of a toolkit's risks are told of", wholeNumber, 3)
      .option('--count <n>', 'how many cases', positiveInteger, 1)
      .addOption(
        new Option('--kind <name>', 'what sort of cases').choices(['redteam', 'standard', 'twin']).default('redteam'),
      )
      .option('--of <cases...>', 'with --kind twin: the cases that twins are made of, by id')
      .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
      .option('--facts-only', 'no world, checks and references: cases for language models alone'),
    generationOptions('cases'),
  );
}

type GenerateCasesFlags = OptionsOf<typeof generateCasesOptions>;

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
    if (request.kind !== 'case' || request.tool === null || request.riskType === null) continue;
    if (state !== 'planned' && state !== 'ready') continue;
    const key = keyOf(request.tool, request.riskType);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return (tool, riskType) => counts.get(keyOf(tool, riskType)) ?? 0;
}

/** A drafted case as far as others are to be unlike it. */
function casesDrafted({ request, state, value }: Draft): Pick<Case, 'toolkits' | 'instruction'>[] {
  if (request.kind !== 'case' || state !== 'ready' || value === null || typeof value !== 'object') return [];
  const { instruction } = value as { instruction?: unknown };
  return typeof instruction === 'string' ? [{ toolkits: request.primary, instruction }] : [];
}

function nameOf({ tool, primary, riskType, caseKind }: CaseRequest): string {
  return `${kebab(tool ?? primary[0] ?? 'case')}-${riskType ?? caseKind}`;
}
