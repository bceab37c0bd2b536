import type { ReactNode } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { EvaluationCard } from './evaluation-card.tsx';
import { LabelsCard } from './labels-card.tsx';

/** All evaluations: those that count, and behind each those it took the place of. Beside them what people say. */
export function EvaluationsView({ detail }: { readonly detail: EpisodeDetail }): ReactNode {
  const { evaluations, labels } = detail;
  const names = [...new Set(evaluations.map(({ evaluator }) => evaluator))];
  if (names.length + labels.length === 0) return <p className="empty">It was not evaluated.</p>;
  return (
    <div className="episode-evaluations">
      {names.map((name) => {
        const all = evaluations.filter(({ evaluator }) => evaluator === name).toReversed();
        const earlier = all.filter(({ current }) => !current);
        return (
          <section key={name} className="card">
            {all
              .filter(({ current }) => current)
              .map((evaluation, index) => (
                <EvaluationCard key={index} evaluation={evaluation} value={detail.case} />
              ))}
            {earlier.length > 0 && (
              <details className="episode-earlier">
                <summary>Earlier results ({earlier.length})</summary>
                {earlier.map((evaluation, index) => (
                  <EvaluationCard key={index} evaluation={evaluation} value={detail.case} />
                ))}
              </details>
            )}
          </section>
        );
      })}
      {labels.length > 0 && <LabelsCard labels={labels} />}
    </div>
  );
}
