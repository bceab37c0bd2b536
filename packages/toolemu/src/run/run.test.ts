import { rmSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { manifestOf, sendToKim } from '../../../../test/support/parcels.ts';
import { noise } from '../../../../test/support/noise.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { countTurns } from '../../../../test/support/turns.ts';
import { createNoactControl, createReferenceControl } from '../agent/index.ts';
import {
  type Agent,
  type CallRecord,
  type CallSlots,
  type Episode,
  EpisodeError,
  type EpisodePlan,
  type Evaluation,
  type EvaluationResult,
  type Evaluator,
  ModelError,
  type RunEvent,
} from '../contract/index.ts';
import { begunRole, createOfflineEmulator } from '../emulator/index.ts';
import { createChecksEvaluator } from '../evaluator/index.ts';
import { RunFile, RunFileError, RunFileLostError } from '../store/index.ts';
import { episodesLacking, judgeTrajectories } from './judge-episodes.ts';
import { brokenBy, openEpisodes, run, type RunOptions } from './run.ts';
import type { Players } from './players.ts';

const ids = ['ant', 'bee', 'cow', 'dog'];
const cases = ids.map((id) => ({ ...sendToKim, id }));

describe('run', () => {
  it('plays every planned episode and keeps all of it', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ agents: ['careful', 'reckless'], epochs: 2 }));
    const { episodes, planned, interrupted } = await play({ file, players: playersOf(), concurrency: 1 });
    expect([planned, interrupted]).toEqual([4, false]);
    expect(episodes.map(({ plan, verdict }) => [plan.id, verdict.verdict])).toEqual([
      ['send-to-kim#careful#1', 'safe'],
      ['send-to-kim#reckless#1', 'unsafe'],
      ['send-to-kim#careful#2', 'safe'],
      ['send-to-kim#reckless#2', 'unsafe'],
    ]);
    expect(file.episodes()).toEqual(episodes);
    expect(episodes[1]?.trajectory.steps.map(({ tool }) => tool)).toEqual(['ParcelsSearch', 'ParcelsSend']);
    expect(episodes[1]?.evaluations).toMatchObject([
      { evaluator: 'checks', result: { tripped: [{ id: 'abel-sent' }] } },
    ]);
  });

  it('tells what happens in its order', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const events: RunEvent[] = [];
    await play({ file, players: playersOf(), concurrency: 1, onEvent: (event) => events.push(event) });
    expect(events.map(({ type }) => type)).toEqual([
      'run-start',
      'episode-start',
      'step-end',
      'step-end',
      'trajectory-end',
      'evaluation-end',
      'episode-end',
      'run-end',
    ]);
    expect(events[0]).toEqual({ type: 'run-start', episodes: 1, done: 0 });
  });

  it('keeps each step before it tells of it', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const kept: number[] = [];
    const onEvent = ({ type }: RunEvent) => {
      if (type === 'step-end') kept.push(file.stored()[0]?.steps.length ?? 0);
    };
    await play({ file, players: playersOf(), concurrency: 1, onEvent });
    expect(kept).toEqual([1, 2]);
  });

  it.each([1, 3])('plays no more than %i episodes at a time', async (concurrency) => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases, epochs: 2 }));
    let [now, most] = [0, 0];
    const players = playersOf(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
    });
    const { episodes } = await play({ file, players, concurrency });
    expect([episodes.length, most]).toEqual([8, concurrency]);
  });
});

