import type { AgentSpec } from '../../../contract/index.ts';
import { counted, costsOf, oneLine } from '../../../report/index.ts';
import { changedPrompts, openEpisodes } from '../../../run/index.ts';
import { RunFile } from '../../../store/index.ts';
import { type OpenStudy, runFile } from '../../../study/index.ts';
import { plural } from '../../../words/index.ts';
import type { EngineFlags } from '../../options/engine-options.ts';
import { play, type Played } from '../../play/play.ts';
import { noteReasons } from '../../play/reasons.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note, self } from '../../terminal/output.ts';
import type { CommandFlags } from '../../trust/commands.ts';
import { agreeToPlay } from './agree.ts';

/** Asks whether to go on with what a study lacks. False where nothing is to be called. */
export async function agreeToGoOn(
  open: OpenStudy,
  flags: EngineFlags & CommandFlags & { estimate?: true; yes?: true; json?: true },
): Promise<boolean> {
  const runs = pathsOf(open).map((path) => {
    using file = RunFile.read(path);
    refuseOther(file, flags);
    return { ...file.manifest, plans: openEpisodes(file).open };
  });
  const left = runs.filter(({ plans }) => plans.length > 0);
  if (left.length === 0) return true;
  const episodes = left.reduce((sum, { plans }) => sum + plans.length, 0);
  const what = `going on with ${open.folder}: ${episodes} of ${plural(open.study.items.length, 'episode')} to play`;
  return agreeToPlay({ what, runs: left, file: open.folder, flags });
}

/** Plays what is left of the runs of a study, one after the other. False where something is left to be gone on with. */
export async function playStudy(open: OpenStudy, flags: EngineFlags): Promise<boolean> {
  const paths = pathsOf(open);
  let isWhole = true;
  for (const path of paths) {
    const played = await playRun(path, { ...flags, ...budgetFor(path, { paths, flags }) });
    if (played === null) continue;
    tell(played, path);
    isWhole &&= played.done === played.planned && played.unasked.length === 0;
    if (played.stopped !== null) {
      isWhole = false;
      break;
    }
  }
  if (!isWhole) {
    process.exitCode = 1;
    note(`the study is gone on with by: ${self} study init ${open.folder} --resume`);
  }
  return isWhole;
}

/** Who plays in the runs of a study. */
export function agentsIn(open: OpenStudy): AgentSpec[] {
  return pathsOf(open).flatMap((path) => {
    using file = RunFile.read(path);
    return file.manifest.config.agents;
  });
}

async function playRun(path: string, flags: EngineFlags): Promise<Played | null> {
  const file = RunFile.resume(path);
  const { open, plans } = openEpisodes(file);
  note(`run file ${path}: ${open.length} of ${plural(plans.length, 'episode')} to play`);
  if (open.length > 0) return play(file, flags);
  file.close();
  return null;
}

function pathsOf({ folder, study }: OpenStudy): string[] {
  return study.runs.map(({ file }, index) => runFile({ folder, run: file, field: `runs.${index}.file` }));
}

/** What is left for a run of what all may cost together. */
function budgetFor(
  path: string,
  { paths, flags: { maxCost } }: { paths: readonly string[]; flags: EngineFlags },
): Pick<EngineFlags, 'maxCost'> {
  if (maxCost === undefined) return {};
  const others = paths.filter((one) => one !== path).map(spentOn);
  return {
    maxCost: Math.max(
      0,
      others.reduce((left, spent) => left - spent, maxCost),
    ),
  };
}

function spentOn(path: string): number {
  using file = RunFile.read(path);
  return costsOf(file.usage()).total.usd ?? 0;
}

function refuseOther(file: RunFile, { maxCost }: EngineFlags): void {
  const differing = changedPrompts(file.manifest);
  if (differing.length > 0)
    throw new UsageError(
      `${file.path} was begun by toolemu ${file.manifest.toolemu} with another version of the prompt of ${differing.join(', ')}: go on with that version, or begin a new study`,
    );
  if (maxCost === undefined && !file.rows({ outcome: 'budget', limit: 1 }).next().done)
    throw new UsageError(
      `${file.path} ended at the study's budget: say by --max-cost what it may cost in all, what was spent included`,
    );
}

function tell({ planned, done, stopped, broken, unasked, overBudget }: Played, path: string): void {
  if (stopped !== null) {
    note(
      `${stopped === 'budget' ? 'ended at the budget' : 'interrupted'} with ${done} of ${planned} episodes of ${path} done`,
    );
    if (overBudget !== null) note(`  ${oneLine(overBudget)}`);
  }
  for (const [message, count] of counted(broken.map(({ message }) => message.split('\n', 1)[0] ?? '')))
    note(`${plural(count, 'episode')} broke off: ${oneLine(message)}`);
  if (stopped === 'budget' || unasked.length === 0) return;
  note(`${plural(unasked.length, 'evaluation')} failed:`);
  noteReasons(unasked);
}
