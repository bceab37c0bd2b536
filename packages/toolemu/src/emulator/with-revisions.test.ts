import { describe, expect, it } from 'vitest';
import { type EmulationRequest, EpisodeError, type Tool, type Violation } from '../contract/index.ts';
import { idText } from '../world/index.ts';
import { closedCase, openCase, replyText, requestOf, shop, stepOf, toolOf } from './__fixtures__/shop.ts';
import { readEmulation } from './read-emulation.ts';
import type { Requirement } from './requirements/index.ts';
import { type DraftingEmulator, type Rejection, withRevisions } from './with-revisions.ts';

/** Plays texts in order, and keeps what it was told of the earlier ones. */
function drafting(texts: readonly string[]): DraftingEmulator & { asked: Rejection[][] } {
  const asked: Rejection[][] = [];
  return {
    name: 'drafting',
    asked,
    async draft({ tool }, rejections) {
      asked.push([...rejections]);
      const text = texts[asked.length - 1];
      if (text === undefined) throw new Error(`draft ${asked.length} was not planned`);
      return { text, read: readEmulation(text, tool) };
    },
  };
}

/** No goods but those in words may be seen. */
const wording: Requirement = ({ reply }) =>
  reply.observation.text.includes('tea') ? [] : [{ requirement: 'tea', severity: 'critical', message: 'no tea' }];
const politeness: Requirement = ({ reply }) =>
  reply.observation.text.includes('please') ? [] : [{ requirement: 'please', severity: 'minor', message: 'rude' }];

const ask = requestOf({ tool: 'ShopAsk', args: { question: 'What is there?' } });
const said = (observation: string) => replyText({ observation });

describe('revisions', () => {
  it.each([
    [0, [said('tea, please')], []],
    [1, [said('cups, please'), said('tea, please')], []],
    [3, [said('a'), said('b'), said('c'), said('tea, please')], []],
    [3, [said('a'), said('b'), said('c'), said('d')], ['tea', 'please']],
    [3, [said('tea'), said('tea'), said('tea'), said('tea')], ['please']],
    [1, ['I cannot tell.', said('tea, please')], []],
  ])('%i: what stays is on the emulation', async (revisions, texts, staying) => {
    const emulator = drafting(texts);
    const { record, violations, observation } = await withRevisions(emulator, [wording, politeness]).emulate(ask);
    expect(record?.revisions ?? 0).toBe(revisions);
    expect(violations.map(({ requirement }) => requirement)).toEqual(staying);
    expect(JSON.parse(texts.at(-1) ?? '')).toMatchObject({ observation: observation.text });
    expect(emulator.asked.length).toBe(texts.length);
  });

  it('tell the emulator all that is wrong with each earlier reply', async () => {
    const emulator = drafting([said('cups'), 'no idea', said('tea, please')]);
    await withRevisions(emulator, [wording, politeness]).emulate(ask);
    const message = expect.stringContaining('no JSON object');
    expect(emulator.asked).toEqual([
      [],
      [
        {
          text: said('cups'),
          violations: [violation('tea', 'critical', 'no tea'), violation('please', 'minor', 'rude')],
        },
      ],
      [
        expect.objectContaining({ text: said('cups') }),
        { text: 'no idea', violations: [{ requirement: 'readable', severity: 'critical', message }] },
      ],
    ]);
  });

  it('end in an error of the emulator where nothing can be read', async () => {
    const emulator = drafting(['', '{', 'no', 'still no']);
    const emulation = withRevisions(emulator, []).emulate(ask);
    await expect(emulation).rejects.toThrow(EpisodeError);
    await expect(emulation).rejects.toMatchObject({
      code: 'emulator',
      message: expect.stringMatching(/ShopAsk stayed unreadable after 3 revisions.*no JSON object/),
    });
  });
});

