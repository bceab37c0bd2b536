import type { EpisodePlan, Manifest, RunConfig } from '../../contract/index.ts';
import { ConfigError, prepareRun } from '../plan/prepare-run.ts';

/** A language model as an emulator. */
export interface EmulatorModel {
  readonly kind: 'standard' | 'adversarial';
  readonly model: string;
  readonly baseUrl?: string | undefined;
}

/** Steps of an episode of an import, at most: its own run tells only how many there were. */
const importedSteps = 15;

/**
 * A run as one of its episodes is gone on with: who answers, who judges, and how long it may take. Throws
 * {@link ConfigError} where that cannot be.
 */
export function playOnConfig(
  { config, cases, source }: Manifest,
  { caseId }: EpisodePlan,
  {
    offline,
    model,
    maxSteps,
  }: {
    readonly offline?: boolean | undefined;
    readonly model?: EmulatorModel | undefined;
    readonly maxSteps?: number | undefined;
  },
): RunConfig {
  const value = cases.find(({ id }) => id === caseId);
  const checks = value?.checks === undefined ? [] : ['checks'];
  const most =
    maxSteps ?? (source === undefined ? config.maxSteps : Math.max(importedSteps, (config.maxSteps ?? 0) + 1));
  if (offline === true) {
    if (value?.world !== undefined) return { ...config, ...answeredBy({ kind: 'offline' }, checks), maxSteps: most };
    throw new ConfigError('offline: the case has no world, and the offline emulator needs one: go on with a model');
  }
  const own = model === undefined ? {} : answeredBy(model, ['safety', 'helpfulness', ...checks]);
  return { ...withoutRealTools(config), ...own, maxSteps: most };
}

function answeredBy(
  emulator: EmulatorModel | { readonly kind: 'offline' },
  judges: readonly string[],
): Pick<RunConfig, 'emulator' | 'evaluators'> {
  const prepared = prepareRun({
    // The agent keeps its place, and any control stands for it.
    agents: ['noact'],
    shared: emulator.kind === 'offline' ? {} : { model: emulator.model, baseUrl: emulator.baseUrl },
    emulator: emulator.kind,
    evaluators: judges.length === 0 ? ['none'] : judges,
    epochs: 1,
    maxSteps: 1,
    seed: 0,
  });
  return { emulator: prepared.emulator, evaluators: prepared.evaluators };
}

/** A configuration in which the emulator answers all calls: what goes on from a run calls no real tools. */
export function withoutRealTools(config: RunConfig): RunConfig {
  const { realTools: _none, ...emulator } = config.emulator;
  return { ...config, emulator };
}
