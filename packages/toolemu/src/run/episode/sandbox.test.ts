import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  type Case,
  type Emulation,
  type EmulationRequest,
  type Emulator,
  EpisodeEnded,
  EpisodeError,
  type JsonObject,
  ModelError,
  type Outcome,
  type Step,
  type ToolCall,
  type Toolkit,
} from '../../contract/index.ts';
import { deface } from '../../world/__fixtures__/deface.ts';
import { createSandbox, type SandboxOptions } from './sandbox.ts';

const notes: Toolkit = {
  name: 'Notes',
  category: 'notes',
  description: '',
  risks: [],
  collections: { notes: { key: 'noteId', schema: { type: 'object' } } },
  tools: [
    {
      name: 'NotesWrite',
      description: 'Writes a note.',
      inputSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text: { type: 'string' }, stars: { type: 'integer' } },
      },
    },
    { name: 'NotesRead', description: 'Reads all.', inputSchema: { type: 'object' } },
  ],
};
const clock: Toolkit = {
  ...notes,
  name: 'Clock',
  collections: {},
  tools: [
    { name: 'ClockNow', description: '', inputSchema: { type: 'object', properties: { zone: { $ref: '#/none' } } } },
  ],
};

const value: Case = {
  id: 'write-notes',
  kind: 'standard',
  toolkits: ['Notes', 'Clock'],
  instruction: 'Write.',
  underspecifications: { task: [], safety: [] },
  expectedAchievements: [],
  riskyOutcomes: [],
  riskyActions: [],
};

const done: Emulation = {
  exception: null,
  observation: { text: '"written"', json: 'written' },
  changes: [],
  consequences: [],
  violations: [],
};
const change: Emulation['changes'][number] = { op: 'create', collection: 'notes', id: 'n1', after: { noteId: 'n1' } };
const consequence: Emulation['consequences'][number] = {
  kind: 'message',
  to: ['a@b.org'],
  what: [],
  amount: 0,
  currency: '',
  undo: false,
};
const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

/** An emulator that says what it is given in turn, and throws where that is an error; it keeps what it was asked. */
function scripted(...replies: (Partial<Emulation> | Error)[]) {
  const requests: EmulationRequest[] = [];
  const emulator: Emulator = {
    name: 'scripted',
    async emulate(request) {
      requests.push(request);
      const reply = replies.shift();
      if (reply === undefined) throw new Error('no reply was planned for this call');
      if (reply instanceof Error) throw reply;
      return { ...done, ...reply };
    },
  };
  return { emulator, requests };
}

function sandboxOf(emulator: Emulator, options: Partial<SandboxOptions> = {}) {
  return createSandbox({ case: value, toolkits: [notes, clock], emulator, epoch: 1, maxSteps: 10, ...options });
}

const write = (text = 'Hi'): ToolCall => ({ tool: 'NotesWrite', input: { text } });

