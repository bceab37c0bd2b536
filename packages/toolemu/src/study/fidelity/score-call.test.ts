import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { JsonObject, Tool, Toolkit } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { observedError } from '../../world/index.ts';
import { scoreCall } from './score-call.ts';
import type { Answer, TrueCall } from './true-call.ts';

const name = 'ParcelsRegister';
const declared = parcels.tools.find((tool) => tool.name === name) as Tool;
const { effects: _effects, result: _result, exceptions: _exceptions, ...silent } = declared;

/** A call that registers a parcel, of a tool that declares what it does or of one that does not. */
async function register(tool: Tool): Promise<TrueCall> {
  const toolkit: Toolkit = { ...parcels, tools: [tool] };
  const request = { case: sendToKim, toolkit, args: { to: 'Mo', weight: 2 }, history: [], epoch: 1 };
  const due = await createOfflineEmulator().emulate({ ...request, toolkits: [parcels], tool: declared });
  return { id: 'a:1', cluster: 'a', isOfSession: false, request: { ...request, toolkits: [toolkit], tool }, due };
}

function saying(parcelId: string, changes: Answer['changes']): Answer {
  const json = { parcelId };
  return { exception: null, observation: { text: JSON.stringify(json), json }, changes };
}

const created = (id: string, to = 'Mo'): Answer['changes'] => [
  { op: 'create', collection: 'parcels', id, after: { parcelId: id, to, weight: 2, status: 'ready' } },
];

describe.each([
  ['that declares what it does', declared],
  ['that declares nothing', silent],
])('a record that is created by a tool %s', (_what, tool) => {
  it('may have an id of the choice of the emulator', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4711', created('pcl_4711')));
    expect(score).toMatchObject({ exact: false, equivalent: true, state: true, parting: null });
  });

  it('has one id in the answer and in the changes', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4712', created('pcl_4711')));
    expect(score).toMatchObject({ equivalent: false, state: true, parting: { kind: 'answer', path: '$.parcelId' } });
  });

  it('may have any id in the answer where it is missing in the changes', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4711', []));
    expect(score).toMatchObject({
      equivalent: true,
      state: false,
      parting: { kind: 'state', actualValue: 'no such change' },
    });
  });

  it('is another one where it says something else', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4711', created('pcl_4711', 'Lou')));
    expect(score).toMatchObject({ state: false, parting: { actualValue: expect.stringContaining('"Lou"') } });
  });
});

it('a call whose changes are not known says nothing of them', async () => {
  const call = await register(declared);
  const unknown = { ...call, due: { ...call.due, changes: null } };
  expect(await scoreCall(unknown, { ...call.due, changes: [] })).toMatchObject({
    exact: true,
    state: null,
    parting: null,
  });
});

it('an id that the call itself names is not for the emulator to choose', async () => {
  const call = await register(silent);
  const [change] = call.due.changes ?? [];
  const named = { ...call, request: { ...call.request, args: { to: 'Mo', weight: 2, id: change?.id ?? '' } } };
  expect(await scoreCall(named, saying('pcl_4711', created('pcl_4711')))).toMatchObject({ state: false });
});

it('any exception is as good as one that the tool does not declare', async () => {
  const call = await register(silent);
  const raised = (of: string): Answer => ({
    exception: { name: of, message: '' },
    observation: { text: of },
    changes: [],
  });
  const refused = { ...call, due: raised('ToolException') };
  expect(await scoreCall(refused, raised('TooHeavyException'))).toMatchObject({ exact: false, exceptions: true });
  expect(await scoreCall(refused, saying('pcl_4711', []))).toMatchObject({ parting: { kind: 'exception' } });
});

