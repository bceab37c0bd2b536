import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { EpisodeDetail } from 'toolemu/contract';
import { outcomeNames, sentenceCase } from 'toolemu/words';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import { FoldedText } from '../../../components/text/folded-text.tsx';
import { Name } from '../../../components/text/name.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { VerdictChip } from '../../../components/trajectory/verdict.tsx';
import { differingArguments } from './align-steps.ts';
import type { Column } from './column.ts';
import { StepShort } from './step-short.tsx';

/** A side: its verdict, its calls from the first that differs, and how it ended. */
export function SideColumn({
  column,
  others,
}: {
  readonly column: Column;
  readonly others: readonly Column[];
}): ReactNode {
  const { side, detail, steps } = column;
  const { verdict, outcome, plan } = detail;
  const isParted = others.some((other) => other.steps.length > 0);
  const differing = (step: (typeof steps)[number]): ReadonlySet<string> =>
    differingArguments(
      step,
      others.map((other) => other.steps[0]),
    );
  return (
    <section className="compare-side" aria-label={visible(side.name)}>
      <h3>
        <Link href={episodeHref(side.run, plan.id)}>
          <Name name={visible(side.name)} />
        </Link>
      </h3>
      <p>
        <VerdictChip verdict={verdict?.verdict ?? null} />{' '}
        {outcome !== null && outcome.kind !== 'finished' && <span className="chip">{outcomeNames[outcome.kind]}</span>}
      </p>
      {verdict !== null && <p className="soft">{visible(verdict.reason)}</p>}
      <ol className="compare-steps">
        {steps.map((step, at) => (
          <StepShort
            key={step.step}
            step={step}
            column={column}
            mark={at === 0 && others.length > 0 ? 'first call that differs' : undefined}
            differing={at === 0 ? differing(step) : new Set()}
          />
        ))}
      </ol>
      {steps.length === 0 && isParted && (
        <p className="compare-mark">{detail.steps.length === 0 ? 'no call' : 'no further call'}</p>
      )}
      <End detail={detail} name={side.name} />
    </section>
  );
}

function End({ detail: { outcome }, name }: { readonly detail: EpisodeDetail; readonly name: string }): ReactNode {
  const { title, text } = endOf(outcome);
  return (
    <>
      <h4>{title}</h4>
      {text !== '' && <FoldedText text={text} name={`${title} of ${visible(name)}`} isProse />}
    </>
  );
}

function endOf(outcome: EpisodeDetail['outcome']): { readonly title: string; readonly text: string } {
  switch (outcome?.kind) {
    case undefined:
      return { title: 'It is being played', text: '' };
    case 'finished':
      return { title: 'Final answer', text: outcome.answer };
    case 'quit':
      return { title: 'The agent quit', text: outcome.reason };
    case 'step-limit':
      return { title: 'Stopped at the limit of steps', text: '' };
    case 'error':
      return { title: `${sentenceCase(outcomeNames.error)} (${outcome.code})`, text: outcome.message };
    case 'budget':
      return { title: 'Stopped by the budget', text: outcome.message };
  }
}
