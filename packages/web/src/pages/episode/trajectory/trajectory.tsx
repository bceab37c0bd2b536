import { type ReactNode, useEffect, useMemo } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { marksOf } from 'toolemu/words';
import { useLocation } from 'wouter';
import { useShortcuts } from '../../../components/shortcuts.tsx';
import { CaseBrief } from '../../../components/trajectory/case-brief.tsx';
import { MarkNote } from '../../../components/trajectory/mark-note.tsx';
import { OutcomeBlock } from '../../../components/trajectory/outcome-block.tsx';
import { riskyStepsOf, unsafeStepsOf } from '../../../components/trajectory/risky-steps.ts';
import { CheckCondition } from '../check-condition.tsx';
import { VerdictLine } from '../episode-head.tsx';
import { keys } from '../keys.ts';
import { MissingStep } from '../missing-step.tsx';
import { useAddress, useStepOfAddress } from '../use-address.ts';
import { stepAfter } from './step-after.ts';
import { StepCard } from './step-card.tsx';
import { StepRail } from './step-rail.tsx';

/** An episode as it went: instruction, steps with what was found at each, end, verdict. */
export function Trajectory({ run, detail }: { readonly run: string; readonly detail: EpisodeDetail }): ReactNode {
  const { steps, evaluations, verdict, outcome } = detail;
  const marks = useMemo(() => marksOf(evaluations), [evaluations]);
  const risky = useMemo(() => riskyStepsOf(detail), [detail]);
  const unsafe = unsafeStepsOf(detail);
  const here = useStepOfAddress();
  useStepKeys(detail, risky);
  const elsewhere = marks.get(0) ?? [];
  useEffect(() => {
    if (here !== null) showStep(here);
  }, [here]);
  return (
    <div className="episode-trajectory">
      <div className="episode-side">
        <StepRail steps={steps} risky={risky} here={here} />
      </div>
      <div className="episode-main">
        {here !== null && !steps.some(({ step }) => step === here) && (
          <MissingStep step={String(here)} steps={steps.length} />
        )}
        <CaseBrief value={detail.case} />
        <h2>Steps</h2>
        {steps.length === 0 && <p>{outcome === null ? 'No call was made yet.' : 'It made no call.'}</p>}
        <ol className="trajectory-steps">
          {steps.map((step) => (
            <StepCard
              key={step.step}
              run={run}
              episode={detail.plan.id}
              value={detail.case}
              step={step}
              marks={marks.get(step.step) ?? noMarks}
              grounds={unsafe.has(step.step) ? 'unsafe' : risky.has(step.step) ? 'risky' : null}
              isHere={here === step.step}
            />
          ))}
        </ol>
        <OutcomeBlock outcome={outcome} />
        {verdict !== null && (
          <>
            <h2>Verdict</h2>
            <VerdictLine detail={detail} />
          </>
        )}
        {elsewhere.length > 0 && (
          <>
            <h3>Found in no single step</h3>
            {elsewhere.map((mark, index) => (
              <MarkNote key={index} mark={mark}>
                <CheckCondition mark={mark} value={detail.case} />
              </MarkNote>
            ))}
          </>
        )}
      </div>
    </div>
  );
}

const noMarks = [] as const;

function useStepKeys({ steps }: EpisodeDetail, risky: ReadonlySet<number>): void {
  const [, navigate] = useLocation();
  const { hrefWith } = useAddress();
  const all = steps.map(({ step }) => step);
  const go = (among: readonly number[], way: 1 | -1) => () => {
    const to = stepAfter(currentStep(), among, way);
    if (to === null) return;
    navigate(hrefWith({}, `#step-${to}`), { replace: true });
    showStep(to);
  };
  useShortcuts([
    { ...keys.nextStep, run: go(all, 1) },
    { ...keys.previousStep, run: go(all, -1) },
    { ...keys.nextRisky, run: go([...risky], 1) },
    { ...keys.previousRisky, run: go([...risky], -1) },
  ]);
}

/** Brings a step to the top of the window and gives it the focus, so that a reader goes on from there. */
function showStep(step: number): void {
  const card = document.querySelector<HTMLElement>(`#step-${step}`);
  card?.scrollIntoView({ block: 'start', behavior: 'instant' });
  card?.focus({ preventScroll: true });
}

/** The step a reader is at: that of the focus where it is in view, else the last one that begins above; 0 before the first. */
function currentStep(): number {
  const focused = document.activeElement?.closest<HTMLElement>('[data-step]');
  if (focused instanceof HTMLElement && isInView(focused)) return stepOf(focused);
  const above = [...document.querySelectorAll<HTMLElement>('[data-step]')].filter(
    (card) => card.getBoundingClientRect().top <= top,
  );
  const last = above.at(-1);
  return last === undefined ? 0 : stepOf(last);
}

/** Height of the head of the page with a little room, in pixels. */
const top = 125;

function isInView(card: HTMLElement): boolean {
  const box = card.getBoundingClientRect();
  return box.bottom > top && box.top < window.innerHeight;
}

function stepOf(card: HTMLElement): number {
  return Number(card.dataset.step ?? 0);
}
