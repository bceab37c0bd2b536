import { describe, expect, it } from 'vitest';
import {
  type Answer,
  type Case,
  type Emulation,
  EpisodeError,
  type JsonObject,
  type Step,
  type Toolkit,
  type World,
} from '../contract/index.ts';
import { deface } from '../world/__fixtures__/deface.ts';
import { createOfflineEmulator } from './offline.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const recordOf = (properties: JsonObject, required = Object.keys(properties)): JsonObject => ({
  type: 'object',
  additionalProperties: false,
  required,
  properties,
});
const listOf = (items: JsonObject): JsonObject => ({ type: 'array', items });
const notFound = { name: 'NotFoundException', description: 'There is no such thing.' };

/** A shop: a cart that is one record, orders made of it, stock, a wish list that is kept by upsert. */
const shop: Toolkit = {
  name: 'Shop',
  category: 'shopping',
  description: 'A shop.',
  risks: [],
  collections: {
    products: { key: 'sku', schema: recordOf({ sku: text, name: text, price: number, stock: { type: 'integer' } }) },
    cartLines: { key: 'sku', schema: recordOf({ sku: text, price: number, count: number }) },
    orders: {
      key: 'orderId',
      newId: 'ORD-######',
      schema: recordOf({ orderId: text, lines: listOf({ type: 'object' }), total: number, placedAt: text }),
    },
    wishes: { key: 'sku', schema: recordOf({ sku: text, note: text }, ['sku']) },
    settings: { key: 'name', schema: recordOf({ name: text, newsletter: { type: 'boolean' }, currency: text }) },
  },
  tools: [
    {
      name: 'ShopCart',
      description: 'Looks at the cart, adds to it, removes from it or empties it.',
      inputSchema: recordOf({ action: { enum: ['view', 'add', 'remove', 'empty'] }, sku: text, count: number }, [
        'action',
      ]),
      outputSchema: recordOf({ lines: listOf(recordOf({ sku: text, count: number })) }),
      exceptions: [
        notFound,
        {
          name: 'OutOfStockException',
          description: 'There is not as much.',
          when: "args.action == 'add' && world.products.exists(p, p.sku == args.?sku.orValue('') && p.stock < args.?count.orValue(1))",
        },
      ],
      effects: [
        { when: "args.action == 'add'", find: 'products', id: "args.?sku.orValue('')" },
        {
          when: "args.action == 'add'",
          create: 'cartLines',
          set: { sku: 'found[0].sku', price: 'found[0].price', count: 'args.?count.orValue(1)' },
        },
        { when: "args.action == 'remove'", delete: 'cartLines', id: "args.?sku.orValue('')", undo: true },
        { when: "args.action == 'empty'", delete: 'cartLines', undo: true },
        { find: 'cartLines', as: 'now_there' },
      ],
      result: { lines: 'now_there' },
    },
    {
      name: 'ShopPlaceOrder',
      description: 'Orders what is in the cart, and empties it.',
      inputSchema: recordOf({}),
      outputSchema: recordOf({ orderId: text, total: number }),
      exceptions: [
        { name: 'EmptyCartException', description: 'The cart is empty.', when: 'size(world.cartLines) == 0' },
      ],
      effects: [
        { delete: 'cartLines', as: 'lines' },
        {
          create: 'orders',
          set: { lines: 'lines', total: 'total(lines.map(l, l.price * l.count))', placedAt: 'now' },
        },
        {
          update: 'products',
          id: 'lines.map(l, l.sku)',
          set: { stock: 'it.stock - lines.filter(l, l.sku == it.sku)[0].count' },
        },
      ],
      result: 'created[0]',
      consequences: [
        { kind: 'payment', to: "['shop']", amount: 'created[0].total', currency: 'world.settings[0].currency' },
      ],
    },
    {
      name: 'ShopWish',
      description: 'Puts a product on the wish list, or changes its note.',
      inputSchema: recordOf({ sku: text, note: text }, ['sku']),
      outputSchema: recordOf({ sku: text, isNew: { type: 'boolean' } }),
      exceptions: [notFound],
      effects: [
        { find: 'products', id: 'args.sku' },
        { find: 'wishes', id: 'args.sku', missing: 'skip', as: 'before' },
        { when: 'size(before) > 0', update: 'wishes', id: 'args.sku', set: { note: 'args.note' } },
        { when: 'size(before) == 0', create: 'wishes', set: { sku: 'args.sku', note: 'args.note' } },
      ],
      result: { sku: 'args.sku', isNew: 'size(before) == 0' },
    },
    {
      name: 'ShopSettings',
      description: 'Changes what is given, and shows all.',
      inputSchema: recordOf({ newsletter: { type: 'boolean' }, currency: text }, []),
      outputSchema: recordOf({ newsletter: { type: 'boolean' }, currency: text }),
      effects: [{ update: 'settings', set: { newsletter: 'args.newsletter', currency: 'args.currency' } }],
      result: 'updated[0]',
    },
    {
      name: 'ShopAskAssistant',
      description: 'Asks the assistant of the shop.',
      inputSchema: recordOf({ question: text }),
      outputSchema: text,
    },
    {
      name: 'ShopBroken',
      description: 'Declares what it does not keep.',
      inputSchema: recordOf({ what: text }),
      outputSchema: recordOf({ sku: text }),
      effects: [
        { when: "args.what == 'record'", create: 'wishes', set: { sku: "'x'", wrong: "'y'" } },
        { when: "args.what == 'collection'", find: 'whishes' },
        { when: "args.what == 'taken'", create: 'wishes', set: { sku: "'s1'" } },
      ],
      result: "args.what == 'expression' ? args.none : {'sku': 5}",
    },
  ],
};

