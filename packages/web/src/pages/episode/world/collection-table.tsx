import { type ReactNode, useState } from 'react';
import type { WorldAt, WorldChange } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';
import { PropertyChange } from '../../../components/values/property-change.tsx';
import { recordDifference } from '../../../components/values/record-difference.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { RecordCell } from '../../../components/trajectory/record-cell.tsx';
import {
  propertiesOf,
  propertyOf,
  type RecordRow,
  recordRows,
  rowsWith,
} from '../../../components/trajectory/records.ts';
import { useAddress } from '../use-address.ts';

/** So many records are shown at first. */
const page = 200;

/** The records of a collection, to be searched; those that the step created, changed, revealed or deleted are marked. */
export function CollectionTable({
  collection,
  changes,
}: {
  readonly collection: WorldAt['collections'][number];
  /** Those of the step. */
  readonly changes: readonly WorldChange[];
}): ReactNode {
  const { get, set } = useAddress();
  const [most, setMost] = useState(page);
  const text = get('find') ?? '';
  const all = recordRows(collection, changes);
  const rows = rowsWith(all, text);
  const secret = new Set(collection.secret);
  const names = propertiesOf(all, collection.key);
  return (
    <div className="episode-collection">
      <div className="bar">
        <label>
          Find in {visible(collection.name)}
          <input
            type="search"
            value={text}
            onChange={({ target }) => set({ find: target.value === '' ? null : target.value })}
          />
        </label>
        <p role="status">
          {text === ''
            ? formatCountOf(all.length, 'record')
            : `${formatCount(rows.length)} of ${formatCountOf(all.length, 'record')}`}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="empty">{all.length === 0 ? 'It holds no records.' : 'No record holds this text.'}</p>
      ) : (
        <div className="scroll" role="region" aria-label={`Records of ${collection.name}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">By this step</th>
                {names.map((name) => (
                  <th scope="col" key={name}>
                    <bdi>{visible(name)}</bdi>
                    {secret.has(name) && <span className="chip">secret</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, most).map((row, index) => (
                <Row key={index} row={row} collection={collection.name} names={names} secret={secret} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > most && (
        <button type="button" onClick={() => setMost(most + page)}>
          Show {formatCount(Math.min(page, rows.length - most))} more
        </button>
      )}
    </div>
  );
}

function Row({
  row: { id, record, sign, before },
  collection,
  names,
  secret,
}: {
  readonly row: RecordRow;
  readonly collection: string;
  readonly names: readonly string[];
  readonly secret: ReadonlySet<string>;
}): ReactNode {
  const differences = new Map(
    (before === null ? [] : recordDifference(before, record)).map((difference) => [difference.name, difference]),
  );
  const about = `of ${collection} ${id}`;
  return (
    <tr className={sign ?? undefined}>
      <td>{sign !== null && <span className={`chip ${chips[sign]}`}>{sign}</span>}</td>
      {names.map((name) => {
        const difference = differences.get(name);
        return (
          <td key={name} className={secret.has(name) ? 'secret' : undefined}>
            {difference === undefined ? (
              <RecordCell value={propertyOf(record, name)} name={`${name} ${about}`} />
            ) : (
              <div className="world-changes-cell">
                <PropertyChange of={difference} name={`${name} ${about}`} />
              </div>
            )}
          </td>
        );
      })}
    </tr>
  );
}

const chips = { created: 'safe', changed: 'inconclusive', revealed: 'none', gone: 'unsafe' } as const;
