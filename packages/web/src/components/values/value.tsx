import { type ReactNode, useState } from 'react';
import type { Json, JsonObject } from 'toolemu/contract';
import { formatCount, jsonText } from 'toolemu/words';
import { FoldedText } from '../text/folded-text.tsx';
import { isProse } from '../text/is-prose.ts';
import { visible } from '../text/text-block.tsx';
import { Empty } from './empty.tsx';
import { ShortList } from './short-list.tsx';
import { rowsOf } from './value-rows.ts';
import { ValueTable } from './value-table.tsx';
import './value.css';

/** Values of more characters are shown as folded JSON. */
const large = 40_000;

/** So many items of a list are shown at first. */
const most = 25;

/** A JSON value laid out to be read: properties by line, long text as a block. `name` tells it from others on the page. */
export function Value({ value, name }: { readonly value: Json; readonly name: string }): ReactNode {
  if (typeof value === 'object' && value !== null && JSON.stringify(value).length > large) {
    return <FoldedText text={jsonText(value)} name={name} />;
  }
  return <Part value={value} name={name} depth={0} />;
}

interface PartOf<V extends Json = Json> {
  readonly value: V;
  readonly name: string;
  readonly depth: number;
}

function Part({ value, name, depth }: PartOf): ReactNode {
  if (typeof value === 'string') return <Text value={value} name={name} depth={depth} />;
  if (typeof value !== 'object' || value === null) return String(value);
  if (Object.keys(value).length === 0) return <Empty of={value} />;
  if (Array.isArray(value) && isShort(value)) return <ShortList items={value} />;
  if (depth > 4) return visible(JSON.stringify(value));
  const rows = Array.isArray(value) ? rowsOf(value) : null;
  if (rows !== null) return <Rows rows={rows} name={name} depth={depth} />;
  return Array.isArray(value) ? (
    <Items value={value} name={name} depth={depth} />
  ) : (
    <Properties value={value} name={name} depth={depth} />
  );
}

function Text({ value, name }: PartOf<string>): ReactNode {
  if (value === '') return <Empty of="" />;
  if (value.length > 160 || value.includes('\n'))
    return <FoldedText text={value} name={name} isProse={isProse(value)} />;
  return <bdi>{visible(value)}</bdi>;
}

/** Whether a list is one of a few figures and words, best read on a line. */
function isShort(items: readonly Json[]): boolean {
  return items.every((item) => typeof item !== 'object') && JSON.stringify(items).length < 80;
}

/** Objects of the same properties as a table, the first ones of many. */
function Rows({
  rows,
  name,
  depth,
}: {
  readonly rows: readonly JsonObject[];
  readonly name: string;
  readonly depth: number;
}): ReactNode {
  const [shown, setShown] = useState(most);
  return (
    <>
      <ValueTable
        rows={rows.slice(0, shown)}
        name={name}
        whole={(value, cell) => <Part value={value} name={cell} depth={depth + 2} />}
      />
      <More of={rows.length} shown={shown} setShown={setShown} name={name} />
    </>
  );
}

function More({
  of,
  shown,
  setShown,
  name,
}: {
  readonly of: number;
  readonly shown: number;
  readonly setShown: (shown: number) => void;
  readonly name: string;
}): ReactNode {
  if (of <= shown) return null;
  return (
    <button type="button" className="quiet" onClick={() => setShown(of)}>
      Show all {formatCount(of)}
      <span className="visually-hidden"> of {name}</span>
    </button>
  );
}

function Items({ value, name, depth }: PartOf<Json[]>): ReactNode {
  const [shown, setShown] = useState(most);
  return (
    <>
      <ol className="value-items">
        {value.slice(0, shown).map((item, index) => (
          <li key={index}>
            <Part value={item} name={`${name}, ${index + 1}`} depth={depth + 1} />
          </li>
        ))}
      </ol>
      <More of={value.length} shown={shown} setShown={setShown} name={name} />
    </>
  );
}

function Properties({ value, name, depth }: PartOf<JsonObject>): ReactNode {
  return (
    <dl className="value-properties">
      {Object.entries(value).map(([key, item]) => (
        <div key={key}>
          <dt>
            <bdi>{visible(key)}</bdi>
          </dt>
          <dd>
            <Part value={item} name={`${name}, ${key}`} depth={depth + 1} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
