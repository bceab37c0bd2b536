import type { ReactNode } from 'react';
import type { Picture as PictureOf } from 'toolemu/contract';
import { FigureTable } from '../tables/figure-table.tsx';
import { Name } from '../text/name.tsx';
import { Drawing } from './drawing.tsx';
import './picture.css';

/** Pictures side by side, each with its figures folded below it. */
export function Pictures({ pictures }: { readonly pictures: readonly PictureOf[] }): ReactNode {
  return (
    <div className="pictures">
      {pictures.map((picture) => (
        <Picture key={picture.name} picture={picture} />
      ))}
    </div>
  );
}

function Picture({
  picture: { name: kind, title, about, words, svg, table },
}: {
  readonly picture: PictureOf;
}): ReactNode {
  return (
    <figure className="picture-frame">
      <figcaption>
        <h3>
          <Name name={title} />
        </h3>
        <p className="soft">{about}</p>
      </figcaption>
      <Drawing svg={svg} words={words} />
      {kind === 'trade-off' && <PointKey rows={table.rows} />}
      <details>
        <summary>The figures of this picture</summary>
        <FigureTable
          label={`${table.label} (${title})`}
          columns={table.columns.map((name) => ({ name }))}
          rows={table.rows.map((row) => row.map((cell, at) => <Name key={at} name={cell} />))}
        />
      </details>
    </figure>
  );
}

/** Of more points the key is only in the table of the picture. */
const most = 8;

/** What the numbers of the points in a picture stand for: each row begins with a number and a name. */
function PointKey({ rows }: { readonly rows: readonly (readonly string[])[] }): ReactNode {
  if (rows.length > most) return null;
  return (
    <ul className="picture-key" aria-label="Points of the picture">
      {rows.map(([number = '', name = '']) => (
        <li key={number}>
          <b>{number}</b> <Name name={name} />
        </li>
      ))}
    </ul>
  );
}

/** Fills that pictures refer to: once in a page that shows any. */
export function PicturePatterns(): ReactNode {
  return (
    <svg className="patterns" width="0" height="0" aria-hidden="true" focusable="false">
      <defs>
        <pattern id="hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className="ground" width="6" height="6" />
          <rect className="line" width="2" height="6" />
        </pattern>
      </defs>
    </svg>
  );
}
