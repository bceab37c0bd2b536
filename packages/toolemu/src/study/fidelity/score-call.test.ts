import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { Tool, Toolkit } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
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
    expect(score).toMatchObject({ equivalent: false, state: true, parting: { kind: 'answer', at: '$.parcelId' } });
  });

  it('may have any id in the answer where it is missing in the changes', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4711', []));
    expect(score).toMatchObject({
      equivalent: true,
      state: false,
      parting: { kind: 'state', saidThere: 'no such change' },
    });
  });

  it('is another one where it says something else', async () => {
    const score = await scoreCall(await register(tool), saying('pcl_4711', created('pcl_4711', 'Lou')));
    expect(score).toMatchObject({ state: false, parting: { saidThere: expect.stringContaining('"Lou"') } });
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