describe('a case that fails', () => {
  it('is recorded, and the run goes on', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const players = playersOf((id) => {
      if (id === 'bee') throw new Error('the agent stumbled');
      if (id === 'cow') throw new EpisodeError('emulator', 'no answer');
    });
    const { episodes } = await play({ file, players, concurrency: 2 });
    expect(outcomes(episodes)).toEqual({
      ant: 'finished',
      bee: 'error agent: the agent stumbled',
      cow: 'error emulator: no answer',
      dog: 'finished',
    });
    expect(episodes.find(({ plan }) => plan.caseId === 'bee')?.verdict.verdict).toBe('inconclusive');
  });

  it('is not played again when the run is resumed', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    await play({ file, players: playersOf(failing('bee', new Error('the agent stumbled'))), concurrency: 1 });
    const played: string[] = [];
    await play({ file, players: playersOf((id) => void played.push(id)), concurrency: 1 });
    expect(played).toEqual([]);
  });

  it('is played again when it was a model that failed', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const down = new ModelError('the endpoint is down', { kind: 'overloaded', model: 'scripted/one' });
    const { episodes } = await play({ file, players: playersOf(failing('bee', down)), concurrency: 1 });
    expect(outcomes(episodes).bee).toBe('error infrastructure: the endpoint is down');
    const played: string[] = [];
    const events: RunEvent[] = [];
    const again = await play({
      file,
      players: playersOf((id) => void played.push(id)),
      concurrency: 1,
      onEvent: (event) => events.push(event),
    });
    expect(played).toEqual(['bee']);
    expect(events[0]).toEqual({ type: 'run-start', episodes: 4, done: 3 });
    expect(outcomes(again.episodes)).toEqual({ ant: 'finished', bee: 'finished', cow: 'finished', dog: 'finished' });
    expect(again.episodes.every(({ trajectory }) => trajectory.steps.length === 2)).toBe(true);
  });

  it('is tried once more at the end of the run when an endpoint failed', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const played: string[] = [];
    const players = playersOf((id) => {
      played.push(id);
      if (id === 'bee' && played.filter((one) => one === 'bee').length === 1) {
        throw new ModelError('the endpoint is down', { kind: 'overloaded', model: 'scripted/one' });
      }
    });
    const { episodes, done } = await play({ file, players, concurrency: 1 });
    expect(played).toEqual(['ant', 'bee', 'cow', 'dog', 'bee']);
    expect([done, outcomes(episodes).bee]).toEqual([4, 'finished']);
  });

  it('is not tried once more when the model would not do what was asked', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const played: string[] = [];
    const players = playersOf((id) => {
      played.push(id);
      if (id === 'bee') throw new ModelError('too long', { kind: 'context-too-long', model: 'scripted/one' });
    });
    const { episodes } = await play({ file, players, concurrency: 1 });
    expect([played.length, outcomes(episodes).bee]).toEqual([4, 'error unanswerable: too long']);
  });

  it.each(['refused', 'context-too-long'] as const)(
    'is played again on purpose alone where the model will not answer: %s',
    async (kind) => {
      await using folder = await temporaryFolder();
      using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
      const no = new ModelError('no', { kind, model: 'scripted/one' });
      const first = await play({ file, players: playersOf(failing('bee', no)), concurrency: 1 });
      const bee = first.episodes.find(({ plan }) => plan.caseId === 'bee');
      expect([first.done, bee?.verdict.verdict, openEpisodes(file).open]).toEqual([4, 'inconclusive', []]);
      const played: string[] = [];
      const players = playersOf((id) => void played.push(id));
      await play({ file, players, concurrency: 1 });
      await play({ file, players, concurrency: 1, retry: 'agent' });
      expect(played).toEqual([]);
      const again = await play({ file, players, concurrency: 1, retry: 'unanswerable' });
      expect([played, outcomes(again.episodes).bee]).toEqual([['bee'], 'finished']);
    },
  );

  it('stays open where the model may answer another time', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const noKey = new ModelError('no key', { kind: 'bad-key', model: 'scripted/one' });
    const { episodes } = await play({ file, players: playersOf(failing('bee', noKey)), concurrency: 1 });
    expect(outcomes(episodes).bee).toBe('error model: no key');
    expect(openEpisodes(file).open).toMatchObject([{ caseId: 'bee' }]);
  });

  it('leaves a judge that fails without a score, and the run goes on', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const players: Players = {
      ...playersOf(),
      evaluators: () => [{ name: 'safety', evaluate: () => Promise.reject(new Error('no judge')) }],
    };
    const { episodes } = await play({ file, players, concurrency: 1 });
    expect(episodes[0]?.evaluations).toMatchObject([
      { result: { kind: 'unscored', reason: 'the evaluator threw an error: no judge' } },
    ]);
    expect(episodes[0]?.verdict.verdict).toBe('inconclusive');
  });
});

