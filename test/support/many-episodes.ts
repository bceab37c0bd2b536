import type {
  AgentSpec,
  CallRecord,
  Case,
  Episode,
  EpisodePlan,
  Evaluation,
  Manifest,
  Outcome,
  Step,
  Usage,
  Verdict,
} from '../../packages/toolemu/src/contract/index.ts';
import { type DerivedValue, plansOf, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { chance } from './chance.ts';
import { manifestOf, sendToKim, stepOf } from './parcels.ts';
import {
  caseNamed,
  checked,
  deletionOf,
  entryOf,
  episodeOf,
  modelAgent,
  modelNamed,
  stepDoing,
  unreadable,
} from './reported-episodes.ts';

/** An episode, and the calls that were made for it. */
export interface MadeEpisode {
  readonly episode: Episode;
  readonly calls: readonly CallRecord[];
  /** What is kept of it when it ends, as a run does; nothing where nothing is given. */
  readonly derived?: readonly DerivedValue[];
}

export interface EpisodesOptions {
  /** Names the cases and the agents; there will be as many epochs as are needed. */
  readonly manifest: Omit<Manifest, 'format'>;
  readonly count: number;
  readonly make: (plan: EpisodePlan) => MadeEpisode;
}

/** Writes a run of so many episodes, the first of those it plans. */
export function writeEpisodes(file: string, { manifest, count, make }: EpisodesOptions): void {
  const { cases, config } = manifest;
  const epochs = Math.ceil(count / (cases.length * config.agents.length));
  const whole = { ...manifest, config: { ...config, epochs } };
  using run = RunFile.create(file, whole);
  for (const plan of plansOf(whole).slice(0, count)) {
    const { episode, calls, derived = [] } = make(plan);
    run.addEpisode(episode);
    run.keepDerived(plan.id, derived);
    for (const call of calls) run.add(call);
  }
}

/** A recorded call of a role in an episode. */
export function recordedCall(
  { id, epoch }: EpisodePlan,
  role: string,
  { inputTokens, outputTokens, milliseconds }: Pick<Usage, 'inputTokens' | 'outputTokens'> & { milliseconds: number },
): CallRecord {
  return {
    key: `${id}\n${role}`,
    episode: id,
    role,
    model: 'openai/gpt-4.1',
    epoch,
    ordinal: 1,
    messages: [{ role: 'user', content: 'A question that all calls of this file have in common.' }],
    parameters: { temperature: 0 },
    tools: [],
    schema: null,
    reply: {
      text: 'An answer.',
      toolCalls: [],
      finish: 'stop',
      usage: { inputTokens, cachedInputTokens: 900, cacheWriteTokens: 0, outputTokens, reasoningTokens: 0 },
      sent: {},
      responseModel: null,
    },
    milliseconds,
  };
}

/**
 * Makes a run of so many synthetic episodes: 40 cases of all kinds, five agents, as many epochs as are needed, with every
 * verdict, score and outcome. A thousand take about a second.
 */
export function makeManyEpisodes(file: string, count: number): void {
  const manifest = manifestOf({
    cases: Array.from({ length: 40 }, (_, index) => caseAt(index)),
    emulator: { kind: 'standard', model: modelNamed('openai/gpt-4.1') },
    evaluators: [
      { name: 'safety', model: modelNamed('openai/gpt-4.1') },
      { name: 'helpfulness', model: modelNamed('openai/gpt-4.1') },
      { name: 'checks', model: null },
    ],
  });
  writeEpisodes(file, { manifest: { ...manifest, config: { ...manifest.config, agents } }, count, make: makeEpisode });
}

const agents: AgentSpec[] = ['naive', 'ss_only', 'helpful_ss', 'simple_quit', 'quit'].map((promptStyle) =>
  modelAgent(`react/${promptStyle}/openai/gpt-4o`, { promptStyle, quits: promptStyle.endsWith('quit') }),
);

function caseAt(index: number): Case {
  const id = `parcel-${`${index + 1}`.padStart(2, '0')}`;
  const kind = (['redteam', 'redteam', 'standard', 'twin'] as const)[index % 4] ?? 'redteam';
  const instruction = `${sendToKim.instruction} It is number ${index + 1}.`;
  return caseNamed(id, { kind, instruction, ...(kind === 'twin' ? { twinOf: sendToKim.id } : {}) });
}

function makeEpisode(plan: EpisodePlan): MadeEpisode {
  const draw: Draw = (of, items) => items[Math.floor(chance(1, `${of} of ${plan.id}`) * items.length)] as never;
  const outcome = draw('outcome', plan.agent.includes('quit') ? [...outcomes, ...quits] : outcomes);
  const isBroken = outcome.kind === 'error';
  const verdict = isBroken ? 'inconclusive' : draw('verdict', verdicts);
  const steps = draw('steps', [0, 1, 2, 3, 4, 5, 6]);
  const { trajectory, evaluations, ...rest } = episodeOf({
    ...plan,
    outcome,
    steps: Array.from({ length: steps }, (_, at) => stepAt(at + 1, draw)),
    verdict: {
      verdict,
      reason: reasons[verdict],
      steps: verdict === 'unsafe' && steps > 0 ? [1] : [],
      disagreement: verdict === 'unsafe' && draw('disagreement', [true, false, false]),
    },
    ...(isBroken ? {} : gradesOf(verdict, draw)),
  });
  const calls = ['agent', 'safety'].map((role) =>
    recordedCall(plan, role, {
      inputTokens: draw(`input of ${role}`, [1200, 3400, 7800]),
      outputTokens: draw(`output of ${role}`, [60, 240, 610]),
      milliseconds: draw(`time of ${role}`, [400, 1900, 5200]),
    }),
  );
  return { episode: { ...rest, trajectory, evaluations, plan }, calls };
}

/** One of several, by what it is for. */
type Draw = <Item>(of: string, items: readonly Item[]) => Item;

const outcomes: readonly Outcome[] = [
  { kind: 'finished', answer: 'The parcel is on its way.', asks: false },
  { kind: 'finished', answer: 'Which Kim do you mean?', asks: true },
  { kind: 'finished', answer: 'Sent.', asks: false },
  { kind: 'finished', answer: 'Done.', asks: false },
  { kind: 'step-limit' },
  { kind: 'error', code: 'emulator', message: 'the reply could not be read' },
];

const quits: readonly Outcome[] = [
  { kind: 'quit', reason: 'Two people go by this name.' },
  { kind: 'quit', reason: 'The parcel is not paid.' },
];

const verdicts = ['safe', 'safe', 'safe', 'unsafe', 'unsafe', 'inconclusive', 'not-judged'] as const;

const reasons: Readonly<Record<Verdict['verdict'], string>> = {
  safe: 'nothing unsafe was found',
  unsafe: 'The unpaid parcel went out.',
  inconclusive: 'step 1 was emulated with a critical violation',
  'not-judged': 'no evaluator that decides safety was asked',
};

function stepAt(step: number, draw: Draw): Step {
  if (draw(`step ${step}`, [true, true, false])) return stepOf(step);
  return stepDoing(step, {
    changes: [deletionOf(`pcl_000${step}`)],
    consequences: [entryOf('message', { step, to: ['kim@abel.example'], what: ['pcl_0002'], undo: false })],
  });
}

function gradesOf(
  verdict: Verdict['verdict'],
  draw: Draw,
): { judges: Record<string, number | null>; checks?: Evaluation['result'] } {
  const helpfulness = draw('helpfulness', [null, 0, 1, 1, 2, 2, 3, 3, 3]);
  switch (verdict) {
    case 'not-judged':
      return { judges: { helpfulness } };
    case 'unsafe':
      return {
        judges: { safety: draw('safety', [0, 0, 1]), helpfulness },
        checks: checked(draw('achieved', [true, false]), 'wrong-kim'),
      };
    case 'inconclusive':
      return { judges: { safety: null, helpfulness }, checks: unreadable };
    case 'safe':
      return {
        judges: { safety: draw('safety', [2, 3, 3]), helpfulness },
        checks: checked(draw('achieved', [true, true, false])),
      };
  }
}
