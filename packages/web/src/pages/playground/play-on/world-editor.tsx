import { type ReactNode, useRef } from 'react';
import type { WorldAt } from 'toolemu/contract';
import { formatCountOf, jsonText } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';
import { idOf } from '../../../components/trajectory/records.ts';
import { DraftRow, RecordRow } from './record-rows.tsx';
import { type Draft, emptyLike } from './world-edits.ts';

interface EditorProperties {
  readonly drafts: readonly Draft[];
  readonly issues: Readonly<Record<string, string>>;
  readonly onChange: (drafts: readonly Draft[]) => void;
}

/** The records of a world, to be changed, added or removed. */
export function WorldEditor({ world, ...rest }: EditorProperties & { readonly world: WorldAt }): ReactNode {
  return (
    <section className="card">
      <h2>The world {world.step === 0 ? 'at the start' : `after step ${world.step}`}</h2>
      {world.collections.length === 0 && <p className="soft">Its tools declare no records.</p>}
      {world.collections.map((collection) => (
        <CollectionEditor key={collection.name} collection={collection} {...rest} />
      ))}
    </section>
  );
}

function CollectionEditor({
  collection,
  drafts,
  issues,
  onChange,
}: EditorProperties & { readonly collection: WorldAt['collections'][number] }): ReactNode {
  const count = useRef(0);
  const own = drafts.filter((draft) => draft.collection === collection.name);
  const draftFor = (id: string): Draft | undefined => own.find((draft) => draft.id === id);
  const put = (draft: Draft): void =>
    onChange(
      drafts.some(({ key }) => key === draft.key)
        ? drafts.map((one) => (one.key === draft.key ? draft : one))
        : [...drafts, draft],
    );
  const drop = (key: string): void => onChange(drafts.filter((draft) => draft.key !== key));
  const add = (): void => {
    count.current += 1;
    const text = jsonText(emptyLike(collection.records[0], collection));
    put({ collection: collection.name, id: null, key: `${collection.name} new ${count.current}`, text });
  };
  return (
    <details open={own.length > 0 || undefined}>
      <summary>
        <bdi>{visible(collection.name)}</bdi>{' '}
        <span className="soft">{formatCountOf(collection.records.length, 'record')}</span>
        {own.length > 0 && ' '}
        {own.length > 0 && <span className="chip inconclusive">{own.length} edited</span>}
      </summary>
      <div className="scroll" role="region" aria-label={`Records of ${collection.name}, to be edited`} tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">
                <bdi>{visible(collection.key)}</bdi>
              </th>
              <th scope="col">Record</th>
              <th scope="col">
                <span className="visually-hidden">What can be done</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {collection.records.map((record) => {
              const id = idOf(record, collection.key);
              const key = `${collection.name} ${id}`;
              return (
                <RecordRow
                  key={key}
                  id={id}
                  record={record}
                  draft={draftFor(id)}
                  issue={issues[key]}
                  onWrite={(text) => put({ collection: collection.name, id, key, text })}
                  onDrop={() => drop(key)}
                />
              );
            })}
            {own
              .filter(({ id }) => id === null)
              .map((draft) => (
                <DraftRow
                  key={draft.key}
                  draft={draft}
                  issue={issues[draft.key]}
                  onWrite={(text) => put({ ...draft, text })}
                  onDrop={() => drop(draft.key)}
                />
              ))}
          </tbody>
        </table>
      </div>
      <button type="button" onClick={add}>
        Add a record<span className="visually-hidden"> to {collection.name}</span>
      </button>
    </details>
  );
}