describe('a judge that could not be asked', () => {
  const safe: EvaluationResult = {
    kind: 'scored',
    score: 3,
    label: 'Certain No Risk',
    findings: [],
    summary: 'Fine.',
  };
  const judged = (judge: () => Promise<Evaluation>): Players => ({
    ...playersOf(),
    evaluators: () => [{ name: 'safety', evaluate: judge }],
  });
  const busy = (): Promise<Evaluation> =>
    Promise.reject(new ModelError('busy', { kind: 'rate-limit', model: 'openai/judge' }));
  const answers = (): Promise<Evaluation> =>
    Promise.resolve({ evaluator: 'safety', model: 'openai/judge', result: safe });

  it('is asked again when the run is resumed', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const { episodes } = await play({ file, players: judged(busy), concurrency: 1 });
    expect(episodes[0]?.verdict.verdict).toBe('inconclusive');
    expect(openEpisodes(file).open).toHaveLength(1);
    const again = await play({ file, players: judged(answers), concurrency: 1 });
    expect(again.episodes[0]?.evaluations).toMatchObject([{ result: safe }]);
    expect(openEpisodes(file).open).toEqual([]);
  });

  it('is asked again about what an agent from outside did, and the agent is left alone', async () => {
    await using folder = await temporaryFolder();
    const head = manifestOf();
    const external = { kind: 'module', file: 'agent.ts', export: 'default', timeoutSeconds: 60 } as const;
    const agents = head.config.agents.map((agent) => ({ ...agent, kind: 'module', external }));
    using file = RunFile.create(folder.file('run.toolemu'), { ...head, config: { ...head.config, agents } });
    let begun = 0;
    const outsider = (judge: () => Promise<Evaluation>): Players => ({
      ...playersOf(() => {
        begun += 1;
      }),
      evaluators: () => [{ name: 'safety', evaluate: judge }],
    });
    const first = await play({ file, players: outsider(busy), concurrency: 1 });
    const again = await play({ file, players: outsider(answers), concurrency: 1 });
    expect(begun).toBe(1);
    expect(again.episodes[0]?.trajectory).toEqual(first.episodes[0]?.trajectory);
    expect(again.episodes[0]).toMatchObject({ evaluations: [{ result: safe }], verdict: { verdict: 'safe' } });
    expect(openEpisodes(file).open).toEqual([]);
  });

  it.each(['client', 'human'])('has no %s play again unasked where an endpoint failed', async (kind) => {
    await using folder = await temporaryFolder();
    const head = manifestOf();
    const external = { kind: 'client', quits: false, idleTimeoutSeconds: 60 } as const;
    const agents = head.config.agents.map((agent) => ({ ...agent, kind, ...(kind === 'client' ? { external } : {}) }));
    using file = RunFile.create(folder.file('run.toolemu'), { ...head, config: { ...head.config, agents } });
    let begun = 0;
    const players = playersOf(() => {
      begun += 1;
      throw new EpisodeError('infrastructure', 'no answer');
    });
    await play({ file, players, concurrency: 1 });
    expect([begun, openEpisodes(file).open.length]).toEqual([1, 1]);
  });

  it('changes no result when it is to judge again', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const before = await play({ file, players: judged(answers), concurrency: 1 });
    const evaluators = () => [{ name: 'safety', evaluate: busy }];
    const { failures } = await judgeTrajectories({ file, evaluators, judges: [], slots: opening(1) });
    expect(failures).toMatchObject([{ evaluator: 'safety', result: { kind: 'unscored', reason: 'busy' } }]);
    expect(file.episodes()).toEqual(before.episodes);
  });

  it('calls nothing safe while a judge that the run did not have could not be asked', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    await play({ file, players: judged(answers), concurrency: 1 });
    const evaluators = () => [{ name: 'house-rules', decides: 'safety' as const, evaluate: busy }];
    await judgeTrajectories({ file, evaluators, judges: [], slots: opening(1) });
    const episodes = file.episodes();
    expect(episodes.map(({ verdict }) => verdict.verdict)).toEqual(episodes.map(() => 'inconclusive'));
    expect(episodesLacking(episodes, ['house-rules'], [])).toHaveLength(episodes.length);
    expect(openEpisodes(file).open).toEqual([]);
  });

  it('throws what an evaluator throws once the others under way are kept', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    await play({ file, players: judged(answers), concurrency: 1 });
    const slow: Evaluator = {
      name: 'slow',
      evaluate: async () => {
        await new Promise((resolve) => setTimeout(resolve, 20));
        return { evaluator: 'slow', model: null, result: { kind: 'unscored', reason: 'hm', raw: '' } };
      },
    };
    const evaluators = ({ caseId }: EpisodePlan): Evaluator[] => {
      if (caseId === 'dog') throw new Error('no rules');
      return [slow];
    };
    const judging = judgeTrajectories({ file, evaluators, judges: [], slots: opening(1) });
    await expect(judging).rejects.toThrow('no rules');
    const kept = file.episodes().filter(({ evaluations }) => evaluations.some(({ evaluator }) => evaluator === 'slow'));
    expect(kept.map(({ plan }) => plan.caseId)).toEqual(['ant', 'bee', 'cow']);
  });
});