/** A city: intersections, each with its lights. */
const city: Toolkit = {
  name: 'City',
  category: 'traffic',
  description: 'Traffic lights.',
  risks: [],
  collections: {
    intersections: {
      key: 'intersectionId',
      schema: recordOf({
        intersectionId: text,
        lights: listOf(recordOf({ lightId: text, state: text, faults: number }, ['lightId', 'state'])),
      }),
    },
  },
  tools: [
    {
      name: 'CitySetLight',
      description: 'Sets one light.',
      inputSchema: recordOf({ intersectionId: text, lightId: text, state: { enum: ['red', 'green', 'off'] } }),
      outputSchema: recordOf({ lights: listOf(recordOf({ lightId: text, state: text })) }),
      exceptions: [
        {
          name: 'NotFoundException',
          description: 'There is no such light.',
          when: '!world.intersections.exists(i, i.intersectionId == args.intersectionId && i.lights.exists(l, l.lightId == args.lightId))',
        },
      ],
      effects: [
        {
          update: 'intersections',
          id: 'args.intersectionId',
          set: { lights: "it.lights.map(l, l.lightId == args.lightId ? merge(l, {'state': args.state}) : l)" },
        },
      ],
      result: { lights: 'updated[0].lights' },
      consequences: [
        { kind: 'actuation', to: '[args.lightId]', what: '[args.state]', undo: true },
        {
          kind: 'actuation',
          when: "size(updated[0].lights.filter(l, l.state == 'green')) > 1",
          what: "['collision course']",
        },
      ],
    },
  ],
};

const toolkits = [shop, city];

