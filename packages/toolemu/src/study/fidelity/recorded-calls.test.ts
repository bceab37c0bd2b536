import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, stepOf } from '../../../../../test/support/parcels.ts';
import { recordedCallSchema, type Toolkit, toolkitSchema } from '../../contract/index.ts';
import { knownSettingOf } from '../../world/index.ts';
import { readRecordedCalls } from './recorded-calls.ts';
import { scoreCall } from './score-call.ts';
import { trueCalls } from './true-call.ts';
import { truthOfRun } from './truth-of-run.ts';

const kim = { parcelId: 'pcl_0001', to: 'Kim', status: 'ready', weight: 2 };
const send = {
  toolkit: 'Parcels',
  tool: 'ParcelsSend',
  args: { parcelIds: ['pcl_0002'] },
  now: '2026-03-03T09:12:00+01:00',
  state: { parcels: [kim] },
  history: [
    {
      tool: 'ParcelsRegister',
      args: { to: 'Mo', weight: 1 },
      observation: { parcelId: 'pcl_0002' },
      changes: [{ op: 'create', collection: 'parcels', id: 'pcl_0002', after: { ...kim, parcelId: 'pcl_0002' } }],
    },
  ],
  observation: '{"sent": ["pcl_0002"]}',
  exception: null,
  changes: [
    { op: 'update', collection: 'parcels', id: 'pcl_0002', after: { ...kim, parcelId: 'pcl_0002', status: 'sent' } },
  ],
};
const refused = {
  toolkit: 'Parcels',
  tool: 'ParcelsDelete',
  args: { parcelId: 'x' },
  session: 'monday',
  history: [],
  observation: '',
  exception: { name: 'NotFoundException', message: 'no: such' },
};

function read(...lines: readonly (object | string)[]) {
  return readWith([parcels], ...lines);
}

function readWith(toolkits: readonly Toolkit[], ...lines: readonly (object | string)[]) {
  const text = lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n');
  return readRecordedCalls({ file: 'some/calls.jsonl', name: 'calls.jsonl', text }, toolkits);
}

const numbered: Toolkit = {
  ...parcels,
  collections: {
    parcels: { key: 'parcelId', schema: { type: 'object', properties: { parcelId: { type: 'integer' } } } },
  },
};