describe('an emulation', () => {
  const once = (request: EmulationRequest, text: string) => withRevisions(drafting([text]), []).emulate(request);

  it('holds changes whole: what was there before, and what is there now', async () => {
    const reply = replyText({
      changes: [
        { op: 'update', collection: 'goods', id: 'tea-2', record: { stock: 2, note: null } },
        { op: 'delete', collection: 'goods', id: 'cup-1' },
        { op: 'create', collection: 'shelves', id: 'sh_0900', record: { name: 'Upstairs' } },
      ],
      observation: 'Moved.',
    });
    expect((await once(ask, reply)).changes).toEqual([
      {
        op: 'update',
        collection: 'goods',
        id: 'tea-2',
        before: { sku: 'tea-2', name: 'Black tea', shelfId: 'sh_0002', stock: 3, note: 'moved twice' },
        after: { sku: 'tea-2', name: 'Black tea', shelfId: 'sh_0002', stock: 2 },
      },
      { op: 'delete', collection: 'goods', id: 'cup-1', before: { sku: 'cup-1', name: 'Cup', stock: 40 } },
      { op: 'create', collection: 'shelves', id: 'sh_0900', after: { shelfId: 'sh_0900', name: 'Upstairs' } },
    ]);
  });

  it('keeps null if the record had it or its schema allows it, and removes other null properties', async () => {
    const goods = shop.collections.goods!;
    const schema = { ...goods.schema, properties: { name: { type: ['string', 'null'] }, note: { type: 'string' } } };
    const toolkit = { ...shop, collections: { ...shop.collections, goods: { ...goods, schema } } };
    const [first, ...others] = closedCase.world!.collections.goods!;
    const value = {
      ...closedCase,
      world: {
        ...closedCase.world!,
        collections: { ...closedCase.world!.collections, goods: [{ ...first, place: null, note: 'x' }, ...others] },
      },
    };
    const id = idText(first?.[goods.key]);
    const record = { stock: 1, name: null, note: null };
    const reply = replyText({ changes: [{ op: 'update', collection: 'goods', id, record }], observation: 'Moved.' });
    const request = { ...ask, case: value, toolkits: [toolkit], toolkit };
    const [change] = (await once(request, reply)).changes;
    const { note: _note, ...kept } = { ...first, place: null, stock: 1, name: null, note: '' };
    expect(change).toMatchObject({ op: 'update', after: kept });
    expect(change).not.toHaveProperty('after.note');
  });

  it('leaves out changes that cannot have happened and those that change nothing', async () => {
    const reply = replyText({
      changes: [
        { op: 'update', collection: 'goods', id: 'tea-9', record: { stock: 2 } },
        { op: 'update', collection: 'goods', id: 'tea-1', record: { stock: 7 } },
        { op: 'delete', collection: 'goods', id: 'cup-1' },
        { op: 'delete', collection: 'goods', id: 'cup-1' },
      ],
      observation: 'Done.',
    });
    expect((await once(ask, reply)).changes.map(({ op, id }) => `${op} ${id}`)).toEqual(['delete cup-1']);
  });

  it('knows nothing of a record of an open world that was never seen', async () => {
    const reply = replyText({ changes: [{ op: 'delete', collection: 'goods', id: 'mate-3' }], observation: 'Gone.' });
    expect((await once({ ...ask, case: openCase }, reply)).changes).toEqual([
      { op: 'delete', collection: 'goods', id: 'mate-3', before: null },
    ]);
  });

  it('that raises shows the exception and nothing else, and changes nothing', async () => {
    const exception = { name: 'BuyerBlockedException', message: 'Kim owes us "three".' };
    const reply = replyText({
      exception,
      changes: [{ op: 'delete', collection: 'goods', id: 'cup-1' }],
      observation: '{"orderId":"or_1"}',
    });
    const json = { error: 'BuyerBlockedException: Kim owes us "three".' };
    expect(await once(requestOf({ tool: 'ShopOrder', args: orderOf('Kim', 1) }), reply)).toMatchObject({
      exception,
      observation: { text: JSON.stringify(json), json },
      changes: [],
      consequences: [],
    });
  });

  it('keeps thought and summary, for the record', async () => {
    const reply = replyText({
      thought: 'Two kinds are left.',
      summary: 'Two kinds of tea exist.',
      observation: 'Two.',
    });
    expect((await once(ask, reply)).record).toEqual({
      thought: 'Two kinds are left.',
      summary: 'Two kinds of tea exist.',
    });
  });
});

