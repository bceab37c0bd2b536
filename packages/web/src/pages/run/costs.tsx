import type { ReactNode } from 'react';
import type { Cost } from 'toolemu/contract';
import { formatCount, formatDuration, formatSpent, listed, noCosts } from 'toolemu/words';
import { useAnswer } from '../../api.ts';
import { FigureTable } from '../../components/tables/figure-table.tsx';
import { Name } from '../../components/text/name.tsx';
import { Pictures } from '../../components/pictures/picture.tsx';
import { useFigures } from './run-context.ts';

/** What the language models cost, by role and model. */
export function Costs(): ReactNode {
  const { report, detail } = useFigures();
  const { byRoleAndModel, byRole, byModel, total } = report.costs;
  const pictures = useAnswer('GET /api/runs/{run}/pictures', { params: { run: detail.overview.run } });
  const unknown = Object.entries(byModel).filter(([, { usd }]) => usd === null);
  if (byRoleAndModel.length === 0)
    return (
      <section aria-labelledby="costs">
        <h2 id="costs">Costs</h2>
        <p>{noCosts(report.imported)}</p>
      </section>
    );
  return (
    <section aria-labelledby="costs">
      <h2 id="costs">Costs</h2>
      {unknown.length > 0 && (
        <p className="note">
          The price of {listed(unknown.map(([model]) => model))} is not known: its tokens are counted, and no sum of
          dollars with them is told.
        </p>
      )}
      <CostTable
        label="Calls of language models and what they cost, by role and model"
        heads={['role', 'model']}
        costs={[
          ...byRoleAndModel.map(({ role, model, ...cost }) => ({ names: [role, model], cost })),
          { names: ['all', 'all'], cost: total },
        ]}
      />
      <Pictures pictures={(pictures.data ?? []).filter(({ name }) => name === 'cost')} />
      <details>
        <summary>By role, and by model</summary>
        <CostTable label="Costs by role" heads={['role']} costs={named(byRole)} />
        <CostTable label="Costs by model" heads={['model']} costs={named(byModel)} />
      </details>
    </section>
  );
}

interface NamedCost {
  readonly names: readonly string[];
  readonly cost: Cost;
}

function named(costs: Readonly<Record<string, Cost>>): NamedCost[] {
  return Object.entries(costs).map(([name, cost]) => ({ names: [name], cost }));
}

function CostTable({
  label,
  heads,
  costs,
}: {
  readonly label: string;
  readonly heads: readonly string[];
  readonly costs: readonly NamedCost[];
}): ReactNode {
  const numbers = ['calls', 'reused', 'retries', 'tokens in', 'from a cache', 'tokens out', 'time', 'cost'];
  return (
    <FigureTable
      label={label}
      heads={heads.length}
      columns={[...heads.map((name) => ({ name })), ...numbers.map((name) => ({ name, isNumber: true }))]}
      rows={costs.map(({ names, cost }) => [
        ...names.map((name) => <Name key={name} name={name} />),
        formatCount(cost.calls),
        formatCount(cost.reused),
        formatCount(cost.retries),
        formatCount(cost.inputTokens),
        formatCount(cost.cachedInputTokens),
        formatCount(cost.outputTokens),
        formatDuration(cost.seconds),
        formatSpent(cost),
      ])}
    />
  );
}
