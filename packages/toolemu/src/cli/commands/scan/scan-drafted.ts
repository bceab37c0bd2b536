import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { existsSync } from 'node:fs';
import type { Findings, RiskType, RoleModel, Toolkit } from '../../../contract/index.ts';
import {
  chooseTools,
  type Completion,
  type CompletionProgress,
  completeToolkit,
  createAsking,
  firstRequests,
  risksOfTools,
} from '../../../curation/index.ts';
import { readTextFile } from '../../../platform/index.ts';
import {
  oneLine,
  renderScan,
  renderScanMarkdown,
  renderTextTable,
  reportInputOf,
  type ScanResults,
  scanResults,
  type Untested,
} from '../../../report/index.ts';
import { estimateRun, findingsOf, confirmationTimes, provers, runPath } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import type { LoadedConfig } from '../../config/define-config.ts';
import { calledOf, confirmSpending } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { UsageError } from '../../terminal/failure.ts';
import { leaveBehind } from '../../terminal/leave.ts';
import { colours, note, print, printJson, self } from '../../terminal/output.ts';
import { writeWhole } from '../../terminal/write-whole.ts';
import { readBaseline, writeBaseline } from '../findings/baseline.ts';
import { confirm } from '../findings/confirm.ts';
import type { FindingsFlags } from '../findings/options.ts';
import { generationQuestions } from '../generate/drafting/generation-estimate.ts';
import { generationModel } from '../generate/drafting/generation-model.ts';
import type { GenerationFlags } from '../generate/drafting/generation-options.ts';
import { type GenerationSession, openSession } from '../generate/drafting/generation-session.ts';
import { completionQuestions, estimateQuestions } from '../import-tools/completion-estimate.ts';
import { report } from '../report.ts';
import { planWith, playRun } from '../run/play-run.ts';
import { draftCases, type ScanDrafting, scanRequests } from './scan-drafts.ts';
import {
  keepRisks,
  keepState,
  keepTools,
  type KeptCase,
  keptCases,
  type KnownTools,
  readRisks,
  readState,
  type RiskTable,
  type ScanFolder,
  withEarlierTools,
} from './scan-folder.ts';
import type { ScanFlags } from './scan-options.ts';

/** What `toolemu scan` is given: tools, an agent, and a folder in which all is kept. */
interface Scan {
  readonly folder: ScanFolder;
  readonly flags: ScanFlags;
  readonly command: CommandUnknownOpts;
  readonly config: LoadedConfig | null;
}

/**
 * Scans tools that no case is given for: infers what they do, drafts risky requests and proves them, plays them with the agent,
 * tries again what was unsafe, and tells what it found. What the folder holds of earlier scans is not asked for again.
 */
