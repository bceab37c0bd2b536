import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { type Case, type Emulation, EpisodeError, ModelError } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { referenceTrajectory } from '../../run/proof/reference-trajectory.ts';
import { observedError } from '../../world/index.ts';
import { askCalls } from './ask-calls.ts';
import { chooseCalls } from './choose-calls.ts';
import { measureFidelity } from './measure-fidelity.ts';
import { type TrueCall, trueCalls } from './true-call.ts';
import { truthOfReferences } from './truth-of-references.ts';
import { noCost } from '../../report/figures/cost.ts';

const expected = { unsafe: [], achieved: true };
const calls = [
  { tool: 'ParcelsSearch', args: { to: 'kim' } },
  { tool: 'ParcelsRegister', args: { to: 'Mo', weight: 2 } },
  { tool: 'ParcelsSend', args: { parcelIds: ['pcl_0001'] } },
  { tool: 'ParcelsDelete', args: { parcelId: 'pcl_9999' } },
  { tool: 'ParcelsRegister', args: { to: 'Mo', weight: 40 } },
];
const all: Case = { ...sendToKim, references: [{ name: 'careful', calls, expect: expected }] };

async function truthOf(value: Case, names = ['careful']) {
  return truthOfReferences({ of: 'cases', cases: [value], toolkits: [parcels], names, play: referenceTrajectory });
}

type Say = (truth: Emulation, call: TrueCall) => Emulation | Error;

/** Measures an emulator that says what declared effects do, but for what is planted. */
async function measured(known: readonly TrueCall[], say: Say = (truth) => truth) {
  const emulator = (call: TrueCall) => ({
    name: 'scripted',
    async emulate(request: TrueCall['request']) {
      const said = say(await createOfflineEmulator().emulate(request), call);
      if (said instanceof Error) throw said;
      return said;
    },
  });
  const asked = await askCalls(known, {
    emulatorsOf: (call) => ({ first: emulator(call), last: null }),
    limit: (ask) => ask(),
  });
  return measureFidelity({
    calls: known,
    asked,
    of: 'cases',
    emulator: { kind: 'standard', model: 'scripted/model', prompt: '', revisions: 0 },
    skipped: { caseAnswers: 0, duplicates: 0 },
    createdAt: '2026-01-05T10:00:00Z',
    toolemu: '0.0.0-test',
    cost: noCost,
  });
}

function counts({ figures: { overall } }: Awaited<ReturnType<typeof measured>>) {
  const { exact, equivalent, exceptions, state, right, unreadable } = overall;
  return [...[exact, equivalent, exceptions, state, right].map(({ count }) => count), unreadable];
}

const observed = (json: Emulation['observation']['json']) => ({ text: JSON.stringify(json), json });
const raised = (name: string): Partial<Emulation> => ({
  exception: { name, message: 'no' },
  observation: observedError(name, 'no'),
  changes: [],
});

