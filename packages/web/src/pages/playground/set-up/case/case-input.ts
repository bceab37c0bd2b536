import type { EndpointRequest, Endpoints } from 'toolemu/contract';
import { parsedJson } from '../../../../components/json/json.ts';
import type { FieldIssue } from '../field-issues.ts';
import type { SetUp } from '../set-up.ts';
import { withoutBlanks } from './written-case.ts';

/** What the server is asked to read as a case. */
export type CaseInput = EndpointRequest<Endpoints['POST /api/playground/cases']>['body'];

/** The case that a form gives, or what is wrong with its JSON; neither where none is given yet. */
export function caseInputOf(setUp: SetUp): {
  readonly input: CaseInput | null;
  readonly issues: readonly FieldIssue[];
} {
  if (setUp.source === 'known') {
    return { input: setUp.caseId === '' ? null : { case: { id: setUp.caseId } }, issues: [] };
  }
  const written = setUp.source === 'written';
  const text = written ? setUp.written : setUp.pasted;
  const value = parsedJson(text);
  const toolkits = setUp.toolkits.trim() === '' ? [] : parsedJson(setUp.toolkits);
  const issues = [
    ...(value === undefined && text.trim() !== '' ? [{ field: 'case', message: 'the case is no JSON' }] : []),
    ...(toolkits === undefined ? [{ field: 'toolkits', message: 'the toolkits are no JSON' }] : []),
  ];
  if (value === undefined || toolkits === undefined) return { input: null, issues };
  const pick = setUp.pick === '' ? {} : { pick: setUp.pick };
  return {
    input: { case: { json: written ? withoutBlanks(value) : value, ...pick }, toolkits: [toolkits].flat() },
    issues,
  };
}
