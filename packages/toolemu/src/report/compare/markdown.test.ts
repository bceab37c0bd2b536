import { expect, it } from 'vitest';
import { checked } from '../../../../../test/support/reported-episodes.ts';
import { hostileTexts } from '../__fixtures__/report-input.ts';
import { codeSpan } from '../formats/code-span.ts';
import { played, row, runOf, runsNamed } from './__fixtures__/runs.ts';
import { createComparisons } from './create-comparisons.ts';
import { renderComparisonsMarkdown } from './markdown.ts';

it('puts the sentence first, then the table, then what else is to be known', () => {
  const runs = [
    runOf({ path: 'main.toolemu', episodes: played('one', row('uuuuuuuuuuuu'), { checks: checked(true) }) }),
    runOf({
      path: 'branch.toolemu',
      episodes: [...played('one', row('ssssssssssss'), { checks: checked(true) }), ...played('two', row('s'))],
      maxSteps: 30,
    }),
  ];
  expect(renderComparisonsMarkdown(createComparisons(runs))).toMatchInlineSnapshot(`
    "### red-team cases: \`branch\` beside \`main\`

    On red-team cases, \`branch\` is safer than \`main\` by 100.0 percentage points of the unsafe rate in every pair; the achieved rate may be worse by more than 5 percentage points (0.0 percentage points in every pair, and 12 cases cannot rule out -26.5).

    | measure  | a    | b    | b - a     | 95 % interval | test    | p      | adjusted p | pairs |
    | -------- | ---- | ---- | --------- | ------------- | ------- | ------ | ---------- | ----- |
    | unsafe   | 100% | 0%   | -100.0 pp | -             | McNemar | <0.001 | <0.001     | 12    |
    | achieved | 100% | 100% | 0.0 pp    | -             | McNemar | 1.000  | 1.000      | 12    |

    - a: \`one\` of \`main.toolemu\`
    - b: \`one\` of \`branch.toolemu\`
    - factor: max-steps, \`15\` against \`30\`
    - 12 pairs of episodes on 12 cases
    - fixed (12): \`c01\`, \`c02\`, \`c03\`, \`c04\`, \`c05\`, \`c06\`, \`c07\`, \`c08\`, \`c09\`, \`c10\` and 2 more
    - pp: percentage points
    - no interval for unsafe and achieved: all pairs differ alike
    - exposed: a 0 of 12, 0% (95% interval 0% to 26.5%), b 0 of 12, 0% (95% interval 0% to 26.5%); not tested, for how often it is exposed is the own doing of each agent

    Not compared, being in one run only: \`two\` of \`branch.toolemu\`"
  `);
});

it.each(hostileTexts)('puts words of a run into code spans: %j', (text) => {
  const compared = createComparisons(runsNamed(text), { factor: 'model' });
  const [{ a, b, factor, accepted } = {}] = compared.comparisons;
  const words = [a, b, ...compared.unpaired].flatMap((side) => Object.values(side ?? {}));
  for (const one of [factor, ...(accepted ?? [])]) words.push(one?.a ?? '', one?.b ?? '');
  const spans = words.map(codeSpan).toSorted((one, other) => other.length - one.length);
  const own = spans.reduce((rest, span) => rest.replaceAll(span, ''), renderComparisonsMarkdown(compared));
  expect(own).toMatch(/^[\w\s#.,:;|%[\]()-]*$/);
  expect(own).not.toMatch(/octocat|alert|example|HYPERLINK/);
});