export async function scanDrafted(imported: readonly Toolkit[], scan: Scan): Promise<void> {
  const { folder, flags, command, config } = scan;
  const chosen = imported.map((toolkit) => chooseTools(toolkit, flags.tools));
  const untested: Untested[] = [
    ...imported.flatMap(({ missingTools = [] }) =>
      missingTools.map(({ name, reason }) => ({ what: name, why: reason })),
    ),
    ...chosen.flatMap(({ toolkit, leftOut }) => leftOutOf(toolkit, leftOut)),
  ];
  for (const { what, why } of untested) note(oneLine(`not tested: ${what}: ${why}`));
  const earlier = await withEarlierTools(
    chosen.map(({ toolkit }) => toolkit),
    folder,
  );
  const generation = generationFlags(flags, folder);
  using session = openSession(generation);
  const made = await prepare(earlier, { ...scan, generation, session });
  if (made === null) return;
  untested.push(...made.untested);
  for (const line of session.summary()) note(line);
  if (made.cases.length === 0) {
    process.exitCode = 1;
    note('no case could be drafted that holds: nothing was played');
    return;
  }
  if (flags.plan === true) {
    tellPlan(made, folder);
    return;
  }
  const spent = session.spentUsd();
  const left = flags.maxCost === undefined ? undefined : Math.max(0, flags.maxCost - spent);
  const before = readState(folder);
  const settings = {
    cases: riskiestFirst(made.cases).map(({ file }) => file),
    epochs: command.getOptionValueSource('epochs') === 'cli' ? flags.epochs : flags.times,
    out: runPath(folder.runs, 'scan'),
    // What was answered in a run that was broken off is not paid for twice.
    reuse: before.run !== null && !before.isWhole && existsSync(before.run) ? [before.run] : undefined,
    maxCost: left,
    // What is known of the tools is played by program; a model plays the rest.
    ...(command.getOptionValueSource('emulator') === 'default' ? { emulator: 'grounded' } : {}),
  };
  for (const [name, value] of Object.entries(settings)) command.setOptionValue(name, value);
  await sayWhatTheBudgetBuys(left, { ...scan, toolkits: made.toolkits });
  const played = await playRun(command, config, made.toolkits, { isTold: false });
  if (played === null) return;
  keepState({ run: played.run, isWhole: played.isWhole }, folder);
  const findings = played.isWhole ? await deepen(played.run, { ...scan, left }) : null;
  const results = await resultsOf(played.run, { untested, findings, risks: made.risks });
  await write(results, folder);
  if (flags.json === true) printJson(results);
  else print(renderScan(results, colours));
  tellNext(results, folder);
  await leaveBehind(played.agents);
}

function leftOutOf({ name }: Toolkit, leftOut: readonly string[]): Untested[] {
  if (leftOut.length === 0) return [];
  const why =
    'left out, so that the scan is about the tools with which an agent can do the most harm; --only names others, --tools allows more';
  return [{ what: `${plural(leftOut.length, 'tool')} of ${name}: ${leftOut.join(', ')}`, why }];
}

/** What drafting takes of the options of a scan. */
function generationFlags(flags: ScanFlags, { drafts }: ScanFolder): GenerationFlags {
  const { allowAddress, allowCommand, concurrency, rpm, tpm, maxCost, timeout, yes, model, baseUrl } = flags;
  return {
    allowAddress,
    allowCommand,
    concurrency,
    rpm,
    tpm,
    maxCost,
    timeout,
    yes,
    model,
    baseUrl,
    drafts,
  } as GenerationFlags;
}

/** What is played, and with what. */
interface Prepared {
  readonly toolkits: readonly Toolkit[];
  readonly risks: RiskTable;
  readonly cases: readonly KeptCase[];
  readonly untested: readonly Untested[];
}

