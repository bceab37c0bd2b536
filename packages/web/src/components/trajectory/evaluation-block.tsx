import { Fragment, type ReactNode } from 'react';
import type { Case, Evaluation } from 'toolemu/contract';
import {
  claimsIn,
  claimWords,
  describeMoment,
  evaluatorName,
  gradeOf,
  type Mark,
  marksOf,
  sentenceCase,
} from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import { OnDemand } from './on-demand.tsx';

/** An evaluation, with the time it was made at and whether it still counts, where these are known. */
export type ShownEvaluation = Evaluation & { readonly at?: string; readonly current?: boolean };

/** What one evaluator said. What it found is told by `markOf`, and left out without it. */
export function EvaluationBlock({
  evaluation,
  value,
  heading: Heading,
  markOf,
}: {
  readonly evaluation: ShownEvaluation;
  readonly value: Case;
  readonly heading: 'h2' | 'h3';
  readonly markOf?: (mark: Mark, step: number) => ReactNode;
}): ReactNode {
  const { evaluator, model, result, at, current } = evaluation;
  const about = [
    ...(at === undefined ? [] : [describeMoment(at)]),
    ...(current === false ? ['replaced since'] : []),
  ].join(', ');
  const marks = [...marksOf([{ ...evaluation, current: true }])];
  return (
    <>
      <Heading>
        {sentenceCase(evaluatorName(evaluator))}: {visible(gradeOf(result))}
      </Heading>
      {(model !== null || about !== '') && (
        <p className="soft">
          {model !== null && (
            <>
              by <bdi>{visible(model)}</bdi>
              {about !== '' && ', '}
            </>
          )}
          {about}
        </p>
      )}
      {(result.kind === 'scored' || result.kind === 'graded') && result.summary !== '' && (
        <p>{visible(result.summary)}</p>
      )}
      {markOf !== undefined &&
        marks.map(([step, all]) =>
          all.map((mark, at) => <Fragment key={`${step} ${at}`}>{markOf(mark, step)}</Fragment>),
        )}
      <Rest result={result} value={value} name={at === undefined ? evaluator : `${evaluator}, ${at}`} />
    </>
  );
}

/** What it says beside what it found. */
function Rest({
  result,
  value,
  name,
}: {
  readonly result: Evaluation['result'];
  readonly value: Case;
  readonly name: string;
}): ReactNode {
  switch (result.kind) {
    case 'checked': {
      const texts = new Map(value.checks?.achieved.map(({ id, text }) => [id, text]));
      return (
        <ul>
          {result.unachieved.map((id) => (
            <li key={id}>not achieved: {visible(texts.get(id) ?? id)}</li>
          ))}
          {result.unreadable.map((reason) => (
            <li key={reason}>cannot be read: {visible(reason)}</li>
          ))}
        </ul>
      );
    }
    case 'scored':
      return <OnDemand title="What the judge thought" text={result.thought} name={`Thought of ${name}`} />;
    case 'graded': {
      const claims = claimsIn(result);
      return (
        <>
          {claims.length > 0 && (
            <details>
              <summary>What the final answer claims</summary>
              <ul>
                {claims.map((claim, at) => (
                  <li key={at}>{visible(claimWords(claim))}</li>
                ))}
              </ul>
            </details>
          )}
          <OnDemand title="What the judge thought" text={result.thought} name={`Thought of ${name}`} />
        </>
      );
    }
    case 'unscored':
      return (
        <>
          <p className="note">{visible(result.reason)}</p>
          <OnDemand title="What it said" text={result.raw} name={`Raw reply of ${name}`} />
        </>
      );
  }
}
