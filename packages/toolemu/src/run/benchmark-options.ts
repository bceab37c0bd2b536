import type { LoadOptions } from '../benchmark/index.ts';
import type { PromptStyle, RunConfig } from '../contract/index.ts';
import type { PlayingOptions } from './benchmark-run.ts';
import type { OwnEmulator, OwnEvaluator, OwnRequirement } from './families/index.ts';
import type { forkDefaults, ForkRequest } from './fork/fork.ts';
import { given, type OptionRule, type OptionRules } from './plan/check-options.ts';
import type { AgentOption, MemberOptions, ModelOptions, OwnOptions } from './plan/own-options.ts';
import type { RunRequest } from './plan/prepare-run.ts';
import type { Selection } from './plan/select-cases.ts';
import type { Retry } from './run.ts';
import type { CallOptions } from './run-models.ts';

/** Options of `runBenchmark` and `planBenchmark`. */
export interface BenchmarkOptions extends OwnOptions, ModelOptions, PlayingOptions, Omit<Selection, 'seed'> {
  /** Cases, or paths of them: those of `config`, or the built-in ones, by default. */
  readonly cases?: string | readonly NonNullable<LoadOptions['cases']>[number][] | undefined;
  /** Toolkits that come before the built-in ones, or paths and other sources of them. */
  readonly toolkits?: string | readonly NonNullable<LoadOptions['toolkits']>[number][] | undefined;
  /** How the built-in tools are described: `neutral` by default, or `explicit`, as before version 2 of the benchmark. */
  readonly toolTexts?: LoadOptions['toolTexts'];
  readonly agents: readonly AgentOption[];
  /** What agents that are language models are told: names, or prompt styles themselves. `naive` by default. */
  readonly promptStyles?: readonly (string | PromptStyle)[] | undefined;
  /** Who answers the tool calls: `adversarial` by default. */
  readonly emulator?: string | OwnEmulator | undefined;
  /** Who grades: by default safety and helpfulness, and checks where a case has them. An empty list grades nothing. */
  readonly evaluators?: readonly (string | OwnEvaluator)[] | undefined;
  /** Requirements that emulations are held to beside the built-in ones: names in `config`, or named functions. */
  readonly requirements?: readonly (string | OwnRequirement)[] | undefined;
  /** How often each agent plays each case: once by default. */
  readonly epochs?: number | undefined;
  /** Tool calls of an episode, at most: by default what each case says, else 30. */
  readonly maxSteps?: number | undefined;
  /** Decides everything that is drawn: 0 by default. */
  readonly seed?: number | undefined;
  /** Who replies to agents' questions: nobody by default. */
  readonly user?: RunRequest['user'];
  /** How often tools fail on purpose, from 0 to 1, by the kind of failure. */
  readonly faults?: RunConfig['faults'];
  /** Options for the MCP servers among the toolkits. */
  readonly servers?: LoadOptions['servers'];
  /** The run file, ending in `.toolemu`, or a folder for it: `runs` by default. */
  readonly out?: string | undefined;
  /** Run files whose answers to the same requests are taken instead of asking a model again. */
  readonly reuse?: readonly string[] | undefined;
}

/** What a run file may do that somebody else may have made. */
export interface TrustOptions {
  /** Programs and modules the run file names that may be started, word for word, as `ConfigError` shows them: none by default. */
  readonly allowCommands?: readonly string[] | undefined;
  /** Addresses the run file names that may get keys of the environment: none by default. */
  readonly allowAddresses?: readonly string[] | undefined;
}

/** Options of `resumeRun`. */
export interface ResumeOptions extends MemberOptions, PlayingOptions, TrustOptions {
  /** Episodes that are played again though they have ended: those the agent broke off, or that a model refused to answer. */
  readonly retry?: Retry | undefined;
}

/** Options of `replayRun`, which calls no model. */
export interface ReplayOptions
  extends Omit<ResumeOptions, 'retry' | 'models' | keyof CallOptions | keyof TrustOptions> {
  /** The new run file, or a folder for it: `runs` by default. */
  readonly out?: string | undefined;
}

/** Options of `evaluateRun`. */
export interface EvaluateOptions extends OwnOptions, ModelOptions, PlayingOptions {
  readonly evaluators: readonly (string | OwnEvaluator)[];
  /** Whether to judge only trajectories that lack a readable result of these evaluators. */
  readonly missingOnly?: boolean | undefined;
}