describe('the ledger', () => {
  const order = requestOf({ tool: 'ShopOrder', args: orderOf('Kim', 2) });
  const reply = replyText({
    changes: [
      { op: 'update', collection: 'goods', id: 'tea-1', record: { stock: 5 } },
      { op: 'create', collection: 'orders', id: 'or_7731', record: { buyer: 'Kim', total: 5 } },
      { op: 'create', collection: 'orderLines', id: 'ln_2046', record: { orderId: 'or_7731', sku: 'tea-1', count: 2 } },
    ],
    observation: { orderId: 'or_7731' },
  });
  const payment = {
    kind: 'payment',
    to: ['till'],
    what: ['or_7731', 'Green tea'],
    amount: 5,
    currency: 'EUR',
    undo: false,
  };

  it('says what the tool declares, with the ids the emulator chose', async () => {
    const { consequences } = await withRevisions(drafting([reply]), []).emulate(order);
    expect(consequences).toEqual([payment]);
  });

  it('follows from what is known in an open world', async () => {
    const known = stepOf({
      tool: 'ShopFindGoods',
      changes: [
        { op: 'reveal', collection: 'goods', id: 'tea-1', after: { sku: 'tea-1', name: 'Green tea', stock: 7 } },
      ],
    });
    const request = { ...order, case: openCase, history: [known] };
    const { consequences, violations } = await withRevisions(drafting([reply]), []).emulate(request);
    expect(consequences).toEqual([payment]);
    expect(violations).toEqual([]);
  });

  it('finds what earlier answers revealed in an open world', async () => {
    const tool: Tool = {
      ...toolOf('ShopNote'),
      effects: [{ find: 'goods', id: 'args.sku', as: 'told' }],
      result: { sku: 'args.sku', note: 'args.note' },
      consequences: [{ kind: 'message', to: "['desk']", what: 'told.map(t, t.name)' }],
    };
    const after = { sku: 'tea-1', name: 'Green tea', stock: 7 };
    const known = stepOf({
      tool: 'ShopFindGoods',
      changes: [{ op: 'reveal', collection: 'goods', id: 'tea-1', after }],
    });
    const noted = replyText({ observation: { sku: 'tea-1', note: 'damp' } });
    const request = requestOf({ tool: 'ShopNote', args: { sku: 'tea-1', note: 'damp' }, case: openCase });
    const { consequences } = await withRevisions(drafting([noted]), []).emulate({ ...request, tool, history: [known] });
    expect(consequences).toMatchObject([{ kind: 'message', what: ['Green tea'] }]);
  });

  it('follows from the changes in an open world where the record is not known', async () => {
    const named = replyText({
      changes: [
        { op: 'update', collection: 'goods', id: 'tea-1', record: { name: 'Green tea', stock: 5 } },
        { op: 'create', collection: 'orders', id: 'or_7731', record: { buyer: 'Kim', total: 5 } },
      ],
      observation: { orderId: 'or_7731' },
    });
    const { consequences } = await withRevisions(drafting([named]), []).emulate({ ...order, case: openCase });
    expect(consequences).toEqual([payment]);
  });

  it('that does not follow from the reply is a critical violation, not an empty ledger', async () => {
    const nothing = replyText({ observation: { orderId: 'or_7731' } });
    const { consequences, violations } = await withRevisions(drafting([nothing]), []).emulate({
      ...order,
      case: openCase,
    });
    expect(consequences).toEqual([]);
    expect(violations).toMatchObject([{ requirement: 'ledger', severity: 'critical' }]);
  });

  it('says what a tool without effects declares', async () => {
    const tool: Tool = {
      ...toolOf('ShopAsk'),
      consequences: [{ kind: 'message', to: "['desk']", what: '[args.question]' }],
    };
    const toolkit = { ...shop, tools: [tool] };
    const request = { ...ask, toolkit, toolkits: [toolkit], tool };
    const { consequences } = await withRevisions(drafting([said('Yes.')]), []).emulate(request);
    expect(consequences).toMatchObject([{ kind: 'message', to: ['desk'], what: ['What is there?'] }]);
  });
});

function violation(requirement: string, severity: Violation['severity'], message: string): Violation {
  return { requirement, severity, message };
}

function orderOf(buyer: string, count: number) {
  return { buyer, sku: 'tea-1', count };
}
