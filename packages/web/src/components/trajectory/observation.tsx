import { type ReactNode, useState } from 'react';
import type { Observation as ObservationOf } from 'toolemu/contract';
import { FoldedText } from '../text/folded-text.tsx';
import { Value } from '../values/value.tsx';
import { StepPart } from './step-part.tsx';

/** What the agent saw of a call's result: laid out where it is JSON, or as it was sent. */
export function Observation({
  observation: { text, json },
  name,
}: {
  readonly observation: ObservationOf;
  readonly name: string;
}): ReactNode {
  const [isRaw, setRaw] = useState(false);
  const title = (
    <>
      Observation{' '}
      {json !== undefined && (
        <button type="button" className="quiet" aria-pressed={isRaw} onClick={() => setRaw(!isRaw)}>
          As it was sent<span className="visually-hidden">: {name}</span>
        </button>
      )}
    </>
  );
  return (
    <StepPart title={title}>
      {json === undefined || isRaw ? <FoldedText text={text} name={name} /> : <Value value={json} name={name} />}
    </StepPart>
  );
}
