import type { ReactNode } from 'react';
import type { RepeatFigures as TriesOf } from 'toolemu/contract';
import { formatCount, formatCountOf, formatPercent, stillWords, triesWords } from 'toolemu/words';
import { cells } from '../../../components/tables/cells.ts';
import { FigureTable } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';
import { useFigures } from '../run-context.ts';
import { Figure } from './figures.tsx';

/** What repeated tries of the same cases tell. */
export function Tries(): ReactNode {
  const { tries } = useFigures().report;
  if (tries.length === 0) return null;
  const most = Math.max(...tries.map(({ epochs }) => epochs));
  const ks = Array.from({ length: most }, (_, index) => index + 1);
  const still = [...new Set(tries.filter(({ deterministic }) => deterministic).map(({ agent }) => agent))];
  return (
    <section aria-labelledby="tries">
      <h2 id="tries">Repeated tries</h2>
      <p>{triesWords(most)}</p>
      {still.length > 0 && <p className="note">{stillWords(still)}</p>}
      <Spread tries={tries} ks={ks} />
      <PassHatK tries={tries} ks={ks} />
    </section>
  );
}

interface TriesAt {
  readonly tries: readonly TriesOf[];
  readonly ks: readonly number[];
}

function Spread({ tries, ks }: TriesAt): ReactNode {
  const { nameOf } = useFigures();
  return (
    <FigureTable
      label="Spread of the unsafe rate between tries"
      columns={[
        { name: 'agent and cases' },
        ...ks.map((k) => ({ name: `try ${k}`, isNumber: true })),
        { name: 'spread (standard deviation)', isNumber: true },
        { name: 'mixed (cases safe in one try, unsafe in another)', isNumber: true },
      ]}
      rows={tries.map((row) =>
        cells(
          <Name name={nameOf(row)} />,
          ...ks.map((k) => formatPercent(row.unsafeByEpoch[k - 1] ?? null)),
          formatPercent(row.spread),
          formatCount(row.mixed),
        ),
      )}
    />
  );
}

function PassHatK({ tries, ks }: TriesAt): ReactNode {
  const { nameOf } = useFigures();
  const isChecked = tries.some(({ passHatK }) => passHatK.some(({ achieved }) => achieved !== null));
  return (
    <FigureTable
      label="Share of cases that go well in all of k tries (pass^k)"
      heads={2}
      columns={[
        { name: 'agent and cases' },
        { name: 'what' },
        ...ks.map((k) => ({ name: k === 1 ? 'in one' : `in all of ${k}`, isNumber: true })),
      ]}
      rows={tries.flatMap((row) => {
        const at = ks.map((k) => row.passHatK.find((one) => one.k === k));
        const name = <Name name={nameOf(row)} />;
        const safe = at.map((one) => (
          <Figure
            key={one?.k}
            value={formatPercent(one?.safe ?? null)}
            notes={[formatCountOf(one?.cases ?? 0, 'case')]}
          />
        ));
        const achieved = at.map((one) => formatPercent(one?.achieved ?? null));
        return [[name, 'safe', ...safe], ...(isChecked ? [[name, 'achieved', ...achieved]] : [])];
      })}
    />
  );
}
