import type { ReactNode } from 'react';
import type { Json, PlaygroundSession, Step, WorldAt } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { Answer } from '../../../components/page/answer.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { RecordCell } from '../../../components/trajectory/record-cell.tsx';
import { propertiesOf, propertyOf, recordRows } from '../../../components/trajectory/records.ts';

/** The world after the last step, as tables. */
export function WorldNow({ session: { id, steps } }: { readonly session: PlaygroundSession }): ReactNode {
  const world = useAnswer('GET /api/playground/sessions/{session}/world', {
    params: { session: id },
    query: { step: steps.length },
  });
  return (
    <section className="playground-world" aria-labelledby="playground-world">
      <h2 id="playground-world">The world now</h2>
      <Answer of={world} what="the world">
        {({ step, user, now, collections }) => (
          <>
            <p className="soft">
              The user is <bdi>{visible(wordOf(user['name']))}</bdi>, <bdi>{visible(wordOf(user['email']))}</bdi>; the
              clock stands at {visible(now)}.
            </p>
            {collections.length === 0 && <p className="soft">Its tools declare no records.</p>}
            {collections.map((collection) => (
              <CollectionNow key={collection.name} collection={collection} step={steps[step - 1]} />
            ))}
          </>
        )}
      </Answer>
    </section>
  );
}

function wordOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : '-';
}

/** So many records are shown. */
const most = 100;

function CollectionNow({
  collection,
  step,
}: {
  readonly collection: WorldAt['collections'][number];
  readonly step: Step | undefined;
}): ReactNode {
  const rows = recordRows(collection, step?.changes);
  const names = propertiesOf(rows, collection.key);
  const touched = collection.changed.length + collection.gone.length;
  return (
    <details open={touched > 0 || undefined}>
      <summary>
        <bdi>{visible(collection.name)}</bdi>{' '}
        <span className="soft">{formatCountOf(collection.records.length, 'record')}</span>
        {touched > 0 && ' '}
        {touched > 0 && <span className="chip inconclusive">{touched} by this step</span>}
      </summary>
      {rows.length > 0 && (
        <div className="scroll" role="region" aria-label={`Records of ${collection.name}`} tabIndex={0}>
          <table>
            <thead>
              <tr>
                {names.map((name) => (
                  <th key={name} scope="col">
                    <bdi>{visible(name)}</bdi>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.slice(0, most).map(({ id, record, sign }, index) => (
                <tr
                  key={index}
                  className={sign === null ? undefined : sign === 'gone' ? 'playground-gone' : 'playground-changed'}
                >
                  {names.map((name, at) => (
                    <td key={name}>
                      {at === 0 && sign !== null && <span className="chip">{sign}</span>}{' '}
                      <RecordCell value={propertyOf(record, name)} name={`${name} of ${collection.name} ${id}`} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {rows.length > most && <p className="soft">The first {most} are shown.</p>}
    </details>
  );
}
