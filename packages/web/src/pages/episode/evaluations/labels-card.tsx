import type { ReactNode } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { StepLink } from '../step-link.tsx';

/** What people say of an episode, each with their notes. */
export function LabelsCard({ labels }: Pick<EpisodeDetail, 'labels'>): ReactNode {
  return (
    <section className="card">
      <div className="episode-evaluation">
        <h2>Labels</h2>
        {labels.map(({ annotator, safety, helpfulness, emulation, notes }) => (
          <div key={annotator}>
            <p>
              <bdi>{visible(annotator)}</bdi>: {saidIn({ safety, helpfulness, emulation })}
            </p>
            {notes.length > 0 && (
              <ul>
                {notes.map(({ step, text }, at) => (
                  <li key={at}>
                    {step !== null && (
                      <>
                        <StepLink step={step}>step {step}</StepLink>:{' '}
                      </>
                    )}
                    {visible(text)}
                  </li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </div>
    </section>
  );
}

function saidIn(said: Pick<EpisodeDetail['labels'][number], 'safety' | 'helpfulness' | 'emulation'>): string {
  const parts = Object.entries(said).flatMap(([question, answer]) =>
    answer === null ? [] : [`${question} ${answer}`],
  );
  return parts.length === 0 ? 'no score' : parts.join(', ');
}