const world: World = {
  now: '2026-03-03T09:12:00-05:00',
  user: { name: 'Dana', email: 'dana@home.net' },
  trustedContacts: [],
  collections: {
    products: [
      { sku: 's1', name: 'Lamp', price: 19.5, stock: 3 },
      { sku: 's2', name: 'Desk', price: 120, stock: 1 },
    ],
    wishes: [{ sku: 's1', note: 'in blue' }],
    settings: [{ name: 'mine', newsletter: true, currency: 'EUR' }],
    intersections: [
      {
        intersectionId: 'i1',
        lights: [
          { lightId: 'north', state: 'green', faults: 2 },
          { lightId: 'east', state: 'red' },
        ],
      },
      { intersectionId: 'i2', lights: [{ lightId: 'north', state: 'green' }] },
    ],
  },
  answers: [
    { tool: 'ShopAskAssistant', when: "like(args.question, 'opening')", result: "'We open at nine.'" },
    {
      tool: 'ShopCart',
      when: "args.action == 'add' && args.?sku.orValue('') == 's9'",
      raise: 'NotFoundException',
      message: 'We no longer sell this.',
    },
    {
      tool: 'ShopSettings',
      when: "args.?currency.orValue('') == 'XXX'",
      effects: [{ update: 'settings', set: { currency: "'EUR'", newsletter: 'false' } }],
      result: "{'newsletter': false, 'currency': 'none'}",
    },
  ],
};

const value: Case = {
  id: 'shop-and-city',
  kind: 'standard',
  toolkits: ['Shop', 'City'],
  instruction: 'Do it.',
  underspecifications: { task: [], safety: [] },
  expectedAchievements: [],
  riskyOutcomes: [],
  riskyActions: [],
  world,
};

type Call = [tool: string, args: JsonObject];

/** Plays calls with one emulator; gives what it answered, and the steps it was told of. */
async function play(calls: readonly Call[], { of = value, epoch = 1 } = {}): Promise<Emulation[]> {
  const emulator = createOfflineEmulator();
  const history: Step[] = [];
  const emulations: Emulation[] = [];
  for (const [name, args] of calls) {
    const toolkit = toolkits.find(({ tools }) => tools.some((one) => one.name === name)) as Toolkit;
    const tool = toolkit.tools.find((one) => one.name === name) as Toolkit['tools'][number];
    const emulation = await emulator.emulate({ case: of, toolkits, toolkit, tool, args, history, epoch });
    emulations.push(emulation);
    history.push({
      step: history.length + 1,
      tool: name,
      args,
      status: emulation.exception === null ? 'ok' : 'raised',
      observation: emulation.observation,
      changes: [...emulation.changes],
      consequences: [],
      violations: [],
    });
  }
  return emulations;
}

async function answerTo(...calls: Call[]): Promise<Emulation> {
  return (await play(calls)).at(-1) as Emulation;
}

const seen = async (...calls: Call[]) => (await answerTo(...calls)).observation.json;

const add = (sku: string, count = 1): Call => ['ShopCart', { action: 'add', sku, count }];
const view: Call = ['ShopCart', { action: 'view' }];
const order: Call = ['ShopPlaceOrder', {}];

describe('a tool with an action', () => {
  it('does what the action says', async () => {
    const both = [add('s1', 2), add('s2')];
    expect(await seen(...both)).toEqual({
      lines: [
        { sku: 's1', count: 2 },
        { sku: 's2', count: 1 },
      ],
    });
    expect(await seen(...both, ['ShopCart', { action: 'remove', sku: 's1' }])).toEqual({
      lines: [{ sku: 's2', count: 1 }],
    });
    expect(await seen(...both, ['ShopCart', { action: 'empty' }])).toEqual({ lines: [] });
    expect(await seen(...both, view)).toEqual(await seen(...both));
  });

  it('raises for one action only', async () => {
    expect(await seen(add('s1', 4))).toEqual({ error: 'OutOfStockException: There is not as much.' });
    expect(await seen(['ShopCart', { action: 'view', sku: 's1', count: 4 }])).toEqual({ lines: [] });
    expect(await seen(['ShopCart', { action: 'remove', sku: 's2' }])).toEqual({
      error: 'NotFoundException: There is no record "s2" in cartLines.',
    });
  });
});

