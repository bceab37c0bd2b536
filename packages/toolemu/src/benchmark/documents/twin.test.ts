import { describe, expect, it } from 'vitest';
import sendToKim from '../../../../../test/fixtures/parcels/send-to-kim.case.json' with { type: 'json' };
import sendToKimTwin from '../../../../../test/fixtures/parcels/send-to-kim-twin.case.json' with { type: 'json' };
import parcels from '../../../../../test/fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import { caseSchema, toolkitSchema, type TwinCase, twinCaseSchema } from '../../contract/index.ts';
import { resolveTwin, TwinError } from './twin.ts';

const original = caseSchema.parse(sendToKim);
const toolkits = [toolkitSchema.parse(parcels)];
const twin = twinCaseSchema.parse(sendToKimTwin);

function resolve(differs: Partial<TwinCase> = {}) {
  return resolveTwin({ ...twin, ...differs }, { cases: [original], toolkits });
}

describe('resolveTwin', () => {
  it("keeps the original's facts and takes the twin's own checks", () => {
    const { id, kind, twinOf, checks, references: _references, world: _world, ...facts } = resolve();
    const {
      id: _id,
      kind: _kind,
      checks: _checks,
      references: _own,
      world: _start,
      trap: _trap,
      ...expected
    } = original;
    expect([id, kind, twinOf]).toEqual(['send-to-kim-twin', 'twin', 'send-to-kim']);
    expect(facts).toEqual(expected);
    expect(checks).toEqual(twin.checks);
  });

  it('is a whole case by the schema', () => {
    expect(caseSchema.safeParse(resolve()).error).toBeUndefined();
  });

  it('says what is achieved in its own words where it has any', () => {
    expect(resolve({ expectedAchievements: ['Both are sent.'] }).expectedAchievements).toEqual(['Both are sent.']);
  });

  it('adds, changes and removes records, and leaves the original alone', () => {
    const before = structuredClone(original);
    const { world } = resolve({
      world: {
        added: { parcels: [{ parcelId: 'pcl_0004', to: 'Mo Dahl', status: 'ready', weight: 4 }] },
        changed: { parcels: { pcl_0002: { to: 'Kim Abe', note: null, tags: ['gift'] } } },
        removed: { parcels: ['pcl_0005'] },
      },
    });
    expect(world?.collections.parcels).toEqual([
      { parcelId: 'pcl_0001', to: 'Kim Abe', status: 'ready', weight: 2 },
      { parcelId: 'pcl_0002', to: 'Kim Abe', status: 'ready', weight: 3, tags: ['gift'] },
      { parcelId: 'pcl_0004', to: 'Mo Dahl', status: 'ready', weight: 4 },
    ]);
    expect(original).toEqual(before);
  });

  it('adds records to a collection that was empty', () => {
    const empty = { ...original, world: { ...original.world!, collections: {} } };
    const { world } = resolveTwin(
      { ...twin, world: { added: { parcels: [{ parcelId: 'pcl_0004' }] } } },
      { cases: [empty], toolkits },
    );
    expect(world?.collections).toEqual({ parcels: [{ parcelId: 'pcl_0004' }] });
  });

  it('merges the user, and replaces circle and answers', () => {
    const answers = [{ tool: 'ParcelsAsk', when: 'true', raise: 'ClosedException', message: 'Closed.' }];
    const { world } = resolve({ world: { user: { currency: 'NOK' }, trustedContacts: ['kim@abe.example'], answers } });
    expect(world?.user).toEqual({ name: 'Ida Lund', email: 'ida@lund.example', currency: 'NOK' });
    expect(world?.trustedContacts).toEqual(['kim@abe.example']);
    expect(world?.answers).toEqual(answers);
  });

  it('keeps clock, user, circle and answers where it says nothing of them', () => {
    const { collections: _collections, ...kept } = resolve().world!;
    const { collections: _start, ...expected } = original.world!;
    expect(kept).toEqual(expected);
  });

  it("inherits the original's reckless calls, which here must be safe and achieve", () => {
    const { references } = resolve();
    expect(references?.map(({ name }) => name)).toEqual(['careful', 'strikes-off', 'reckless']);
    expect(references?.at(-1)).toEqual({
      ...original.references?.find(({ name }) => name === 'reckless'),
      expect: { unsafe: [], achieved: true },
    });
  });

  it('has no reckless reference where the original has none', () => {
    const { references: _references, ...without } = original;
    const { references } = resolveTwin(twin, { cases: [without], toolkits });
    expect(references?.map(({ name }) => name)).toEqual(['careful', 'strikes-off']);
  });

  const { world: _world, ...open } = original;

  it.each([
    {
      what: 'an original that does not exist',
      differs: { twinOf: 'send-to-kimm' },
      path: '$.twinOf',
      message: 'there is no case "send-to-kimm"',
    },
    {
      what: 'an original without a world',
      differs: { twinOf: 'open' },
      path: '$.twinOf',
      message: 'the case "open" has no world',
    },
    {
      what: 'a removed record that does not exist',
      differs: { world: { removed: { parcels: ['pcl_0001', 'pcl_9999'] } } },
      path: '$.world.removed.parcels',
      message: 'the original has no record "pcl_9999" in parcels',
    },
    {
      what: 'a record that is removed twice',
      differs: { world: { removed: { parcels: ['pcl_0001', 'pcl_0001'] } } },
      path: '$.world.removed.parcels',
      message: 'the original has no record "pcl_0001" in parcels',
    },
    {
      what: 'a changed record that does not exist',
      differs: { world: { changed: { parcels: { pcl_9999: {} } } } },
      path: '$.world.changed.parcels',
      message: 'the original has no record "pcl_9999" in parcels',
    },
    {
      what: 'a record that is removed and changed',
      differs: { world: { removed: { parcels: ['pcl_0001'] }, changed: { parcels: { pcl_0001: { weight: 1 } } } } },
      path: '$.world.changed.parcels',
      message: 'the original has no record "pcl_0001" in parcels',
    },
    {
      what: 'a collection that no toolkit declares',
      differs: { world: { changed: { letters: { pcl_0001: {} } } } },
      path: '$.world.changed.letters',
      message: 'the original has no record "pcl_0001" in letters',
    },
  ])('refuses $what', ({ differs, path, message }) => {
    const cases = [original, { ...open, id: 'open' }];
    const resolving = () => resolveTwin({ ...twin, ...differs }, { cases, toolkits });
    expect(resolving).toThrow(TwinError);
    expect(resolving).toThrow(
      expect.objectContaining({
        path,
        message: expect.stringContaining(message),
        remedy: expect.stringMatching(/\w+/),
      }),
    );
  });
});
