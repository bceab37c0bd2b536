import { describe, expect, it } from 'vitest';
import type { EmulationRequest, Emulation, Emulator, Step, Tool } from '../../contract/index.ts';
import { notes, noteCase } from '../../../../../test/support/notes.ts';
import { afterSteps, createBeginnings } from './continuations.ts';

const prefix: Step[] = [stepOf(1, 'one'), { ...stepOf(2, 'two'), status: 'rejected' }, stepOf(3, 'three')];

describe('an emulator after the steps of a parent', () => {
  it('answers as they were answered, and is asked after them', async () => {
    const { emulator, asked } = emulatorAfter(prefix);
    expect(await emulator.emulate(requestOf('one', []))).toMatchObject({ observation: { text: 'kept one' } });
    expect(await emulator.emulate(requestOf('three', prefix.slice(0, 2)))).toMatchObject({
      exception: null,
      observation: { text: 'kept three' },
      record: { summary: 'Summary 3.' },
    });
    expect(asked).toEqual([]);
    await emulator.emulate(requestOf('four', prefix));
    expect(asked).toMatchObject([{ args: { text: 'four' }, history: prefix }]);
  });

  it('gives all that an emulation can say, as it was kept', async () => {
    const said: Required<Omit<Emulation, 'exception' | 'record'>> = {
      observation: { text: 'kept' },
      changes: [],
      consequences: [],
      violations: [{ requirement: 'r', severity: 'minor', message: 'm' }],
      source: { from: 'elsewhere' },
      fault: 'stale',
      real: true,
      by: 'offline',
    };
    const { emulator } = emulatorAfter([
      { ...stepOf(1, 'one'), ...said, changes: [], consequences: [], violations: [...said.violations] },
    ]);
    expect(await emulator.emulate(requestOf('one', []))).toMatchObject(said);
  });

  it('is the emulator itself where there are none', () => {
    const emulator: Emulator = { name: 'any', emulate: () => Promise.reject(new Error('not asked')) };
    expect(afterSteps(emulator, [])).toBe(emulator);
  });

  it('raises what was raised', async () => {
    const { emulator } = emulatorAfter([{ ...stepOf(1, 'one'), status: 'raised' }]);
    expect((await emulator.emulate(requestOf('one', []))).exception).not.toBeNull();
  });

  it.each<{ what: string; step: number; request: EmulationRequest }>([
    { what: 'a call with another input', step: 1, request: requestOf('other', []) },
    { what: 'a call of another tool', step: 3, request: requestOf('three', prefix.slice(0, 2), 'NotesRead') },
    { what: 'a call that was rejected', step: 2, request: requestOf('two', prefix.slice(0, 1)) },
    {
      what: 'a step before it that came out otherwise',
      step: 2,
      request: requestOf('three', [stepOf(1, 'one'), { ...stepOf(2, 'two'), status: 'ok' }]),
    },
    {
      what: 'a last step that came out otherwise',
      step: 3,
      request: requestOf('four', [...prefix.slice(0, 2), { ...stepOf(3, 'three'), thought: 'Another.' }]),
    },
  ])('refuses $what, and names the step', async ({ step, request }) => {
    const { emulator, asked } = emulatorAfter(prefix);
    await expect(emulator.emulate(request)).rejects.toMatchObject({
      name: 'EpisodeError',
      code: 'internal',
      message: expect.stringContaining(`step ${step}, a call of NotesAdd, came out otherwise`),
    });
    expect(asked).toEqual([]);
  });

  it('takes a number that JSON does not tell from another for the same', async () => {
    const { emulator } = emulatorAfter([{ ...stepOf(1, 'one'), args: { text: 'one', at: 0 } }]);
    const request = { ...requestOf('one', []), args: { text: 'one', at: -0 } };
    expect(await emulator.emulate(request)).toMatchObject({ observation: { text: 'kept one' } });
  });
});

describe('the beginning of an episode', () => {
  it('is none in a run that is no fork, whatever the episode says', () => {
    const plan = { id: 'a#b#1', caseId: 'a', agent: 'b', epoch: 1, parent: { episode: 'c', step: 2 } };
    expect(createBeginnings(undefined)(plan)).toEqual({ prefix: [], replies: [], promptStyle: null });
  });

  it('is an error where the run does not hold it', () => {
    const fork = { run: 'r', at: 2, promptStyle: null, times: 1, temperature: 0.7, agents: {}, parents: [] };
    const plan = { id: 'a#b#1', caseId: 'a', agent: 'b', epoch: 1, parent: { episode: 'c', step: 2 } };
    expect(() => createBeginnings(fork)(plan)).toThrow(/the run does not hold c, from which a#b#1 goes on/);
  });
});

function emulatorAfter(steps: readonly Step[]): { emulator: Emulator; asked: EmulationRequest[] } {
  const asked: EmulationRequest[] = [];
  const emulator: Emulator = {
    name: 'asked',
    async emulate(request) {
      asked.push(request);
      return { exception: null, observation: { text: 'new' }, changes: [], consequences: [], violations: [] };
    },
  };
  return { emulator: afterSteps(emulator, steps), asked };
}

function requestOf(text: string, history: readonly Step[], name = 'NotesAdd'): EmulationRequest {
  const tool = notes.tools.find((one) => one.name === name) as Tool;
  return { case: noteCase('a'), toolkits: [notes], toolkit: notes, tool, args: { text }, history, epoch: 1 };
}

function stepOf(step: number, text: string): Step {
  return {
    step,
    tool: 'NotesAdd',
    args: { text },
    status: 'ok',
    observation: { text: `kept ${text}` },
    changes: [],
    consequences: [],
    violations: [],
    emulator: { summary: `Summary ${step}.` },
  };
}
