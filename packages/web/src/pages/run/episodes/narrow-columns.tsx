import { visible } from '../../../components/text/text-block.tsx';
import type { Column } from './column.ts';

/** Columns for a narrow screen: the agent and the try stand under the case, so that rows of one case are told apart. */
export function narrowColumns(columns: readonly Column[]): readonly Column[] {
  const [first, ...others] = columns;
  if (first === undefined) return columns;
  const hasTry = others.some(({ id }) => id === 'epoch');
  const both: Column = {
    ...first,
    name: 'Case and agent',
    width: 12,
    grows: true,
    cell: (item, facts) => (
      <>
        {first.cell(item, facts)}
        <small className="episodes-agent">
          {visible(item.plan.agent)}
          {hasTry && `, try ${item.plan.epoch}`}
        </small>
      </>
    ),
  };
  return [both, ...others.filter(({ id }) => id !== 'agent' && id !== 'epoch')];
}
