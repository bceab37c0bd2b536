import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  type Emulator,
  ledgerEntrySchema,
  observationSchema,
  stepSchema,
  violationSchema,
  worldChangeSchema,
} from '../contract/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { closedCase, playCalls, replyText, shop } from './__fixtures__/shop.ts';
import { createAdversarialEmulator, createOfflineEmulator, createStandardEmulator } from './index.ts';

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
