import type { CaseRequest } from '../../contract/index.ts';

/** What a case of these toolkits is drafted from, the first of which it is about; nothing else is settled. */
export function caseRequest(
  [first, ...others]: readonly [string, ...string[]],
  settled: Pick<CaseRequest, 'caseKind'> & Partial<Omit<CaseRequest, 'kind' | 'primary' | 'auxiliary'>>,
): CaseRequest {
  return {
    kind: 'case',
    primary: [first],
    auxiliary: others,
    tool: null,
    riskType: null,
    risks: [],
    given: null,
    twinOf: null,
    avoid: [],
    scene: true,
    ...settled,
  };
}
