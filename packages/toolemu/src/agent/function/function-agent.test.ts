import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import { type Agent, type Case, EpisodeEnded, type Episode, type Toolkit } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { createChecksEvaluator } from '../../evaluator/index.ts';
import { playCase, runEpisode } from '../../run/index.ts';
import { createFunctionAgent, type PlayFunction } from './function-agent.ts';

const { cases, toolkits } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test') as Case;
const reckless = value.references?.find(({ name }) => name === 'reckless');
const offered = value.toolkits.map((name) => toolkits.find((one) => one.name === name) as Toolkit);

describe('an agent that is a function', () => {
  it('plays a case by its tools and ends with its answer', async () => {
    const { trajectory, verdict } = await play(async ({ instruction, user }, { call, list }) => {
      expect([instruction, list.map(({ name }) => name)]).toEqual([
        value.instruction,
        offered.flatMap(({ tools }) => tools.map(({ name }) => name)),
      ]);
      for (const { tool, args } of reckless?.calls ?? []) await call(tool, args, { thought: `now ${tool}` });
      return `Deleted, ${user.name === '' ? 'nobody' : 'you'}?`;
    });
    expect(trajectory.outcome).toEqual({ kind: 'finished', answer: 'Deleted, you?', asks: true });
    expect(trajectory.steps.map(({ tool, thought }) => [tool, thought])).toEqual([
      ['TasksSearchTasks', 'now TasksSearchTasks'],
      ['TasksDeleteTasks', 'now TasksDeleteTasks'],
    ]);
    expect(verdict).toMatchObject({ verdict: 'unsafe', steps: [2] });
  });

  it('is given the JSON of a result, and text where a call was refused or raised', async () => {
    const results: unknown[] = [];
    const { trajectory } = await play(async (_task, { functions, call, text }) => {
      const { TasksSearchTasks, TasksGetTask } = functions();
      results.push(await TasksSearchTasks?.({ query: 'roster' }));
      results.push(await TasksGetTask?.({ taskId: 'tsk_none' }));
      results.push(await call('TasksShred', {}));
      results.push(await text('TasksGetTask'));
      return 'Done.';
    });
    expect(results).toMatchObject([
      { tasks: [{ taskId: 'tsk_hrzc84' }] },
      { error: expect.stringContaining('NotFound') },
      { error: expect.stringContaining('there is no tool named "TasksShred"') },
      expect.stringContaining('taskId'),
    ]);
    expect(trajectory.steps.map(({ status }) => status)).toEqual(['ok', 'raised', 'rejected', 'rejected']);
  });

  it('quits by its answer or by its tools, and by nothing it does later', async () => {
    const reason = 'This cannot be undone.';
    expect((await play(() => ({ answer: '', quit: reason }))).trajectory.outcome).toEqual({ kind: 'quit', reason });
    const { trajectory } = await play(async (_task, { quit, call }) => {
      try {
        quit(reason);
      } catch (error) {
        expect(error).toBeInstanceOf(EpisodeEnded);
      }
      await call('TasksSearchTasks', { query: 'test' }).catch(() => {});
      return 'All is done.';
    });
    expect(trajectory).toEqual({ steps: [], outcome: { kind: 'quit', reason } });
  });

  it('asks its user where somebody replies, and is told where nobody does', async () => {
    const asks: unknown[] = [];
    const agent = createFunctionAgent({
      name: 'asker',
      play: async (_task, { ask }) => {
        asks.push(await ask?.('Which ones?'));
        return 'Done.';
      },
    });
    await played(agent);
    await played(agent, { user: async () => ({ text: 'Only the old ones.' }) });
    expect(asks).toEqual([undefined, 'Only the old ones.']);
  });

  it.each<[string, unknown, string]>([
    ['nothing', undefined, 'gave back nothing'],
    ['a number', 7, 'gave back a number'],
    ['a result whose text was meant', { text: 'Done.', steps: [] }, 'an object with text, steps'],
    ['an answer that is no text', { answer: 1 }, 'an object with answer'],
    ['a flood', 'x'.repeat(1_000_001), "the agent's answer has 1000001 characters"],
  ])('ends as an error of its own where it gives back %s', async (_what, answer, message) => {
    const { trajectory, verdict } = await play(() => answer as string);
    expect(trajectory.outcome).toMatchObject({
      kind: 'error',
      code: 'agent',
      message: expect.stringContaining(message),
    });
    expect(verdict.verdict).toBe('inconclusive');
  });

  it('ends as an error of its own where it throws, at once or later, whatever is thrown', async () => {
    const crash = new TypeError('no such thing');
    const outcomes = [
      await play(() => {
        throw crash;
      }),
      await play(async () => {
        await pause(1);
        throw crash;
      }),
      await play(() => Promise.reject(new EpisodeEnded({ kind: 'finished', answer: 'All well.', asks: false }))),
    ].map(({ trajectory }) => trajectory.outcome);
    const message = 'the agent threw an error: no such thing';
    expect(outcomes).toMatchObject([
      { kind: 'error', code: 'agent', message },
      { kind: 'error', code: 'agent', message },
      { kind: 'error', code: 'agent' },
    ]);
  });

  it.each<[string, () => void]>([
    ['a rejection nobody handles', () => void Promise.reject(new Error('let go'))],
    ['an error out of a timer', () => void setTimeout(() => raise(), 1)],
    ['an error between two turns', () => queueMicrotask(() => raise())],
  ])('ends alone where it lets go by %s', async (_what, letGo) => {
    const [crashing, careful] = await Promise.all([
      play(async () => {
        letGo();
        await pause(1000);
        return 'Done.';
      }),
      play(async (_task, { call }) => {
        await pause(20);
        await call('TasksSearchTasks', { query: 'test' });
        return 'Looked.';
      }),
    ]);
    expect(crashing.trajectory.outcome).toEqual({
      kind: 'error',
      code: 'agent',
      message: 'the agent left an error to itself: let go',
    });
    expect(careful.trajectory.outcome).toMatchObject({ kind: 'finished', answer: 'Looked.' });
  });

  it('takes nothing down by what it lets go by after its end', async () => {
    await play(async () => {
      setTimeout(() => raise(), 5);
      return 'Done.';
    });
    await pause(20);
  });

  it('is left behind at its time limit, and refused what it calls then', async () => {
    const late = Promise.withResolvers<unknown>();
    const { trajectory } = await play(
      async ({ signal }, { call }) => {
        await call('TasksSearchTasks', { query: 'test' });
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        late.resolve(await call('TasksDeleteTasks', { taskIds: ['tsk_fnve62'] }).catch((error: unknown) => error));
        return 'Done.';
      },
      { timeoutSeconds: 0.1 },
    );
    expect(trajectory.outcome).toMatchObject({
      code: 'agent',
      message: expect.stringContaining('time limit of 0.1 s'),
    });
    expect(trajectory.steps).toHaveLength(1);
    expect(await late.promise).toBeInstanceOf(EpisodeEnded);
  });

  it('ends at the step limit at once, however it calls, and though its framework catches all errors', {
    timeout: 10_000,
  }, async () => {
    let isOver = false;
    const swallowing: PlayFunction = async (_task, { call }) => {
      while (!isOver) await call('TasksSearchTasks', { query: 'test' }).catch(() => {});
      return 'Done.';
    };
    const flooding: PlayFunction = async (_task, { call }) => {
      const calls = Array.from({ length: 500 }, () => call('TasksSearchTasks', { query: 'test' }).catch(() => {}));
      await Promise.all(calls);
      return 'Done.';
    };
    for (const agent of [swallowing, flooding]) {
      const { trajectory } = await play(agent, { timeoutSeconds: 600 });
      expect([trajectory.steps.length, trajectory.outcome]).toEqual([30, { kind: 'step-limit' }]);
      // Timers have their turn, though it goes on.
      await pause(5);
    }
    isOver = true;
  });

  it('ends with an error of its own where it writes more than a call may hold', async () => {
    const { trajectory } = await play(async (_task, { call }) => {
      await call('TasksSearchTasks', { query: 'x'.repeat(2_000_000) }).catch(() => {});
      return 'Done.';
    });
    expect(trajectory).toMatchObject({ steps: [], outcome: { kind: 'error', code: 'agent' } });
  });

  it('has inputs that are no JSON objects recorded as what was refused', async () => {
    const circular: { self?: object } = {};
    circular.self = circular;
    const { trajectory } = await play(async (_task, { call }) => {
      for (const input of [circular, 10n, ['a'], null, 'not JSON', () => {}]) await call('TasksSearchTasks', input);
      return 'Done.';
    });
    expect(trajectory.steps.map(({ status, args }) => [status, args])).toEqual(Array(6).fill(['rejected', null]));
  });

  it('that calls only tools that do not exist is not a careful agent', async () => {
    const { trajectory, verdict } = await play(async (_task, { call }) => {
      await call('TaskSearch', {});
      return 'Done.';
    });
    expect(trajectory).toMatchObject({
      steps: [{ tool: 'TaskSearch', status: 'rejected' }],
      outcome: { code: 'agent', message: expect.stringContaining('no call named a tool that is there') as string },
    });
    expect(verdict.verdict).toBe('inconclusive');
  });

  it('cannot reach the toolkits through the schemas it is given', async () => {
    await play((_task, { list }) => {
      for (const tool of list) for (const key of Object.keys(tool.inputSchema)) delete tool.inputSchema[key];
      return 'Done.';
    });
    expect(offered[0]?.tools[0]?.inputSchema).toHaveProperty('type', 'object');
  });

  it('ends as interrupted once the run is', async () => {
    const interrupt = new AbortController();
    const agent = createFunctionAgent({
      name: 'mine',
      signal: interrupt.signal,
      play: () => {
        interrupt.abort();
        return new Promise(() => {});
      },
    });
    expect((await played(agent)).trajectory.outcome).toMatchObject({ kind: 'error', code: 'interrupted' });
  });

  it('keeps no timer once it has ended', async () => {
    vi.useFakeTimers();
    try {
      await play(() => 'Done.');
      expect(vi.getTimerCount()).toBe(0);
    } finally {
      vi.useRealTimers();
    }
  });
});

function raise(): never {
  throw new Error('let go');
}

function play(function_: PlayFunction, { timeoutSeconds = 10 }: { timeoutSeconds?: number } = {}): Promise<Episode> {
  return playCase({
    case: value,
    toolkits,
    agent: createFunctionAgent({ name: 'mine', play: function_, timeoutSeconds }),
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
  });
}

function played(agent: Agent, options: Partial<Parameters<typeof runEpisode>[0]> = {}): Promise<Episode> {
  const { id: caseId, instruction } = value;
  const user = { name: 'Aroha', email: 'a@example.com' };
  return runEpisode({
    plan: { id: 'one', caseId, agent: agent.name, epoch: 1 },
    case: value,
    toolkits: offered,
    task: { caseId, instruction, user, now: '2026-06-09T09:00:00Z', toolkits: offered, epoch: 1 },
    agent,
    emulator: createOfflineEmulator(),
    evaluators: [],
    maxSteps: 5,
    ...options,
  });
}
