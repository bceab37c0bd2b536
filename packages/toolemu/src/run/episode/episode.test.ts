import { describe, expect, it } from 'vitest';
import {
  type Agent,
  type Case,
  type Emulation,
  type Emulator,
  EpisodeError,
  type Evaluation,
  type EvaluationRequest,
  type Evaluator,
  type EpisodePlan,
  ModelError,
  type Outcome,
  type RunEvent,
  type Sandbox,
  type Toolkit,
} from '../../contract/index.ts';
import { type EpisodeOptions, evaluateTrajectory, runEpisode } from './episode.ts';
import { taskOf } from './situations.ts';

const toolkit: Toolkit = {
  name: 'Notes',
  category: 'notes',
  description: '',
  risks: [],
  collections: {},
  tools: [{ name: 'NotesWrite', description: '', inputSchema: { type: 'object' } }],
};
const value: Case = {
  id: 'write-notes',
  kind: 'standard',
  toolkits: ['Notes'],
  instruction: 'Write.',
  underspecifications: { task: [], safety: [] },
  expectedAchievements: [],
  riskyOutcomes: [],
  riskyActions: [],
  world: {
    now: '2026-03-03T09:12:00-05:00',
    user: { name: 'Dana', email: 'dana@home.net', pets: ['Rex'] },
    trustedContacts: [],
    collections: {},
  },
};
const plan: EpisodePlan = { id: 'write-notes#tester#2', caseId: value.id, agent: 'tester', epoch: 2 };

const write = { tool: 'NotesWrite', input: {} };
const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };
const done: Emulation = {
  exception: null,
  observation: { text: '"ok"' },
  changes: [],
  consequences: [],
  violations: [],
};
const emulator: Emulator = { name: 'obliging', emulate: async () => done };
const failing = (error: unknown): Emulator => ({
  name: 'failing',
  async emulate() {
    throw error;
  },
});

const agentThat = (play: (sandbox: Sandbox) => Promise<Outcome>): Agent => ({
  name: 'tester',
  play: (_task, sandbox) => play(sandbox),
});
const writer = agentThat(async (sandbox) => {
  await sandbox.call(write);
  return finished;
});

const grade = (evaluator: string): Evaluation => ({
  evaluator,
  model: null,
  result: { kind: 'scored', score: 3, label: 'Certain No Risk', findings: [], summary: 'Nothing.' },
});
function evaluatorNamed(name: string, evaluate = async (_request: EvaluationRequest) => grade(name)): Evaluator {
  return { name, evaluate };
}

function play(options: Partial<EpisodeOptions> = {}) {
  return runEpisode({
    plan,
    case: value,
    toolkits: [toolkit],
    task: taskOf(value, [toolkit], plan.epoch),
    agent: writer,
    emulator,
    evaluators: [],
    maxSteps: 5,
    ...options,
  });
}

const outcomeOf = async (options: Partial<EpisodeOptions>): Promise<Outcome> =>
  (await play(options)).trajectory.outcome;

describe('an episode', () => {
  it('is the trajectory, its evaluations and its verdict', async () => {
    const evaluators = [evaluatorNamed('safety'), evaluatorNamed('helpfulness')];
    const { plan: of, trajectory, evaluations, verdict } = await play({ evaluators });
    expect(of).toBe(plan);
    expect(trajectory).toMatchObject({ steps: [{ step: 1, tool: 'NotesWrite', status: 'ok' }], outcome: finished });
    expect(evaluations).toEqual([grade('safety'), grade('helpfulness')]);
    expect(verdict).toMatchObject({ verdict: 'safe', by: ['safety'] });
  });

  it('is told of as it happens', async () => {
    const events: RunEvent[] = [];
    const episode = await play({ evaluators: [evaluatorNamed('safety')], onEvent: (event) => events.push(event) });
    expect(events).toEqual([
      { type: 'episode-start', plan },
      { type: 'step-end', plan, step: episode.trajectory.steps[0] },
      { type: 'trajectory-end', plan, outcome: finished },
      { type: 'evaluation-end', plan, evaluation: grade('safety') },
      { type: 'episode-end', episode },
    ]);
  });

  it('hands the agent its task and the tools', async () => {
    const agent: Agent = {
      name: 'tester',
      async play({ instruction, user, now, epoch }, { tools }) {
        expect({ instruction, user, now, epoch }).toEqual({
          instruction: 'Write.',
          user: value.world?.user,
          now: value.world?.now,
          epoch: 2,
        });
        expect(tools).toEqual(toolkit.tools);
        return finished;
      },
    };
    expect(await outcomeOf({ agent })).toEqual(finished);
  });

  it('has a task that an agent cannot reach the case through', async () => {
    const kept = structuredClone(value);
    const agent: Agent = {
      name: 'tester',
      async play({ user }) {
        user.name = 'Mallory';
        (user.pets as string[]).push('Tiger');
        return finished;
      },
    };
    await play({ agent });
    expect(value).toEqual(kept);
    expect(taskOf(value, [], 1).user).toEqual(kept.world?.user);
  });

  it.each<[string, Outcome]>([
    ['a quit', { kind: 'quit', reason: 'Too risky.' }],
    ['an answer that asks', { kind: 'finished', answer: 'Which?', asks: true }],
  ])('ends as the agent says: %s', async (_what, outcome) => {
    expect(await outcomeOf({ agent: agentThat(async () => outcome) })).toEqual(outcome);
  });

  it('ends at the step limit', async () => {
    const agent = agentThat(async (sandbox) => {
      for (;;) await sandbox.call(write);
    });
    const { trajectory } = await play({ agent, maxSteps: 3 });
    expect([trajectory.steps.length, trajectory.outcome]).toEqual([3, { kind: 'step-limit' }]);
  });
});

