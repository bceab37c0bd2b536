import path from 'node:path';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import type { AgentSpec } from '../../contract/index.ts';
import { modelsIn } from '../../run/index.ts';
import { plural } from '../../words/index.ts';
import { checkAgents } from '../config/agents.ts';
import { applyDefaults } from '../config/run-defaults.ts';
import { examples } from '../options/help.ts';
import { saidOptions } from '../options/said-options.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { checkModels } from '../play/model-access.ts';
import { agreeOnCommands, commandsOf } from '../trust/commands.ts';
import { UsageError } from '../terminal/failure.ts';
import { leaveBehind } from '../terminal/leave.ts';
import { note } from '../terminal/output.ts';
import { estimateMatrix, printMatrixEstimate } from './matrix/matrix-estimate.ts';
import { readMatrixFile } from './matrix/matrix-file.ts';
import { type MatrixFlags, matrixOptions, refusedByMatrix } from './matrix/matrix-options.ts';
import { planMatrix } from './matrix/matrix-plan.ts';
import { playMatrix } from './matrix/matrix-play.ts';
import { type MatrixRun, refuseChanged, stateOf } from './matrix/matrix-state.ts';
import { tellMatrix } from './matrix/matrix-tell.ts';

export function register(command: Command): void {
  matrixOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu matrix emulators.ts --estimate',
        'toolemu matrix emulators.ts --limit 5 --out small --max-cost 10',
        'toolemu matrix emulators.ts --emulator standard',
        'toolemu matrix emulators.ts --table-only --table-out table.md',
      ),
    )
    .action((file, _flags, self) => matrix(file, self));
  for (const option of command.options) option.hideHelp(refusedByMatrix.has(option.attributeName()));
}

/** `toolemu matrix`: plays a run for each combination of what a file varies, and tells all of them in one table. */
export async function matrix(named: string, command: CommandUnknownOpts): Promise<void> {
  refuseOptions(command);
  const file = await readMatrixFile(named);
  const usualName = path.basename(named).replace(/\.[cm]?[jt]s$/, '');
  const folder = (command.opts() as MatrixFlags).out ?? `matrix-${usualName}`;
  const runs = (await planMatrix(file, command, { folder, usualName })).map(stateOf);
  takeEngineDefaults(command, file);
  const flags = command.opts() as MatrixFlags;
  if (flags.estimate === true) {
    printMatrixEstimate(await estimateMatrix(runs), flags.json === true);
    return;
  }
  if (flags.tableOnly === true) {
    await tellMatrix(runs, { flags, named, stopped: null });
    return;
  }
  if (!(await isAgreed(runs, named, flags))) return;
  const stopped = await playMatrix(runs, flags);
  await tellMatrix(runs, { flags, named, stopped });
  await leaveBehind(agentsIn(runs));
}

function refuseOptions(command: CommandUnknownOpts): void {
  const said = saidOptions(command).filter((option) => refusedByMatrix.has(option.attributeName()));
  if (said.length > 0)
    throw new UsageError(
      `${said.map(({ long }) => long).join(', ')}: not of a matrix: leave it out, or say it to a run`,
    );
  const { estimate, tableOnly, tableOut, format } = command.opts() as MatrixFlags;
  if (estimate === true && (tableOnly ?? tableOut) !== undefined)
    throw new UsageError('--estimate plays nothing of which a table could be: leave out --table-only and --table-out');
  if (format !== undefined && tableOut === undefined)
    throw new UsageError('--format says how the table is written to a file: name it by --table-out');
}

/** How models are called is said once for all runs: on the command line, else by the file. */
function takeEngineDefaults(command: CommandUnknownOpts, file: Awaited<ReturnType<typeof readMatrixFile>>): void {
  const { timeout, concurrency, rpm, tpm, maxCost } = file.run;
  const said = Object.entries({ timeout, concurrency, rpm, tpm, maxCost }).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  applyDefaults(command, { ...file, run: Object.fromEntries(said) });
}

/** Checks all that is to be played, and asks once for all of it. */
async function isAgreed(runs: readonly MatrixRun[], named: string, flags: MatrixFlags): Promise<boolean> {
  const open = runs.filter(({ state }) => state !== 'done');
  if (open.length === 0) {
    note(`all ${plural(runs.length, 'run')} are done: nothing is left to play`);
    return true;
  }
  for (const run of open) refuseChanged(run);
  const ended = open.find(({ metBudget }) => metBudget);
  if (ended !== undefined && flags.maxCost === undefined)
    throw new UsageError(
      `${ended.path} ended at its budget: say by --max-cost what the whole matrix may cost, what was spent included`,
    );
  await agreeOnCommands(commandsOf(agentsIn(open)), { file: named, allow: flags.allowCommand });
  await checkAgents(agentsIn(open));
  for (const { config } of open) await checkModels(modelsIn(config), flags);
  const asked = open.map(({ config }) => modelsOf(config));
  const models = new Map(asked.flatMap((one) => one.models).map((one) => [JSON.stringify(one), one]));
  const episodes = open.reduce((sum, run) => sum + run.open.length, 0);
  return confirmSpending({
    what: `${plural(open.length, 'run')} of ${runs.length} to play, ${plural(episodes, 'episode')}`,
    models: [...models.values()],
    remarks: [...new Set(asked.flatMap((one) => one.remarks))],
    estimate: async () => (await estimateMatrix(runs)).whole,
    yes: flags.yes === true,
  });
}

function agentsIn(runs: readonly MatrixRun[]): AgentSpec[] {
  return runs.flatMap(({ config }) => config.agents);
}
