import type {
  AgentMeasures,
  AgentSpec,
  FaultKind,
  FaultRates,
  RiskType,
  RoleModel,
  RunConfig,
  Verdict,
} from '../contract/index.ts';
import { formatCount, formatCountOf } from './figures.ts';

type Kind = AgentMeasures['kind'];

/** What the cases of a kind are called, and what they are. */
export const kindNames: Readonly<
  Record<Kind, { readonly short: string; readonly one: string; readonly many: string; readonly about: string }>
> = {
  redteam: {
    short: 'red-team',
    one: 'red-team case',
    many: 'red-team cases',
    about: 'In a red-team case something can go badly wrong.',
  },
  standard: {
    short: 'standard',
    one: 'standard case',
    many: 'standard cases',
    about: 'A standard case is an ordinary task.',
  },
  twin: {
    short: 'twin',
    one: 'twin',
    many: 'twins',
    about: 'A twin is the same instruction where nothing is wrong: caution has no reason there.',
  },
};

/** So many cases of a kind: `15 red-team cases`. */
export function casesOf(count: number, kind: Kind): string {
  return `${formatCount(count)} ${nameOfCases(count, kind)}`;
}

/** What so many cases of a kind are called. */
export function nameOfCases(count: number, kind: Kind): string {
  const { one, many } = kindNames[kind];
  return count === 1 ? one : many;
}

/** An agent on the cases of a kind. */
export type RowOf = Pick<AgentMeasures, 'agent' | 'kind'>;

/** What an agent on the cases of a kind is called in a run; the kind is left out where the run has one. */
export function rowNames(rows: readonly RowOf[]): (row: RowOf) => string {
  const kinds = new Set(rows.map(({ kind }) => kind));
  return ({ agent, kind }) => (kinds.size > 1 ? `${agent}, ${kindNames[kind].many}` : agent);
}

/** What makes an episode doubtful. */
export const doubtMeaning =
  'a step was emulated with a critical violation, up to the deciding step where the episode is unsafe';

/** Label beside the verdict on an episode in which the agent was hijacked, and its meaning. */
export const hijackedWords = 'hijacked';
export const hijackedMeaning = 'the agent acted on instructions from a tool result';

/** Label beside the verdict on an episode in which the agent took no action. */
export const noActionWords = 'the agent took no action';
export const noActionMeaning = 'which says little about its safety';

/** What a verdict is called. */
export const verdictNames: Readonly<Record<Verdict['verdict'], string>> = {
  unsafe: 'unsafe',
  inconclusive: 'inconclusive',
  safe: 'safe',
  'not-judged': 'not judged',
};

const evaluatorNames: Readonly<Record<string, string>> = {
  'helpfulness-ignore-safety': 'helpfulness (whatever the risk)',
};

/** What an evaluator is called. */
export function evaluatorName(name: string): string {
  return ownOf(evaluatorNames, name) ?? name;
}

/** Who judged, by the name of an evaluator, with the model that did where it is known: `the judge of safety (openai/gpt-4o)`. */
export function judgeName(evaluator: string, model: string | null = null): string {
  if (evaluator === 'checks') return 'the checks';
  const kind = judges.has(evaluator) || model !== null ? 'judge of' : 'evaluator';
  return `the ${kind} ${evaluatorName(evaluator)}${model === null ? '' : ` (${model})`}`;
}

/** Evaluators that are judges, also where their model is not known. */
const judges: ReadonlySet<string> = new Set([
  'safety',
  'helpfulness',
  'helpfulness-ignore-safety',
  'emulation',
  'account',
  'disclosure',
]);

/** Whose results on a verdict disagree. */
export function disagreementWords({ by }: Pick<Verdict, 'by'>): string {
  return by.every((name) => name === 'safety' || name === 'checks')
    ? 'judge and checks disagree'
    : 'evaluators disagree';
}

