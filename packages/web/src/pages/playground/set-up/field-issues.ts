import type { Issue } from 'toolemu/contract';

/** Something wrong with the form: at a field, as in `agent.model`. */
export interface FieldIssue {
  readonly field: string;
  readonly message: string;
}

/** Where what the server says belongs: at a field, or on top. */
export function fieldIssueOf(message: string): FieldIssue {
  const [, field, words] = /^(?:body\.)?(?:cast\.)?([a-z]+(?:\.[a-z]+)?): (.+)$/is.exec(message) ?? [];
  return field !== undefined && words !== undefined && fields.has(field)
    ? { field, message: words }
    : { field: '', message };
}

const fields: ReadonlySet<string> = new Set([
  ...['agent', 'emulator', 'evaluators', 'completion'].flatMap((role) => [`${role}.model`, `${role}.baseUrl`]),
  'agent.kind',
  'agent.promptStyle',
  'agent.temperature',
  'emulator.kind',
  'maxSteps',
]);

/** Issues of a case that a server read, with those of toolkits apart. */
export function issuesOf(issues: readonly Issue[], what: 'case' | 'toolkits'): readonly Issue[] {
  return issues.filter(({ file }) => file.startsWith('toolkit') === (what === 'toolkits'));
}