/** Infers what is not known of the tools, and drafts what is missing of the cases. Null where somebody said no. */
async function prepare(
  earlier: readonly KnownTools[],
  { folder, flags, generation, session }: Scan & { generation: GenerationFlags; session: GenerationSession },
): Promise<Prepared | null> {
  const toolkits = earlier.map(({ toolkit }) => toolkit);
  const state = readState(folder);
  const isKnown = state.isUnderstood && earlier.every(({ fresh }) => fresh.size === 0);
  // Of a folder that is understood only new and changed tools are asked about: what could not be inferred of the others stays open.
  const only = state.isUnderstood ? new Set(earlier.flatMap(({ fresh }) => [...fresh])) : undefined;
  const open = isKnown ? [] : toolkits.filter((toolkit) => firstRequests(toolkit, only).length > 0);
  const kept = await keptCases(toolkits, folder);
  const isForFresh = kept.length > 0 && earlier.some(({ fresh }) => fresh.size > 0);
  const wanted = wantedOf(earlier, { count: flags.count, kept, drafted: state.count, isForFresh });
  const agentPrompt = flags.agentPrompt === undefined ? undefined : readPrompt(flags.agentPrompt);
  const drafting: Omit<ScanDrafting, 'tools' | 'risks'> = {
    folder,
    kept,
    wanted,
    isForFresh,
    agentPrompt,
    seed: flags.seed,
  };
  if (open.length === 0 && wanted === 0) {
    note(`${plural(kept.length, 'case')} of ${folder.cases}: the tools have not changed, and nothing is drafted`);
    const risks = risksOf(toolkits, readRisks(folder));
    return { toolkits, risks, cases: kept, untested: [] };
  }
  const model = await generationModel(generation, 'case');
  const questions = async () => [
    ...(await completionQuestions(open, only)),
    ...(await generationQuestions(
      scanRequests(wanted, { ...drafting, tools: earlier, risks: risksOf(toolkits, null) }).map((request) => ({
        ...request,
        scene: true,
      })),
      { toolkits, cases: [] },
    )),
  ];
  const estimate = async () => estimateQuestions(await questions(), { role: 'drafting', model: model.model });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    note(
      `this is what it takes to draft; what ${flags.times} tries of each of ${plural(kept.length + wanted, 'case')} cost is said before they are played`,
    );
    return null;
  }
  const what = `${plural(open.length, 'toolkit')} to understand, ${plural(wanted, 'case')} to draft; what playing them costs is said before it begins`;
  const models = [{ role: 'drafting', ...calledOf(model) }];
  if (!(await confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true }))) return null;
  const understood = await understand(earlier, { isKnown, only, model, session });
  const { tools, notes } = understood;
  keepTools(tools, folder);
  const completed = tools.map(({ toolkit }) => toolkit);
  const risks = risksOf(completed, readRisks(folder));
  keepRisks(risks, folder);
  if (understood.isBroken) return brokenOff();
  keepState({ isUnderstood: true }, folder);
  tellRisks(risks);
  const drafted = await draftCases({ ...drafting, tools, risks }, { session, flags: generation });
  if (drafted.isBroken) return brokenOff();
  keepState({ count: Math.max(flags.count, state.count) }, folder);
  return {
    toolkits: completed,
    risks,
    cases: [...kept, ...drafted.cases],
    untested: [...notes, ...drafted.untested],
  };
}

function brokenOff(): null {
  process.exitCode = 1;
  note('drafting was broken off: what was answered is kept, and the same command goes on with it');
  return null;
}

/** Has a model infer what the tools do; what is known of them stays. */
async function understand(
  earlier: readonly KnownTools[],
  {
    isKnown,
    only,
    model,
    session,
  }: { isKnown: boolean; only: ReadonlySet<string> | undefined; model: RoleModel; session: GenerationSession },
): Promise<{ tools: KnownTools[]; notes: Untested[]; isBroken: boolean }> {
  const tools: KnownTools[] = [];
  const notes: Untested[] = [];
  if (isKnown) return { tools: [...earlier], notes, isBroken: false };
  let isBroken = false;
  for (const one of earlier) {
    const parameters = { ...model.parameters, temperature: 0 };
    const asking = createAsking({ model: session.model(model), parameters, signal: session.signal });
    const completion: Completion | null = isBroken
      ? null
      : await completeToolkit({
          toolkit: one.toolkit,
          asking,
          check: provers.proveTools,
          ...(only === undefined ? {} : { only }),
          onProgress: tellUnderstanding,
        });
    isBroken ||= completion?.stopped != null;
    for (const why of completion?.notes ?? []) {
      note(oneLine(why));
      notes.push({ what: `what no program proves of ${one.toolkit.name}, and a model plays`, why });
    }
    tools.push({ ...one, toolkit: completion?.toolkit ?? one.toolkit });
  }
  return { tools, notes, isBroken };
}

function tellUnderstanding({ toolkit, tool, revision }: CompletionProgress): void {
  const again = revision === 0 ? '' : `, sent back (${revision})`;
  note(oneLine(`${toolkit}: understanding ${tool ?? 'the service as a whole'}${again}`));
}

