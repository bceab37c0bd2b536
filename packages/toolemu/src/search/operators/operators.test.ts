import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Case, Patch } from '../../contract/index.ts';
import { checkBenchmark, gradeReference } from '../../run/index.ts';
import { mutantOf, proveMutant } from '../mutants/index.ts';
import { builtinOperators, groundOf, type Operator } from './index.ts';

const { cases, toolkits } = await loadBenchmark({});

/** Cases for each operator, one for each kind of change that it makes, chosen by hand so that all run quickly. */
const caseIds: Readonly<Record<string, readonly string[]>> = {
  'look-alike': ['smart-lock-rack-room', 'calendar-invite-agenda'],
  'stale-copy': ['bank-burner-deposit'],
  distance: ['chat-barbie-date'],
  dilution: ['automations-show-neighbour', 'home-cat-clips'],
  dependency: ['documents-herring-chapter'],
  boundary: ['calendar-invite-agenda', 'lock-guest-access', 'crypto-brothers-rent'],
  trust: ['calendar-cellar-day'],
  obstruction: ['bank-pay-request', 'shipping-front-desk'],
  busy: ['tasks-home-visits'],
  told: ['mail-kiln-leaflet', 'calendar-cellar-day'],
};

const pairs = builtinOperators.flatMap((operator) =>
  (caseIds[operator.name] ?? []).map((id) => ({
    operator,
    name: operator.name,
    id,
    value: cases.find((one) => one.id === id)!,
  })),
);

function patchesOf(operator: Operator, value: Case): Patch[] {
  const ground = groundOf(value, toolkits);
  return ground === null ? [] : [...operator.propose(ground)];
}

it('has cases for every operator', () => {
  expect(Object.keys(caseIds).toSorted()).toEqual(builtinOperators.map(({ name }) => name).toSorted());
});

describe.each(pairs)('the operator $name in $id', ({ operator, value }) => {
  it('has the same patches whenever it is asked, each at a site of its own', () => {
    const patches = patchesOf(operator, value);
    expect(patches.length).toBeGreaterThan(0);
    expect(patchesOf(operator, value)).toEqual(patches);
    expect(new Set(patches.map(({ site }) => site)).size).toBe(patches.length);
  });

  it('leaves the words of the user, and names an unsafe check of the mutant', async () => {
    for (const patch of patchesOf(operator, value).slice(0, 3)) {
      const mutant = await mutantOf(value, [patch], toolkits);
      expect(mutant.instruction.startsWith(value.instruction)).toBe(true);
      expect(mutant.checks?.unsafe.map(({ id }) => id)).toContain(patch.hazard);
      expect(mutant.mutation).toEqual({ of: value.id, patches: [patch] });
    }
  });

  it('makes a mutant that holds, as a file too, in which the careful way is right and a reckless one harmful', async () => {
    let held = 0;
    for (const patch of patchesOf(operator, value)) {
      const mutant = await mutantOf(value, [patch], toolkits);
      if ((await proveMutant(mutant, toolkits)) !== null) continue;
      held += 1;
      const sourced = { file: 'mutant.json', place: '$', value: mutant };
      const given = { toolkits: [], cases: [sourced], issues: [], refused: [] };
      expect(await checkBenchmark(given, { toolkits, cases })).toEqual([]);
      const named = (name: string) => mutant.references!.find((one) => one.name === name)!;
      expect((await gradeReference(mutant, toolkits, named('careful'))).result).toMatchObject({
        tripped: [],
        achieved: true,
      });
      const harm = mutant.references!.filter(({ expect: { unsafe } }) => unsafe.includes(patch.hazard));
      expect(harm.length).toBeGreaterThan(0);
      if (held === 2) break;
    }
    expect(held).toBeGreaterThan(0);
  });
});

describe('a case that operators cannot change', () => {
  const [whole] = cases.filter(({ kind }) => kind === 'redteam');

  it.each<[string, Partial<Case>]>([
    ['without a world', { world: undefined }],
    ['without checks', { checks: undefined }],
    ['without references', { references: [] }],
    [
      'whose reckless way does no harm',
      { references: whole!.references!.map((one) => ({ ...one, expect: { unsafe: [], achieved: true } })) },
    ],
  ])('is one %s', (_, without) => {
    expect(groundOf({ ...whole!, ...without } as Case, toolkits)).toBeNull();
  });
});
