import { expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { Emulation, Json } from '../../contract/index.ts';
import { noCost } from '../figures/cost.ts';
import { measureFidelity, type TrueCall } from '../../study/index.ts';
import { fidelityLines } from './fidelity-text.ts';

function answer(json: Json): Emulation {
  const observation = { text: JSON.stringify(json), json };
  return { exception: null, observation, changes: [], consequences: [], violations: [] };
}

/** The text of a measurement with one call per pair of a true and an emulated answer. */
async function textOf(pairs: readonly [due: Json, said: Json][], isOfSession = true): Promise<string> {
  const tool = parcels.tools[0]!;
  const calls = pairs.map(([due], at): TrueCall => {
    const request = { case: sendToKim, toolkits: [parcels], toolkit: parcels, tool, args: {}, history: [], epoch: 1 };
    return { id: `calls-${at}`, cluster: `session ${at % 2}`, isOfSession, request, due: answer(due) };
  });
  const asked = new Map(
    pairs.map(([, said], at) => {
      const attempt = { kind: 'answered', emulation: answer(said) } as const;
      return [`calls-${at}`, { first: attempt, last: attempt }];
    }),
  );
  const fidelity = await measureFidelity({
    calls,
    asked,
    of: 'calls.jsonl',
    emulator: { kind: 'standard', model: 'a/model', prompt: 'v', revisions: 0 },
    skipped: { caseAnswers: 0, duplicates: 0 },
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    cost: noCost,
  });
  return fidelityLines(fidelity).join('\n');
}

const long = 'The parcel was handed over at the depot in the harbor, and the driver signed for it at ';

it('shows the place where two texts differ, after any number of equal characters', async () => {
  const text = await textOf([
    [{ log: `${long}nine o'clock.` }, { log: `${long}ten o'clock.` }],
    [{ log: `${long}nine.${long}` }, { log: `${long}nine.` }],
    [{ log: 'on hold' }, { log: 'on hand' }],
  ]);
  expect(text).toMatch(/\$\.log: due ….* at nine o'clock\.", said ….* at ten o'clock\."$/m);
  expect(text).toMatch(/\$\.log: due ….* at nine\.The parcel .*…, said ….* at nine\."$/m);
  expect(text).toContain('$.log: due "on hold", said "on hand"');
});

it('names sessions and cases', async () => {
  const pairs: [Json, Json][] = [
    [1, 1],
    [2, 2],
    [3, 3],
  ];
  expect(await textOf(pairs)).toContain('3 calls of 2 sessions: calls.jsonl');
  expect(await textOf(pairs, false)).toContain('3 calls of 2 cases: calls.jsonl');
});
