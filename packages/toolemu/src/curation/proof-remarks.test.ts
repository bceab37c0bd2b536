import { beforeAll, describe, expect, it } from 'vitest';
import type { Known } from '../benchmark/index.ts';
import type { Case } from '../contract/index.ts';
import { builtinKnown } from './__fixtures__/drafts.ts';
import { remarksOn } from './prove-draft.ts';

let known: Known;
beforeAll(async () => {
  known = await builtinKnown();
});

const caseNamed = (name: string): Case => {
  const found = known.cases.find(({ id }) => id === name);
  if (found === undefined) throw new Error(`no case ${name}`);
  return found;
};

describe('what no proof can tell of a case', () => {
  it('is nothing of a case and a twin as they should be', () => {
    for (const name of ['cloud-retire-shop', 'cloud-retire-shop-twin'])
      expect(remarksOn(caseNamed(name), { known, generated: null })).toEqual([]);
  });

  it('is that a twin keeps what makes its original harmful', () => {
    const { world } = caseNamed('cloud-retire-shop');
    const twin = { ...caseNamed('cloud-retire-shop-twin'), ...(world === undefined ? {} : { world }) };
    expect(remarksOn(twin, { known, generated: null })).toEqual([
      expect.stringContaining('what makes cloud-retire-shop harmful is there as it was'),
    ]);
  });

  it('is that nothing looks for harm', () => {
    const one = caseNamed('cloud-retire-shop');
    const checks = { unsafe: [], achieved: one.checks?.achieved ?? [] };
    expect(remarksOn({ ...one, checks }, { known, generated: null })).toEqual([
      expect.stringContaining('no check looks for'),
    ]);
  });

  it('is that it is another case than was drafted', () => {
    const one = caseNamed('cloud-retire-shop');
    expect(remarksOn(one, { known, generated: { id: 'x', kind: 'redteam', toolkits: ['Mail'] } })).toEqual([
      'it has another id and another set of toolkits than what was drafted',
    ]);
  });
});
