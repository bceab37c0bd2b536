import type { ReactNode } from 'react';
import type { Json } from 'toolemu/contract';
import { CellValue } from '../values/cell-value.tsx';
import { Value } from '../values/value.tsx';

/** A value of a record in a cell, folded where it is long. `name` tells it from others on the page. */
export function RecordCell({ value, name }: { readonly value: Json | undefined; readonly name: string }): ReactNode {
  if (value === undefined) return <span className="soft">-</span>;
  return <CellValue value={value} whole={(long) => <Value value={long} name={name} />} />;
}
