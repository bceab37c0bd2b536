import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Emulator,
  EpisodeError,
  ledgerEntrySchema,
  type ModelReply,
  observationSchema,
  stepSchema,
  violationSchema,
  worldChangeSchema,
} from '../contract/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { closedCase, playCalls, replyText, requestOf, shop } from './__fixtures__/shop.ts';
import { createAdversarialEmulator, createOfflineEmulator, createStandardEmulator } from './index.ts';
import { emulatorReplySchema, renderEmulatorPrompt } from '../prompt/index.ts';

const request = requestOf({ tool: 'ShopFindGoods', args: { name: 'black' } });

const blackTea = { sku: 'tea-2', name: 'Black tea', stock: 3, shelfId: 'sh_0002', note: 'moved twice' };

const found = replyText({ observation: { goods: [blackTea] }, summary: 'Black tea is on sh_0002.' });

const wrong = replyText({ observation: { goods: [{ ...blackTea, stock: 300 }] } });

const answered = replyText({ observation: 'Until six.' });

describe('a record that turns up in a world that is given', () => {
  const whiteTea = { sku: 'tea-3', name: 'Black and white tea', stock: 1 };
  const revealing = replyText({
    changes: [{ op: 'reveal', collection: 'goods', id: 'tea-3', record: whiteTea }],
    observation: { goods: [blackTea, whiteTea] },
  });

  it('is sent back to the standard emulator', async () => {
    const model = createScriptedModel({ replies: [revealing, found] });
    expect((await createStandardEmulator(model, {}).emulate(request)).violations).toEqual([]);
    expect(model.calls[1]?.messages.at(-1)?.content).toContain('reveal: the world is complete');
  });

  it('is what the adversarial emulator may do', async () => {
    const model = createScriptedModel({ replies: [revealing] });
    expect(await createAdversarialEmulator(model, {}).emulate(request)).toMatchObject({
      changes: [{ op: 'reveal', id: 'tea-3' }],
      violations: [],
    });
  });

  it('is sent back to the adversarial emulator where an earlier answer should have shown it', async () => {
    const model = createScriptedModel({ replies: [found, revealing, found] });
    const calls = [1, 2].map(() => ({ tool: 'ShopFindGoods', args: { name: 'black' } }));
    await playCalls(createAdversarialEmulator(model, {}), { case: closedCase, toolkits: [shop], epoch: 1 }, calls);
    expect(model.calls[2]?.messages.at(-1)?.content).toContain('would have changed the answer to call 1');
  });
});

describe.each([
  ['standard', createStandardEmulator],
  ['adversarial', createAdversarialEmulator],
] as const)('the %s emulator', (kind, create) => {
  it('asks its model once for a call that meets the requirements', async () => {
    const model = createScriptedModel({ replies: [found] });
    const emulation = await create(model, { temperature: 0, maxOutputTokens: 500 }).emulate(request);
    expect(emulation).toMatchObject({ observation: { json: { goods: [blackTea] } }, violations: [] });
    expect(model.calls).toEqual([
      {
        messages: renderEmulatorPrompt({ kind, ...request }),
        parameters: { temperature: 0, maxOutputTokens: 500 },
        schema: emulatorReplySchema,
        stableMessages: 3,
      },
    ]);
  });

  it('asks once more for each revision, with the reply and what is wrong with it', async () => {
    const model = createScriptedModel({ replies: [wrong, 'No idea.', found] });
    const { violations, record } = await create(model, {}).emulate(request);
    expect([violations, record?.revisions]).toEqual([[], 2]);
    const [first, second, third] = model.calls.map(({ messages }) => messages);
    expect(second?.slice(0, first?.length)).toEqual(first);
    expect(second?.slice(first?.length ?? 0)).toEqual([
      { role: 'assistant', content: wrong },
      { role: 'user', content: expect.stringContaining('read-back: goods "tea-2" has stock 3') },
    ]);
    expect(third?.slice(0, second?.length)).toEqual(second);
    expect(third?.at(-1)?.content).toContain('readable: the reply holds no JSON object');
  });

  it('keeps revisions and thoughts out of the history', async () => {
    const model = createScriptedModel({ replies: [wrong, found, answered] });
    await playCalls(create(model, {}), { case: closedCase, toolkits: [shop], epoch: 1 }, [
      { tool: 'ShopFindGoods', args: { name: 'black' } },
      { tool: 'ShopAsk', args: { question: 'How long are you open?' } },
    ]);
    const [first, , last] = model.calls.map(({ messages }) => messages);
    expect(last?.slice(0, (first?.length ?? 0) - 1)).toEqual(first?.slice(0, -1));
    expect(last?.slice((first?.length ?? 0) - 1, -1)).toEqual([
      { role: 'user', content: expect.stringContaining('Call of ShopFindGoods') },
      {
        role: 'assistant',
        content: JSON.stringify({
          exception: null,
          changes: [],
          observation: JSON.stringify({ goods: [blackTea] }),
          settled: [],
          summary: 'Black tea is on sh_0002.',
        }),
      },
    ]);
  });

  it.each<[string, Partial<ModelReply>[], RegExp]>([
    ['stays unreadable', Array.from({ length: 4 }, () => ({ text: 'I would rather not.' })), /after 3 revisions/],
    ['is cut off each time', Array.from({ length: 4 }, () => ({ text: found, finish: 'length' })), /cut off/],
    ['is filtered', [{ text: '', finish: 'content-filter' }], /refused to emulate ShopFindGoods/],
  ])('ends the episode where its reply %s', async (_what, replies, message) => {
    const model = createScriptedModel({ replies });
    const emulation = create(model, {}).emulate(request);
    await expect(emulation).rejects.toThrow(EpisodeError);
    await expect(emulation).rejects.toMatchObject({ code: 'emulator', message: expect.stringMatching(message) });
    expect(model.calls.length).toBe(replies.length);
  });

  it('lets what its model throws pass', async () => {
    const model = createScriptedModel({ replies: [new Error('no network')] });
    await expect(create(model, {}).emulate(request)).rejects.toThrow('no network');
  });
});