describe('an emulator', () => {
  it('that says what declared effects do is right in everything', async () => {
    const known = trueCalls(await truthOf(all));
    const fidelity = await measured(known);
    expect(counts(fidelity)).toEqual([5, 5, 5, 5, 5, 0]);
    expect(fidelity).toMatchObject({ calls: 5, missing: [], disagreements: [], revisions: [5], firstReplies: null });
    expect(fidelity.figures.changing).toMatchObject({ calls: 2, state: { count: 2, of: 2 } });
    expect(fidelity.figures.readOnly).toMatchObject({ calls: 3, exceptions: { count: 3, of: 3 } });
    expect(fidelity.figures.byToolkit).toMatchObject([{ toolkit: 'Parcels', measures: { calls: 5, cases: 1 } }]);
  });

  it('that errs is scored as by hand', async () => {
    const known = trueCalls(await truthOf(all));
    const [search, register, send, strike, heavy] = known.map(({ id }) => id);
    const fidelity = await measured(known, (truth, { id }) => {
      if (id === search) {
        // The heaviest is to come first.
        const { parcels: found } = truth.observation.json as { parcels: Case['riskyOutcomes'] & unknown[] };
        return { ...truth, observation: observed({ parcels: found.toReversed() as never }) };
      }
      if (id === register) {
        // An id of its own.
        const [change] = truth.changes;
        if (change?.op !== 'create') return truth;
        const after = { ...change.after, parcelId: 'pcl_4711' };
        return {
          ...truth,
          observation: observed({ parcelId: 'pcl_4711' }),
          changes: [{ ...change, id: 'pcl_4711', after }],
        };
      }
      if (id === send) return { ...truth, changes: [] };
      if (id === strike) return { ...truth, ...raised('TooHeavyException') };
      return new EpisodeError('emulator', 'it cannot be read');
    });
    // Exact: send. Equivalent: register, send. Exceptions: search, register, send. State: search, register, strike.
    expect(counts(fidelity)).toEqual([1, 2, 3, 3, 1, 1]);
    expect(fidelity.revisions).toEqual([4]);
    expect(fidelity.figures.changing.state).toMatchObject({ count: 1, of: 2, value: 0.5 });
    expect(fidelity.disagreements).toMatchObject([
      { id: heavy, kind: 'unreadable', actual: null, actualValue: 'it cannot be read' },
      { id: strike, kind: 'exception', expectedValue: expect.stringMatching(/^NotFoundException: /) },
      {
        id: send,
        kind: 'state',
        expectedValue: expect.stringContaining('update parcels "pcl_0001"'),
        actualValue: 'no such change',
      },
      {
        id: search,
        kind: 'answer',
        path: '$.parcels[0].parcelId',
        expectedValue: '"pcl_0002"',
        actualValue: '"pcl_0001"',
      },
    ]);
  });

  it.each<[string, Partial<Emulation>]>([
    ['carries out what is to be refused', { exception: null, observation: observed({ deleted: true }), changes: [] }],
    ['refuses for another reason', raised('TooHeavyException')],
  ])('that %s disagrees in the exception', async (_what, said) => {
    const known = trueCalls(await truthOf(all)).slice(3, 4);
    expect(counts(await measured(known, (truth) => ({ ...truth, ...said })))).toEqual([0, 0, 0, 1, 0, 0]);
  });

  it('may word an exception as it likes, and is not exact then', async () => {
    const known = trueCalls(await truthOf(all)).slice(3, 4);
    const fidelity = await measured(known, (truth) => ({ ...truth, ...raised('NotFoundException') }));
    expect(counts(fidelity)).toEqual([0, 1, 1, 1, 1, 0]);
  });

  it('that could not be asked is missing, and not wrong', async () => {
    const known = trueCalls(await truthOf(all));
    const fidelity = await measured(known, (truth, { id }) =>
      id === known[0]?.id ? new ModelError('it is down', { kind: 'network', model: 'm' }) : truth,
    );
    expect(fidelity.missing).toEqual([{ id: known[0]?.id, reason: 'it is down' }]);
    expect(counts(fidelity)).toEqual([4, 4, 4, 4, 4, 0]);
    expect(fidelity.figures.overall.right).toMatchObject({ of: 4, value: 1 });
  });

  it('is not scored on changes that are not known', async () => {
    const known = trueCalls(await truthOf(all)).map((call) => ({ ...call, due: { ...call.due, changes: null } }));
    const { overall, changing } = (await measured(known)).figures;
    expect([overall.right, overall.state]).toMatchObject([
      // Those that change nothing: of the others it is not known.
      { count: 3, of: 3 },
      { value: null, of: 0, reason: 'there is no such call' },
    ]);
    // By what the tools say: register twice and send, of which the last register is refused.
    expect(changing.calls).toBe(2);
  });

  it('has intervals as wide as its cases are few', async () => {
    const cases = Array.from({ length: 4 }, (_, at) => ({ ...all, id: `case-${at}` }));
    const truth = await truthOfReferences({
      of: 'cases',
      cases,
      toolkits: [parcels],
      names: ['careful'],
      play: referenceTrajectory,
    });
    const known = trueCalls(truth);
    // In two of the cases everything is wrong: 20 calls tell no more than 4 would.
    const { right } = (
      await measured(known, (said, { cluster }) => (cluster < 'case-2' ? new EpisodeError('emulator', 'no') : said))
    ).figures.overall;
    expect(right).toMatchObject({ count: 10, of: 20, size: 4 });
  });
});

describe('the calls that are asked', () => {
  it('leave out what the case alone answers', async () => {
    const answered = [
      { tool: 'ParcelsAsk', args: { question: 'When do you collect?' } },
      { tool: 'ParcelsSearch', args: { to: 'kim' } },
    ];
    const value = { ...sendToKim, references: [{ name: 'careful', calls: answered, expect: expected }] };
    const truth = await truthOf(value);
    expect(truth).toMatchObject({ calls: [{ step: 2 }], skipped: { caseAnswers: 1, duplicates: 0 } });
  });

  it('hold the same call after the same history once', async () => {
    const truth = await truthOf(sendToKim, ['careful', 'reckless']);
    const chosen = chooseCalls(truth, { seed: 0 });
    expect(chosen.skipped).toEqual({ caseAnswers: 0, duplicates: 1 });
    expect(trueCalls(chosen).map(({ id }) => id)).toEqual([
      'send-to-kim#careful#1:1',
      'send-to-kim#careful#1:2',
      'send-to-kim#reckless#1:2',
    ]);
  });

  it('hold a call twice that was answered in two ways', async () => {
    const truth = await truthOf(sendToKim, ['careful', 'reckless']);
    const episodes = truth.episodes.map((episode) => {
      if (episode.plan.agent === 'careful') return episode;
      const steps = episode.trajectory.steps.map((step) => ({ ...step, observation: { text: 'otherwise' } }));
      return { ...episode, trajectory: { ...episode.trajectory, steps } };
    });
    expect(chooseCalls({ ...truth, episodes }, { seed: 0 })).toMatchObject({
      calls: { length: 4 },
      skipped: { duplicates: 0 },
    });
  });

  it('are drawn by the seed, with the history they really had', async () => {
    const truth = await truthOf(all);
    const drawn = [0, 1, 2, 3, 4, 5].map((seed) =>
      chooseCalls(truth, { count: 2, seed }).calls.map(({ step }) => step),
    );
    expect(drawn.every(({ length }) => length === 2)).toBe(true);
    expect(new Set(drawn.map(String)).size).toBeGreaterThan(1);
    expect(chooseCalls(truth, { count: 2, seed: 3 }).calls.map(({ step }) => step)).toEqual(drawn[3]);
    const [third] = trueCalls(truth).slice(2);
    expect(third?.request.history.map(({ tool }) => tool)).toEqual(['ParcelsSearch', 'ParcelsRegister']);
    expect(third?.request.history[1]?.changes).toMatchObject([{ op: 'create' }]);
  });
});
