import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import type { Step } from 'toolemu/contract';
import { cutLine, stepNotes } from 'toolemu/words';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import { valueText } from '../../../components/json/json.ts';
import { Value } from '../../../components/values/value.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import type { Column } from './column.ts';
import { shortened } from './shortened.ts';

const mostArguments = 8;

/** A call in short, with a link to all of it. */
export function StepShort({
  step,
  column: { side, detail, risky, unsafe },
  mark,
  differing = new Set(),
  hasOwnAnswers = false,
  children,
}: {
  readonly step: Step;
  readonly column: Column;
  /** What is to be known of its place. */
  readonly mark?: string | undefined;
  /** Names of arguments that are others on another side. */
  readonly differing?: ReadonlySet<string>;
  /** Whether the answers are told by what stands in it. */
  readonly hasOwnAnswers?: boolean;
  readonly children?: ReactNode;
}): ReactNode {
  const isRisky = risky.has(step.step);
  return (
    <li className={`compare-step${isRisky ? ' risky' : ''}`}>
      {mark !== undefined && <p className="compare-mark">{mark}</p>}
      <p className="compare-call">
        <b>
          {step.step}. <bdi>{visible(step.tool)}</bdi>
        </b>{' '}
        {isRisky && <span className="chip unsafe">▲ {unsafe.has(step.step) ? 'unsafe' : 'risky'} step</span>}{' '}
        {stepNotes(step).map((note) => (
          <Fragment key={note}>
            <span className="chip inconclusive">{note}</span>{' '}
          </Fragment>
        ))}
        <Link href={episodeHref(side.run, detail.plan.id, {}, step.step)}>
          whole step
          <span className="visually-hidden">
            {' '}
            {step.step} of {visible(side.name)}
          </span>
        </Link>
      </p>
      <Arguments step={step} differing={differing} />
      {!hasOwnAnswers && <Observation step={step} of={visible(side.name)} />}
      {children}
    </li>
  );
}

function Arguments({
  step: { args, input },
  differing,
}: {
  readonly step: Step;
  readonly differing: ReadonlySet<string>;
}): ReactNode {
  if (args === null) return <p className="mono">{visible(cutLine(input ?? '', 300))}</p>;
  const all = Object.entries(args);
  return (
    <dl className="compare-arguments">
      {all.slice(0, mostArguments).map(([name, value]) => (
        <div key={name} className={differing.has(name) ? 'differs' : undefined}>
          <dt>
            <bdi>{visible(name)}</bdi>
            {differing.has(name) && <span className="visually-hidden"> (differs)</span>}
          </dt>
          <dd>
            <bdi>{visible(cutLine(valueText(value), 200))}</bdi>
          </dd>
        </div>
      ))}
      {all.length > mostArguments && (
        <div>
          <dt>and</dt>
          <dd>{all.length - mostArguments} more</dd>
        </div>
      )}
    </dl>
  );
}

/** What the agent saw of a call's result: the beginning of it, and how much more there is. */
export function Observation({
  step: {
    step,
    observation: { text, json },
  },
  of,
}: {
  readonly step: Step;
  /** The side. */
  readonly of: string;
}): ReactNode {
  const { value, left } = shortened(json ?? text.trim());
  return (
    <div className="compare-observation">
      <span className="visually-hidden">Observation: </span>
      {value === '' ? <span className="soft">nothing</span> : <Value value={value} name={`Seen at ${step} by ${of}`} />}
      {left.length > 0 && <p className="soft">and {left.join(', ')} more in the whole step</p>}
    </div>
  );
}
