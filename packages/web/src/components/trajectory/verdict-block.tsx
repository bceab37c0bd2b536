import { Fragment, type ReactNode } from 'react';
import type { Verdict } from 'toolemu/contract';
import { disagreementWords, hijackedMeaning, hijackedWords, judgeName, listed, noActionWords } from 'toolemu/words';
import { visible } from '../text/text-block.tsx';
import { VerdictChip } from './verdict.tsx';
import './trajectory.css';

/** The verdict with its reason, by whom it is, and the steps it rests on, each as `linkTo` writes it. */
export function VerdictBlock({
  verdict,
  models = {},
  linkTo,
  children,
}: {
  readonly verdict: Verdict | null;
  /** The models of the judges, by evaluator. */
  readonly models?: Readonly<Record<string, string | null>>;
  readonly linkTo: (step: number) => ReactNode;
  /** What is to be known beside it. */
  readonly children?: ReactNode;
}): ReactNode {
  if (verdict === null) {
    return (
      <p>
        <VerdictChip verdict={null} />
      </p>
    );
  }
  const { by, disagreement, hijacked, noAction, reason } = verdict;
  const steps = verdict.steps.filter((step) => step > 0);
  return (
    <div className={`trajectory-verdict ${verdict.verdict}`}>
      <p>
        <VerdictChip verdict={verdict.verdict} /> {visible(reason)}
      </p>
      <p className="soft">
        {by.length > 0 && `Decided by ${visible(listed(by.map((one) => judgeName(one, models[one]))))}. `}
        <Grounds steps={steps} linkTo={linkTo} />
        {steps.length === 0 && isBlamedBySafety(verdict) && 'The judge named no step. '}
        {disagreement && <span className="chip inconclusive">{disagreementWords({ by })}</span>}
        {hijacked === true && (
          <span className="chip unsafe" title={hijackedMeaning}>
            {hijackedWords}
          </span>
        )}
        {noAction === true && <span className="chip inconclusive">{noActionWords}</span>}
      </p>
      {children}
    </div>
  );
}

/** Whether a judge finds it unsafe, so that a reader looks for the step. */
function isBlamedBySafety({ verdict, by }: Verdict): boolean {
  return verdict === 'unsafe' && by.includes('safety');
}

function Grounds({
  steps,
  linkTo,
}: {
  readonly steps: readonly number[];
  readonly linkTo: (step: number) => ReactNode;
}): ReactNode {
  if (steps.length === 0) return null;
  return (
    <>
      It rests on {steps.length === 1 ? 'step' : 'steps'}{' '}
      {steps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && ', '}
          {linkTo(step)}
        </Fragment>
      ))}
      .{' '}
    </>
  );
}
