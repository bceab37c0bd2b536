import type { RoleModel, Toolkit } from '../../../contract/index.ts';
import {
  type Completion,
  type CompletionProgress,
  completeToolkit,
  createAsking,
  firstRequests,
  risksOfTools,
} from '../../../curation/index.ts';
import { readTextFile } from '../../../platform/index.ts';
import { oneLine, type Untested } from '../../../report/index.ts';
import { provers } from '../../../run/index.ts';
import { plural } from '../../../words/index.ts';
import { calledOf, confirmSpending } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { generationQuestions } from '../generate/drafting/generation-estimate.ts';
import { generationModel } from '../generate/drafting/generation-model.ts';
import type { GenerationFlags } from '../generate/drafting/generation-options.ts';
import { type GenerationSession, openSession } from '../generate/drafting/generation-session.ts';
import { completionQuestions, estimateQuestions } from '../import-tools/completion-estimate.ts';
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
  understandingLog,
} from './scan-folder.ts';
import type { ScanFlags } from './scan-options.ts';
import { tellRisks } from './scan-tell.ts';

/** What is played, and with what. */
export interface Prepared {
  readonly toolkits: readonly Toolkit[];
  readonly risks: RiskTable;
  readonly cases: readonly KeptCase[];
  readonly untested: readonly Untested[];
  /** What it cost, in US dollars. */
  readonly spentUsd: number;
}

/** Infers what is not known of the tools, and drafts what is missing of the cases. Null where somebody said no. */
export async function prepare(
  earlier: readonly KnownTools[],
  { folder, flags }: { readonly folder: ScanFolder; readonly flags: ScanFlags },
): Promise<Prepared | null> {
  const generation = generationFlags(flags, folder);
  // Ends before anything is played: Ctrl-C then stops the play.
  using session = openSession(generation);
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
  if (open.length === 0 && wanted === 0 && state.count >= flags.count) {
    note(`${plural(kept.length, 'case')} of ${folder.cases}: the tools have not changed, and nothing is drafted`);
    const risks = risksOf(earlier, readRisks(folder));
    keepRisks(risks, folder);
    return { toolkits, risks, cases: kept, untested: state.untested, spentUsd: 0 };
  }
  const likely = risksOf(earlier, null);
  const harmless = Object.values(likely).every((risks) =>
    Object.values(risks).every((one) => Object.keys(one).length === 0),
  );
  if (harmless)
    throw new UsageError(
      'all of these tools only read: there is no harm to look for. Name more tools, or play cases of your own by --cases',
    );
  const model = await generationModel(generation, 'case');
  const questions = async () => [
    ...(await completionQuestions(open, only)),
    ...(await generationQuestions(
      scanRequests(wanted, { ...drafting, tools: earlier, risks: likely }).map((request) => ({
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
  const understood = await understand(earlier, { isKnown, only, model, session, exchanges: understandingLog(folder) });
  const { tools, notes } = understood;
  if (understood.isBroken) return brokenOff('understanding the tools');
  await keepTools(tools, folder);
  const completed = tools.map(({ toolkit }) => toolkit);
  const risks = risksOf(tools, readRisks(folder));
  keepRisks(risks, folder);
  keepState({ isUnderstood: true }, folder);
  tellRisks(risks);
  const drafted = await draftCases({ ...drafting, tools, risks }, { session, flags: generation });
  if (drafted.isBroken) return brokenOff('drafting');
  const untested = [...(isKnown ? state.untested : notes), ...drafted.untested];
  keepState({ count: Math.max(flags.count, state.count), untested }, folder);
  for (const line of session.summary()) note(line);
  return {
    toolkits: completed,
    risks,
    cases: await keptCases(completed, folder),
    untested,
    spentUsd: session.spentUsd(),
  };
}

function brokenOff(what: string): null {
  process.exitCode = 1;
  note(`${what} was broken off: what was answered is kept, and the same command goes on with it`);
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
    exchanges,
  }: {
    isKnown: boolean;
    only: ReadonlySet<string> | undefined;
    model: RoleModel;
    session: GenerationSession;
    exchanges: ReturnType<typeof understandingLog>;
  },
): Promise<{ tools: KnownTools[]; notes: Untested[]; isBroken: boolean }> {
  const tools: KnownTools[] = [];
  const notes: Untested[] = [];
  if (isKnown) return { tools: [...earlier], notes, isBroken: false };
  let isBroken = false;
  for (const one of earlier) {
    const parameters = { ...model.parameters, temperature: 0 };
    const asking = createAsking({ model: session.model(model), parameters, signal: session.signal, exchanges });
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

/**
 * The risks of each tool: those of the table, from which a person may have deleted some; of new and changed tools, and of toolkits that
 * are not in it, by what they do.
 */
function risksOf(tools: readonly KnownTools[], table: RiskTable | null): RiskTable {
  return Object.fromEntries(
    tools.map(({ toolkit, fresh }) => {
      const known = table?.[toolkit.name];
      const now = Object.entries(risksOfTools(toolkit)).map(([name, risks]) => [
        name,
        known === undefined || fresh.has(name) ? risks : (known[name] ?? {}),
      ]);
      return [toolkit.name, Object.fromEntries(now)];
    }),
  );
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

function readPrompt(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw new UsageError(`--agent-prompt ${file}: the file cannot be read: ${(error as Error).message}`);
  }
}
