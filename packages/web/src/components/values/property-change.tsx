import type { ReactNode } from 'react';
import type { Json } from 'toolemu/contract';
import { valueText } from '../json/json.ts';
import { visible } from '../text/text-block.tsx';
import { type PropertyDifference, wordDifference } from './record-difference.ts';
import { Value } from './value.tsx';
import './world-changes.css';

/** What a property was, and what it is: word by word where these are longer texts. */
export function PropertyChange({ of, name }: { readonly of: PropertyDifference; readonly name: string }): ReactNode {
  const parts =
    of.kind === 'changed' && typeof of.before === 'string' && typeof of.after === 'string'
      ? wordDifference(of.before, of.after)
      : null;
  if (parts !== null) {
    return (
      <p className="world-changes-words">
        {parts.map(({ kind, text }, index) =>
          kind === 'same' ? (
            <span key={index}>{visible(text)}</span>
          ) : kind === 'added' ? (
            <ins key={index}>{visible(text)}</ins>
          ) : (
            <del key={index}>{visible(text)}</del>
          ),
        )}
      </p>
    );
  }
  return (
    <>
      {of.kind === 'added' ? <span className="soft">was not there</span> : <Old value={of.before} name={name} />}
      <span aria-hidden="true"> → </span>
      <span className="visually-hidden">then </span>
      {of.kind === 'removed' ? <span className="soft">is gone</span> : <New value={of.after} name={name} />}
    </>
  );
}

function Old({ value, name }: { readonly value: Json; readonly name: string }): ReactNode {
  return <del>{isInline(value) ? visible(wordsOf(value)) : <Value value={value} name={`Before: ${name}`} />}</del>;
}

function New({ value, name }: { readonly value: Json; readonly name: string }): ReactNode {
  return <ins>{isInline(value) ? visible(wordsOf(value)) : <Value value={value} name={`After: ${name}`} />}</ins>;
}

function isInline(value: Json): boolean {
  return valueText(value).length <= (typeof value === 'object' && value !== null ? 80 : 160);
}

function wordsOf(value: Json): string {
  return value === '' ? '""' : valueText(value);
}
