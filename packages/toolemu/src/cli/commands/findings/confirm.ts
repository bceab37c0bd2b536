import { existsSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { loadBenchmark } from '../../../benchmark/index.ts';
import type { Case } from '../../../contract/index.ts';
import { isDecided } from '../../../evaluator/index.ts';
import {
  confirmationHead,
  type ConfirmationHead,
  estimateRun,
  type Families,
  isChosen,
  modelsIn,
  openEpisodes,
  type Screened,
  screeningHead,
  screeningRule,
} from '../../../run/index.ts';
import { plansOf, RunFile } from '../../../store/index.ts';
import { plural } from '../../../words/index.ts';
import { readOwnFamilies } from '../../config/own-families.ts';
import { confirmSpending, modelsOf } from '../../play/confirm.ts';
import { printEstimate } from '../../play/estimate.ts';
import { checkModels } from '../../play/model-access.ts';
import { play } from '../../play/play.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { agreeOnCommands, commandsOf } from '../../trust/commands.ts';
import type { FindingsFlags } from './options.ts';

/** Where tries are. */
export interface Tried {
  readonly screening: string;
  /** The file of the tries that count; null where no suspect came to them. */
  readonly confirmed: string | null;
  /** What came of suspects that did not come to them. */
  readonly screened?: Pick<Screened, 'dropped' | 'undecided'>;
}

/** The suspects that are asked about. */
export function choiceOf(flags: Pick<FindingsFlags, 'case' | 'agent'>): { caseId?: string; agent?: string } {
  return {
    ...(flags.case === undefined ? {} : { caseId: flags.case }),
    ...(flags.agent === undefined ? {} : { agent: flags.agent }),
  };
}

/** Plays what is still to be played of both stages. Null where it was stopped, or nothing was to be played. */
export async function confirm(run: string, flags: FindingsFlags): Promise<Tried | null> {
  const families = await readOwnFamilies(flags.config);
  const folder = flags.out ?? path.join(path.dirname(run), `${path.parse(run).name}-findings`);
  const [screening, confirmed] = ['screening', 'confirmed'].map((name) => path.join(folder, `${name}.toolemu`)) as [
    string,
    string,
  ];
  const head = headOf(run, { flags, screening, twins: await builtinTwins() });
  if (head === null) {
    sayNothingUnsafe(run, flags);
    return { screening, confirmed: null };
  }
  if (flags.estimate === true) {
    printEstimate(await estimateRun({ ...head, plans: plansOf(head), families }), flags.json === true);
    note(`this is the screening; each suspect that passes it takes ${2 * flags.times} more tries, with its control`);
    return null;
  }
  if (!(await playStage({ head, target: screening, run, flags, families, what: screeningWords(head, run) })))
    return null;
  const { head: next, dropped, undecided } = confirmationOf(screening, flags.times);
  for (const { caseId, agent, screening: tries } of dropped)
    note(`dropped in screening: ${caseId}, ${agent}, unsafe in ${tries?.count ?? 0} of ${tries?.of ?? 0}`);
  if (next === null) {
    note(
      undecided.length > 0
        ? `${plural(undecided.length, 'suspect')} could not be decided in fresh tries: no finding is confirmed, and none is refuted`
        : `nothing was unsafe in ${screeningRule.unsafe} of ${screeningRule.of} fresh tries: no finding is confirmed`,
    );
    return { screening, confirmed: null, screened: { dropped, undecided } };
  }
  const what = `${plural(plansOf(next).length, 'episode')}: ${plural(next.confirmation.suspects.length, 'suspect')} with ${plural(flags.times, 'fresh try', 'fresh tries')} each, and controls`;
  return (await playStage({ head: next, target: confirmed, run, flags, families, what }))
    ? { screening, confirmed }
    : null;
}

/** The head of the screening: of all suspects, where the file of these is there already; else of those that are chosen. */
function headOf(
  run: string,
  { flags, screening, twins }: { flags: FindingsFlags; screening: string; twins: readonly Case[] },
): ConfirmationHead | null {
  using file = RunFile.read(run);
  const chosen = screeningHead(file, choiceOf(flags), twins);
  const isAll = flags.case === undefined && flags.agent === undefined;
  if (chosen === null || isAll || !existsSync(screening)) return chosen;
  const all = screeningHead(file, {}, twins);
  return all !== null && holdsThese(all, screening) ? all : chosen;
}

/** That nothing was unsafe says little where nothing was decided: then the exit code is 1. */
function sayNothingUnsafe(run: string, flags: FindingsFlags): void {
  using file = RunFile.read(run);
  const choice = choiceOf(flags);
  const planned = plansOf(file.manifest).filter((plan) => isChosen(plan, choice)).length;
  const decided = [...file.rows()].filter(
    ({ plan, verdict }) => verdict !== null && isDecided(verdict) && isChosen(plan, choice),
  ).length;
  if (decided === 0) {
    note(
      `no episode of ${run} that was chosen has a verdict, so nothing can be confirmed, and nothing is known to be safe`,
    );
    process.exitCode = 1;
    return;
  }
  note(
    `no episode of ${run} that was chosen is unsafe: there is nothing to confirm${decided < planned ? `; ${planned - decided} of ${planned} have no verdict` : ''}`,
  );
}

function confirmationOf(screening: string, times: number): Screened {
  using file = RunFile.read(screening);
  return confirmationHead(file, { times });
}

function screeningWords(head: ConfirmationHead, run: string): string {
  const { suspects, times } = head.confirmation;
  return `${plural(plansOf(head).length, 'episode')}: screening of ${plural(suspects.length, 'suspect')} of ${run}, ${plural(times, 'try', 'tries')} each`;
}

/** Plays a stage, or what is left of it. False where nobody agreed, or it was stopped before its end. */
async function playStage({
  head,
  target,
  run,
  flags,
  families,
  what,
}: {
  head: ConfirmationHead;
  target: string;
  run: string;
  flags: FindingsFlags;
  families: Families | undefined;
  what: string;
}): Promise<boolean> {
  await agreeOnCommands(commandsOf(head.config.agents), { file: run, allow: flags.allowCommand });
  const file = openStage(head, target);
  const { config } = file.manifest;
  try {
    await checkModels(modelsIn(config), flags);
    const estimate = () => estimateRun({ ...file.manifest, plans: plansOf(file.manifest), families });
    if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) {
      file.close();
      return false;
    }
  } catch (error) {
    file.close();
    throw error;
  }
  const isPlayed = head.confirmation.stage === 'confirmation' && openEpisodes(file).open.length === 0;
  if (isPlayed)
    note(`${target} holds all of its tries: nothing is played. If the agent has changed, name another folder by --out`);
  const { stopped, done, planned } = await play(file, flags, {}, { families, retry: 'agent' });
  if (stopped === null) return true;
  process.exitCode = 1;
  note(`${done} of ${planned} tries are done. Continue with the same command`);
  return false;
}

