import type { RunOverview } from 'toolemu/contract';
import { hasWords } from '../../components/text/word-search.ts';

/** Which runs of a folder are shown. Empty: all. */
export interface RunChoice {
  readonly text: string;
  readonly state: string;
  readonly tag: string;
  readonly emulator: string;
  readonly kind: string;
}

/** What a search string chooses. */
export function runChoiceOf(parameters: URLSearchParams): RunChoice {
  const of = (name: string): string => parameters.get(name) ?? '';
  return { text: of('text'), state: of('state'), tag: of('tag'), emulator: of('emulator'), kind: of('kind') };
}

/** The runs a choice keeps. Each word of its text must be in a name, a tag, an agent, a model or a prompting. */
export function chosenRuns(runs: readonly RunOverview[], choice: RunChoice): RunOverview[] {
  return runs.filter(
    (run) =>
      (choice.state === '' || run.state === choice.state) &&
      (choice.tag === '' || run.tags.includes(choice.tag)) &&
      (choice.emulator === '' || run.config?.emulator.kind === choice.emulator) &&
      (choice.kind === '' || agentKinds(run).includes(choice.kind)) &&
      hasWords(textsOf(run), choice.text),
  );
}

function textsOf({ run, file, tags, config, problem }: RunOverview): string[] {
  const agents = (config?.agents ?? []).flatMap(({ name, promptStyle, model }) => [
    name,
    promptStyle?.name,
    model?.model,
  ]);
  const models = [config?.emulator.model?.model, ...(config?.evaluators ?? []).map(({ model }) => model?.model)];
  return [run, file, problem, ...tags, ...agents, ...models].filter((text) => typeof text === 'string');
}

function agentKinds({ config }: RunOverview): string[] {
  return (config?.agents ?? []).map(({ kind }) => kind);
}

/** What can be chosen from in a folder; a list of one leaves no choice. */
export interface RunChoices {
  readonly state: readonly RunOverview['state'][];
  readonly tag: readonly string[];
  readonly emulator: readonly string[];
  readonly kind: readonly string[];
}

/** The states, tags, emulators and kinds of agents that the runs have. */
export function choicesOf(runs: readonly RunOverview[]): RunChoices {
  const all = <T extends string>(of: (run: RunOverview) => readonly T[]): T[] =>
    [...new Set(runs.flatMap(of))].toSorted();
  return {
    state: all(({ state }) => [state]),
    tag: all(({ tags }) => tags),
    emulator: all(({ config }) => (config === null ? [] : [config.emulator.kind])),
    kind: all(agentKinds),
  };
}
