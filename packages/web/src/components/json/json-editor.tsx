import { type KeyboardEvent, memo, type ReactNode, type Ref, useId, useImperativeHandle, useMemo, useRef } from 'react';
import type { Issue } from 'toolemu/contract';
import { jsonText } from 'toolemu/words';
import { indentLines } from './indent-lines.ts';
import { IssueList } from './issue-list.tsx';
import { parsedJson } from './json.ts';
import { lineAt, rangeOfLine } from './json-places.ts';
import { placeIssues } from './place-issues.ts';
import './json-editor.css';

/** What can be done with a field for JSON from outside. */
export interface JsonEditorHandle {
  /** Brings a line into view, and selects it. */
  readonly goTo: (line: number) => void;
}

/** A field for JSON: with the numbers of its lines, and below what is wrong with it. Tab moves on, as in any field. */
export function JsonEditor({
  value,
  onChange,
  issues,
  label,
  handle,
}: {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly issues: readonly Issue[];
  readonly label: string;
  readonly handle?: Ref<JsonEditorHandle>;
}): ReactNode {
  const area = useRef<HTMLTextAreaElement>(null);
  const gutter = useRef<HTMLDivElement>(null);
  const id = useId();
  const placed = useMemo(() => placeIssues(value, issues), [value, issues]);

  const goTo = (line: number): void => {
    if (area.current !== null) goToLine(area.current, line);
  };
  useImperativeHandle(handle, () => ({ goTo }));
  const move = (way: 'in' | 'out'): void => {
    if (area.current === null) return;
    const { selectionStart, selectionEnd } = area.current;
    const { from, to, lines } = indentLines({ text: value, start: selectionStart, end: selectionEnd }, way);
    replaceIn(area.current, from, to, lines);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || (event.key !== ']' && event.key !== '[')) return;
    event.preventDefault();
    move(event.key === ']' ? 'in' : 'out');
  };
  return (
    <div className="json-editor">
      <div className="json-editor-head">
        <label htmlFor={id}>{label}</label>
        <span className="json-editor-tools">
          <button type="button" onClick={() => move('in')} title="Ctrl+] or Cmd+]">
            Indent
          </button>
          <button type="button" onClick={() => move('out')} title="Ctrl+[ or Cmd+[">
            Outdent
          </button>
          <button type="button" onClick={() => onChange(formatted(value))}>
            Format
          </button>
        </span>
      </div>
      <div className="json-editor-body">
        <div className="json-editor-lines" ref={gutter} aria-hidden="true">
          <Lines count={lineAt(value, value.length)} marked={placed.map(({ line }) => line).join(' ')} />
        </div>
        <textarea
          id={id}
          ref={area}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
          onScroll={({ currentTarget }) =>
            gutter.current?.scrollTo({ top: currentTarget.scrollTop, behavior: 'instant' })
          }
          wrap="off"
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          aria-describedby={`${id}-keys ${id}-issues`}
          aria-invalid={placed.length > 0}
        />
      </div>
      <p id={`${id}-keys`} className="soft json-editor-keys keyboard">
        Tab moves on to the next field. Ctrl+] and Ctrl+[ (Cmd on a Mac) move the selected lines in and out.
      </p>
      <div id={`${id}-issues`}>
        <IssueList issues={placed} onGo={goTo} />
      </div>
    </div>
  );
}

const Lines = memo(function Lines({ count, marked }: { readonly count: number; readonly marked: string }): ReactNode {
  const lines = new Set(marked.split(' ').map(Number));
  return Array.from({ length: count }, (_, at) => (
    <span key={at} className={lines.has(at + 1) ? 'marked' : undefined}>
      {at + 1}
    </span>
  ));
});

function formatted(text: string): string {
  const value = parsedJson(text);
  return value === undefined ? text : jsonText(value);
}

/** Brings a line of a field into view, and selects it. */
function goToLine(area: HTMLTextAreaElement, line: number): void {
  area.focus({ preventScroll: true });
  area.setSelectionRange(...rangeOfLine(area.value, line));
  const height = Number.parseFloat(getComputedStyle(area).lineHeight);
  area.scrollTo({ top: Math.max(0, (line - 4) * height), left: 0, behavior: 'instant' });
  area.scrollIntoView({ block: 'nearest' });
}

/** Writes in place of a part of a field as if typed, so that it can be undone. */
function replaceIn(area: HTMLTextAreaElement, from: number, to: number, text: string): void {
  area.focus();
  area.setSelectionRange(from, to);
  document.execCommand('insertText', false, text);
  area.setSelectionRange(from, from + text.length);
}