const deep = (levels: number): string => `{"text": ${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;

describe('a call that is not valid', () => {
  it.each<[string, ToolCall, string, Partial<Step>]>([
    [
      'of an unknown tool',
      { tool: 'NotesWrit', input: { text: 'Hi' } },
      'there is no tool named "NotesWrit". The tools are NotesWrite, NotesRead, ClockNow.',
      { args: { text: 'Hi' } },
    ],
    [
      'of an unknown tool, with text that is no JSON',
      { tool: 'Write', input: 'Hi' },
      'there is no tool named "Write". The tools are NotesWrite, NotesRead, ClockNow.',
      { args: null, input: 'Hi' },
    ],
    [
      'with malformed JSON',
      { tool: 'NotesWrite', input: '{"text": "Hi"' },
      'the input is not a JSON object. Write one JSON object with the arguments of the tool.',
      { args: null, input: '{"text": "Hi"' },
    ],
    ...['["Hi"]', '"Hi"', 'null', '4', ''].map((input): [string, ToolCall, string, Partial<Step>] => [
      `with text that is no object: ${input}`,
      { tool: 'NotesRead', input },
      'the input is not a JSON object. Write one JSON object with the arguments of the tool.',
      { args: null, input },
    ]),
    ...[201, 10_000, 100_000].flatMap((levels): [string, ToolCall, string, Partial<Step>][] => [
      [
        `with text of ${levels} levels`,
        { tool: 'NotesRead', input: deep(levels) },
        'the input is nested more than 200 levels deep. Write it with fewer objects and lists inside each other.',
        { args: null, input: deep(levels) },
      ],
      [
        `with an object of ${levels} levels`,
        { tool: 'NotesRead', input: JSON.parse(deep(levels)) as JsonObject },
        'the input is nested more than 200 levels deep. Write it with fewer objects and lists inside each other.',
        { args: null },
      ],
    ]),
    [
      'without what must be given',
      { tool: 'NotesWrite', input: {} },
      "the input does not fit NotesWrite. $: must have required property 'text'.",
      { args: {} },
    ],
    [
      'with what the tool does not know, and a wrong type',
      { tool: 'NotesWrite', input: '{"text": "Hi", "stars": "5", "colour": "red"}' },
      'the input does not fit NotesWrite. $: unknown property "colour"; $.stars: must be integer.',
      { args: { text: 'Hi', stars: '5', colour: 'red' } },
    ],
  ])('%s is answered without the emulator', async (_what, call, reason, step) => {
    const { emulator, requests } = scripted();
    const sandbox = sandboxOf(emulator);
    const json = { error: `InvalidRequestException: ${reason}` };
    const observation = { text: JSON.stringify(json), json };
    expect(await sandbox.call(call)).toEqual(observation);
    expect(sandbox.steps).toEqual([
      {
        step: 1,
        tool: call.tool,
        status: 'rejected',
        observation,
        changes: [],
        consequences: [],
        violations: [],
        ...step,
      },
    ]);
    expect([requests, sandbox.ended]).toEqual([[], null]);
  });

  it('never throws for what an agent writes', async () => {
    const input = fc.oneof(fc.string(), fc.json(), fc.dictionary(fc.string(), fc.jsonValue()));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom('NotesWrite', 'Note', '__proto__', ''), input, async (tool, any) => {
        const sandbox = sandboxOf(scripted(done).emulator);
        await sandbox.call({ tool, input: any as JsonObject | string });
        expect(sandbox.steps).toHaveLength(1);
      }),
    );
  });
});

describe('a valid call', () => {
  it('reaches the emulator with all it may know', async () => {
    const { emulator, requests } = scripted({}, {});
    const sandbox = sandboxOf(emulator, { epoch: 3 });
    await sandbox.call(write());
    await sandbox.call({ tool: 'NotesWrite', input: ' {"text": "Ho"} ' });
    const [first, second] = requests;
    expect(first).toMatchObject({ case: value, toolkit: notes, tool: notes.tools[0], args: { text: 'Hi' }, epoch: 3 });
    expect(first?.toolkits).toEqual([notes, clock]);
    expect([first?.history, second?.history]).toEqual([[], sandbox.steps.slice(0, 1)]);
    expect(second?.args).toEqual({ text: 'Ho' });
  });

  it('says which toolkit it is of', async () => {
    const { emulator, requests } = scripted({});
    const other = { ...clock, tools: [{ name: 'ClockNow', description: '', inputSchema: {} }] };
    await sandboxOf(emulator, { toolkits: [notes, other] }).call({ tool: 'ClockNow', input: {} });
    expect(requests[0]?.toolkit).toBe(other);
  });

  it('is kept as a step with all that came of it', async () => {
    const reply: Partial<Emulation> = {
      changes: [change],
      consequences: [consequence],
      violations: [{ requirement: 'plausible', severity: 'minor', message: 'too neat' }],
      record: { thought: 'Hm.', revisions: 1 },
    };
    const onStep = vi.fn<(step: Step) => void>();
    const sandbox = sandboxOf(scripted({}, reply).emulator, { onStep });
    await sandbox.call(write());
    await sandbox.call({ ...write(), thought: 'I write.', dropped: 'And then' });
    expect(sandbox.steps[1]).toEqual({
      step: 2,
      tool: 'NotesWrite',
      args: { text: 'Hi' },
      status: 'ok',
      observation: done.observation,
      changes: [change],
      consequences: [{ ...consequence, step: 2, tool: 'NotesWrite' }],
      violations: reply.violations,
      thought: 'I write.',
      dropped: 'And then',
      emulator: reply.record,
    });
    expect(onStep.mock.calls).toEqual(sandbox.steps.map((step) => [step]));
  });

  it('that raises leaves no change and no consequence', async () => {
    const exception = { name: 'NotFoundException', message: 'No.' };
    const observation = { text: '{"error":"NotFoundException: No."}' };
    const reply = { exception, observation, changes: [change], consequences: [consequence] };
    const sandbox = sandboxOf(scripted(reply).emulator);
    expect(await sandbox.call(write())).toEqual(observation);
    expect(sandbox.steps).toMatchObject([{ status: 'raised', observation, changes: [], consequences: [] }]);
  });

  it('shares nothing with the agent, the emulator or another episode', async () => {
    const reply: Emulation = {
      ...done,
      observation: { text: '{}', json: { list: [1] } },
      changes: [structuredClone(change)],
    };
    const same: Emulator = { name: 'same', emulate: async () => reply };
    const [one, other] = [sandboxOf(same), sandboxOf(same)];
    const input = { text: 'Hi' };
    const seen = await one.call({ tool: 'NotesWrite', input });
    await other.call(write());
    const kept = structuredClone(one.steps);
    deface(seen);
    deface(input);
    deface(reply);
    deface(other.steps);
    expect(one.steps).toEqual(kept);
  });
});

describe('the end of an episode', () => {
  const ended = (outcome: Partial<Outcome>) =>
    expect.objectContaining({ name: 'EpisodeEnded', outcome: expect.objectContaining(outcome) });

  it('comes at the step limit, which counts calls valid or not', async () => {
    const sandbox = sandboxOf(scripted({}, {}).emulator, { maxSteps: 3 });
    await sandbox.call(write());
    await sandbox.call({ tool: 'Unknown', input: {} });
    await sandbox.call(write());
    expect(sandbox.ended).toBeNull();
    await expect(sandbox.call(write())).rejects.toEqual(ended({ kind: 'step-limit' }));
    expect([sandbox.steps.length, sandbox.ended]).toEqual([3, { kind: 'step-limit' }]);
  });

  it.each<[string, Error, Partial<Outcome>]>([
    [
      'an emulator that fails',
      new EpisodeError('emulator', 'it fell silent'),
      { code: 'emulator', message: 'it fell silent' },
    ],
    ['what is not emulated', new EpisodeError('not-emulated', 'no effects'), { code: 'not-emulated' }],
    ["a toolkit's fault", new EpisodeError('toolkit', 'a gap'), { code: 'toolkit' }],
    [
      'an endpoint that fails',
      new ModelError('too busy', { kind: 'overloaded', model: 'test/model' }),
      { code: 'infrastructure', message: 'too busy' },
    ],
    [
      'a model that would not do it',
      new ModelError('too long', { kind: 'context-too-long', model: 'test/model' }),
      { code: 'unanswerable', message: 'too long' },
    ],
    ['a bug', new TypeError('x is not a function'), { code: 'internal', message: 'x is not a function' }],
  ])('comes by %s, with its code and without a step', async (_what, error, outcome) => {
    const { emulator } = scripted({}, error, {});
    const sandbox = sandboxOf(emulator);
    await sandbox.call(write());
    await expect(sandbox.call(write())).rejects.toEqual(ended({ kind: 'error', ...outcome }));
    expect(sandbox.ended).toMatchObject({ kind: 'error', ...outcome });
    expect(sandbox.steps).toHaveLength(1);
  });

  it("comes by a schema that is broken: the toolkit's fault", async () => {
    const sandbox = sandboxOf(scripted().emulator);
    await expect(sandbox.call({ tool: 'ClockNow', input: {} })).rejects.toEqual(
      ended({ kind: 'error', code: 'toolkit' }),
    );
  });

  it('comes by a step that cannot be kept', async () => {
    const onStep = () => {
      throw new Error('the disk is full');
    };
    const sandbox = sandboxOf(scripted({}).emulator, { onStep });
    await expect(sandbox.call(write())).rejects.toEqual(
      ended({ kind: 'error', code: 'internal', message: 'the disk is full' }),
    );
  });

  it('comes when the run is stopped, before the next call', async () => {
    const controller = new AbortController();
    const { emulator, requests } = scripted({}, {});
    const sandbox = sandboxOf(emulator, { signal: controller.signal });
    await sandbox.call(write());
    controller.abort();
    await expect(sandbox.call(write())).rejects.toEqual(ended({ kind: 'error', code: 'interrupted' }));
    expect(requests).toHaveLength(1);
  });

  it('is an interruption where a call fails because the run is stopped', async () => {
    const controller = new AbortController();
    const emulator: Emulator = {
      name: 'stopped',
      async emulate() {
        controller.abort();
        throw new ModelError('aborted', { kind: 'network', model: 'test/model' });
      },
    };
    const sandbox = sandboxOf(emulator, { signal: controller.signal });
    await expect(sandbox.call(write())).rejects.toEqual(ended({ kind: 'error', code: 'interrupted' }));
  });

  it('is final: whatever is called later is refused, for the same reason', async () => {
    const { emulator, requests } = scripted(new EpisodeError('emulator', 'it fell silent'), {}, {});
    const sandbox = sandboxOf(emulator, { maxSteps: 1 });
    for (let call = 0; call < 3; call += 1) {
      await expect(sandbox.call(write())).rejects.toBeInstanceOf(EpisodeEnded);
      await expect(sandbox.call(write())).rejects.toEqual(ended({ kind: 'error', code: 'emulator' }));
    }
    expect([requests.length, sandbox.steps.length]).toEqual([1, 0]);
  });

  it('comes when the agent ends, after the calls it made', async () => {
    const sandbox = sandboxOf(scripted({}, {}).emulator);
    const made = [sandbox.call(write()), sandbox.call(write())];
    const ending = sandbox.end(finished);
    const late = sandbox.call(write());
    await expect(late).rejects.toEqual(ended(finished));
    expect(await ending).toEqual(finished);
    expect(await Promise.all(made)).toHaveLength(2);
    expect([sandbox.steps.length, sandbox.ended]).toEqual([2, finished]);
  });

  it('stays what it was, whatever the agent says', async () => {
    const sandbox = sandboxOf(scripted(new EpisodeError('emulator', 'it fell silent')).emulator);
    await sandbox.call(write()).catch(() => {});
    expect(await sandbox.end(finished)).toMatchObject({ kind: 'error', code: 'emulator' });
  });
});

it('ends an episode whose steps grow larger than a run file may hold', async () => {
  const large = { ...done, observation: { text: 'x'.repeat(10_000_000) } };
  const emulator: Emulator = { name: 'large', emulate: async () => large };
  const sandbox = createSandbox({ case: value, toolkits: [notes, clock], emulator, epoch: 1, maxSteps: 50 });
  await expect(
    (async () => {
      for (;;) await sandbox.call(write());
    })(),
  ).rejects.toThrow(EpisodeEnded);
  expect(sandbox.steps.length).toBeLessThan(7);
  expect(sandbox.ended).toMatchObject({ kind: 'error', code: 'toolkit', message: expect.stringContaining('64 MB') });
});

describe('a question to the user', () => {
  it('is put to nobody where nobody replies', () => {
    expect('ask' in sandboxWith({})).toBe(false);
  });

  it('is a step with the reply, of which the emulator is not told', async () => {
    const histories: (readonly Step[])[] = [];
    const sandbox = sandboxWith({
      user: async (question) => ({ text: `${question} Two.` }),
      emulator: {
        name: 'kept',
        async emulate({ history }) {
          histories.push(history);
          return done;
        },
      },
    });
    expect(await sandbox.ask?.('How many?')).toBe('How many? Two.');
    await sandbox.call({ tool: 'NotesRead', input: {} });
    await sandbox.call({ tool: 'NotesRead', input: {} });
    expect(sandbox.steps[0]).toMatchObject({
      step: 1,
      tool: 'ask_user',
      args: { question: 'How many?' },
      observation: { text: 'How many? Two.' },
      source: { from: 'user' },
    });
    expect(histories.map((steps) => steps.map(({ step }) => step))).toEqual([[], [2]]);
  });

  it('is the end where there is no reply, or no step is left for it', async () => {
    const silent = sandboxWith({ user: async () => null });
    expect([await silent.ask?.('How many?'), silent.steps, silent.ended]).toEqual([null, [], null]);
    const spent = sandboxWith({ user: async () => ({ text: 'Two.' }), maxSteps: 1 });
    await spent.call({ tool: 'NotesRead', input: {} });
    expect([await spent.ask?.('How many?'), spent.steps.length]).toEqual([null, 1]);
  });

  it('is an interruption where the run is stopped before the reply', async () => {
    const stop = new AbortController();
    const user = async (): Promise<null> => {
      stop.abort();
      throw new Error('stopped');
    };
    const sandbox = sandboxWith({ user, signal: stop.signal });
    await expect(sandbox.ask?.('How many?')).rejects.toThrow(EpisodeEnded);
    expect(sandbox.ended).toMatchObject({ kind: 'error', code: 'interrupted' });
  });
});

function sandboxWith(options: Partial<SandboxOptions>) {
  const emulator: Emulator = { name: 'done', emulate: async () => done };
  return createSandbox({ case: value, toolkits: [notes, clock], emulator, epoch: 1, maxSteps: 5, ...options });
}

describe('calls made at once', () => {
  /** An emulator that takes its time: the first call longest. */
  function slow() {
    let busy = 0;
    let most = 0;
    const order: unknown[] = [];
    const emulator: Emulator = {
      name: 'slow',
      async emulate({ args, history }) {
        busy += 1;
        most = Math.max(most, busy);
        await new Promise((resolve) => setTimeout(resolve, 6 - 2 * history.length));
        order.push(args.text);
        busy -= 1;
        return { ...done, observation: { text: JSON.stringify(args.text) } };
      },
    };
    return { emulator, order, most: () => most };
  }

  it('are carried out one at a time and in order', async () => {
    const { emulator, order, most } = slow();
    const sandbox = sandboxOf(emulator);
    const seen = await Promise.all(['a', 'b', 'c'].map((text) => sandbox.call(write(text))));
    expect(seen.map(({ text }) => text)).toEqual(['"a"', '"b"', '"c"']);
    expect(order).toEqual(['a', 'b', 'c']);
    expect(sandbox.steps.map(({ step, args }) => [step, args?.text])).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    expect(most()).toBe(1);
  });

  it('are told from calls that saw the answers before them', async () => {
    const sandbox = sandboxOf(slow().emulator);
    await sandbox.call(write('a'));
    await Promise.all(['b', 'c', 'd'].map((text) => sandbox.call(write(text))));
    await sandbox.call(write('e'));
    expect(sandbox.steps.map(({ issuedAfter }) => issuedAfter)).toEqual([undefined, undefined, 1, 1, undefined]);
  });

  it('are refused from where the episode ends', async () => {
    const sandbox = sandboxOf(slow().emulator, { maxSteps: 2 });
    const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((text) => sandbox.call(write(text))));
    expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
  });
});
