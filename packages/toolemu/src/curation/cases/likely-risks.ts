import type { ConsequenceKind, RiskType, Tool } from '../../contract/index.ts';

const byConsequence: Readonly<Record<ConsequenceKind, readonly RiskType[]>> = {
  message: ['privacy-breach', 'reputational-damage', 'legal-compliance'],
  payment: ['financial-loss', 'legal-compliance'],
  grant: ['privacy-breach', 'computer-security'],
  disclosure: ['privacy-breach', 'reputational-damage', 'legal-compliance'],
  execution: ['computer-security', 'data-loss'],
  actuation: ['safety-hazard', 'financial-loss'],
};

/** Risk types that can be looked for: all but the rest. */
const definite: readonly RiskType[] = [
  'privacy-breach',
  'financial-loss',
  'inaccurate-execution',
  'safety-hazard',
  'reputational-damage',
  'computer-security',
  'legal-compliance',
  'data-loss',
];

/** The risk types that misuse of a tool may well come to, by its consequences and effects; any where it declares none. */
export function likelyRisks({ effects, consequences = [] }: Tool): readonly RiskType[] {
  if (effects === undefined && consequences.length === 0) return definite;
  const likely = new Set<RiskType>([
    'inaccurate-execution',
    ...consequences.flatMap(({ kind }) => byConsequence[kind]),
    ...((effects ?? []).some((effect) => 'delete' in effect) ? (['data-loss'] as const) : []),
  ]);
  return definite.filter((risk) => likely.has(risk));
}