describe('what breaks an episode off', () => {
  it.each<[string, Partial<EpisodeOptions>, Partial<Outcome>]>([
    [
      'an emulator',
      { emulator: failing(new EpisodeError('emulator', 'silent')) },
      { code: 'emulator', message: 'silent' },
    ],
    ['what is not emulated', { emulator: failing(new EpisodeError('not-emulated', 'no')) }, { code: 'not-emulated' }],
    ['a toolkit', { emulator: failing(new EpisodeError('toolkit', 'a gap')) }, { code: 'toolkit' }],
    [
      "an emulator's model",
      { emulator: failing(new ModelError('late', { kind: 'timeout', model: 'test/model' })) },
      { code: 'infrastructure' },
    ],
    ['a bug in an emulator', { emulator: failing(new Error('oops')) }, { code: 'internal', message: 'oops' }],
    ['an emulator that throws no error', { emulator: failing('oops') }, { code: 'internal', message: 'oops' }],
    [
      "an agent's model",
      { agent: agentThat(() => Promise.reject(new ModelError('no key', { kind: 'bad-key', model: 'test/model' }))) },
      { code: 'model' },
    ],
    [
      "an agent's model that will not answer",
      { agent: agentThat(() => Promise.reject(new ModelError('no', { kind: 'refused', model: 'test/model' }))) },
      { code: 'unanswerable' },
    ],
    ['an agent', { agent: agentThat(() => Promise.reject(new Error('oops'))) }, { code: 'agent', message: 'oops' }],
    [
      'an agent that throws at once',
      {
        agent: agentThat(() => {
          throw new Error('oops');
        }),
      },
      { code: 'agent' },
    ],
  ])('is named: %s', async (_what, options, outcome) => {
    const { trajectory, verdict } = await play(options);
    expect(trajectory.outcome).toMatchObject({ kind: 'error', ...outcome });
    expect(verdict.verdict).toBe('inconclusive');
  });

  const swallows = agentThat(async (sandbox) => {
    await sandbox.call(write).catch(() => {});
    await sandbox.call(write).catch(() => {});
    return finished;
  });

  it('cannot be swallowed by the agent', async () => {
    const options = { agent: swallows, emulator: failing(new EpisodeError('emulator', 'silent')) };
    expect(await outcomeOf(options)).toEqual({ kind: 'error', code: 'emulator', message: 'silent' });
    expect(await outcomeOf({ agent: swallows, maxSteps: 1 })).toEqual({ kind: 'step-limit' });
  });

  it('cannot be passed off as another error by the agent', async () => {
    const agent = agentThat(async (sandbox) => {
      await sandbox.call(write).catch(() => {
        throw new Error('my own trouble');
      });
      return finished;
    });
    expect(await outcomeOf({ agent, emulator: failing(new EpisodeError('toolkit', 'a gap')) })).toMatchObject({
      code: 'toolkit',
    });
  });

  it.each<[string, Agent]>([
    ['before a call', writer],
    ['while the agent is at work', agentThat(() => Promise.reject(new Error('aborted')))],
    ['whatever the agent makes of it', swallows],
  ])('is the run that is stopped: %s', async (_when, agent) => {
    const signal = AbortSignal.abort();
    expect(await outcomeOf({ agent, signal })).toMatchObject({ kind: 'error', code: 'interrupted' });
  });

  it('is not graded', async () => {
    const graded: string[] = [];
    const evaluators = [evaluatorNamed('safety', async () => (graded.push('safety'), grade('safety')))];
    const { evaluations, verdict } = await play({
      evaluators,
      emulator: failing(new EpisodeError('emulator', 'silent')),
    });
    expect([graded, evaluations, verdict.verdict]).toEqual([[], [], 'inconclusive']);
    const trajectory = { steps: [], outcome: { kind: 'budget', message: 'spent' } } as const;
    const spent = await evaluateTrajectory({
      case: value,
      toolkits: [],
      trajectory: { ...trajectory, steps: [] },
      evaluators,
      plan,
    });
    expect([graded, spent]).toEqual([[], []]);
  });
});

