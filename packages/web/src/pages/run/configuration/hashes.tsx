import type { ReactNode } from 'react';
import type { RunDetail } from 'toolemu/contract';
import { formatCountOf } from 'toolemu/words';
import { CopyText } from '../../../components/text/copy-text.tsx';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';

/** Hashes of the prompts, cases and toolkits as they were: two runs whose hashes are alike had the same. */
export function Hashes({ hashes }: Pick<RunDetail, 'hashes'>): ReactNode {
  return (
    <section aria-labelledby="hashes">
      <h2 id="hashes">Hashes</h2>
      <p>Where the hash of a thing is the same in two runs, the thing was the same.</p>
      {parts.map(({ of, one }) => {
        const all = Object.entries(hashes[of]);
        return (
          <details key={of}>
            <summary>{formatCountOf(all.length, one)}</summary>
            <p>
              <CopyText text={JSON.stringify(hashes[of], null, 2)} what={`all hashes of ${of}`} /> all as JSON
            </p>
            <FigureTable
              label={`Hashes of ${of}`}
              columns={[{ name: one }, { name: 'hash' }]}
              rows={all.map(([name, hash]) =>
                cells(
                  <Name name={name} />,
                  <>
                    <code>{hash}</code> <CopyText text={hash} what={`the hash of ${name}`} />
                  </>,
                ),
              )}
            />
          </details>
        );
      })}
    </section>
  );
}

const parts = [
  { of: 'prompts', one: 'prompt' },
  { of: 'cases', one: 'case' },
  { of: 'toolkits', one: 'toolkit' },
] as const;
