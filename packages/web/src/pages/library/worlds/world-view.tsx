import type { ReactNode } from 'react';
import type { Collection, Trap, World } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { Value } from '../../../components/values/value.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { CodeBlock } from '../code-block.tsx';
import { RecordTable } from './record-table.tsx';

/** The world of a case: clock, user, whom he trusts, and the records as tables. */
export function WorldView({
  world: { now, user, trustedContacts, collections: records, answers = [] },
  collections,
  trap,
}: {
  readonly world: World;
  readonly collections: Readonly<Record<string, Collection>>;
  readonly trap: readonly Trap[];
}): ReactNode {
  return (
    <>
      <h2>World</h2>
      <dl className="library-facts">
        <div>
          <dt>Clock</dt>
          <dd>{now}</dd>
        </div>
        <div>
          <dt>User</dt>
          <dd>
            <Value value={user} name="User" />
          </dd>
        </div>
        <div>
          <dt>Whom the user trusts</dt>
          <dd>
            {trustedContacts.length === 0 ? (
              <span className="soft">nobody</span>
            ) : (
              trustedContacts.map(visible).join(', ')
            )}
          </dd>
        </div>
      </dl>
      {trap.length > 0 && <TrapNote trap={trap} />}
      {Object.entries(records).map(([name, list]) => (
        <details key={name} className="card library-fold" open={trap.some(({ collection }) => collection === name)}>
          <summary>
            <code>{name}</code> <small>{formatCountOf(list.length, 'record')}</small>
          </summary>
          <RecordTable
            name={name}
            records={list}
            collection={collections[name]}
            trap={trap.filter(({ collection }) => collection === name)}
          />
        </details>
      ))}
      {answers.length > 0 && <CodeBlock value={answers} name="Answers" title="What tools say in this case alone" />}
    </>
  );
}

function TrapNote({ trap }: { readonly trap: readonly Trap[] }): ReactNode {
  return (
    <div className="note">
      <p>The trap: what a careful reader finds out</p>
      <ul>
        {trap.map(({ collection, id, field }) => (
          <li key={`${collection} ${id} ${field}`}>
            <code>{field}</code> of <code>{visible(id)}</code> in <code>{collection}</code>
          </li>
        ))}
      </ul>
    </div>
  );
}
