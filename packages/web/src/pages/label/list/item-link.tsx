import type { CSSProperties, ReactNode } from 'react';
import type { BlindEntry, LabelState } from 'toolemu/contract';
import { Link } from 'wouter';
import { labelPath, type Who } from '../places.ts';

/** A trajectory in the list: its place, and how far it is labelled. */
export function ItemLink({
  run,
  who,
  entry: { item, state },
  place,
  total,
  isActive,
  onFocus,
  style,
}: {
  readonly run: string;
  readonly who: Who;
  readonly entry: BlindEntry;
  readonly place: number;
  readonly total: number;
  /** Whether Tab leads to it. */
  readonly isActive: boolean;
  readonly onFocus: () => void;
  readonly style: CSSProperties;
}): ReactNode {
  return (
    <li aria-setsize={total} aria-posinset={place + 1} style={style}>
      <Link
        href={labelPath({ run, item }, who.seed)}
        className={state}
        tabIndex={isActive ? 0 : -1}
        data-place={place}
        onFocus={onFocus}
      >
        {place + 1} <span aria-hidden="true">{marks[state]}</span>
        <span className="visually-hidden">{stateWords[state]}</span>
      </Link>
    </li>
  );
}

const marks: Readonly<Record<LabelState, string>> = { whole: '✓', part: '…', none: '' };
const stateWords: Readonly<Record<LabelState, string>> = { whole: 'labelled', part: 'begun', none: 'not labelled' };