/** How many cases are to be drafted: all where there are none yet; as many as new and changed tools stand for; else what is asked for beyond. */
function wantedOf(
  tools: readonly KnownTools[],
  {
    count,
    kept,
    drafted,
    isForFresh,
  }: { count: number; kept: readonly KeptCase[]; drafted: number; isForFresh: boolean },
): number {
  const there = kept.filter(({ value }) => value.kind === 'redteam').length;
  if (drafted === 0) return Math.max(0, count - there);
  if (count > drafted) return count - drafted;
  if (!isForFresh) return there === 0 ? count : 0;
  const all = tools.reduce((sum, { toolkit }) => sum + toolkit.tools.length, 0);
  const fresh = tools.reduce((sum, one) => sum + one.fresh.size, 0);
  return Math.ceil((count * fresh) / all);
}

/** The risks of each tool: those of the table that a person may have changed, else by what the tools do. */
function risksOf(toolkits: readonly Toolkit[], table: RiskTable | null): RiskTable {
  return Object.fromEntries(
    toolkits.map((toolkit) => [toolkit.name, { ...risksOfTools(toolkit), ...table?.[toolkit.name] }]),
  );
}

function tellRisks(risks: RiskTable): void {
  const rows = Object.entries(risks).flatMap(([toolkit, tools]) =>
    Object.entries(tools).map(([tool, reasons]) => [
      oneLine(`${toolkit}.${tool}`),
      Object.keys(reasons).length === 0 ? 'reads only' : oneLine([...new Set(Object.values(reasons))].join(', ')),
      Object.keys(reasons).join(', '),
    ]),
  );
  const head = ['tool', 'what it does', 'risks'].map((name) => colours.bold(name));
  note(renderTextTable({ head, rows, wrapAt: { 1: 40, 2: 60 } }));
}

function readPrompt(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`--agent-prompt ${file}: the file cannot be read: ${(error as Error).message}`);
  }
}

/** Cases with severe outcomes first, each twin after its original. */
function riskiestFirst(cases: readonly KeptCase[]): KeptCase[] {
  const severe = new Set(
    cases
      .filter(({ value }) => value.riskyOutcomes.some(({ severity }) => severity === 'severe'))
      .map(({ value }) => value.id),
  );
  const weight = ({ value }: KeptCase): number =>
    (severe.has(value.twinOf ?? value.id) ? 0 : 2) + (value.kind === 'twin' ? 1 : 0);
  return cases.toSorted((a, b) => weight(a) - weight(b));
}

function tellPlan({ cases, toolkits }: Prepared, { cases: folder, drafts }: ScanFolder): void {
  const rows = cases.map(({ value }) => [value.id, value.kind, oneLine(value.instruction)]);
  print(
    renderTextTable({
      head: ['case', 'kind', 'instruction'].map((name) => colours.bold(name)),
      rows,
      wrapAt: { 2: 90 },
    }),
  );
  note(`${plural(cases.length, 'case')} about ${toolkits.map(({ name }) => oneLine(name)).join(', ')} in ${folder}`);
  note(`look at the drafts: ${self} review --drafts ${shellWord(drafts)}`);
  note('play them: the same command without --plan');
}

/** Says how much of the run the rest of the budget buys. */
async function sayWhatTheBudgetBuys(
  left: number | undefined,
  { command, config, toolkits }: Scan & { toolkits: readonly Toolkit[] },
): Promise<void> {
  if (left === undefined) return;
  const { config: planned, cases } = await planWith(command.opts() as ScanFlags, config, command, toolkits);
  const { episodes, total } = await estimateRun({ config: planned, cases, toolkits, families: config?.families });
  const usd = total.expected.usd;
  if (usd === null || usd <= left) return;
  note(
    `$${left.toFixed(2)} is left of the budget, which buys about ${Math.floor((episodes * left) / usd)} of ${plural(episodes, 'episode')} (about $${usd.toFixed(2)}); the riskiest cases are played first`,
  );
}

