import type { RunConfig } from '../contract/index.ts';

/** A configuration in which the emulator answers all calls: what goes on from a run calls no real tools. */
export function withoutRealTools(config: RunConfig): RunConfig {
  const { realTools: _none, ...emulator } = config.emulator;
  return { ...config, emulator };
}
