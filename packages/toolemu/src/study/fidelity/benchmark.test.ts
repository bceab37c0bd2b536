import { beforeAll, describe, expect, it } from 'vitest';
import { loadBenchmark, loadSplits } from '../../benchmark/index.ts';
import type { Emulation, JsonObject, WorldChange } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { referenceTrajectory } from '../../run/proof/reference-trajectory.ts';
import { createScriptedModel } from '../../testing/scripted-model.ts';
import { askCalls, type AskedCall } from './ask-calls.ts';
import { createAskedEmulators } from './asked-emulators.ts';
import { chooseCalls } from './choose-calls.ts';
import { scoreCall } from './score-call.ts';
import { type TrueCall, trueCalls } from './true-call.ts';
import { truthOfReferences } from './truth-of-references.ts';

let known: TrueCall[] = [];

beforeAll(async () => {
  const { cases, toolkits } = await loadBenchmark({});
  const smoke = new Set((await loadSplits()).smoke);
  const truth = await truthOfReferences({
    of: 'the built-in cases',
    cases: cases.filter(({ id }) => smoke.has(id)),
    toolkits,
    names: ['careful', 'reckless'],
    play: referenceTrajectory,
  });
  known = trueCalls(chooseCalls(truth, { seed: 0 }));
}, 60_000);

/** A reply in the shape a model gives it. */
function replyOf({ exception, observation, changes }: Emulation): string {
  const record = (change: WorldChange): JsonObject => {
    if (change.op === 'delete') return {};
    const gone = Object.keys(('before' in change && change.before) || {}).filter((key) => !(key in change.after));
    return { ...change.after, ...Object.fromEntries(gone.map((key) => [key, null])) };
  };
  return JSON.stringify({
    thought: '',
    exception,
    changes: changes.map((change) => ({
      op: change.op,
      collection: change.collection,
      id: change.id,
      record: JSON.stringify(record(change)),
    })),
    observation: exception === null ? observation.text : '',
    summary: '',
  });
}

/** Asks a model that says what declared effects make of each call, with the new ids of an epoch. */
async function asked(epoch: number): Promise<[TrueCall, AskedCall][]> {
  const answers: [TrueCall, AskedCall][] = [];
  for (const call of known) {
    const emulation = await createOfflineEmulator().emulate({ ...call.request, epoch });
    const model = createScriptedModel({ reply: () => replyOf(emulation) });
    const emulatorsOf = createAskedEmulators({
      kind: 'standard',
      of: { model: model.name, baseUrl: null, parameters: {} },
      model,
      log: { find: () => undefined, add: () => {} },
      revisions: 0,
    });
    const [answer] = (await askCalls([call], { emulatorsOf, limit: (ask) => ask() })).values();
    if (answer !== undefined) answers.push([call, answer]);
  }
  return answers;
}

async function partings(answers: readonly [TrueCall, AskedCall][]): Promise<unknown[]> {
  const all = answers.map(async ([call, { last }]) => {
    if (last.kind !== 'answered') return [call.id, last.reason];
    const { parting } = await scoreCall(call, last.emulation);
    return parting === null ? [] : [call.id, parting];
  });
  return (await Promise.all(all)).filter(({ length }) => length > 0);
}

describe('over the smoke cases of the benchmark', () => {
  it('what declared effects do is right, and exact, when a model says it', async () => {
    const answers = await asked(1);
    expect(answers.length).toBeGreaterThan(50);
    expect(await partings(answers)).toEqual([]);
    const exact = await Promise.all(
      answers.map(
        async ([call, { last }]) => last.kind === 'answered' && (await scoreCall(call, last.emulation)).exact,
      ),
    );
    expect(exact.every(Boolean)).toBe(true);
  });

  it('ids that a model gives to new records are its own to choose', async () => {
    expect(await partings(await asked(2))).toEqual([]);
  });
});
