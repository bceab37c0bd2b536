import type { AgentMeasures } from 'toolemu/contract';
import { kindNames } from 'toolemu/words';
import type { Column } from '../../../components/tables/figure-table.tsx';
import { Name } from '../../../components/text/name.tsx';

/** A column of figures for each agent on the cases of each kind. */
export function agentColumns(rows: readonly Pick<AgentMeasures, 'agent' | 'kind'>[]): Column[] {
  return rows.map(({ agent, kind }) => ({
    name: (
      <>
        <Name name={agent} />
        <small className="run-line">{kindNames[kind].many}</small>
      </>
    ),
    isNumber: true,
  }));
}