/** Options of `forkRun`. */
export interface ForkOptions
  extends Omit<ForkRequest, 'version' | 'promptStyle' | 'families' | keyof typeof forkDefaults>,
    ResumeOptions {
  /** How often each episode is played on: 3 by default. */
  readonly times?: number | undefined;
  /** Temperature of the agents, from 0 to 2; other models keep theirs. By default 0.7, and at exposure each agent's own. */
  readonly temperature?: number | undefined;
  /** What the agents are told from there on: what they were told, by default. */
  readonly promptStyle?: ForkRequest['promptStyle'];
  /** The new run file, or a folder for it: `runs` by default. */
  readonly out?: string | undefined;
}

const callRules: OptionRules<CallOptions> = {
  env: given.object(),
  timeoutMs: given.amount,
  concurrency: given.whole(1),
  requestsPerMinute: given.amount,
  tokensPerMinute: given.amount,
  maxCostUsd: given.amount,
};

const playingRules: OptionRules<Omit<PlayingOptions, keyof CallOptions>> = {
  signal: given.signal,
  onEvent: given.function,
  maxPrograms: given.whole(1),
};

const ownRules: OptionRules<OwnOptions> = {
  config: given.object('agents', 'emulators', 'evaluators', 'promptStyles', 'requirements', 'toolkits', 'cases', 'run'),
};

const modelRules: OptionRules<ModelOptions> = {
  model: given.member("'openai/gpt-5'"),
  models: given.object('agent', 'emulator', 'evaluator', 'user'),
};

const memberRules: OptionRules<MemberOptions> = {
  ...ownRules,
  agents: given.list('[myAgent]'),
  emulator: given.member('myEmulator'),
  evaluators: given.list('[myEvaluator]'),
  requirements: given.list('[myRequirement]'),
  models: given.list('[myModel]'),
};

const out = { out: given.text };

export const benchmarkRules: OptionRules<BenchmarkOptions> = {
  agents: given.some("['react', myAgent]"),
  cases: given.sources("['./cases']"),
  toolkits: given.sources("['./tools.json']"),
  toolTexts: { holds: (value) => value === 'neutral' || value === 'explicit', give: "'neutral', or 'explicit'" },
  promptStyles: given.some("['naive']"),
  emulator: given.member("'adversarial'"),
  evaluators: given.list("['safety', myEvaluator]"),
  requirements: given.list('[myRequirement]'),
  epochs: given.whole(1),
  maxSteps: given.whole(1),
  seed: given.integer,
  user: {
    holds: (value) => value === 'simulated' || (given.object('kind', 'reply').holds(value) && 'reply' in Object(value)),
    give: "'simulated', or { kind: 'fixed', reply: '...' }",
  },
  faults: given.object(),
  servers: given.object(),
  ...out,
  reuse: given.texts("['runs/earlier.toolemu']"),
  shuffle: given.flag,
  offset: given.whole(0),
  limit: given.whole(1),
  select: given.texts("['tidy-up']"),
  exclude: given.texts("['tidy-up']"),
  split: given.text,
  overlays: given.list("[{ name: 'stress', doses: [0, 2] }]"),
  ...ownRules,
  ...modelRules,
  ...callRules,
  ...playingRules,
};

export const resumeRules: OptionRules<ResumeOptions> = {
  ...memberRules,
  allowCommands: given.texts("['python agent.py']"),
  allowAddresses: given.texts("['https://models.example/v1']"),
  retry: given.oneOf('agent', 'unanswerable'),
  ...callRules,
  ...playingRules,
};

const { models: _, ...membersWithoutModels } = memberRules;

export const replayRules: OptionRules<ReplayOptions> = { ...membersWithoutModels, ...out, ...playingRules };

export const evaluateRules: OptionRules<EvaluateOptions> = {
  evaluators: given.some("['safety', myEvaluator]"),
  missingOnly: given.flag,
  ...ownRules,
  ...modelRules,
  ...callRules,
  ...playingRules,
};

const atRule: OptionRule = {
  holds: (value) => value === 'quit' || value === 'exposure' || given.whole(1).holds(value),
  give: "'quit', 'exposure', or a step by its number from 1",
};

export const forkRules: OptionRules<ForkOptions> = {
  at: atRule,
  times: given.whole(1),
  temperature: given.between(0, 2),
  promptStyle: given.member("'naive'"),
  agent: given.textOrTexts("'tools/naive/openai/gpt-5'"),
  caseId: given.text,
  episode: given.text,
  ...resumeRules,
  ...out,
};
