import { describe, expect, test } from 'vitest';
import { type CallLog, type CallRecord, callRecordSchema, type PendingCall, ModelError } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from '../calls/model-call.ts';
import { createScriptedModel } from '../../testing/scripted-model.ts';
import { createFlights, type RecordingOptions, withRecording } from './with-recording.ts';

const request: ModelCall = { messages: [{ role: 'user', content: 'hi' }], parameters: { temperature: 0 } };
const counting = () => createScriptedModel({ reply: (_request, n) => `reply ${n}` });

describe('withRecording', () => {
  test('records a call whole', async () => {
    const log = createLog();
    const times = [100, 125];
    const tools = [{ name: 't', description: 'd', inputSchema: { type: 'object' } }];
    const schema = { name: 's', schema: { type: 'object' } };
    const model = withRecording(counting(), options({ log, now: () => times.shift() ?? 0 }));
    await model.generate({ ...request, tools, schema });
    expect(callRecordSchema.parse(log.records[0])).toMatchObject({
      key: expect.stringMatching(/^[0-9a-f]{64}$/),
      episode: 'case#agent#1',
      role: 'agent',
      model: 'scripted/model',
      epoch: 1,
      ordinal: 1,
      messages: request.messages,
      parameters: { temperature: 0 },
      tools,
      schema,
      reply: { text: 'reply 1' },
      milliseconds: 25,
      createdAt: expect.any(String),
    });
  });

  test('records a call once, where the model keeps its reply by itself', async () => {
    const log = createLog();
    const inner = counting();
    const recordsAtReply: number[] = [];
    const keeping: CallableModel = {
      name: inner.name,
      async generate(call) {
        const reply = await inner.generate(call);
        await call.keep?.(reply);
        recordsAtReply.push(log.records.length);
        return reply;
      },
    };
    const model = withRecording(keeping, options({ log }));
    expect([await textOf(model), await textOf(model)]).toEqual(['reply 1', 'reply 2']);
    expect(recordsAtReply).toEqual([1, 2]);
    expect(log.records).toHaveLength(2);
  });

  test('tells of a call that is to be made once, before it waits for its turn', async () => {
    const told: PendingCall[] = [];
    const log = { ...createLog(), expect: (call: PendingCall) => void told.push(call) };
    const inner = counting();
    const waiting: CallableModel = {
      name: inner.name,
      async generate(call) {
        await call.begin?.();
        expect(told).toHaveLength(1);
        await call.begin?.();
        return inner.generate(call);
      },
    };
    const begun: string[] = [];
    const begin = async (): Promise<void> => void begun.push('begun');
    await withRecording(waiting, options({ log })).generate({ ...request, begin });
    await withRecording(waiting, options({ log })).generate(request);
    const answered = { reply: expect.anything(), milliseconds: expect.any(Number), createdAt: expect.any(String) };
    expect(log.records).toEqual([{ ...told[0], ...answered }]);
    expect(begun).toEqual(['begun', 'begun']);
  });

  test('the n-th identical request takes the n-th record', async () => {
    const log = createLog();
    const first = withRecording(counting(), options({ log }));
    const recorded = [await textOf(first), await textOf(first), await textOf(first, { parameters: {} })];
    expect(recorded).toEqual(['reply 1', 'reply 2', 'reply 3']);

    const silent = createScriptedModel({ replies: [] });
    const replay = withRecording(silent, options({ log }));
    expect([await textOf(replay), await textOf(replay), await textOf(replay, { parameters: {} })]).toEqual(recorded);
    await expect(textOf(replay)).rejects.toThrow('not planned');
    expect(log.records).toHaveLength(3);
  });

  test('a resumed episode goes on where the records end', async () => {
    const log = createLog();
    await textOf(withRecording(counting(), options({ log })));
    const live = createScriptedModel({ replies: ['live'] });
    const resumed = withRecording(live, options({ log }));
    expect([await textOf(resumed), await textOf(resumed)]).toEqual(['reply 1', 'live']);
    expect(log.records.map(({ ordinal }) => ordinal)).toEqual([1, 2]);
  });

  test.each<[string, Partial<RecordingOptions>, Partial<ModelCall>]>([
    ['epoch', { epoch: 2 }, {}],
    ['role', { role: 'safety' }, {}],
    ['episode', { episode: 'case#other#1' }, {}],
    ['messages', {}, { messages: [{ role: 'user', content: 'hi ' }] }],
    ['parameters', {}, { parameters: { temperature: 1 } }],
    ['tools', {}, { tools: [{ name: 't', description: '', inputSchema: {} }] }],
    ['schema', {}, { schema: { name: 's', schema: {} } }],
  ])('keys differ by %s', async (_what, changed, changedRequest) => {
    const log = createLog();
    await textOf(withRecording(counting(), options({ log })));
    await textOf(withRecording(counting(), options({ log, ...changed })), changedRequest);
    expect(new Set(log.records.map(({ key }) => key)).size).toBe(2);
  });

  test('keys differ by model, and not by the order of keys or by what is undefined', async () => {
    const log = createLog();
    await textOf(withRecording(counting(), options({ log })));
    await textOf(withRecording(createScriptedModel({ name: 'scripted/b', replies: ['b'] }), options({ log })));
    const again = withRecording(createScriptedModel({ replies: [] }), options({ log }));
    // Callers without exactOptionalPropertyTypes may pass undefined.
    const parameters = { seed: undefined, temperature: 0 } as unknown as ModelCall['parameters'];
    expect(await textOf(again, { messages: [{ content: 'hi', role: 'user' }], parameters })).toBe('reply 1');
  });

  test('a call that failed leaves no record and does not count', async () => {
    const log = createLog();
    const model = withRecording(createScriptedModel({ replies: [new Error('down'), 'ok'] }), options({ log }));
    await expect(textOf(model)).rejects.toThrow('down');
    expect(await textOf(model)).toBe('ok');
    expect(log.records.map(({ ordinal }) => ordinal)).toEqual([1]);
  });

  test('identical requests at once within an episode are several calls', async () => {
    const log = createLog();
    const model = withRecording(counting(), options({ log }));
    expect(await Promise.all([textOf(model), textOf(model)])).toEqual(['reply 1', 'reply 2']);
  });
});