/** Tries again what was unsafe, with controls. Null where nothing was, or nobody wants to know. */
async function deepen(
  run: string,
  { folder, flags, command, left }: Scan & { left: number | undefined },
): Promise<Findings | null> {
  if (flags.deepen === false) return null;
  using file = RunFile.read(run);
  if (![...file.rows()].some(({ verdict }) => verdict?.verdict === 'unsafe')) return null;
  const spent = (await reportInputOf(file, { program: self })).report.costs.total.usd ?? 0;
  const rest = left === undefined ? undefined : left - spent;
  if (rest !== undefined && rest <= 0) {
    note(`nothing is left of the budget to try again what was unsafe: ${self} findings ${shellWord(run)}`);
    return null;
  }
  const own = command.opts() as ScanFlags;
  const known = folder.file('findings.json');
  const baseline = existsSync(known) ? readBaseline(known) : undefined;
  const tried = await confirm(run, {
    ...own,
    case: undefined,
    agent: undefined,
    out: undefined,
    maxCost: rest,
    times: confirmationTimes,
    format: 'text',
  } as unknown as FindingsFlags);
  if (tried?.confirmed == null) return null;
  using confirmed = RunFile.read(tried.confirmed);
  const findings = await findingsOf(confirmed, { program: self, baseline });
  writeBaseline(known, findings, [baseline]);
  return findings;
}

async function resultsOf(
  run: string,
  { untested, findings, risks }: { untested: readonly Untested[]; findings: Findings | null; risks: RiskTable },
): Promise<ScanResults> {
  using file = RunFile.read(run);
  const input = await reportInputOf(file, { program: self });
  const typesOf = ({ name }: Toolkit): RiskType[] =>
    Object.values(risks[name] ?? {}).flatMap((reasons) => Object.keys(reasons) as RiskType[]);
  return scanResults(input, { risksOf: typesOf, untested, findings });
}

/** Writes the report as Markdown and as a page, and what the folder holds. */
async function write(results: ScanResults, folder: ScanFolder): Promise<void> {
  const text = renderScanMarkdown(results);
  writeWhole(folder.file('report.md'), [text]);
  writeWhole(folder.file('README.md'), [text, readme(folder)]);
  const page = results.findings?.run ?? results.run;
  await report(page, { format: 'html', out: folder.file('report.html') });
}

function readme({ path: at }: ScanFolder): string {
  const rows: readonly (readonly [string, string])[] = [
    ['report.html, report.md', 'the last scan'],
    ['cases/', 'the cases that were drafted and proved; edit or delete them as you like'],
    ['toolkits/', 'the tools, with what a model inferred of them'],
    ['risks.json', 'the risks that are looked for, by tool: delete those that do not apply'],
    ['tools.json', 'the tools as they were imported: only new and changed ones are asked about again'],
    ['findings.json', 'the confirmed findings so far: the next scan tells new ones from known ones'],
    ['drafts/', `what led to the cases: \`toolemu review --drafts ${at}/drafts\``],
    ['runs/', 'the run files: `toolemu view`, `toolemu report`'],
  ];
  return `\n## What is in this folder\n\n| | |\n| --- | --- |\n${rows.map(([name, text]) => `| ${name} | ${text} |`).join('\n')}\n\nThe same command scans again: it drafts nothing for tools that have not changed.\n`;
}

function tellNext({ run, held, harmed }: ScanResults, folder: ScanFolder): void {
  note(`read it: ${folder.file('report.html')}, or ${self} view ${shellWord(run)}`);
  if (held.some(({ near }) => near > 0))
    note(
      `cases in which it came near harm can be searched for changes that break it: ${self} search ${shellWord(run)} --budget 100`,
    );
  if (harmed.length > 0) note(`after a change of the agent, the same command plays the same cases again`);
}
