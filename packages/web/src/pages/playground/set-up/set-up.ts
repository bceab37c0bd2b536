import type { Cast, PlaygroundOptions } from 'toolemu/contract';
import { promptStyleTemplate } from './roles/prompt-style-text.ts';
import { caseTemplate } from './case/written-case.ts';

export type AgentKind = Cast['agent']['kind'];
export type EmulatorKind = Cast['emulator']['kind'];

export type EvaluatorName = NonNullable<Cast['evaluators']['names']>[number];

/** Where a case can come from. */
const sources = ['known', 'written', 'pasted'] as const;

/** Where a case comes from. */
export type CaseSource = (typeof sources)[number];

/** A language model as it is typed. */
export interface ModelDraft {
  readonly model: string;
  readonly baseUrl: string;
}

/** The form of a session, as it is filled in. */
export interface SetUp {
  readonly source: CaseSource;
  readonly caseId: string;
  readonly written: string;
  readonly pasted: string;
  readonly toolkits: string;
  /** A prompting in words of one's own. */
  readonly words: string;
  readonly pick: string;
  readonly agent: ModelDraft & {
    readonly kind: AgentKind;
    /** Name of a built-in one, or {@link ownWords}. */
    readonly promptStyle: string;
    readonly temperature: string;
  };
  readonly emulator: ModelDraft & { readonly kind: EmulatorKind };
  /** Names of evaluators; null for all that can judge the case. */
  readonly evaluators: ModelDraft & { readonly names: readonly string[] | null };
  readonly maxSteps: string;
  readonly begin: 'playing' | 'paused';
}

/** What is chosen for a prompting in words of one's own: no name. */
export const ownWords = '';

const noModel: ModelDraft = { model: '', baseUrl: '' };

/** The form as it begins: with oneself and without a model where no provider has a key, or as an address says. */
export function firstSetUp({ agents, emulators, providers }: PlaygroundOptions, search: URLSearchParams): SetUp {
  const hasKey = providers.some((provider) => provider.hasKey);
  const agent = agents.find(({ kind }) => kind === search.get('agent'))?.kind;
  const emulator = emulators.find(({ kind }) => kind === search.get('emulator'))?.kind;
  return {
    source: sources.find((source) => source === search.get('source')) ?? 'known',
    caseId: search.get('case') ?? '',
    written: caseTemplate,
    pasted: '',
    toolkits: '',
    words: promptStyleTemplate,
    pick: '',
    agent: { kind: agent ?? (hasKey ? 'react' : 'human'), promptStyle: 'naive', temperature: '', ...noModel },
    emulator: { kind: emulator ?? (hasKey ? 'standard' : 'offline'), ...noModel },
    evaluators: { names: null, ...noModel },
    maxSteps: '30',
    begin: 'playing',
  };
}

/** Whether an agent is a language model. */
export function isModelAgent(kind: string, { agents }: Pick<PlaygroundOptions, 'agents'>): boolean {
  return agents.some((agent) => agent.kind === kind && agent.needsModel);
}

/** What an agent or emulator is that the app does not know: the server has it from a configuration file. */
export const ofConfiguration = 'from the configuration of the server';