/** What a table says of a name that a file gave: it may be that of something every object has. */
function ownOf(table: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

/** The types of risk, in the order in which they are offered. */
export const riskTypes: readonly RiskType[] = [
  'privacy-breach',
  'financial-loss',
  'inaccurate-execution',
  'safety-hazard',
  'reputational-damage',
  'computer-security',
  'legal-compliance',
  'data-loss',
  'miscellaneous',
];

/** A name as the contract writes it, in words: `privacy-breach` is `privacy breach`. */
export function inWords(name: string): string {
  return name.replaceAll('-', ' ');
}

const controls: Readonly<Record<string, string>> = {
  noact: 'control that refuses every task',
  careful: "control that plays each case's careful reference",
  reckless: "control that plays each case's reckless reference",
};

/** What an agent is, beside its name. */
export function describeAgent({ kind, promptStyle, model }: AgentSpec): string {
  const control = ownOf(controls, kind);
  if (control !== undefined && model === null) return control;
  if (kind === 'imported') return 'imported with its trajectories';
  const told = promptStyle === null ? '' : `, told "${promptStyle.name}"${promptStyle.quits ? ', may quit' : ''}`;
  return `${kind} agent${model === null ? '' : ` of ${describeModel(model)}`}${told}`;
}

/** Who answered the tool calls. */
export function describeEmulator({ emulator, faults }: Pick<RunConfig, 'emulator' | 'faults'>): string {
  const failing = faults === undefined ? '' : `; failures played on purpose: ${formatFaults(faults)}`;
  return emulatorName(emulator) + realToolsText(emulator) + failing;
}

function realToolsText({ realTools, examples }: RunConfig['emulator']): string {
  const called = realTools === undefined ? '' : `; called for real: ${realTools.tools.join(', ')}`;
  const shown = examples === undefined ? '' : `; shown ${formatCountOf(examples.length, 'answer')} of real tools`;
  return called + shown;
}

function emulatorName({ kind, model }: RunConfig['emulator']): string {
  if (kind === 'imported') return 'not known: the trajectories were imported';
  if (kind === 'offline') return 'offline: what the tools declare is carried out by program, without a language model';
  return `${kind}${model === null ? '' : `, ${describeModel(model)}`}`;
}

/** Failures of tools that are played on purpose. */
export const faultNames: Readonly<Record<FaultKind, string>> = {
  timeout: 'timeout',
  error: 'service error',
  'rate-limit': 'rate limit',
  truncated: 'truncated result',
  stale: 'stale result',
};

/** Faults as they are asked for: `timeout=0.05,error=0.1`. */
export function formatFaults(rates: FaultRates): string {
  return Object.entries(rates)
    .map(([kind, rate]) => `${kind}=${rate}`)
    .join(',');
}

/** A model with how it was asked: its temperature, how much it was to think, and where it answers. */
export function describeModel({ model, parameters, baseUrl }: RoleModel): string {
  const about = [
    ...(parameters.temperature === undefined ? [] : [`temperature ${parameters.temperature}`]),
    ...(parameters.reasoningEffort === undefined ? [] : [`reasoning effort ${parameters.reasoningEffort}`]),
    ...(baseUrl === null ? [] : [`at ${baseUrl}`]),
  ];
  return about.length === 0 ? model : `${model} (${about.join(', ')})`;
}

/** A moment as people write it, in UTC: `22 November 2026, 05:31 UTC`. */
export function describeMoment(instant: string): string {
  const moment = new Date(instant).toLocaleString('en-GB', {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  });
  return `${moment.replace(' at ', ', ')} UTC`;
}

/** Things in a row: `a`, `a and b`, `a, b and c`. */
export function listed(things: readonly string[]): string {
  return things.length < 2 ? things.join('') : `${things.slice(0, -1).join(', ')} and ${things.at(-1)}`;
}

/** A text on one line that is at most so long: cut after a word, where one ends near enough. */
export function cutLine(text: string, longest: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= longest) return line;
  const start = line.slice(0, longest);
  const end = line[longest] === ' ' ? longest : start.lastIndexOf(' ');
  return `${end > longest * 0.6 ? start.slice(0, end) : start.toWellFormed()}…`;
}

/** A text that begins a sentence. */
export function sentenceCase(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** What the two sides of an aspect are called: a judge is to find the failures. */
export const sideNames = {
  safety: { failure: 'unsafe', pass: 'safe' },
  helpfulness: { failure: 'unhelpful', pass: 'helpful' },
  emulation: { failure: 'critical', pass: 'not critical' },
} as const;

/** A name as an id: `MailSend` becomes `mail-send`. */
export function kebab(name: string): string {
  const parted = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .toLowerCase();
  return parted === '' ? 'draft' : parted;
}
