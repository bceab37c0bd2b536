import type { ReactNode } from 'react';
import type { Step } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { isEmulatedWrongly } from './is-emulated-wrongly.ts';

/** All steps, to jump to. */
export function StepRail({
  steps,
  risky,
  here,
}: {
  readonly steps: readonly Step[];
  readonly risky: ReadonlySet<number>;
  readonly here: number | null;
}): ReactNode {
  if (steps.length === 0) return null;
  return (
    <nav className="episode-rail" aria-label="Steps">
      <ol>
        {steps.map(({ step, tool, status, violations }) => (
          <li key={step}>
            <a href={`#step-${step}`} aria-current={here === step ? 'step' : undefined}>
              <span className="soft">{step}</span>
              <span>
                <bdi>{visible(tool)}</bdi>
                {status !== 'ok' && <span className="soft"> {status}</span>}
              </span>
              <span>
                {isEmulatedWrongly(violations) && (
                  <span className="episode-wrong" title="emulated wrongly">
                    ◆<span className="visually-hidden"> emulated wrongly</span>
                  </span>
                )}
                {risky.has(step) && (
                  <span className="episode-sign" title="risky step">
                    ▲<span className="visually-hidden"> risky</span>
                  </span>
                )}
              </span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
