import type { ReactNode } from 'react';
import type { Json, JsonObject } from 'toolemu/contract';
import { cutLine } from 'toolemu/words';
import { valueText } from '../json/json.ts';
import { visible } from '../text/text-block.tsx';
import { Empty } from './empty.tsx';
import { ShortList } from './short-list.tsx';

/** A value in a cell of a table: as text, or its beginning over all of it, which `whole` lays out. */
export function CellValue({
  value,
  whole,
}: {
  readonly value: Json;
  readonly whole: (value: Json) => ReactNode;
}): ReactNode {
  if (isEmpty(value)) return <Empty of={value} />;
  const text = valueText(value);
  if (Array.isArray(value) && text.length <= 120 && value.every((item) => typeof item !== 'object'))
    return <ShortList items={value} />;
  if (text.length <= 120 && !text.includes('\n')) return <bdi>{visible(text)}</bdi>;
  return (
    <details>
      <summary>
        <bdi>{visible(cutLine(text.slice(0, 400), 80))}</bdi>
      </summary>
      {whole(value)}
    </details>
  );
}

function isEmpty(value: Json): value is '' | Json[] | JsonObject {
  return value === '' || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
}
