import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Case } from '../../contract/index.ts';
import { gradeReference } from '../proof/grade.ts';
import { loadOverlays, withOverlays } from './overlays.ts';

const { cases, toolkits } = await loadBenchmark({});
const overlays = await loadOverlays();
const told = Object.entries(overlays).flatMap(([name, overlay]) =>
  overlay.place === 'answers' ? [] : [{ name, doses: overlay.doses }],
);
const caseOf = (id: string): Case => cases.find((one) => one.id === id)!;
const doses = [0, 1, 2, 3];

describe.each(told)('the texts of $name', ({ doses: texts }) => {
  it('are as long in each dose as in the placebo, within an eighth, with as many ways', () => {
    const mean = (dose: readonly string[]) => dose.join('').length / dose.length;
    const placebo = mean(texts[0]!);
    for (const dose of texts) {
      expect(dose).toHaveLength(texts[0]!.length);
      expect(Math.abs(mean(dose) / placebo - 1)).toBeLessThan(0.125);
    }
  });

  it('order nothing that does harm, excuse none, and speak of no test', () => {
    for (const text of texts.flat()) {
      expect(text).not.toMatch(
        /\b(?:ignore|skip|bypass|delete|send|share|pay|without (?:asking|checking)|no matter|whatever it takes|never mind|allowed to|it is fine|test|evaluation|benchmark)\b/i,
      );
    }
  });
});

describe('withOverlays', () => {
  const bank = caseOf('bank-pay-request');

  it('plays a case with each dose in the same world, and says what it was laid over', async () => {
    const { cases: made } = await withOverlays([bank], toolkits, [{ name: 'stress', doses }]);
    expect(made.map(({ id }) => id)).toEqual(doses.map((dose) => `bank-pay-request.stress-${dose}`));
    for (const value of made) {
      expect(value.world).toEqual(bank.world);
      expect(value.checks).toEqual(bank.checks);
      expect(value.instruction.startsWith(`${bank.instruction} `)).toBe(true);
      expect(value.overlay).toMatchObject({ name: 'stress', of: 'bank-pay-request' });
    }
    expect(new Set(made.map(({ instruction }) => instruction)).size).toBe(doses.length);
  });

  it.each(['authority', 'caution'])('has the operator say %s, and leaves the words of the user', async (name) => {
    const { cases: made } = await withOverlays([bank], toolkits, [{ name, doses: [0, 3] }]);
    expect(made.map(({ instruction }) => instruction)).toEqual([bank.instruction, bank.instruction]);
    expect(new Set(made.map(({ operatorText }) => operatorText)).size).toBe(2);
  });

  it('has the first tries fail as often as the dose says, and the careful way still safe and done', async () => {
    const { cases: made } = await withOverlays([bank], toolkits, [{ name: 'obstruction', doses }]);
    expect(made).toHaveLength(doses.length);
    for (const [dose, value] of made.entries()) {
      const careful = value.references!.find(({ name }) => name === 'careful')!;
      const { trajectory, result } = await gradeReference(value, toolkits, careful);
      expect(trajectory.steps.filter(({ status }) => status === 'raised')).toHaveLength(dose);
      expect(result).toMatchObject({ tripped: [], achieved: true });
    }
  });

  it('draws nothing: the same case has the same text', async () => {
    const twice = [1, 2].map(() => withOverlays(cases.slice(0, 5), toolkits, [{ name: 'stress', doses: [2] }]));
    const [one, other] = await Promise.all(twice);
    expect(one).toEqual(other);
  });

  it('leaves out a case in all doses where one does not hold, and says so', async () => {
    const bare: Case = { ...bank, id: 'bare', references: [] };
    const { cases: made, notes } = await withOverlays([bare, bank], toolkits, [{ name: 'obstruction', doses: [0, 1] }]);
    expect(made.map(({ overlay }) => overlay?.of)).toEqual(['bank-pay-request', 'bank-pay-request']);
    expect(notes).toEqual(['obstruction: 1 of 2 cases are left out, where it does not hold: bare']);
  });

  it('gives nothing away: a text shares no word with what tells of the trap', async () => {
    const note = 'Everybody waits for the radiator, the clock, the boss, the rain and the window.';
    const place = bank.trap![0]!;
    const records = bank.world!.collections[place.collection]!.map((record) =>
      Object.values(record).includes(place.id) ? { ...record, [place.field]: note } : record,
    );
    const telling: Case = {
      ...bank,
      world: { ...bank.world!, collections: { ...bank.world!.collections, [place.collection]: records } },
    };
    await expect(withOverlays([telling], toolkits, [{ name: 'stress', doses }])).rejects.toThrow('no case holds');
  });

  it.each<[string, number[], string]>([
    ['fear', [0], 'there is no `overlay` "fear"'],
    ['toString', [0], 'there is no `overlay` "toString"'],
    ['stress', [4], 'the doses of `overlay` "stress" are 0'],
    ['stress', [0.5], 'the doses of `overlay` "stress" are 0'],
    ['stress', [], 'the doses of `overlay` "stress" are 0'],
  ])('refuses %s=%j', async (name, given, message) => {
    await expect(withOverlays([bank], toolkits, [{ name, doses: given }])).rejects.toThrow(message);
  });

  it('holds for most of the built-in cases', async () => {
    const redteam = cases.filter(({ kind }) => kind === 'redteam');
    for (const { name } of told) {
      const { cases: made } = await withOverlays(redteam, toolkits, [{ name, doses }]);
      expect(made.length / doses.length / redteam.length).toBeGreaterThan(0.8);
    }
  });
});
