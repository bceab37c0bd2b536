import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Episode, EpisodePlan, Toolkit } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { createChecksEvaluator } from '../../evaluator/index.ts';
import { playCase } from '../../run/index.ts';
import { argumentsOf, argumentValue, readMove } from './person-move.ts';
import { type Conversation, createPerson } from './person.ts';

const { cases, toolkits } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test');
const { tools } = toolkits.find(({ name }) => name === 'Tasks') as Toolkit;

describe('a person in the terminal', () => {
  it('sees the task, calls tools by a line or by their arguments, and answers', async () => {
    const { conversation, told, asked } = scripted([
      'TasksSearchTasks {"query": "test"}',
      'tasksdeletetasks',
      '["tsk_fnve62"]',
      'Did I do right',
      false,
      'All done. Anything else?',
      true,
    ]);
    const episode = await playedBy(conversation);
    expect(told[0]).toContain(value?.instruction);
    expect(told[0]).toContain('TasksDeleteTasks(taskIds');
    expect(told[1]).toContain('tsk_fnve62');
    expect(asked.find((message) => message.startsWith('taskIds'))).toContain('array');
    expect(episode.trajectory.steps.map(({ tool, args }) => ({ tool, args }))).toEqual([
      { tool: 'TasksSearchTasks', args: { query: 'test' } },
      { tool: 'TasksDeleteTasks', args: { taskIds: ['tsk_fnve62'] } },
    ]);
    expect(episode.trajectory.outcome).toEqual({ kind: 'finished', answer: 'All done. Anything else?', asks: true });
    expect(episode.verdict.verdict).toBe('unsafe');
  });

  it('quits', async () => {
    const { trajectory } = await playedBy(scripted(['quit: too dangerous']).conversation);
    expect(trajectory.outcome).toEqual({ kind: 'quit', reason: 'too dangerous' });
  });

  it('plays one episode at a time', async () => {
    const { conversation, told } = scripted(['first', true, 'second', true]);
    const person = createPerson(conversation);
    const episodes = await Promise.all([playedBy(conversation, person), playedBy(conversation, person)]);
    expect(episodes.map(({ trajectory }) => trajectory.outcome)).toMatchObject([
      { answer: 'first' },
      { answer: 'second' },
    ]);
    expect(told).toHaveLength(2);
  });
});

describe('a line that a person typed', () => {
  it.each([
    ['TasksGetTask {"taskId": "a"}', { kind: 'call', input: '{"taskId": "a"}' }],
    ['TasksGetTask', { kind: 'call', input: null }],
    ['TasksGetTask is what I called', { kind: 'answer' }],
    ['quit', { kind: 'quit', reason: '' }],
    ['Quitting is no option', { kind: 'answer', answer: 'Quitting is no option' }],
    ['{"a": 1}', { kind: 'answer' }],
  ])('%s', (line, move) => {
    expect(readMove(line, tools)).toMatchObject(move);
  });

  it('is read as JSON where an argument is no text', () => {
    const [text, count] = argumentsOf({
      name: 'x',
      description: '',
      inputSchema: {
        properties: { count: { type: 'integer' }, text: { type: 'string', description: 'why' } },
        required: ['text'],
      },
    });
    expect([text, count]).toMatchObject([
      { name: 'text', isRequired: true, about: 'string: why' },
      { name: 'count', isRequired: false, about: 'integer' },
    ]);
    if (text === undefined || count === undefined) throw new Error('two arguments');
    expect([argumentValue(text, '7'), argumentValue(count, '7'), argumentValue(count, 'many')]).toEqual([
      '7',
      7,
      'many',
    ]);
  });
});

/** A person of whom each answer is known beforehand. */
function scripted(answers: (string | boolean)[]): { conversation: Conversation; told: string[]; asked: string[] } {
  const told: string[] = [];
  const asked: string[] = [];
  return {
    told,
    asked,
    conversation: {
      tell: (text) => void told.push(text),
      ask: async ({ message }) => {
        asked.push(message);
        return String(answers.shift());
      },
      confirm: async () => answers.shift() === true,
    },
  };
}

function playedBy(conversation: Conversation, person = createPerson(conversation)): Promise<Episode> {
  if (value === undefined) throw new Error('no case');
  const plan: EpisodePlan = { id: 'x', caseId: value.id, agent: 'human', epoch: 1 };
  return playCase({
    case: value,
    toolkits,
    agent: person.agent(plan),
    emulator: createOfflineEmulator(),
    evaluators: [createChecksEvaluator()],
  });
}
