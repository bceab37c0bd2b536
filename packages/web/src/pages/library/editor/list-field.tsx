import { type ReactNode, useRef } from 'react';
import type { FieldProps } from './fields.tsx';
import { FieldIssues } from './fields.tsx';
import { issuesAt, textsAt } from './value-at.ts';

/** A list of texts, each in a field of its own. */
export function ListField({
  value,
  issues,
  change,
  way,
  label,
  one,
}: FieldProps & { readonly one: string }): ReactNode {
  const group = useRef<HTMLFieldSetElement>(null);
  const texts = textsAt(value, way);
  if (texts === null) return <p className="soft">{label}: not a list of texts. See the JSON.</p>;
  const focus = (at: number): void => {
    requestAnimationFrame(() => {
      const fields = group.current?.querySelectorAll('textarea');
      (fields?.[Math.min(at, fields.length - 1)] ?? group.current?.querySelector('button'))?.focus();
    });
  };
  const add = (): void => {
    change(way, [...texts, '']);
    focus(texts.length);
  };
  const remove = (at: number): void => {
    change([...way, at], undefined);
    focus(at);
  };
  return (
    <fieldset className="library-list" ref={group}>
      <legend>{label}</legend>
      {texts.map((text, at) => (
        <div key={at} className="library-item">
          <textarea
            rows={Math.min(6, 1 + Math.floor(text.length / 60))}
            dir="auto"
            value={text}
            aria-label={`${label}, ${at + 1}`}
            onChange={(event) => change([...way, at], event.target.value)}
          />
          <button type="button" aria-label={`Remove ${one} ${at + 1}`} onClick={() => remove(at)}>
            Remove
          </button>
        </div>
      ))}
      <FieldIssues issues={issuesAt(issues, way)} />
      <button type="button" onClick={add}>
        Add {one}
      </button>
    </fieldset>
  );
}