describe('recorded calls', () => {
  it('may have numeric ids of records, changes and sessions', () => {
    const record = { parcelId: 12, to: 'Kim' };
    const changes = [{ op: 'update', collection: 'parcels', id: 12, after: { ...record, to: 'Lou' } }];
    const line = { ...send, session: 7, state: { parcels: [record] }, history: [], changes };
    const { truth, issues } = readWith([numbered], line);
    expect(issues).toEqual([]);
    expect(trueCalls(truth)[0]).toMatchObject({
      cluster: 'session 7',
      due: { changes: [{ op: 'update', id: '12', before: { to: 'Kim' }, after: { to: 'Lou' } }] },
    });
  });

  it('may raise anywhere, and then need no observation', () => {
    const exception = { name: 'NotFoundException', message: 'no such parcel' };
    const failed = { tool: 'ParcelsDelete', args: { parcelId: 'x' }, exception };
    const { observation: _observation, ...silent } = { ...refused, history: [failed] };
    const { truth, issues } = read(silent);
    expect(issues).toEqual([]);
    const [call] = trueCalls(truth);
    expect(call?.request.history).toMatchObject([
      { status: 'raised', observation: { json: { error: 'NotFoundException: no such parcel' } } },
    ]);
    expect(call?.due.exception).toEqual(refused.exception);
  });

  it('may omit the exception if none was raised', () => {
    const { exception: _exception, ...carriedOut } = send;
    expect(trueCalls(read(carriedOut).truth)[0]?.due.exception).toBeNull();
  });

  it('may return null, in an answer and in a record', () => {
    const record = { ...kim, note: null };
    const changes = [{ op: 'update', collection: 'parcels', id: 'pcl_0001', after: { ...record, status: null } }];
    const { truth } = read({ ...send, state: { parcels: [record] }, history: [], observation: null, changes });
    const [call] = trueCalls(truth);
    expect(call?.due).toMatchObject({
      observation: { json: null },
      changes: [{ before: { note: null }, after: { note: null, status: null } }],
    });
  });

  it('get the state, the clock and the user of their session, if one of its calls has them', () => {
    const user = { name: 'Ida', email: 'ida@lund.example' };
    const { state: _state, now: _now, ...later } = { ...send, session: 'monday' };
    const giving = { ...send, session: 'monday', user, history: [], changes: [] };
    const other = { ...later, session: 'tuesday', history: [], changes: undefined };
    for (const lines of [
      [giving, later, other],
      [later, giving, other],
    ]) {
      const { truth, issues } = read(...lines);
      expect(issues).toEqual([]);
      const worlds = trueCalls(truth).map(({ request }) => request.case.world);
      for (const world of worlds.slice(0, 2))
        expect(world).toMatchObject({ now: send.now, user, collections: send.state });
      expect(worlds[2]).toBeUndefined();
    }
  });

  it('keep their own state', () => {
    const own = { ...send, session: 'monday', state: { parcels: [{ ...kim, to: 'Lou' }] } };
    const [, second] = trueCalls(read({ ...send, session: 'monday' }, own).truth);
    expect(second?.request.case.world?.collections).toEqual(own.state);
  });

  it('say that user and clock are unknown if they were not recorded', () => {
    const settings = (line: object) => knownSettingOf(trueCalls(read(line).truth)[0]!.request.case);
    const { now: _now, ...bare } = send;
    expect(settings(bare)).toEqual({ user: null, now: null });
    expect(settings(send)).toEqual({ user: null, now: send.now });
    expect(settings(refused)).toEqual({ user: null, now: null });
    const user = { name: 'Ida', email: 'ida@lund.example' };
    expect(settings({ ...send, user })).toEqual({ user, now: send.now });
  });

  it('are read with what went before them', () => {
    const { truth, issues } = read(send, refused);
    expect(issues).toEqual([]);
    const [first, second] = trueCalls(truth);
    expect(first).toMatchObject({
      id: 'calls-1#recorded#1:2',
      cluster: 'calls-1',
      request: { tool: { name: 'ParcelsSend' }, case: { world: { now: send.now, collections: send.state } } },
      due: { exception: null, observation: { json: { sent: ['pcl_0002'] } } },
    });
    expect(first?.request.history).toMatchObject([
      { tool: 'ParcelsRegister', real: true, changes: [{ op: 'create' }] },
    ]);
    // What stood there before is found in the state.
    expect(first?.due.changes).toMatchObject([
      { op: 'update', before: { status: 'ready' }, after: { status: 'sent' } },
    ]);
    expect(second).toMatchObject({
      cluster: 'session monday',
      due: { exception: { name: 'NotFoundException', message: 'no: such' }, changes: [] },
    });
    expect(second?.request.case.world).toBeUndefined();
  });

  it('that do not say what they changed leave it open', () => {
    const { changes: _changes, ...silent } = send;
    expect(trueCalls(read(silent, refused).truth)[0]?.due.changes).toBeNull();
  });

  it.each<[string, object | string, RegExp]>([
    ['no JSON', '{"toolkit": ', /^line 2, \$: not JSON/],
    [
      'no answer',
      { ...send, observation: undefined },
      /^line 2, \$\.observation: it is missing: write the returned value/,
    ],
    [
      'no answer before',
      { ...send, history: [{ ...send.history[0], observation: undefined }] },
      /^line 2, \$\.history\[0\]\.observation: it is missing/,
    ],
    ['another shape', { ...send, history: 'none' }, /^line 2, \$\.history: /],
    ['an unknown toolkit', { ...send, toolkit: 'Post' }, /^line 2, \$\.toolkit: there is no toolkit "Post"/],
    ['an unknown tool', { ...send, tool: 'Fly' }, /^line 2, \$\.tool: the toolkit Parcels has no tool "Fly"/],
    [
      'an unknown tool before',
      { ...send, history: [{ ...send.history[0], tool: 'Fly' }] },
      /^line 2, \$\.history\[0\]\.tool: /,
    ],
    ['an unknown collection', { ...send, state: { letters: [] } }, /^line 2, \$\.state\.letters: /],
    [
      'a change that cannot be',
      { ...send, state: { parcels: [kim, { ...kim, parcelId: 'pcl_0002' }] } },
      /^line 2, \$\.history\[0\]\.changes\[0\]: it cannot be/,
    ],
    ['a clock without a state', { ...refused, now: send.now }, /^line 2, \$\.state: now, user and circle/],
  ])('with %s are named by file, line and field', (_what, line, said) => {
    const { truth, issues } = read(send, line);
    expect(truth.calls).toHaveLength(1);
    expect(issues).toHaveLength(1);
    const [{ file, path, message, remedy } = { file: '', path: '', message: '', remedy: '' }] = issues;
    expect(file).toBe('some/calls.jsonl');
    expect(`${path}: ${message}`).toMatch(said);
    expect(remedy).not.toBe('');
  });
});

it('the calls of a run are those that real tools answered', () => {
  const manifest = { ...manifestOf(), format: 3 };
  const plan = { id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 };
  const question = { ...stepOf(2), tool: 'ask_user', source: { from: 'user' } };
  const steps = [stepOf(1), question, { ...stepOf(3), real: true as const }, stepOf(4)];
  const stored = [{ plan, steps, outcome: null, evaluations: [], verdict: null }];
  const truth = truthOfRun({ manifest, stored: () => stored } as never, 'run.toolemu');
  const [call, ...others] = trueCalls(truth);
  expect(others).toEqual([]);
  expect(call).toMatchObject({ id: `${plan.id}:3`, due: { observation: { text: 'found 3' }, changes: null } });
  expect(call?.request.history.map(({ step }) => step)).toEqual([1]);
});

it('docs/fidelity.md shows a call as it is read', () => {
  const docs = readFileSync(new URL('../../../../../docs/fidelity.md', import.meta.url), 'utf8');
  const [, shown = ''] = /```json\n(.*)\n```/.exec(docs) ?? [];
  expect(recordedCallSchema.safeParse(JSON.parse(shown)).error).toBeUndefined();
});

const shared = path.resolve(import.meta.dirname, '../../../../../../shared/data/fidelity');

describe.skipIf(!existsSync(shared))('calls of real tools (skipped where shared/data/fidelity is absent)', () => {
  it('are all read, and are true to themselves', async () => {
    const textOf = (name: string): string => readFileSync(path.join(shared, name), 'utf8');
    const toolkits = readdirSync(shared)
      .filter((name) => name.endsWith('.toolkit.json'))
      .map((name) => toolkitSchema.parse(JSON.parse(textOf(name))));
    const file = 'calls-bfcl.jsonl';
    const { truth, issues } = readRecordedCalls({ file, name: file, text: textOf(file) }, toolkits);
    expect(issues).toEqual([]);
    const calls = trueCalls(truth);
    expect(calls).toHaveLength(60);
    const scores = await Promise.all(calls.map((call) => scoreCall(call, call.due)));
    expect(scores.filter(({ exact, state, parting }) => !exact || state !== true || parting !== null)).toEqual([]);
  });
});
