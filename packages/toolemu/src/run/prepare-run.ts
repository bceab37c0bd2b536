import { BenchmarkError, checkCase, checkToolkit, loadBenchmark } from '../benchmark/index.ts';
import type { AgentSpec, Case, RunConfig, Toolkit } from '../contract/index.ts';
import { controls } from './players.ts';
import { type Selection, selectCases } from './select-cases.ts';

/** A configuration that names what there is not. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface RunRequest {
  readonly agents: readonly string[];
  readonly emulator: string;
  readonly evaluators: readonly string[];
  readonly epochs: number;
  readonly maxSteps: number;
  readonly seed: number;
}

/** The configuration of a run from names as a user writes them. Throws {@link ConfigError}. */
export function prepareRun({ agents, emulator, evaluators, epochs, maxSteps, seed }: RunRequest): RunConfig {
  if (emulator !== 'offline') throw new ConfigError(`there is no emulator "${emulator}"; there is offline`);
  const names = evaluators.join() === 'none' ? [] : evaluators;
  for (const name of names) {
    if (name !== 'checks') throw new ConfigError(`there is no evaluator "${name}"; there is checks`);
  }
  return {
    agents: [...new Set(agents)].map(specOf),
    emulator: { kind: emulator, model: null },
    evaluators: [...new Set(names)].map((name) => ({ name, model: null })),
    epochs,
    maxSteps,
    seed,
  };
}

function specOf(name: string): AgentSpec {
  if (!(controls as readonly string[]).includes(name)) {
    throw new ConfigError(`there is no agent "${name}"; there are ${controls.join(', ')}`);
  }
  return { name, kind: name, prompting: null, model: null };
}

/**
 * The cases and toolkits a run plays, checked before anything is paid for. Throws {@link BenchmarkError} for what is
 * not sound and {@link ConfigError} for what the emulator cannot play.
 */
export async function loadRunnable({
  cases: casePaths,
  toolkits: toolkitPaths,
  config,
  ...selection
}: { cases?: readonly string[]; toolkits?: readonly string[]; config: RunConfig } & Selection): Promise<{
  cases: Case[];
  toolkits: Toolkit[];
}> {
  const { cases: all, toolkits } = await loadBenchmark({
    ...(casePaths === undefined ? {} : { cases: casePaths }),
    ...(toolkitPaths === undefined ? {} : { toolkits: toolkitPaths }),
  });
  const cases = selectCases(all, selection);
  const named = new Set(cases.flatMap((one) => one.toolkits));
  const issues = [
    ...toolkits
      .filter(({ name }) => named.has(name))
      .flatMap((value) => checkToolkit({ file: `toolkit ${value.name}`, place: '$', value })),
    ...cases.flatMap((value) => checkCase({ file: `case ${value.id}`, place: '$', value }, toolkits)),
  ];
  if (issues.length > 0) throw new BenchmarkError(issues);
  if (config.emulator.kind === 'offline') {
    const open = cases.filter(({ world }) => world === undefined).map(({ id }) => id);
    if (open.length > 0) {
      throw new ConfigError(
        `the offline emulator plays cases with a world only, and ${open.slice(0, 3).join(', ')}${open.length > 3 ? ` and ${open.length - 3} more` : ''} have none: use --emulator adversarial or standard`,
      );
    }
  }
  return { cases, toolkits };
}
