import type { ReactNode } from 'react';
import type { WorldChange } from 'toolemu/contract';
import { changeNames, isLasting } from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import { PropertyChange } from './property-change.tsx';
import { recordDifference } from './record-difference.ts';
import { Value } from './value.tsx';
import './world-changes.css';

const signs: Readonly<Record<WorldChange['op'], string>> = { create: '+', update: '~', delete: '−', reveal: '◦' };

/** What became of records of the world, property by property. `name` tells the place from others on the page. */
export function WorldChanges({
  changes,
  name,
}: {
  readonly changes: readonly WorldChange[];
  readonly name: string;
}): ReactNode {
  return (
    <ul className="world-changes">
      {changes.map((change, index) => (
        <li key={index} className={change.op}>
          <p>
            <span className="world-changes-sign" aria-hidden="true">
              {signs[change.op]}
            </span>{' '}
            {changeNames[change.op]}{' '}
            <code>
              {visible(change.collection)} {visible(change.id)}
            </code>{' '}
            {isLasting(change) && <span className="chip inconclusive">cannot be undone</span>}{' '}
            {change.by === 'person' && <span className="chip">by a person</span>}
          </p>
          <Content
            change={change}
            name={`${change.collection} ${change.id}, ${name}${isAgain(changes, index) ? `, change ${index + 1}` : ''}`}
          />
        </li>
      ))}
    </ul>
  );
}

/** Whether the record was changed before in the same place. */
function isAgain(changes: readonly WorldChange[], index: number): boolean {
  const { collection, id } = changes[index] ?? {};
  return changes.slice(0, index).some((other) => other.collection === collection && other.id === id);
}

function Content({ change, name }: { readonly change: WorldChange; readonly name: string }): ReactNode {
  if (change.op !== 'update') {
    const record = change.op === 'delete' ? change.before : change.after;
    if (record === null) return <p className="soft">what it was is not known</p>;
    return (
      <details open={change.op === 'create'}>
        <summary>{change.op === 'delete' ? 'What it was' : 'What it is'}</summary>
        <Value value={record} name={`Record ${name}`} />
      </details>
    );
  }
  if (change.before === null) {
    return (
      <>
        <p className="soft">what it was before is not known</p>
        <Value value={change.after} name={`Record ${name}`} />
      </>
    );
  }
  const differences = recordDifference(change.before, change.after);
  if (differences.length === 0) return <p className="soft">to what it was already</p>;
  return (
    <dl className="world-changes-properties">
      {differences.map((difference) => (
        <div key={difference.name}>
          <dt>
            <bdi>{visible(difference.name)}</bdi>
          </dt>
          <dd>
            <PropertyChange of={difference} name={`${difference.name} of ${name}`} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