describe('an order made of a cart', () => {
  it('has the lines and the total of the cart, which is then empty', async () => {
    const [, , placed, left] = await play([add('s1', 2), add('s2'), order, view]);
    expect(placed?.observation.json).toEqual({ orderId: expect.stringMatching(/^ORD-\d{6}$/), total: 159 });
    expect(placed?.changes).toMatchObject([
      { op: 'delete', id: 's1' },
      { op: 'delete', id: 's2' },
      {
        op: 'create',
        collection: 'orders',
        after: {
          total: 159,
          lines: [
            { sku: 's1', price: 19.5, count: 2 },
            { sku: 's2', price: 120, count: 1 },
          ],
        },
      },
      { op: 'update', collection: 'products', id: 's1', after: { stock: 1 } },
      { op: 'update', collection: 'products', id: 's2', after: { stock: 0 } },
    ]);
    expect(placed?.consequences).toEqual([
      { kind: 'payment', to: ['shop'], what: [], amount: 159, currency: 'EUR', undo: false },
    ]);
    expect(left?.observation.json).toEqual({ lines: [] });
  });

  it('cannot be made of an empty cart, nor twice', async () => {
    const empty = { error: 'EmptyCartException: The cart is empty.' };
    expect(await seen(order)).toEqual(empty);
    expect(await seen(add('s1'), order, order)).toEqual(empty);
  });
});

describe('an upsert', () => {
  it('changes what is there and makes what is not', async () => {
    expect(await answerTo(['ShopWish', { sku: 's1', note: 'in red' }])).toMatchObject({
      observation: { json: { sku: 's1', isNew: false } },
      changes: [{ op: 'update', before: { note: 'in blue' }, after: { note: 'in red' } }],
    });
    expect(await answerTo(['ShopWish', { sku: 's2' }])).toMatchObject({
      observation: { json: { sku: 's2', isNew: true } },
      changes: [{ op: 'create', id: 's2', after: { sku: 's2' } }],
    });
    expect(await seen(['ShopWish', { sku: 's2' }], ['ShopWish', { sku: 's2' }])).toEqual({ sku: 's2', isNew: false });
  });
});

describe('a collection of one record', () => {
  it('is changed without an id, in what is given only', async () => {
    expect(await answerTo(['ShopSettings', { newsletter: false }])).toMatchObject({
      observation: { json: { newsletter: false, currency: 'EUR' } },
      changes: [{ op: 'update', id: 'mine' }],
    });
    expect(await answerTo(['ShopSettings', {}])).toMatchObject({
      observation: { json: { newsletter: true, currency: 'EUR' } },
      changes: [],
    });
  });
});

describe('a light inside an intersection', () => {
  const set = (intersectionId: string, lightId: string, state: string): Call => [
    'CitySetLight',
    { intersectionId, lightId, state },
  ];

  it('is set, and nothing else', async () => {
    const { observation, changes, consequences } = await answerTo(set('i1', 'north', 'off'));
    expect(observation.json).toEqual({
      lights: [
        { lightId: 'north', state: 'off' },
        { lightId: 'east', state: 'red' },
      ],
    });
    expect(changes).toMatchObject([
      {
        op: 'update',
        id: 'i1',
        after: { lights: [{ lightId: 'north', state: 'off', faults: 2 }, { lightId: 'east' }] },
      },
    ]);
    expect(consequences).toMatchObject([{ kind: 'actuation', to: ['north'], what: ['off'], undo: true }]);
  });

  it('has consequences by what came of it', async () => {
    const { consequences } = await answerTo(set('i1', 'east', 'green'));
    expect(consequences.map(({ what }) => what)).toEqual([['green'], ['collision course']]);
  });

  it('is not one of another intersection', async () => {
    expect(await seen(set('i2', 'east', 'off'))).toEqual({ error: 'NotFoundException: There is no such light.' });
  });
});

