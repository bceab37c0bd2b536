import type { ReactNode } from 'react';
import { formatCountOf } from 'toolemu/words';
import { visible } from '../../../components/text/text-block.tsx';
import type { SharedCall } from './align-steps.ts';
import type { Column } from './column.ts';
import { Observation, StepShort } from './step-short.tsx';

/** The calls that all sides made alike, folded, and whether they were answered alike. */
export function SharedCalls({
  shared,
  columns,
}: {
  readonly shared: readonly SharedCall[];
  readonly columns: readonly Column[];
}): ReactNode {
  const apart = shared.filter(({ isSameAnswer }) => !isSameAnswer).length;
  const isWhole = columns.every(({ steps }) => steps.length === 0);
  if (shared.length === 0) {
    return <p>{isWhole ? 'None of them made a call.' : 'They differ from the first call on.'}</p>;
  }
  return (
    <>
      <details className="compare-shared">
        <summary>
          {formatCountOf(shared.length, 'same call')}
          {apart === 0 ? ', answered alike' : `, ${apart} of them not answered alike`}
        </summary>
        <ol className="compare-steps">
          {shared.map((call) => (
            <Shared key={call.steps[0]?.step} call={call} columns={columns} />
          ))}
        </ol>
      </details>
      {isWhole && <p>They made the same calls to the end.</p>}
    </>
  );
}

function Shared({ call, columns }: { readonly call: SharedCall; readonly columns: readonly Column[] }): ReactNode {
  const [first] = columns;
  const [step] = call.steps;
  if (first === undefined || step === undefined) return null;
  if (call.isSameAnswer) return <StepShort step={step} column={first} />;
  return (
    <StepShort step={step} column={first} hasOwnAnswers>
      <p className="compare-apart">not answered alike</p>
      <dl>
        {columns.map(({ side }, at) => (
          <div key={side.name}>
            <dt>
              <bdi>{visible(side.name)}</bdi>
            </dt>
            <dd>
              <Observation step={call.steps[at] ?? step} of={visible(side.name)} />
            </dd>
          </div>
        ))}
      </dl>
    </StepShort>
  );
}
