import type { Command } from 'commander';
import { renderSummary } from '../report/index.ts';
import { loadRunnable, prepareRun } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { UsageError } from './failure.ts';
import { colours, note, print, printJson } from './output.ts';
import { play, type Played } from './play.ts';
import { version } from './program.ts';
import { runPath } from './run-path.ts';

export interface RunFlags {
  cases?: string[];
  toolkits?: string[];
  agent?: string[];
  emulator: string;
  evaluators: string[];
  epochs: number;
  limit?: number;
  start?: number;
  select?: string[];
  exclude?: string[];
  shuffle?: true;
  seed: number;
  concurrency: number;
  maxSteps: number;
  out: string;
  resume?: string;
  json?: true;
}

/** Options that may stand beside --resume: they change how a run is played, not what it is. */
const besideResume = new Set(['resume', 'concurrency', 'json']);

/** `toolemu run`: a new run, or one that is resumed. Exit code 1 where it was interrupted. */
export async function runCommand(flags: RunFlags, command: Command): Promise<void> {
  const file = flags.resume === undefined ? await createRun(flags) : resumeRun(flags.resume, command);
  note(`run file ${file.path}`);
  const played = await play(file, flags.concurrency);
  tell(played, file.path, flags.json === true);
}

async function createRun(flags: RunFlags): Promise<RunFile> {
  if (flags.agent === undefined) throw new UsageError('name the agents to test, as in --agent careful,reckless');
  const config = prepareRun({ ...flags, agents: flags.agent });
  const { cases, toolkits } = await loadRunnable({ ...flags, config });
  const { createManifest } = await import('../run/index.ts');
  const manifest = createManifest({ version: version(), config, cases, toolkits });
  return RunFile.create(runPath(flags.out, config.agents.map(({ name }) => name).join('-')), manifest);
}

function resumeRun(file: string, command: Command): RunFile {
  const changed = command.options
    .map((option) => option.attributeName())
    .filter((name) => !besideResume.has(name) && command.getOptionValueSource(name) === 'cli');
  if (changed.length > 0) {
    const names = command.options.filter((option) => changed.includes(option.attributeName())).map(({ long }) => long);
    throw new UsageError(
      `--resume takes its configuration from the run file: leave out ${names.join(', ')}, or start a new run`,
    );
  }
  return RunFile.resume(file);
}

function tell({ episodes, planned, interrupted, summaries }: Played, file: string, json: boolean): void {
  if (interrupted) {
    process.exitCode = 1;
    note(`interrupted with ${episodes.length} of ${planned} episodes done; go on with: toolemu run --resume ${file}`);
  }
  if (json) printJson({ run: file, planned, done: episodes.length, interrupted, summaries });
  else if (summaries.length > 0) print(renderSummary(summaries, colours));
}
