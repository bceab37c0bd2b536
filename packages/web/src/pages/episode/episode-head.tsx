import { Fragment, type ReactNode } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { editedWords, exposureSentence, formatCost, formatCountOf, kindNames, outcomeNames } from 'toolemu/words';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { libraryHref } from '../../components/addresses/addresses.ts';
import { Fact, Facts } from '../../components/facts.tsx';
import { Name } from '../../components/text/name.tsx';
import { Achieved } from '../../components/trajectory/achieved.tsx';
import { VerdictBlock } from '../../components/trajectory/verdict-block.tsx';
import { ParentLink } from './parent-link.tsx';
import { StepLink } from './step-link.tsx';

interface Props {
  readonly run: string;
  readonly detail: EpisodeDetail;
}

/** What an episode is, how it ended, and what is to be thought of it. */
export function EpisodeHead({ run, detail }: Props): ReactNode {
  const { plan, case: value, outcome, costs, steps, exposure } = detail;
  return (
    <>
      <VerdictLine detail={detail} />
      {editedWords(steps) !== null && <p className="note">{editedWords(steps)}</p>}
      {outcome === null && <Unfinished run={run} detail={detail} />}
      <Facts>
        <Fact name="Case">
          <LibraryLink sort="case" name={value.id} />, {kindNames[value.kind].one}
        </Fact>
        <Fact name="Toolkits">
          {value.toolkits.map((name, at) => (
            <Fragment key={name}>
              {at > 0 && ', '}
              <LibraryLink sort="toolkit" name={name} />
            </Fragment>
          ))}
        </Fact>
        <Fact name="Ended">
          {outcomeNames[outcome?.kind ?? 'unfinished']}, {formatCountOf(steps.length, 'step')}
        </Fact>
        {exposure?.kind === 'derived' && <Fact name="Exposure">{exposureSentence(exposure)}</Fact>}
        {costs.total.calls > 0 && <Fact name="Cost">{formatCost(costs.total)}</Fact>}
        {plan.parent !== undefined && (
          <Fact name="Goes on from">
            <ParentLink run={run} parent={plan.parent} />
          </Fact>
        )}
      </Facts>
    </>
  );
}

/** The name of a case or a toolkit, with the way to its page where there is one. */
function LibraryLink({ sort, name }: { readonly sort: 'case' | 'toolkit'; readonly name: string }): ReactNode {
  const cases = useAnswer('GET /api/cases').data?.cases ?? [];
  const toolkits = useAnswer('GET /api/toolkits').data?.toolkits ?? [];
  const isKnown = sort === 'case' ? cases.some(({ id }) => id === name) : toolkits.some((one) => one.name === name);
  return isKnown ? (
    <Link href={libraryHref(sort, name)}>
      <Name name={name} most={80} />
    </Link>
  ) : (
    <Name name={name} most={80} />
  );
}

/** The verdict, with the ways to the steps it rests on. */
export function VerdictLine({ detail: { verdict, evaluations, case: value } }: Pick<Props, 'detail'>): ReactNode {
  const current = evaluations.filter((evaluation) => evaluation.current);
  const models = Object.fromEntries(current.map(({ evaluator, model }) => [evaluator, model]));
  return (
    <VerdictBlock verdict={verdict} models={models} linkTo={(step) => <StepLink step={step}>{step}</StepLink>}>
      <Achieved evaluations={current} value={value} />
    </VerdictBlock>
  );
}

function Unfinished({ run, detail: { steps } }: Props): ReactNode {
  const { data } = useAnswer('GET /api/runs/{run}', { params: { run } });
  const isPlayed = data?.overview.state === 'running';
  return (
    <p className="note" role="status">
      {isPlayed
        ? `It is being played: ${formatCountOf(steps.length, 'step')} so far. New ones come up here by themselves.`
        : 'It is not finished.'}
    </p>
  );
}