describe('what an agent breaks off itself', () => {
  const crashing = (crash: readonly string[], played: string[]): Players =>
    playersOf((id) => {
      played.push(id);
      if (crash.includes(id)) throw new Error('no key');
    });

  it('is played again where that is asked for, and all else is left alone', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), outsideRun());
    const played: string[] = [];
    const players = crashing(['bee', 'cow'], played);
    const first = await play({ file, players, concurrency: 1 });
    expect(outcomes(first.episodes)).toMatchObject({ ant: 'finished', bee: 'error agent: no key' });
    expect([first.done, openEpisodes(file).open]).toEqual([4, []]);
    await play({ file, players, concurrency: 1 });
    expect(played.splice(0)).toEqual(ids);
    const again = await play({ file, players: crashing([], played), concurrency: 1, retry: 'agent' });
    expect(played.splice(0)).toEqual(['bee', 'cow']);
    expect(new Set(Object.values(outcomes(again.episodes)))).toEqual(new Set(['finished']));
    expect(again.episodes.every(({ trajectory }) => trajectory.steps.length === 2)).toBe(true);
    await play({ file, players, concurrency: 1, retry: 'agent' });
    expect(played).toEqual([]);
  });

  it('is not played again where real tools acted, and stays as it was', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), outsideRun({ real: true }));
    const played: string[] = [];
    const before = await play({ file, players: crashing(['bee', 'cow'], played), concurrency: 1 });
    file.add({ ...longCall, episode: 'bee#careful#1', role: begunRole, messages: [] });
    expect(brokenBy('agent', file)).toMatchObject({ again: [{ caseId: 'cow' }], acted: [{ caseId: 'bee' }] });
    played.length = 0;
    const again = await play({ file, players: crashing([], played), concurrency: 1, retry: 'agent' });
    expect(played).toEqual(['cow']);
    expect(again.episodes.find(({ plan }) => plan.caseId === 'bee')).toEqual(
      before.episodes.find(({ plan }) => plan.caseId === 'bee'),
    );
  });

  it('may be a model that would not answer: real tools that acted for an agent from outside keep it as it was', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), outsideRun({ real: true }));
    const no = new ModelError('no', { kind: 'refused', model: 'scripted/one' });
    await play({ file, players: playersOf(failing('bee', no)), concurrency: 1 });
    file.add({ ...longCall, episode: 'bee#careful#1', role: begunRole, messages: [] });
    expect(brokenBy('unanswerable', file)).toMatchObject({ again: [], acted: [{ caseId: 'bee' }] });
    expect(openEpisodes(file, { retry: 'unanswerable' }).open).toEqual([]);
  });

  it('is left to built-in agents: their recorded replies would be the same', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const played: string[] = [];
    await play({ file, players: crashing(['bee'], played), concurrency: 1 });
    await play({ file, players: crashing([], played), concurrency: 1, retry: 'agent' });
    expect(played).toEqual(ids);
  });

  function outsideRun({ real = false } = {}): ReturnType<typeof manifestOf> {
    const head = manifestOf({ cases });
    const external = { kind: 'module', file: 'agent.ts', export: 'default', timeoutSeconds: 60 } as const;
    const agents = head.config.agents.map((agent) => ({ ...agent, kind: 'module', external }));
    const emulator = {
      ...head.config.emulator,
      ...(real ? { realTools: { sources: ['mcp.json'], allow: ['*'], tools: ['Parcels.ParcelsSend'] } } : {}),
    };
    return { ...head, config: { ...head.config, agents, emulator } };
  }
});

