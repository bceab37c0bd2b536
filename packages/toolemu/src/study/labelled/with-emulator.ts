import type { RunConfig, Trajectory } from '../../contract/index.ts';

/**
 * A trajectory whose steps say that declared effects answered them, where a run has no other emulator: read without its
 * run, it would seem to be emulated by a language model.
 */
export function withEmulator(trajectory: Trajectory, { kind }: Pick<RunConfig['emulator'], 'kind'>): Trajectory {
  if (kind !== 'offline') return trajectory;
  const steps = trajectory.steps.map((step) => (step.real === true ? step : { ...step, by: kind }));
  return { ...trajectory, steps };
}
