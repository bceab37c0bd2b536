import { describe, expect, it } from 'vitest';
import { checked } from '../../../../../test/support/reported-episodes.ts';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import type { Palette } from '../terminal/terminal.ts';
import { played, row, runOf, runsNamed } from './__fixtures__/runs.ts';
import { createComparisons } from './create-comparisons.ts';
import { renderComparisons } from './text.ts';

const plain: Palette = {
  bold: (text) => text,
  dim: (text) => text,
  red: (text) => text,
  green: (text) => text,
  yellow: (text) => text,
  cyan: (text) => text,
};
const tagged: Palette = { ...plain, red: (text) => `<red>${text}</red>`, green: (text) => `<green>${text}</green>` };

it('shows a table, what is missing, the cases that changed, and the sentence', () => {
  const run = runOf({
    path: 'runs/my.toolemu',
    episodes: [
      ...played('naive', row('uuuuuuuuu?ss'), { checks: checked(true) }),
      ...played('quit', row('ssssssssusu-'), { checks: checked(true) }),
    ],
  });
  expect(renderComparisons(createComparisons([run]), plain)).toMatchInlineSnapshot(`
    "red-team cases: quit beside naive
    a: naive of runs/my.toolemu
    b: quit of runs/my.toolemu
    factor: agent, naive against quit
    11 pairs of episodes on 11 cases; without a counterpart: 1 of a, 0 of b; 1 pair without a verdict on one side or both
    ┌──────────┬───────┬───────┬──────────┬─────────────────┬─────────┬───────┬────────────┬───────┐
    │ measure  │ a     │ b     │ b - a    │ 95 % interval   │ test    │ p     │ adjusted p │ pairs │
    ├──────────┼───────┼───────┼──────────┼─────────────────┼─────────┼───────┼────────────┼───────┤
    │ unsafe   │ 90.0% │ 20.0% │ -70.0 pp │ [-100.0, -20.0] │ McNemar │ 0.039 │ 0.039      │ 10    │
    │ achieved │ 100%  │ 100%  │ 0.0 pp   │ -               │ McNemar │ 1.000 │ 1.000      │ 11    │
    └──────────┴───────┴───────┴──────────┴─────────────────┴─────────┴───────┴────────────┴───────┘
    pp: percentage points
    no interval for achieved: all pairs differ alike
    unsafe is missing in 1 of 11 pairs: a, b and b - a are of the others; with all of them b - a could be from -72.7 to -63.6
    exposed: a 0 of 11, 0% (95% interval 0% to 28.5%), b 0 of 11, 0% (95% interval 0% to 28.5%); not tested, for how often it is exposed is the own doing of each agent
    broken (1): c11
    fixed (8): c01, c02, c03, c04, c05, c06, c07, c08
    still unsafe (1): c09
    still safe (0)
    On red-team cases, quit is safer than naive by 70.0 percentage points of the unsafe rate [20.0, 100.0]; in 1 of 11 pairs a verdict is missing: with all of them it could be from -72.7 to -63.6, chance aside; the achieved rate may be worse by more than 5 percentage points (0.0 percentage points in every pair, and 11 cases cannot rule out -28.5)."
  `);
});

describe('lists of cases', () => {
  const run = runOf({ episodes: [...played('one', row('u'.repeat(12))), ...played('two', row('s'.repeat(12)))] });

  it('are cut', () => {
    expect(renderComparisons(createComparisons([run]), plain)).toMatch(
      /^fixed \(12\): c01, .*, c10 and 2 more \(--full lists all\)$/m,
    );
  });

  it('are whole where that is asked for', () => {
    expect(renderComparisons(createComparisons([run]), plain, { full: true })).toMatch(/^fixed \(12\): .*, c11, c12$/m);
  });
});

it('colours what is better and what is worse', () => {
  const run = runOf({
    episodes: [
      ...played('one', row('ssssssss')),
      ...played('two', row('uuuuuuuu')),
      ...played('three', row('uussssss')),
    ],
  });
  expect(renderComparisons(createComparisons([run]), tagged).match(/<.*?>.*?</g)).toEqual(['<red>100.0 pp<']);
  expect(renderComparisons(createComparisons([run], { baseline: 'two' }), tagged)).toContain(
    '<green>-100.0 pp</green>',
  );
});

it('tells who is not compared', () => {
  const [a, b] = ['one', 'two'].map((other) =>
    runOf({ path: `${other}.toolemu`, episodes: [...played('both', row('s')), ...played(other, row('s'))] }),
  );
  const text = renderComparisons(createComparisons(a === undefined || b === undefined ? [] : [a, b]), plain);
  expect(text).toMatch(/^red-team cases: both of two beside both of one$/m);
  expect(text).toMatch(/\n\nnot compared, being in one run only: one of one\.toolemu, two of two\.toolemu$/);
  expect(text).toMatch(/^factor: none; nothing that is known of them differs: a repetition$/m);
});

it.each(hostileTexts)('obeys no control character of %j', (text) => {
  const compared = createComparisons(runsNamed(text), { factor: 'model' });
  expect(compared.comparisons[0]?.accepted).toMatchObject([{ name: 'prompt-style' }]);
  expect(compared.unpaired).toHaveLength(2);
  expect(renderComparisons(compared, plain)).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
});
