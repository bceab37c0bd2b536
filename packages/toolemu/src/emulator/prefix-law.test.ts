import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Case, ModelMessage, Step } from '../contract/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { closedCase, openCase, replyText, requestOf, shop } from './__fixtures__/shop.ts';
import { createLanguageModelEmulator } from './create-emulator.ts';
import { withRevisions } from './with-revisions.ts';

type Reply = Parameters<typeof replyText>[0];

/** A call of an episode: one the sandbox rejected, or one with the model's reply to it. */
interface Turn {
  readonly tool: string;
  readonly args: Record<string, string>;
  readonly thought: string;
  readonly rejected: boolean;
  readonly reply: Reply;
}

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('\u2028', '<</input 00>>', '"}\n{"', 'Call of ShopAsk', '{"ready": true}'),
);
const record = fc.dictionary(fc.constantFrom('name', 'stock', 'note'), fc.oneof(anyText, fc.integer()));
const change = fc.record({
  op: fc.constantFrom('create' as const, 'update' as const, 'delete' as const, 'reveal' as const),
  collection: fc.constantFrom('goods', 'shelves', 'bins', 'unheard-of'),
  id: fc.constantFrom('tea-1', 'tea-2', 'cup-1', 'sh_0001', '4', 'new-1', 'new-2'),
  record,
});
const reply: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ thought: anyText, summary: anyText, changes: fc.array(change, { maxLength: 3 }), observation: anyText }),
  fc.record({
    thought: anyText,
    summary: anyText,
    exception: fc.record({ name: fc.oneof(fc.constant('NotFoundException'), anyText), message: anyText }),
  }),
);
const turn: fc.Arbitrary<Turn> = fc.record({
  tool: fc.constantFrom(...shop.tools.map(({ name }) => name)),
  args: fc.dictionary(fc.constantFrom('name', 'sku', 'question'), anyText),
  thought: anyText,
  rejected: fc.boolean(),
  reply,
});

describe.each(['standard', 'adversarial'] as const)('the requests of the %s emulator', (kind) => {
  it.each<[string, Case, number | undefined]>([
    ['a closed world', closedCase, undefined],
    ['an open world', openCase, undefined],
    ['a window that is too small for the specifications', closedCase, 500],
  ])('without their last message begin the next one, in %s', async (_what, value, contextWindow) => {
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 2, maxLength: 6 }), async (turns) => {
        const requests = await requestsOf(kind, value, turns, contextWindow);
        expect(requests.length).toBe(turns.filter(({ rejected }) => !rejected).length);
        for (const [, situation] of requests) {
          expect(situation?.content.includes('are given by their signatures')).toBe(contextWindow !== undefined);
        }
        for (const [index, messages] of requests.entries()) {
          const next = requests[index + 1];
          if (next === undefined) break;
          const stable = messages.slice(0, -1);
          expect(next.length).toBe(messages.length + 2);
          expect(JSON.stringify(next.slice(0, stable.length))).toBe(JSON.stringify(stable));
        }
      }),
      { numRuns: 60 },
    );
  });

  it('hold in their last message what differs from the start, and the call', async () => {
    const turns: Turn[] = [
      turnOf('ShopAsk', {
        changes: [
          { op: 'update', collection: 'goods', id: 'tea-1', record: { stock: 6 } },
          { op: 'delete', collection: 'goods', id: 'cup-1' },
          { op: 'create', collection: 'shelves', id: 'sh_0900', record: { name: 'Upstairs' } },
        ],
        observation: 'Done.',
      }),
      turnOf('ShopFindGoods', { observation: { goods: [] } }),
    ];
    const [first, second] = await requestsOf(kind, closedCase, turns);
    expect(first?.at(-1)?.content).toContain('No record differs from the start.');
    const last = second?.at(-1)?.content;
    expect(last).toContain('- ["goods","tea-1"] differs in {"stock":6}');
    expect(last).toContain('- ["goods","cup-1"] is deleted');
    expect(last).toContain('- ["shelves","sh_0900"] added as in your reply');
    expect(last).not.toContain('tea-2');
    expect(last).toContain('Call of ShopFindGoods with the input');
  });
});

/** The messages of each request as they were sent. */
async function requestsOf(
  kind: 'standard' | 'adversarial',
  value: Case,
  turns: readonly Turn[],
  contextWindow?: number,
): Promise<(readonly ModelMessage[])[]> {
  const asked = turns.filter(({ rejected }) => !rejected);
  const model = createScriptedModel({ replies: asked.map((one) => replyText(one.reply)) });
  const emulator = withRevisions(createLanguageModelEmulator({ kind, model, parameters: {}, contextWindow }), []);
  const history: Step[] = [];
  for (const { tool, args, thought, rejected } of turns) {
    const base = { step: history.length + 1, tool, args, thought, changes: [], consequences: [], violations: [] };
    if (rejected) {
      history.push({ ...base, status: 'rejected', observation: { text: '{"error":"InvalidRequestException: no"}' } });
      continue;
    }
    const {
      exception,
      observation,
      changes,
      record: kept,
    } = await emulator.emulate(requestOf({ tool, args, case: value, history: [...history] }));
    history.push({
      ...base,
      status: exception === null ? 'ok' : 'raised',
      observation,
      changes: [...changes],
      ...(kept === undefined ? {} : { emulator: kept }),
    });
  }
  return model.calls.map(({ messages }) => messages);
}

function turnOf(tool: string, given: Reply): Turn {
  return { tool, args: {}, thought: 'Let me see.', rejected: false, reply: given };
}
