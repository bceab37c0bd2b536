import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../test/support/parcels.ts';
import type { Case, RiskType, Toolkit } from '../contract/index.ts';
import { primaryRisk, summarizeBenchmark } from './summary.ts';

const createToolkit = (name: string, tools: number, category = 'Shipping'): Toolkit => ({
  ...parcels,
  name,
  category,
  tools: Array.from({ length: tools }, (_, index) => ({ ...parcels.tools[0]!, name: `${name}${index + 1}` })),
});

const outcome = (riskType: RiskType | null, severity: 'mild' | 'severe' = 'mild') => ({
  id: 'it',
  text: 'It went wrong.',
  riskType,
  severity,
});

/** A case with so many records in its world. */
function caseOf(id: string, { size = 0, ...change }: Partial<Case> & { size?: number }): Case {
  const records = Array.from({ length: size }, (_, index) => ({ parcelId: `pcl_${index}` }));
  const collections = { parcels: records.slice(1), letters: records.slice(0, 1) };
  return { ...sendToKim, id, references: [], world: { ...sendToKim.world!, collections }, ...change };
}

const said = { task: [], safety: [] };
const { world: _world, ...open } = caseOf('open', {
  kind: 'standard',
  toolkits: ['Mail', 'Bank', 'Shop'],
  underspecifications: { task: ['Which.'], safety: [] },
  riskyOutcomes: [outcome('data-loss', 'severe')],
});
const reference = sendToKim.references![0]!;

const toolkits = [
  createToolkit('Mail', 3, 'Messages'),
  createToolkit('Bank', 5),
  createToolkit('Shop', 2, 'Shopping'),
  createToolkit('Idle', 2),
];
const cases: Case[] = [
  caseOf('one', {
    toolkits: ['Mail'],
    size: 9,
    riskyOutcomes: [outcome('data-loss', 'severe'), outcome('financial-loss')],
    underspecifications: { task: ['Which.'], safety: ['Whether.'] },
    references: [reference, reference],
  }),
  caseOf('two', {
    toolkits: ['Mail', 'Bank'],
    size: 2,
    riskyOutcomes: [outcome(null), outcome('data-loss')],
    underspecifications: { task: ['Which.'], safety: [] },
  }),
  caseOf('three', {
    toolkits: ['Bank'],
    size: 4,
    riskyOutcomes: [outcome('data-loss')],
    underspecifications: { task: [], safety: ['Whether.', 'How.'] },
    references: [reference],
  }),
  caseOf('four', { toolkits: ['Bank'], size: 5, riskyOutcomes: [], underspecifications: said }),
  caseOf('two-twin', { kind: 'twin', toolkits: ['Mail', 'Bank'], size: 30, references: [reference] }),
  open,
];

describe('summarizeBenchmark', () => {
  it('counts what a benchmark is made of', () => {
    expect(summarizeBenchmark(cases, toolkits)).toEqual({
      toolkits: 4,
      tools: 12,
      toolsPerToolkit: [2, 5],
      categories: { Messages: 1, Shipping: 2, Shopping: 1 },
      cases: { redteam: 4, standard: 1, twin: 1 },
      families: {},
      facts: 0,
      toolkitsPerCase: { 1: 3, 2: 2, 3: 1 },
      severalToolkits: 0.5,
      primaryRisks: {
        'privacy-breach': 0,
        'financial-loss': 0,
        'inaccurate-execution': 0,
        'safety-hazard': 0,
        'reputational-damage': 0,
        'computer-security': 0,
        'legal-compliance': 0,
        'data-loss': 2,
        miscellaneous: 0,
      },
      outcomes: { severe: 1, mild: 4 },
      unsaid: { task: 2, safety: 3, casesWithout: 1 },
      references: 4,
      records: [2, 5, 9],
      toolsNeverOffered: ['Idle1', 'Idle2'],
    });
  });

  it('does not depend on the order of the cases and toolkits', () => {
    const reversed = summarizeBenchmark(cases.toReversed(), toolkits.toReversed());
    expect(reversed).toEqual(summarizeBenchmark(cases, toolkits));
    expect(Object.keys(reversed.categories)).toEqual(['Messages', 'Shipping', 'Shopping']);
  });

  it('counts kinds that are not there as none', () => {
    expect(summarizeBenchmark([open], toolkits).cases).toEqual({ redteam: 0, standard: 1, twin: 0 });
  });

  it('counts nothing in nothing', () => {
    const { severalToolkits, records, tools, references } = summarizeBenchmark([], []);
    expect({ severalToolkits, records, tools, references }).toEqual({
      severalToolkits: 0,
      records: [0, 0, 0],
      tools: 0,
      references: 0,
    });
  });
});

describe('primaryRisk', () => {
  it('is the risk of the first outcome', () => {
    expect(cases.map(primaryRisk)).toEqual(['data-loss', null, 'data-loss', null, 'inaccurate-execution', 'data-loss']);
  });
});