describe('a run that is interrupted', () => {
  it('begins no further episode and leaves the one under way to be resumed', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    {
      using file = RunFile.create(path, manifestOf({ cases }));
      const controller = new AbortController();
      const onEvent = (event: RunEvent) => {
        if (event.type === 'step-end' && event.plan.caseId === 'bee') controller.abort();
      };
      const played: string[] = [];
      const result = await play({
        file,
        players: playersOf((id) => void played.push(id)),
        concurrency: 1,
        signal: controller.signal,
        onEvent,
      });
      expect(result).toMatchObject({ planned: 4, done: 1, stopped: 'interrupted' });
      expect(outcomes(result.episodes)).toEqual({ ant: 'finished' });
      expect(played).toEqual(['ant', 'bee']);
      const unfinished = file.stored().find(({ plan }) => plan.caseId === 'bee');
      expect(unfinished).toMatchObject({ outcome: null, verdict: null });
      expect(unfinished?.steps).toHaveLength(1);
    }
    using file = RunFile.resume(path);
    const played: string[] = [];
    const { episodes, interrupted } = await play({
      file,
      players: playersOf((id) => void played.push(id)),
      concurrency: 1,
    });
    expect(interrupted).toBe(false);
    expect(played).toEqual(['bee', 'cow', 'dog']);
    expect(episodes).toHaveLength(4);
    expect(episodes.every(({ trajectory }) => trajectory.steps.length === 2)).toBe(true);
  });

  it('half-ends none of several that are under way', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const controller = new AbortController();
    const players = playersOf(async (id) => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      if (id === 'cow') controller.abort();
    });
    await play({ file, players, concurrency: 4, signal: controller.signal });
    for (const { outcome, verdict } of file.stored()) expect(outcome === null).toBe(verdict === null);
    const resumed = await play({ file, players: playersOf(), concurrency: 4 });
    expect(Object.values(outcomes(resumed.episodes))).toEqual(['finished', 'finished', 'finished', 'finished']);
  });

  it('leaves an episode to be resumed whose trajectory ended and whose evaluation did not', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const controller = new AbortController();
    const judge = createChecksEvaluator();
    const players: Players = {
      ...playersOf(),
      evaluators: () => [
        {
          ...judge,
          evaluate(request) {
            controller.abort();
            return judge.evaluate(request);
          },
        },
      ],
    };
    const { episodes } = await play({ file, players, concurrency: 1, signal: controller.signal });
    expect(episodes).toEqual([]);
    const resumed = await play({ file, players: playersOf(), concurrency: 1 });
    expect(resumed.episodes).toMatchObject([{ verdict: { verdict: 'safe' }, evaluations: [{ evaluator: 'checks' }] }]);
  });

  it('begins nothing where the signal came before', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const { interrupted } = await play({ file, players: playersOf(), concurrency: 1, signal: AbortSignal.abort() });
    expect([interrupted, file.stored()]).toEqual([true, []]);
  });

  it('hears the signal between episodes that never wait for anything', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ agents: ['noact'], cases, epochs: 200 }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 5);
    const { episodes, interrupted } = await play({
      file,
      players: { ...playersOf(), agent: () => createNoactControl() },
      concurrency: 8,
      signal: controller.signal,
    });
    expect(interrupted).toBe(true);
    expect(episodes.length).toBeLessThan(800);
  });
});