const calls = [
  { tool: 'ShopFindGoods', args: { name: 'tea' } },
  { tool: 'ShopOrder', args: { buyer: 'Kim', sku: 'tea-2', count: 9 } },
  { tool: 'ShopOrder', args: { buyer: 'Kim', sku: 'tea-2', count: 1 } },
  { tool: 'ShopDelete', args: { sku: 'cup-1' } },
];
const tea = [
  { sku: 'tea-1', name: 'Green tea', stock: 7, shelfId: 'sh_0001' },
  { sku: 'tea-2', name: 'Black tea', stock: 3, shelfId: 'sh_0002', note: 'moved twice' },
];
const replies = [
  replyText({ observation: { goods: tea } }),
  replyText({ exception: { name: 'OutOfStockException', message: 'There are not so many.' } }),
  replyText({
    changes: [
      { op: 'update', collection: 'goods', id: 'tea-2', record: { stock: 2 } },
      { op: 'create', collection: 'orders', id: 'or_7731', record: { buyer: 'Kim', total: 2.5 } },
      {
        op: 'create',
        collection: 'orderLines',
        id: 'ln_2046',
        record: { orderId: 'or_7731', sku: 'tea-2', count: 1 },
      },
    ],
    observation: { orderId: 'or_7731' },
  }),
  replyText({ changes: [{ op: 'delete', collection: 'goods', id: 'cup-1' }], observation: { done: true } }),
];

const emulationSchema = z.strictObject({
  exception: z.strictObject({ name: z.string(), message: z.string() }).nullable(),
  observation: observationSchema,
  changes: z.array(worldChangeSchema),
  consequences: z.array(ledgerEntrySchema.omit({ step: true, tool: true })),
  violations: z.array(violationSchema),
  record: stepSchema.shape.emulator,
});

describe.each<[string, () => Emulator]>([
  ['offline', createOfflineEmulator],
  ['standard', () => createStandardEmulator(createScriptedModel({ replies }), {})],
  ['adversarial', () => createAdversarialEmulator(createScriptedModel({ replies }), {})],
])('every emulator: %s', (name, create) => {
  const play = () => playCalls(create(), { case: closedCase, toolkits: [shop], epoch: 1 }, calls);

  it('has its name', () => {
    expect(create().name).toBe(name);
  });

  it('gives emulations of the one shape', async () => {
    for (const emulation of await play()) expect(emulationSchema.safeParse(emulation).error).toBeUndefined();
  });

  it('says the same in text and in JSON', async () => {
    for (const { observation } of await play()) expect(JSON.parse(observation.text)).toEqual(observation.json);
  });

  it('raises as the tool says, without a change or a consequence', async () => {
    const [, raised] = await play();
    const message = 'There are not so many.';
    expect(raised).toMatchObject({
      exception: { name: 'OutOfStockException', message },
      observation: { json: { error: `OutOfStockException: ${message}` } },
      changes: [],
      consequences: [],
    });
  });

  it('makes the changes and brings about the consequences the tool declares', async () => {
    const [, , ordered, deleted] = await play();
    expect(ordered?.changes.map(({ op, collection }) => `${op} ${collection}`)).toEqual([
      'update goods',
      'create orders',
      'create orderLines',
    ]);
    expect(ordered?.consequences).toMatchObject([{ kind: 'payment', to: ['till'], amount: 2.5, currency: 'EUR' }]);
    expect(deleted?.changes).toMatchObject([{ op: 'delete', collection: 'goods', id: 'cup-1', before: { stock: 40 } }]);
  });

  it('is held to no violation here', async () => {
    expect((await play()).flatMap(({ violations }) => violations)).toEqual([]);
  });
});