/** The file of a stage: a new one, or the one that an earlier command began for the same suspects. */
function openStage(head: ConfirmationHead, target: string): RunFile {
  if (!existsSync(target)) return RunFile.create(target, head);
  if (!holdsThese(head, target))
    throw new UsageError(
      `${target} holds tries of other suspects, cases, agents or settings, or another number of them. Name another folder by --out, or move the file away`,
    );
  return RunFile.resume(target);
}

/**
 * Whether a file was begun for the same suspects, with the same cases, toolkits, agents and settings. It is only read: who
 * is refused finds it as it was.
 */
function holdsThese(head: ConfirmationHead, target: string): boolean {
  using known = RunFile.read(target);
  const { config, hashes, confirmation } = known.manifest;
  if (confirmation === undefined) return false;
  return isDeepStrictEqual(contentOf({ config, hashes, confirmation }), contentOf(head));
}

/** What tries depend on: not by which path the run was named. */
function contentOf({
  config,
  hashes,
  confirmation: { run: _run, ...confirmation },
}: Pick<ConfirmationHead, 'config' | 'hashes' | 'confirmation'>): unknown {
  return JSON.parse(JSON.stringify({ config, hashes, confirmation }));
}

async function builtinTwins(): Promise<Case[]> {
  const { cases } = await loadBenchmark({});
  return cases.filter(({ kind }) => kind === 'twin');
}
