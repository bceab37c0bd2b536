import { describe, expect, it } from 'vitest';
import { EpisodeError, type ModelReply } from '../contract/index.ts';
import { emulatorReplySchema, renderEmulatorPrompt } from '../prompt/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { playCalls, replyText, requestOf, closedCase, shop } from './__fixtures__/shop.ts';
import { createAdversarialEmulator, createStandardEmulator } from './index.ts';

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
