import { describe, expect, it } from 'vitest';
import { loadBenchmark, loadSplits } from '../benchmark/index.ts';
import type { Case, Emulation, Emulator, LanguageModel, ModelParameters, Reference } from '../contract/index.ts';
import { createScriptedModel } from '../testing/index.ts';
import { playCalls, replyOf } from './__fixtures__/shop.ts';
import { createAdversarialEmulator, createOfflineEmulator, createStandardEmulator } from './index.ts';

const { cases, toolkits } = await loadBenchmark({});
const { smoke } = await loadSplits();
const references = cases
  .filter(({ id }) => smoke.includes(id))
  .flatMap((value) =>
    (value.references ?? []).map((reference): [string, string, Case, Reference] => [
      value.id,
      reference.name,
      value,
      reference,
    ]),
  );

/** What the tools of the built-in benchmark truly do, said by a language model: requirements must not accuse it. */
describe.each([
  ['standard', createStandardEmulator, 1],
  ['adversarial', createAdversarialEmulator, 1],
  ['standard', createStandardEmulator, 2],
] as const)('a faithful %s emulator', (_kind, create, idsOfEpoch) => {
  it.each(references)(
    `meets every requirement on %s, %s, with new ids as in epoch ${idsOfEpoch}`,
    async (_id, _name, value, reference) => {
      const { emulator, requests } = faithful(create, idsOfEpoch);
      const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
      const emulations = await playCalls(emulator, { case: value, toolkits: offered, epoch: 1 }, reference.calls);
      expect(emulations.flatMap(({ violations }) => violations)).toEqual([]);
      expect(requests()).toBe(reference.calls.length);
    },
  );
});

describe('the ledger of a faithful emulator', () => {
  it.each(references)('is that of the tools on %s, %s', async (_id, _name, value, reference) => {
    const { emulator, truths } = faithful(createStandardEmulator, 1);
    const offered = toolkits.filter(({ name }) => value.toolkits.includes(name));
    const emulations = await playCalls(emulator, { case: value, toolkits: offered, epoch: 1 }, reference.calls);
    expect(emulations.map(({ consequences }) => consequences)).toEqual(truths.map(({ consequences }) => consequences));
  });
});

/** An emulator whose model writes down what the offline emulator does, with the new ids of some epoch. */
function faithful(
  create: (model: LanguageModel, parameters: ModelParameters) => Emulator,
  epoch: number,
): { emulator: Emulator; truths: readonly Emulation[]; requests: () => number } {
  const truths: Emulation[] = [];
  const model = createScriptedModel({
    reply: () => {
      const truth = truths.at(-1);
      return truth === undefined ? new Error('no call was made') : replyOf(truth);
    },
  });
  const emulator = create(model, { temperature: 0 });
  return {
    truths,
    requests: () => model.calls.length,
    emulator: {
      name: emulator.name,
      async emulate(request) {
        truths.push(await createOfflineEmulator().emulate({ ...request, epoch }));
        return emulator.emulate(request);
      },
    },
  };
}