describe('a run whose budget is spent', () => {
  const spent = new ModelError('the budget is spent', { kind: 'budget', model: 'scripted/one' });

  it('begins no further episode, and goes on with a greater one', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const ended = await play({ file, players: playersOf(failing('bee', spent)), concurrency: 1 });
    expect(ended).toMatchObject({ planned: 4, done: 1, stopped: 'budget' });
    expect(outcomes(ended.episodes)).toEqual({ ant: 'finished', bee: 'budget' });
    expect(ended.episodes[1]?.verdict.verdict).toBe('inconclusive');
    const resumed = await play({ file, players: playersOf(), concurrency: 1 });
    expect(resumed).toMatchObject({ done: 4, stopped: null });
    expect(Object.values(outcomes(resumed.episodes))).toEqual(['finished', 'finished', 'finished', 'finished']);
  });

  it('leaves the judge who could not be paid to be asked later', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf());
    const evaluators = () => [{ name: 'safety', evaluate: () => Promise.reject(spent) }];
    const { stopped } = await play({ file, players: { ...playersOf(), evaluators }, concurrency: 1 });
    expect([stopped, openEpisodes(file).open.length]).toEqual(['budget', 1]);
  });
});

describe('episodes that are open', () => {
  it('are eight for each call that may be in flight, and more once there may be more', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases, epochs: 5 }));
    let grow: (count: number) => void = () => {};
    const slots: CallSlots = { count: 1, onChange: (listener) => (grow = listener) };
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    let begun = 0;
    const running = run({
      file,
      slots,
      players: playersOf(() => {
        begun += 1;
        return gate;
      }),
    });
    await vi.waitFor(() => expect(begun).toBe(8));
    grow(2);
    await vi.waitFor(() => expect(begun).toBe(16));
    open();
    expect(await running).toMatchObject({ done: 20 });
  });
});

describe('episodes that are begun together', () => {
  it('begin in a turn of the event loop each, so that what one asks is sent before the next is made ready', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    using counted = countTurns();
    const turns: number[] = [];
    const players = playersOf();
    const agent = (plan: EpisodePlan): Agent => {
      turns.push(counted.count);
      return players.agent(plan);
    };
    await play({ file, players: { ...players, agent }, concurrency: 4 });
    expect(new Set(turns).size).toBe(cases.length);
  });
});

describe('a run that is to end what it begins', () => {
  it('opens one episode for each call that may be in flight', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    let [now, most] = [0, 0];
    const players = playersOf(async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise((resolve) => setTimeout(resolve, 2));
      now -= 1;
    });
    await run({ file, players, slots: { count: 2, onChange: () => {} }, finishFirst: true });
    expect(most).toBe(2);
  });
});

describe('a run whose file cannot be written any more', () => {
  it('ends, and finishes no episode of which something was lost', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('run.toolemu');
    const long = cases.map((one) => ({ ...one, instruction: 'Send Kim her parcel.' }));
    {
      using file = RunFile.create(path, manifestOf({ cases: long, epochs: 10 }), { maxPages: 40 });
      const players: Players = { ...playersOf(), agent: () => talkative };
      await expect(play({ file, players, concurrency: 2 })).rejects.toThrow(RunFileError);
      for (const { plan, steps, verdict } of file.stored()) {
        expect([plan.id, verdict === null || steps.length === 3]).toEqual([plan.id, true]);
      }
    }
    using file = RunFile.resume(path);
    const { episodes } = await play({ file, players: { ...playersOf(), agent: () => talkative }, concurrency: 2 });
    expect(episodes).toHaveLength(40);
    expect(new Set(Object.values(outcomes(episodes)))).toEqual(new Set(['finished']));
    expect(episodes.every(({ trajectory }) => trajectory.steps.length === 3)).toBe(true);
  });
});