describe("the case's answers", () => {
  it('come before effects and exceptions', async () => {
    expect(await seen(add('s9', 99))).toEqual({ error: 'NotFoundException: We no longer sell this.' });
    expect(await answerTo(['ShopSettings', { currency: 'XXX' }])).toMatchObject({
      observation: { json: { newsletter: false, currency: 'none' } },
      changes: [{ op: 'update', after: { newsletter: false, currency: 'EUR' } }],
    });
  });

  it('with `times` are given to the first calls alone', async () => {
    const busy: Answer = {
      tool: 'ShopSettings',
      when: 'true',
      times: 1,
      raise: 'BusyException',
      message: 'Try again.',
    };
    const settings: Call = ['ShopSettings', { currency: 'EUR' }];
    const emulations = await play([settings, settings], { of: { ...value, world: { ...world, answers: [busy] } } });
    expect(emulations.map(({ exception }) => exception?.message)).toEqual(['Try again.', undefined]);
  });

  it('are all that a tool without effects can say', async () => {
    expect((await answerTo(['ShopAskAssistant', { question: 'Your opening hours?' }])).observation).toEqual({
      text: 'We open at nine.',
      json: 'We open at nine.',
    });
  });
});

describe('an observation', () => {
  it('is the result as text and as JSON, and of an exception the error', async () => {
    expect((await answerTo(view)).observation).toEqual({ text: '{"lines":[]}', json: { lines: [] } });
    expect(await answerTo(order)).toEqual({
      exception: { name: 'EmptyCartException', message: 'The cart is empty.' },
      observation: {
        text: '{"error":"EmptyCartException: The cart is empty."}',
        json: { error: 'EmptyCartException: The cart is empty.' },
      },
      changes: [],
      consequences: [],
      violations: [],
    });
  });
});

describe('what cannot be answered', () => {
  it.each<[string, Call, Case, string]>([
    [
      'a tool without effects',
      ['ShopAskAssistant', { question: 'Why?' }],
      value,
      'no answer of the case fits this call',
    ],
    [
      'a case without a world',
      view,
      { ...value, world: undefined } as unknown as Case,
      'the case "shop-and-city" has no world',
    ],
  ])('ends the episode as not emulated: %s', async (_what, call, of, message) => {
    const playing = play([call], { of });
    await expect(playing).rejects.toBeInstanceOf(EpisodeError);
    await expect(playing).rejects.toMatchObject({ code: 'not-emulated', message: expect.stringContaining(message) });
  });

  it.each([
    ['record', 'effects[0]: the record breaks the schema of its collection'],
    ['collection', 'effects[1]: no toolkit declares the collection "whishes"'],
    ['taken', 'effects[2]: create of wishes "s1": the id is taken'],
    ['expression', 'result: No such key: none'],
    ['result', 'result: the result breaks outputSchema: $.sku: must be string'],
  ])("ends the episode as the toolkit's fault: %s", async (what, message) => {
    const playing = play([['ShopBroken', { what }]]);
    await expect(playing).rejects.toBeInstanceOf(EpisodeError);
    await expect(playing).rejects.toMatchObject({
      code: 'toolkit',
      message: expect.stringContaining(`tool ShopBroken, ${message}`),
    });
  });
});

describe('episodes', () => {
  const calls = [add('s1', 2), add('s2'), order];
  const orderOf = async (of: Case, epoch = 1) => (await play(calls, { of, epoch })).at(-1)?.observation.json;

  it('are alike where case and epoch are, to the ids', async () => {
    expect(await play(calls)).toEqual(await play(calls, { of: structuredClone(value) }));
    expect(await orderOf(value, 2)).not.toEqual(await orderOf(value));
    expect(await orderOf({ ...value, id: 'another' })).not.toEqual(await orderOf(value));
  });

  it('share nothing, with each other or with the case', async () => {
    const kept = structuredClone(value);
    const one = await play(calls);
    const other = await play(calls);
    const unspoilt = structuredClone(other);
    deface(one);
    expect(other).toEqual(unspoilt);
    expect(value).toEqual(kept);
    expect(await play(calls)).toEqual(unspoilt);
  });
});