test('the answers of one endpoint are not those of another', async () => {
  const log = createLog();
  for (const baseUrl of ['http://a/v1', 'http://b/v1', 'http://a/v1', null]) {
    await withRecording(counting(), options({ log, baseUrl })).generate(request);
  }
  expect(new Set(log.records.map(({ key }) => key)).size).toBe(3);
});

describe('withRecording across episodes', () => {
  const shared = { role: 'emulator', shareAcrossEpisodes: true };

  test('asks once for both, one after the other', async () => {
    const log = createLog();
    const inner = counting();
    const a = withRecording(inner, options({ log, ...shared, episode: 'a' }));
    const b = withRecording(inner, options({ log, ...shared, episode: 'b' }));
    expect([await textOf(a), await textOf(b), await textOf(b), await textOf(a)]).toEqual([
      'reply 1',
      'reply 1',
      'reply 2',
      'reply 2',
    ]);
    expect(log.records.map(({ episode }) => episode)).toEqual(['a', 'b']);
  });

  test('asks once for all that ask at the same time', async () => {
    const log = createLog();
    const flights = createFlights();
    const gate = Promise.withResolvers<string>();
    const inner = createScriptedModel({ reply: () => gate.promise });
    const texts = ['a', 'b', 'c'].map((episode) =>
      textOf(withRecording(inner, options({ log, flights, ...shared, episode }))),
    );
    gate.resolve('one');
    expect(await Promise.all(texts)).toEqual(['one', 'one', 'one']);
    expect([inner.calls.length, log.records.length, flights.size]).toEqual([1, 1, 0]);
  });

  test('does not share between epochs', async () => {
    const log = createLog();
    const flights = createFlights();
    const inner = counting();
    const texts = [1, 2].map((epoch) => textOf(withRecording(inner, options({ log, flights, ...shared, epoch }))));
    expect(await Promise.all(texts)).toEqual(['reply 1', 'reply 2']);
  });

  test('those who wait for a call that fails try for themselves, one at a time', async () => {
    const log = createLog();
    const flights = createFlights();
    const inner = createScriptedModel({ replies: [new Error('first'), new Error('second'), 'ok'] });
    const texts = ['a', 'b', 'c', 'd'].map((episode) =>
      textOf(withRecording(inner, options({ log, flights, ...shared, episode }))),
    );
    const settled = await Promise.allSettled(texts);
    expect(settled.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect([inner.calls.length, log.records.length, flights.size]).toEqual([3, 1, 0]);
  });

  test('what the model failed with is told to all who wait, and not asked again', async () => {
    const flights = createFlights();
    const log = createLog();
    const down = new ModelError('down', { kind: 'overloaded', model: 'm' });
    const inner = createScriptedModel({ replies: [down] });
    const texts = ['a', 'b', 'c'].map((episode) =>
      textOf(withRecording(inner, options({ log, flights, ...shared, episode }))),
    );
    expect((await Promise.allSettled(texts)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(inner.calls).toHaveLength(1);
  });

  test('one who gives up leaves the call to the others', async () => {
    const log = createLog();
    const flights = createFlights();
    const gate = Promise.withResolvers<string>();
    const inner = createScriptedModel({ reply: () => gate.promise });
    const controller = new AbortController();
    const leader = textOf(withRecording(inner, options({ log, flights, ...shared, episode: 'a' })));
    const waiter = withRecording(inner, options({ log, flights, ...shared, episode: 'b' }));
    const waiting = textOf(waiter, { signal: controller.signal });
    controller.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    gate.resolve('one');
    expect(await leader).toBe('one');
  });
});

function options(changes: Partial<RecordingOptions> & Pick<RecordingOptions, 'log'>): RecordingOptions {
  return {
    role: 'agent',
    epoch: 1,
    episode: 'case#agent#1',
    shareAcrossEpisodes: false,
    flights: createFlights(),
    ...changes,
  };
}

async function textOf(model: ReturnType<typeof withRecording>, changes: Partial<ModelCall> = {}): Promise<string> {
  return (await model.generate({ ...request, ...changes })).text;
}

function createLog(): CallLog & { readonly records: CallRecord[] } {
  const records: CallRecord[] = [];
  return {
    records,
    find: (key) => records.find((record) => record.key === key),
    add: (record) => void records.push(record),
  };
}
