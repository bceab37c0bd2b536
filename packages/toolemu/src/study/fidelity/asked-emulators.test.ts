import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { type CallLog, type CallRecord, ModelError } from '../../contract/index.ts';
import { referenceTrajectory } from '../../run/proof/reference-trajectory.ts';
import { createScriptedModel, type ScriptedReply } from '../../testing/scripted-model.ts';
import { askCalls } from './ask-calls.ts';
import { createAskedEmulators } from './asked-emulators.ts';
import { observedError } from '../../world/index.ts';
import { type TrueCall, trueCalls } from './true-call.ts';
import { truthOfReferences } from './truth-of-references.ts';

function createLog(): CallLog & { readonly records: Map<string, CallRecord> } {
  const records = new Map<string, CallRecord>();
  return { records, find: (key) => records.get(key), add: (record) => void records.set(record.key, record) };
}

/** Asks for the last call of the careful reference: pcl_0001 is to be sent. */
async function ask(
  replies: readonly ScriptedReply[],
  {
    log = createLog(),
    revisions = 3,
    due = {},
  }: { log?: ReturnType<typeof createLog>; revisions?: number; due?: Partial<TrueCall['due']> } = {},
) {
  const truth = await truthOfReferences({
    of: 'cases',
    cases: [sendToKim],
    toolkits: [parcels],
    names: ['careful'],
    play: referenceTrajectory,
  });
  const [known] = trueCalls(truth).slice(1);
  if (known === undefined) throw new Error('the reference has two calls');
  const call = { ...known, due: { ...known.due, ...due } };
  const model = createScriptedModel({ replies });
  const of = { model: model.name, baseUrl: null, parameters: {} };
  const emulatorsOf = createAskedEmulators({ kind: 'standard', of, model, log, revisions });
  const asked = await askCalls([call], { emulatorsOf, limit: (one) => one() });
  return { ...asked.get(call.id), model, log };
}

const replyOf = (changes: object[]): string =>
  JSON.stringify({ thought: '', exception: null, changes, observation: '{"sent": ["pcl_0001"]}', summary: '' });
const due = replyOf([{ op: 'update', collection: 'parcels', id: 'pcl_0001', record: '{"status": "sent"}' }]);
const lacking = replyOf([]);

describe('asking a model', () => {
  it('gives its first reply and the one after revisions, and asks for the first once', async () => {
    const { first, last, model } = await ask([lacking, due]);
    expect(model.calls).toHaveLength(2);
    expect(first).toMatchObject({ kind: 'answered', emulation: { changes: [] } });
    expect(last).toMatchObject({
      kind: 'answered',
      emulation: { changes: [{ op: 'update' }], record: { revisions: 1 } },
    });
  });

  it('takes the first reply as it is where none is sent back', async () => {
    const { first, last, model } = await ask([lacking], { revisions: 0 });
    expect(model.calls).toHaveLength(1);
    expect([first?.kind, last]).toEqual(['answered', first]);
  });

  it('takes a reply that stays unreadable for unreadable', async () => {
    const { first, last, model } = await ask(['?', '?', '?', due.slice(5)], { revisions: 3 });
    expect(model.calls).toHaveLength(4);
    expect([first?.kind, last?.kind]).toEqual(['unreadable', 'unreadable']);
  });

  it('takes a model that could not be asked for missing, and asks it alone again', async () => {
    const down = new ModelError('it is down', { kind: 'network', model: 'm' });
    const broken = await ask([lacking, down]);
    expect([broken.first?.kind, broken.last]).toEqual(['answered', { kind: 'missing', reason: 'it is down' }]);
    const again = await ask([due], { log: broken.log });
    expect(again.model.calls).toHaveLength(1);
    expect([again.first, again.last?.kind]).toEqual([broken.first, 'answered']);
  });

  const raising = (name: string): string =>
    JSON.stringify({ thought: '', exception: { name, message: 'no' }, changes: [], observation: '', summary: '' });
  const raised = (name: string): Partial<TrueCall['due']> => ({
    exception: { name, message: 'no' },
    observation: observedError(name, 'no'),
    changes: [],
  });

  it('does not reject an exception that the tool raises without declaring it', async () => {
    const { last, model } = await ask([raising('DepotClosedError'), due], { due: raised('DepotClosedError') });
    expect(model.calls).toHaveLength(1);
    expect(last).toMatchObject({ emulation: { exception: { name: 'DepotClosedError' }, violations: [] } });
  });

  it('does not reject an error that the tool returns as a value', async () => {
    const json = { error: 'sendError: the depot is closed' };
    const truth = { exception: null, observation: { text: JSON.stringify(json), json }, changes: [] };
    const { model } = await ask(
      [
        replyOf([]).replace(
          /"observation":"[^]*","summary/,
          `"observation":${JSON.stringify(JSON.stringify(json))},"summary`,
        ),
        due,
      ],
      { due: truth },
    );
    expect(model.calls).toHaveLength(1);
  });

  it('rejects an exception that the tool does not raise', async () => {
    const { last, model } = await ask([raising('DepotClosedError'), due]);
    expect(model.calls).toHaveLength(2);
    expect(last).toMatchObject({ emulation: { exception: null, record: { revisions: 1 } } });
  });

  it('shows it the true history', async () => {
    const { model } = await ask([due], { revisions: 0 });
    const texts = model.calls[0]?.messages.map(({ content }) => content) ?? [];
    expect(texts.at(-3)).toMatch(/^Call of ParcelsSearch with the input\n<<input \w+>>\n\{"to":"kim"\}\n/);
    expect(texts.at(-2)).toContain('Kim Abel');
  });
});