describe('the end the agent sets', () => {
  it('comes after the calls it did not wait for, which count', async () => {
    const agent = agentThat(async (sandbox) => {
      void sandbox.call(write);
      void sandbox.call(write);
      return finished;
    });
    const events: string[] = [];
    const { trajectory } = await play({ agent, onEvent: ({ type }) => events.push(type) });
    expect(trajectory.steps).toHaveLength(2);
    expect(events).toEqual(['episode-start', 'step-end', 'step-end', 'trajectory-end', 'episode-end']);
  });

  it('is final: what is called later is refused and leaves no trace', async () => {
    let kept: Sandbox | undefined;
    const events: string[] = [];
    const agent = agentThat(async (sandbox) => {
      kept = sandbox;
      return finished;
    });
    const { trajectory } = await play({ agent, onEvent: ({ type }) => events.push(type) });
    await expect(kept?.call(write)).rejects.toMatchObject({ name: 'EpisodeEnded', outcome: finished });
    expect(trajectory.steps).toEqual([]);
    expect(events).not.toContain('step-end');
  });
});

describe('an answer', () => {
  it.each([
    ['Can you write it down? Done.', false],
    ['Write it where?', true],
  ])('asks only what the instruction does not ask: %s', async (answer, asks) => {
    const agent = agentThat(async () => ({ kind: 'finished', answer, asks: true }));
    const task = { ...taskOf(value, [toolkit], 2), instruction: 'Can you write it down?' };
    expect((await play({ agent, task })).trajectory.outcome).toEqual({ kind: 'finished', answer, asks });
  });
});

describe('grading', () => {
  it('shows every evaluator the case, the trajectory and the epoch', async () => {
    const requests: EvaluationRequest[] = [];
    const evaluators = ['safety', 'checks'].map((name) =>
      evaluatorNamed(name, async (request) => (requests.push(request), grade(name))),
    );
    const { trajectory } = await play({ evaluators });
    expect(requests).toEqual(Array(2).fill({ case: value, toolkits: [toolkit], trajectory, epoch: 2 }));
  });

  it('is unscored where an evaluator throws, and the others count', async () => {
    const evaluators = [
      evaluatorNamed('safety', () =>
        Promise.reject(new ModelError('it will not say', { kind: 'refused', model: 'test/model' })),
      ),
      evaluatorNamed('checks', () => {
        throw new Error('oops');
      }),
      evaluatorNamed('helpfulness'),
    ];
    const { evaluations, verdict } = await play({ evaluators });
    expect(evaluations).toEqual([
      { evaluator: 'safety', model: null, result: { kind: 'unscored', reason: 'it will not say', raw: '' } },
      {
        evaluator: 'checks',
        model: null,
        result: { kind: 'unscored', reason: 'the evaluator threw an error: oops', raw: '', cause: 'evaluator' },
      },
      grade('helpfulness'),
    ]);
    expect(verdict).toMatchObject({ verdict: 'inconclusive', reason: expect.stringContaining('it will not say') });
  });

  it.each<Outcome>([finished, { kind: 'quit', reason: '' }, { kind: 'step-limit' }])(
    'takes place after %j',
    async (outcome) => {
      const trajectory = { steps: [], outcome };
      const evaluators = [evaluatorNamed('safety')];
      expect(await evaluateTrajectory({ case: value, toolkits: [], trajectory, evaluators, plan })).toHaveLength(1);
    },
  );

  it('is done by all at once, and told of as each is done', async () => {
    const events: string[] = [];
    let release = (): void => {};
    const second = new Promise<void>((resolve) => (release = resolve));
    const evaluators = [
      evaluatorNamed('first', async () => (await second, grade('first'))),
      evaluatorNamed('second', async () => (release(), grade('second'))),
    ];
    const { evaluations } = await play({
      evaluators,
      onEvent: (event) => event.type === 'evaluation-end' && events.push(event.evaluation.evaluator),
    });
    expect(evaluations.map(({ evaluator }) => evaluator)).toEqual(['first', 'second']);
    expect(events).toEqual(['second', 'first']);
  });
});
