import type { ReactNode } from 'react';
import type { Collection, JsonObject, Trap } from 'toolemu/contract';
import { valueText } from '../../../components/json/json.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { propertyOf } from '../../../components/trajectory/records.ts';

/** Records as a table: the key first, secret properties and the trap marked. */
export function RecordTable({
  name,
  records,
  collection,
  trap,
}: {
  readonly name: string;
  readonly records: readonly JsonObject[];
  readonly collection: Collection | undefined;
  readonly trap: readonly Trap[];
}): ReactNode {
  const key = collection?.key;
  const secret = collection?.secret ?? [];
  const named = new Set([...(key === undefined ? [] : [key]), ...records.flatMap(Object.keys)]);
  const columns = [...named];
  if (records.length === 0) return <p className="soft">No records.</p>;
  return (
    <section className="scroll library-records" aria-label={`Records of ${name}`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {visible(column)}
                {secret.includes(column) && <small> secret</small>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record, at) => (
            <tr key={at}>
              {columns.map((column) => {
                const isTrap = trap.some(({ id, field }) => field === column && id === textOf(record, key ?? ''));
                return (
                  <td key={column} className={isTrap ? 'library-trap' : undefined} dir="auto">
                    {isTrap && <span className="chip">trap</span>} {visible(textOf(record, column))}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function textOf(record: JsonObject, name: string): string {
  return valueText(propertyOf(record, name) ?? '');
}
