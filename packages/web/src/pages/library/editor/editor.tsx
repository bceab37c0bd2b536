import { type ReactNode, useMemo, useRef, useState } from 'react';
import type { Issue, Json } from 'toolemu/contract';
import { jsonText } from 'toolemu/words';
import { parsedJson } from '../../../components/json/json.ts';
import { JsonEditor, type JsonEditorHandle } from '../../../components/json/json-editor.tsx';
import { Page } from '../../../components/page/page.tsx';
import { placeIssues } from '../../../components/json/place-issues.ts';
import { LibraryPlaces } from '../parts.tsx';
import { SaveBar } from './save-bar.tsx';
import { issuesOfTouched } from './shown-issues.ts';
import { useCheck } from './use-check.ts';
import { useDraft } from './use-draft.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import { pathOf, type Way, withValueAt } from './value-at.ts';

/** What the fields of a form work on. */
export interface FormProps {
  readonly value: Json;
  readonly issues: readonly Issue[];
  readonly change: (way: Way, next: Json | undefined) => void;
}

/** What is edited: a saved toolkit or case, a copy of one, or a new one. */
export interface Editing {
  readonly sort: 'toolkit' | 'case';
  readonly title: string;
  readonly value: object;
  /** The one whose file is written over; null for a new one. */
  readonly original: string | null;
  /** Whether nothing is filled in: what is wrong is told once it is written to, or was to be saved. */
  readonly isEmpty?: boolean;
}

/** Fields beside the whole JSON: both show one value, which is checked as it is written. */
export function Editor({
  editing: { sort, title, value: saved, original, isEmpty = false },
  form: Form,
}: {
  readonly editing: Editing;
  readonly form: (props: FormProps) => ReactNode;
}): ReactNode {
  const draft = useDraft(`toolemu draft: ${title}`, jsonText(saved));
  const value = useMemo(() => parsedJson(draft.text), [draft.text]);
  const check = useCheck(value);
  const [touched, setTouched] = useState<readonly string[]>(isEmpty && !draft.isOld ? [] : whole);
  const issues = useMemo(() => issuesOfTouched(check.issues, touched), [check.issues, touched]);
  const words = issues.length === 0 && check.issues.length > 0 ? 'Not complete yet.' : check.words;
  const [first] = useMemo(() => placeIssues(draft.text, issues), [draft.text, issues]);
  const editor = useRef<JsonEditorHandle>(null);
  useLeaveGuard(draft.isChanged);
  const change = (way: Way, next: Json | undefined): void => {
    if (value === undefined) return;
    setTouched((before) => [...new Set([...before, pathOf(way)])]);
    draft.write(jsonText(withValueAt(value, way, next)));
  };
  const write = (text: string): void => {
    setTouched(whole);
    draft.write(text);
  };
  return (
    <Page title={title} over={<LibraryPlaces />}>
      <SaveBar
        sort={sort}
        value={value}
        original={original}
        draft={draft}
        check={{ ...check, words }}
        first={first}
        onGo={(line) => editor.current?.goTo(line)}
        onTry={() => setTouched(whole)}
      />
      <div className="library-editor">
        <fieldset disabled={value === undefined} className="library-form">
          <legend className="visually-hidden">Fields</legend>
          {value === undefined && <p className="note">The JSON cannot be read: mend it, and the fields are back.</p>}
          <Form value={value ?? {}} issues={issues} change={change} />
        </fieldset>
        <JsonEditor value={draft.text} onChange={write} issues={issues} label="The whole as JSON" handle={editor} />
      </div>
    </Page>
  );
}

/** All of it was written to. */
const whole = ['$'];
