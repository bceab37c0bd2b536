import type { ReactNode } from 'react';
import type { JsonSchema } from 'toolemu/contract';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { parametersOf } from './parameters.ts';

/** The properties of an object, as a table. */
export function Parameters({ schema, label }: { readonly schema: JsonSchema; readonly label: string }): ReactNode {
  const parameters = parametersOf(schema);
  if (parameters.length === 0) return <p className="soft">{label}: none are named.</p>;
  return (
    <FigureTable
      label={label}
      columns={[{ name: 'Name' }, { name: 'Type' }, { name: 'Required' }, { name: 'Description', isText: true }]}
      rows={parameters.map(({ name, type, isRequired, description }) =>
        cells(<code>{visible(name)}</code>, visible(type), isRequired ? 'yes' : '', visible(description)),
      )}
    />
  );
}
