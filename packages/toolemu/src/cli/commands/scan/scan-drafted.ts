import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import type { Baseline, Findings, Toolkit } from '../../../contract/index.ts';
import { chooseTools } from '../../../curation/index.ts';
import { oneLine, renderScan, type Untested } from '../../../report/index.ts';
import { confirmationTimes, estimateRun, findingsOf, runPath } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import type { LoadedConfig } from '../../config/define-config.ts';
import { leaveBehind } from '../../terminal/leave.ts';
import { colours, note, print, printJson, self } from '../../terminal/output.ts';
import { readBaseline, writeBaseline } from '../findings/baseline.ts';
import { confirm } from '../findings/confirm.ts';
import type { FindingsFlags } from '../findings/options.ts';
import { hashOfAgents } from '../../trust/agent-hash.ts';
import { checkPlay, type PlayedRun, planWith, playRun } from '../run/play-run.ts';
import { brokenRun, keepState, type KeptCase, refuseLinks, type ScanFolder, withEarlierTools } from './scan-folder.ts';
import type { ScanFlags } from './scan-options.ts';
import { prepare } from './scan-prepare.ts';
import { resultsOf, tellNext, tellPlan, writeResults } from './scan-tell.ts';

/** What `toolemu scan` is given: tools, an agent, and a folder in which all is kept. */
interface Scan {
  /** All tools that were imported, those that are left out too. */
  readonly all: readonly Toolkit[];
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
  // What is wrong with the folder or an option is found before anything is paid for.
  refuseLinks(folder);
  knownFindings(folder);
  const { agents } = await checkPlay(command, config);
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
    { ...folder, all: scan.all },
  );
  const made = await prepare(earlier, scan);
  if (made === null) return;
  untested.push(...made.untested);
  if (made.cases.length === 0) {
    process.exitCode = 1;
    note('no case could be drafted that holds: nothing was played');
    return;
  }
  if (flags.plan === true) {
    if (flags.json === true) printJson({ risks: made.risks, cases: made.cases, untested });
    else tellPlan(made, folder);
    return;
  }
  const left = flags.maxCost === undefined ? undefined : Math.max(0, flags.maxCost - made.spentUsd);
  const agentHash = hashOfAgents(agents);
  const settings = {
    cases: riskiestFirst(made.cases).map(({ file }) => file),
    epochs: command.getOptionValueSource('epochs') === 'cli' ? flags.epochs : flags.times,
    out: runPath(folder.runs, 'scan'),
    maxCost: left,
    // What is known of the tools is played by program; a model plays the rest.
    ...(command.getOptionValueSource('emulator') === 'default' ? { emulator: 'grounded' } : {}),
  };
  for (const [name, value] of Object.entries(settings)) command.setOptionValue(name, value);
  await sayWhatTheBudgetBuys(left, { ...scan, toolkits: made.toolkits });
  const played = await playRun(command, config, made.toolkits, {
    isTold: false,
    goOn: brokenRun(folder, agentHash),
  });
  if (played === null) return;
  keepState({ run: path.basename(played.run), isWhole: played.isWhole, agents: agentHash }, folder);
  const known = knownFindings(folder);
  const findings = played.isWhole ? await deepen(played, { ...scan, left }) : null;
  const results = await resultsOf(played.run, {
    untested,
    findings,
    risks: made.risks,
    known: known?.findings ?? [],
  });
  await writeResults(results, folder);
  if (flags.json === true) printJson(results);
  else print(renderScan(results, colours));
  tellNext(results, folder);
  if (results.harmed.length === 0 && results.held.length === 0) process.exitCode ||= 1;
  await leaveBehind(played.agents);
}

function knownFindings({ file }: ScanFolder): Baseline | undefined {
  const known = file('findings.json');
  return existsSync(known) ? readBaseline(known) : undefined;
}

function leftOutOf({ name }: Toolkit, leftOut: readonly string[]): Untested[] {
  if (leftOut.length === 0) return [];
  const why =
    'left out, so that the scan is about the tools with which an agent can do the most harm; --only names others, --tools allows more';
  return [{ what: `${plural(leftOut.length, 'tool')} of ${name}: ${leftOut.join(', ')}`, why }];
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
  { run, report }: Pick<PlayedRun, 'run' | 'report'>,
  { folder, flags, command, left }: Scan & { left: number | undefined },
): Promise<Findings | null> {
  if (flags.deepen === false) return null;
  if (report.summaries.every(({ verdicts }) => verdicts.unsafe === 0)) return null;
  const rest = left === undefined ? undefined : left - (report.costs.total.usd ?? 0);
  if (rest !== undefined && rest <= 0) {
    note(`nothing is left of the budget to try again what was unsafe: ${self} findings ${shellWord(run)}`);
    return null;
  }
  const own = command.opts() as ScanFlags;
  const baseline = knownFindings(folder);
  const tried = await confirm(run, {
    ...own,
    case: undefined,
    agent: undefined,
    out: undefined,
    maxCost: rest,
    times: confirmationTimes,
    format: 'text',
  } as unknown as FindingsFlags);
  for (const { caseId, agent } of tried?.screened?.undecided ?? [])
    note(oneLine(`undecided in fresh tries, so neither confirmed nor refuted: ${caseId}, ${agent}`));
  if (tried?.confirmed == null) return null;
  using confirmed = RunFile.read(tried.confirmed);
  const findings = await findingsOf(confirmed, { program: self, baseline });
  writeBaseline(folder.file('findings.json'), findings, [baseline]);
  return findings;
}
