import { type FormEvent, type ReactNode, useState } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { ask } from '../../../api.ts';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { useBegin } from '../begin-session.ts';
import { CasePart } from './case/case-part.tsx';
import type { PartProperties } from './part-properties.ts';
import { PlayerPart } from './roles/player-part.tsx';
import { RolesPart } from './roles/roles-part.tsx';
import { fieldIssueOf, type FieldIssue } from './field-issues.ts';
import { keepSetUp, withKept } from './kept-set-up.ts';
import { requestOf, type SessionRequest } from './session-request.ts';
import { firstSetUp, type SetUp } from './set-up.ts';
import { useReadCase } from './case/use-read-case.ts';

/** The form of a session in three parts: the case, who plays, who emulates and judges. */
export function SetUpForm({ options }: { readonly options: PlaygroundOptions }): ReactNode {
  const [search, setSearch] = useSearch();
  const [first] = useState(() => firstSetUp(options, search));
  const [setUp, setSetUp] = useState(() => withKept(first, search));
  const [issues, setIssues] = useState<readonly FieldIssue[]>([]);
  const [isTried, setTried] = useState(false);
  const reading = useReadCase(setUp);
  const begin = useBegin((body: SessionRequest) => ask('POST /api/playground/sessions', { body }));

  const change = (by: Partial<SetUp>): void => {
    const next = { ...setUp, ...by };
    setSetUp(next);
    keepSetUp(next, first);
    setIssues([]);
    begin.reset();
    setSearch({
      case: next.caseId,
      source: next.source === 'known' ? '' : next.source,
      agent: next.agent.kind,
      emulator: next.emulator.kind,
    });
  };
  const all = begin.error === null ? issues : [fieldIssueOf(begin.error.message)];
  const issueAt = (field: string): string | undefined => all.find((issue) => issue.field === field)?.message;
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    setTried(true);
    const read = requestOf(setUp, options);
    setIssues('issues' in read ? read.issues : []);
    if ('request' in read) begin.mutate(read.request);
    else focusFirst(event.currentTarget);
  };
  const properties: PartProperties = { options, setUp, change, issueAt, reading, isTried };
  return (
    <form className="playground-form" onSubmit={onSubmit} noValidate aria-label="A new session">
      <CasePart {...properties} />
      <PlayerPart {...properties} />
      <RolesPart {...properties} />
      {all.length > 0 && <Issues issues={all} />}
      <div className="bar">
        <button type="submit" className="primary" disabled={begin.isPending}>
          {begin.isPending ? 'Starting …' : 'Start'}
        </button>
      </div>
    </form>
  );
}

/** The form as a whole cannot begin: told where the button is, in the words of each field. */
function Issues({ issues }: { readonly issues: readonly FieldIssue[] }): ReactNode {
  return (
    <div className="problem" role="alert">
      {issues.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="playground-lines">
          {field !== '' && <strong>{fieldNames[field] ?? field}: </strong>}
          {visible(message)}
        </p>
      ))}
    </div>
  );
}

const fieldNames: Readonly<Record<string, string>> = {
  case: 'The case',
  toolkits: 'The toolkits',
  'agent.kind': 'Who plays',
  'agent.model': 'Model of the agent',
  'agent.baseUrl': 'Base URL of the agent',
  'agent.promptStyle': 'Prompting',
  'agent.temperature': 'Temperature',
  'emulator.kind': 'Emulator',
  'emulator.model': 'Model of the emulator',
  'emulator.baseUrl': 'Base URL of the emulator',
  'evaluators.model': 'Model of the evaluators',
  'evaluators.baseUrl': 'Base URL of the evaluators',
  maxSteps: 'Steps at most',
};

/** Once the page says which fields are wrong. */
function focusFirst(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
}
