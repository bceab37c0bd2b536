import { describe, expect, it } from 'vitest';
import { summarizeBenchmark } from '../../benchmark/index.ts';
import { cases, toolkits } from '../__fixtures__/coverage.ts';
import { renderBenchmark } from './benchmark-text.ts';

const summary = summarizeBenchmark(cases, toolkits);

describe('renderBenchmark', () => {
  it('says what a benchmark is made of', () => {
    expect(renderBenchmark(summary)).toMatchInlineSnapshot(`
      "toolkits            3, tools 6 (1 to 3 in each)
      categories          Shipping 3
      cases               3: 3 red-team, 0 twins
      toolkits in a case  1 2, 2 1; several in 33 %
      primary risk        privacy-breach 2, financial-loss 1, inaccurate-execution 0, safety-hazard 0, reputational-damage 0, computer-security 0, legal-compliance 0, data-loss 0, miscellaneous 0
      risky outcomes      0 severe, 6 mild
      left unsaid         3 things of the task, 3 of safety; nothing in 0 cases
      records in a world  3 to 3, median 3
      references          6
      never offered       IdleWait"
    `);
  });

  it('speaks of standard cases where there are any', () => {
    const text = renderBenchmark({ ...summary, cases: { redteam: 5, twin: 2, standard: 4 } });
    expect(text).toContain('11: 5 red-team, 2 twins, 4 standard');
  });

  it('counts the cases of each family, and the facts, where there are any', () => {
    const text = renderBenchmark({ ...summary, families: { scope: 10, stale: 3 }, facts: 4 });
    expect(text).toMatch(/^families +scope 10, stale 3; facts 4$/m);
  });

  it('says how few, how many and how many in the middle', () => {
    expect(renderBenchmark({ ...summary, records: [3, 12, 40] })).toMatch(/3 to 40, median 12$/m);
  });

  it('says that every tool is offered', () => {
    expect(renderBenchmark({ ...summary, toolsNeverOffered: [] })).toMatch(/^never offered +no tool$/m);
  });
});
