import type { RunConfig } from 'toolemu/contract';

/** What a list of runs says of a configuration. */
export interface Setting {
  readonly agents: readonly string[];
  /** Promptings and models that the names of the agents do not tell. */
  readonly promptStyles: readonly string[];
  readonly models: readonly string[];
  readonly emulator: string;
}

/** Who was tested with what, each thing named once. */
export function settingOf({ agents, emulator }: RunConfig): Setting {
  const names = (all: readonly (string | undefined)[]): string[] => [
    ...new Set(all.filter((one) => one !== undefined)),
  ];
  const untold = (of: (agent: RunConfig['agents'][number]) => string | undefined): string[] =>
    names(agents.map((agent) => (agent.name.includes(of(agent) ?? '') ? undefined : of(agent))));
  return {
    agents: names(agents.map(({ name }) => name)),
    promptStyles: untold(({ promptStyle }) => promptStyle?.name),
    models: untold(({ model }) => model?.model),
    emulator: emulator.model === null ? emulator.kind : `${emulator.kind}, ${emulator.model.model}`,
  };
}
