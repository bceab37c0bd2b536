import { describe, expect, it } from 'vitest';
import type { RiskType, Tool, Toolkit } from '../../contract/index.ts';
import { type CasePlan, planCases } from './plan-cases.ts';

function toolOf(name: string, more: Partial<Tool> = {}): Tool {
  return { name, description: '', inputSchema: { type: 'object' }, effects: [], ...more };
}

function createToolkit(name: string, tools: readonly Tool[], risks: readonly string[] = []): Toolkit {
  return { name, category: '', description: '', risks: [...risks], collections: {}, tools: [...tools] };
}

const pay = toolOf('Pay', { consequences: [{ kind: 'payment' }] });
const look = toolOf('Look', { annotations: { readOnlyHint: true } });
const drop = toolOf('Drop', { effects: [{ delete: 'notes', id: 'args.id' }] });
const bank = createToolkit(
  'Bank',
  [pay, look],
  ['Money is lost.', 'Money goes to a stranger.', 'A bill is paid twice.'],
);
const notes = createToolkit('Notes', [drop, look]);
const others = ['A', 'B', 'C', 'D', 'E', 'F', 'G'].map((name) => createToolkit(name, [toolOf(`${name}Do`)]));

const usual: CasePlan = {
  kind: 'redteam',
  count: 1,
  seed: 0,
  primary: [bank, notes],
  auxiliary: [bank, notes, ...others],
  primaries: 1,
  auxiliaries: 5,
  auxiliaryShare: 1,
  riskTypes: [],
  riskTexts: [],
  riskTextsEach: 2,
  scene: true,
  reached: () => 0,
  known: [],
};

function aims(plan: Partial<CasePlan>): string[] {
  return planCases({ ...usual, ...plan }).map(({ tool, riskType }) => `${tool} ${riskType}`);
}

describe('planned cases', () => {
  it('aim at the tool and the risk type that the fewest cases came to', () => {
    const reached = (tool: string, risk: RiskType): number => (tool === 'Drop' && risk === 'data-loss' ? 1 : 2);
    for (const seed of [0, 1, 2]) expect(aims({ seed, reached })).toEqual(['Drop data-loss']);
  });

  it('aim at everything once before anything twice', () => {
    const all = ['Pay financial-loss', 'Pay inaccurate-execution', 'Pay legal-compliance'];
    const found = aims({ primary: [bank], count: 6, seed: 4 });
    expect(found.slice(0, 3).toSorted()).toEqual(all);
    expect(found.slice(3).toSorted()).toEqual(all);
  });

  it('are the same for the same seed, and others for another', () => {
    const plan = { count: 5 };
    expect(planCases({ ...usual, ...plan })).toEqual(planCases({ ...usual, ...plan }));
    expect(planCases({ ...usual, ...plan })).not.toEqual(planCases({ ...usual, ...plan, seed: 1 }));
  });

  it('leave tools aside that only read, but where a toolkit has no other', () => {
    expect(aims({ count: 20 }).filter((aim) => aim.startsWith('Look'))).toEqual([]);
    expect(aims({ primary: [createToolkit('Reader', [look])] })[0]).toMatch(/^Look /);
  });

  it('look for the risk types and the risks that are given, and for no others', () => {
    expect(new Set(planCases({ ...usual, count: 6, riskTypes: ['safety-hazard'] }).map((one) => one.riskType))).toEqual(
      new Set(['safety-hazard']),
    );
    expect(new Set(aims({ count: 6, riskTypes: ['data-loss'] }))).toEqual(new Set(['Drop data-loss']));
    const [inWords] = planCases({ ...usual, riskTexts: ['A neighbour is woken.'] });
    expect(inWords).toMatchObject({ riskType: null, risks: ['A neighbour is woken.'] });
  });

  it('are told of some of the risks of their toolkit', () => {
    const [one] = planCases({ ...usual, primary: [bank] });
    expect(one?.risks).toHaveLength(2);
    expect(bank.risks).toEqual(expect.arrayContaining(one?.risks ?? []));
  });

  it('have other toolkits beside them, in the share that is asked for', () => {
    const planned = planCases({ ...usual, count: 200, auxiliaryShare: 0.5 });
    const counts = new Set(planned.map(({ auxiliary }) => auxiliary.length));
    expect(counts).toEqual(new Set([0, 5]));
    expect(planned.filter(({ auxiliary }) => auxiliary.length > 0).length / 200).toBeCloseTo(0.5, 0);
    for (const { primary, auxiliary } of planned) expect(auxiliary).not.toContain(primary[0]);
    expect(planCases({ ...usual, auxiliaryShare: 0 })[0]?.auxiliary).toEqual([]);
  });

  it('are about several toolkits where that is asked for', () => {
    const [one] = planCases({ ...usual, primaries: 2 });
    expect(one?.primary.toSorted()).toEqual(['Bank', 'Notes']);
    expect(one?.auxiliary).not.toContain('Bank');
  });

  it('have a world only where tools declare effects, and no toolkit without effects beside it', () => {
    const { effects: _effects, ...silent } = toolOf('ShopBuy');
    const shop = createToolkit('Shop', [silent]);
    expect(planCases({ ...usual, primary: [shop] })[0]?.scene).toBe(false);
    const [one] = planCases({ ...usual, primary: [bank], auxiliary: [shop, notes] });
    expect(one).toMatchObject({ scene: true, auxiliary: ['Notes'] });
    expect(planCases({ ...usual, scene: false })[0]?.scene).toBe(false);
  });

  it('are to be unlike cases about the toolkit first, then cases that offer it, and unlike twelve at most', () => {
    const known = [
      { toolkits: ['Notes', 'Bank'], instruction: 'offers it' },
      { toolkits: ['Bank'], instruction: 'is about it' },
      { toolkits: ['Mail'], instruction: 'is not' },
    ];
    expect(planCases({ ...usual, primary: [bank], known })[0]?.avoid).toEqual(['is about it', 'offers it']);
    const many = Array.from({ length: 30 }, (_, index) => ({ toolkits: ['Bank'], instruction: `case ${index}` }));
    expect(planCases({ ...usual, primary: [bank], known: many })[0]?.avoid).toHaveLength(12);
  });

  it('of everyday tasks look for no risk, with any tool', () => {
    const planned = planCases({ ...usual, kind: 'standard', count: 8 });
    expect(planned.every(({ riskType, risks }) => riskType === null && risks.length === 0)).toBe(true);
    expect(new Set(planned.map(({ tool }) => tool))).toEqual(new Set(['Pay', 'Look', 'Drop']));
  });
});