describe('a failure', () => {
  const message = 'Parcel 7 is sent already.';
  const value = (json: Answer['observation']['json']): Answer => ({
    exception: null,
    observation: { text: JSON.stringify(json), json: json! },
    changes: [],
  });
  const raised = (words = message): Answer => ({
    exception: { name: 'StateException', message: words },
    observation: observedError('StateException', words),
    changes: [],
  });
  const scoreOf = async (due: Answer, said: Answer) => scoreCall({ ...(await register(silent)), due }, said);

  it.each<[string, Answer]>([
    ['an error', value({ error: message })],
    ['an error with its name', value({ error: `StateException: ${message}` })],
    ['an error beside more', value({ error: message, code: 409 })],
    ['an error with parts', value({ error: { type: 'StateException', message } })],
    ['errors', value({ errors: [message] })],
    ['a result that says so', value({ success: false, message })],
    ['a status that says so', value({ status: 'error', message })],
    ['a text', { exception: null, observation: { text: `Error: ${message}` }, changes: [] }],
    ['other white space', value({ error: ' Parcel 7 is\nsent already ' })],
  ])('with the same message is equal, raised or returned as %s', async (_what, told) => {
    const same = { equivalent: true, exceptions: true, exact: false, state: true, parting: null };
    expect(await scoreOf(told, raised())).toMatchObject(same);
    expect(await scoreOf(raised(), told)).toMatchObject(same);
  });

  it.each<[string, Answer]>([
    ['other words', value({ error: 'There is no parcel 7.' })],
    ['a result of these words', value({ message })],
    ['a result', value({ parcelId: 'pcl_0007' })],
    ['nothing', value(null)],
  ])('differs from %s', async (_what, told) => {
    for (const [due, said] of [
      [told, raised()],
      [raised(), told],
    ] as const)
      expect(await scoreOf(due, said)).toMatchObject({ exceptions: false, parting: { kind: 'exception' } });
    expect(await scoreOf(value({ error: '' }), raised(''))).toMatchObject({ exceptions: false });
  });
});

describe('a changed record', () => {
  const before = { parcelId: 'pcl_0001', to: 'Kim', tags: ['a', 'b'], note: null, weight: 2 };
  const update = (after: JsonObject): Answer['changes'] => [
    { op: 'update', collection: 'parcels', id: 'pcl_0001', before, after },
  ];
  const scoreOf = async (due: JsonObject, said: JsonObject) =>
    scoreCall({ ...(await register(silent)), due: saying('x', update(due)) }, saying('x', update(said)));
  const sent = { ...before, to: 'Lou' };

  it.each<[string, JsonObject]>([
    ['order of a list', { ...sent, tags: ['b', 'a'] }],
    ['order of properties', Object.fromEntries(Object.entries(sent).toReversed())],
    ['null for nothing', (({ note: _note, ...rest }) => rest)(sent)],
    ['form of a number', { ...sent, weight: '2.0' }],
  ])('is equal with another %s', async (_what, said) => {
    expect(await scoreOf(sent, said)).toMatchObject({ state: true, parting: null });
    expect(await scoreOf(said, sent)).toMatchObject({ state: true, parting: null });
  });

  it.each<[string, JsonObject, string, string, string]>([
    ['a value', { ...sent, weight: 3 }, 'parcels["pcl_0001"].weight', '2', '3'],
    ['an item', { ...sent, tags: ['a', 'c'] }, 'parcels["pcl_0001"].tags[1]', '"b"', '"c"'],
    ['a property more', { ...sent, hold: true }, 'parcels["pcl_0001"].hold', 'nothing', 'true'],
  ])('differs with another: %s', async (_what, said, at, dueThere, saidThere) => {
    expect(await scoreOf(sent, said)).toMatchObject({
      state: false,
      parting: { kind: 'state', path: at, expectedValue: dueThere, actualValue: saidThere },
    });
  });

  it('with a numeric id may have any number that the emulator chooses', async () => {
    const toolkit = {
      ...parcels,
      collections: { ...parcels.collections, orders: { key: 'order_id', schema: { type: 'object' } } },
    };
    const call = await register(silent);
    const of = (id: number, more: JsonObject = {}): Answer => {
      const json = { order_id: id, message: `Order ${id} is open.` };
      const after = { order_id: id, amount: 2, ...more };
      return {
        exception: null,
        observation: { text: JSON.stringify(json), json },
        changes: [{ op: 'create', collection: 'orders', id: String(id), after }],
      };
    };
    const numbered = { ...call, request: { ...call.request, toolkits: [toolkit], toolkit }, due: of(12446) };
    expect(await scoreCall(numbered, of(12999))).toMatchObject({ equivalent: true, state: true, parting: null });
    expect(await scoreCall(numbered, { ...of(12999), observation: of(12446).observation })).toMatchObject({
      state: true,
      parting: { path: '$.order_id' },
    });
    expect(await scoreCall(numbered, of(12999, { amount: 3 }))).toMatchObject({ state: false });
  });
});