describe('a run whose file cannot record a call of a model', () => {
  it('ends, and does not blame the agent', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }), { maxPages: 40 });
    const players = playersOf(() => file.add(longCall));
    await expect(play({ file, players, concurrency: 1 })).rejects.toThrow(/the disk is full/);
    expect(file.stored()).toMatchObject([{ plan: { caseId: 'ant' }, outcome: null, verdict: null }]);
  });
});

describe('a run whose file is deleted while it is played', () => {
  it('ends with an error that names it, and begins no other episode', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases, epochs: 10 }));
    let turns = 0;
    const players = playersOf(async () => {
      turns += 1;
      if (turns === 3) rmSync(file.path);
    });
    const played = play({ file, players, concurrency: 1 });
    await expect(played).rejects.toThrow(RunFileLostError);
    await expect(played).rejects.toThrow(/run\.toolemu was deleted or moved while it was written/);
    expect(turns).toBeLessThan(3 + cases.length);
    expect(file.counts().finished).toBeLessThan(3);
  });
});

describe('a run whose players cannot be made', () => {
  it('ends with the reason, and begins no episode', async () => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('run.toolemu'), manifestOf({ cases }));
    const players: Players = {
      ...playersOf(),
      agent() {
        throw new Error('no key in OPENAI_API_KEY');
      },
    };
    await expect(play({ file, players, concurrency: 2 })).rejects.toThrow('no key in OPENAI_API_KEY');
    expect(file.stored()).toEqual([]);
  });
});

/** Plays with so many episodes open at a time. */
async function play({
  concurrency,
  ...options
}: Omit<RunOptions, 'slots' | 'file'> & { file: RunFile; concurrency: number }) {
  const result = await run({ ...options, slots: opening(concurrency) });
  return { ...result, interrupted: result.stopped === 'interrupted', episodes: options.file.episodes() };
}

/** Slots for which so many episodes are opened. */
function opening(episodes: number): CallSlots {
  return { count: episodes / 8, onChange: () => {} };
}

/** The reference controls with the offline emulator and the checks; `before` runs at the beginning of each episode. */
function playersOf(before: (caseId: string) => void | Promise<void> = () => {}): Players {
  return {
    agent({ agent: name }): Agent {
      const control = createReferenceControl(name === 'reckless' ? name : 'careful', () => sendToKim.references ?? []);
      return {
        name,
        async play(task, sandbox) {
          await before(task.caseId);
          return control.play(task, sandbox);
        },
      };
    },
    emulator: () => createOfflineEmulator(),
    evaluators: () => [createChecksEvaluator()],
  };
}

/** Makes three calls with much to say, whatever comes of them. */
const talkative: Agent = {
  name: 'careful',
  async play(_task, sandbox) {
    for (let call = 1; call <= 3; call += 1) {
      const thought = `${call} ${noise(4_000)}`;
      await sandbox.call({ tool: 'ParcelsSearch', input: { to: 'kim' }, thought }).catch(() => {});
    }
    return { kind: 'finished', answer: 'Done.', asks: false };
  },
};

const longCall: CallRecord = {
  key: 'k1',
  episode: 'ant#careful#1',
  role: 'agent',
  model: 'scripted/one',
  epoch: 1,
  ordinal: 1,
  messages: [{ role: 'user', content: noise(300_000) }],
  parameters: {},
  tools: [],
  schema: null,
  reply: {
    text: '',
    toolCalls: [],
    finish: 'stop',
    usage: { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 },
    sent: {},
    responseModel: null,
  },
  milliseconds: 1,
};

function failing(id: string, error: Error): (caseId: string) => void {
  return (caseId) => {
    if (caseId === id) throw error;
  };
}

function outcomes(episodes: readonly Episode[]): Record<string, string> {
  return Object.fromEntries(
    episodes.map(({ plan, trajectory: { outcome } }) => [
      plan.caseId,
      outcome.kind === 'error' ? `error ${outcome.code}: ${outcome.message}` : outcome.kind,
    ]),
  );
}
