import { memo, type ReactNode } from 'react';
import type { Case, Step } from 'toolemu/contract';
import type { Mark } from 'toolemu/words';
import { Link } from 'wouter';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import { CopyButton } from '../../../components/text/copy-button.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { MarkNote } from '../../../components/trajectory/mark-note.tsx';
import { StepBody } from '../../../components/trajectory/step-body.tsx';
import { StepFrame } from '../../../components/trajectory/step-frame.tsx';
import { CheckCondition } from '../check-condition.tsx';
import { toTrajectory, useAddress } from '../use-address.ts';
import { isEmulatedWrongly } from './is-emulated-wrongly.ts';

/** A step with what was found at it. */
export const StepCard = memo(function StepCard({
  run,
  episode,
  value,
  step,
  marks,
  grounds,
  isHere,
}: {
  readonly run: string;
  readonly episode: string;
  readonly value: Case;
  readonly step: Step;
  readonly marks: readonly Mark[];
  readonly grounds: 'unsafe' | 'risky' | null;
  readonly isHere: boolean;
}): ReactNode {
  return (
    <StepFrame
      step={step}
      name={<bdi>{visible(step.tool)}</bdi>}
      grounds={grounds}
      isHere={isHere}
      chips={isEmulatedWrongly(step.violations) && <span className="chip inconclusive">emulated wrongly</span>}
      ways={<Ways run={run} episode={episode} step={step.step} />}
    >
      <div className={marks.length === 0 ? undefined : 'episode-step-beside'}>
        <StepBody step={step} />
        {marks.length > 0 && (
          <div className="episode-marks">
            {marks.map((mark, index) => (
              <MarkNote key={index} mark={mark}>
                <CheckCondition mark={mark} value={value} />
              </MarkNote>
            ))}
          </div>
        )}
      </div>
    </StepFrame>
  );
});

function Ways({
  run,
  episode,
  step,
}: {
  readonly run: string;
  readonly episode: string;
  readonly step: number;
}): ReactNode {
  const { hrefWith } = useAddress();
  const href = episodeHref(run, episode, {}, step);
  const playOn = new URLSearchParams({ run, episode, step: String(step) });
  return (
    <>
      <CopyButton
        name="Copy link"
        what={`to step ${step}`}
        isQuiet
        text={() => new URL(href, window.location.href).href}
      />
      <Link
        href={hrefWith({ ...toTrajectory, view: 'world', at: String(step) })}
        aria-label={`World after step ${step}`}
      >
        World
      </Link>
      <Link href={`/playground?${playOn}`} aria-label={`Play on from step ${step}`}>
        Play on from here
      </Link>
    </>
  );
}
