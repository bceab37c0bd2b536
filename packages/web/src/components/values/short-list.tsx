import type { ReactNode } from 'react';
import type { Json } from 'toolemu/contract';
import { valueText } from '../json/json.ts';
import { visible } from '../text/text-block.tsx';
import { Empty } from './empty.tsx';
import './value.css';

/** A few figures and words on a line, each set apart from the next. */
export function ShortList({ items }: { readonly items: readonly Json[] }): ReactNode {
  return (
    <ul className="value-short">
      {items.map((item, at) => (
        <li key={at}>{item === '' ? <Empty of="" /> : <bdi>{visible(valueText(item))}</bdi>}</li>
      ))}
    </ul>
  );
}
