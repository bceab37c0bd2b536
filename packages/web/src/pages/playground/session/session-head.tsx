import type { ReactNode } from 'react';
import type { PlaygroundSession } from 'toolemu/contract';
import { describeEmulator, evaluatorName, formatCost, formatCountOf, kindNames, listed } from 'toolemu/words';
import { Link } from 'wouter';
import { episodeHref } from '../../../components/addresses/addresses.ts';
import { Fact, Facts } from '../../../components/facts.tsx';
import { Name } from '../../../components/text/name.tsx';
import { sessionHref } from '../begin-session.ts';

/** What is played, by whom, with whom, at what cost, and what it goes on from. */
export function SessionHead({ session }: { readonly session: PlaygroundSession }): ReactNode {
  const { agent, config, costs, case: value, unjudged } = session;
  const judges = config.evaluators.map(({ name }) => evaluatorName(name));
  const { total } = costs;
  return (
    <>
      <Facts>
        <Fact name="Case">
          {kindNames[value.kind].one}; {listed(value.toolkits)}
        </Fact>
        <Fact name="Agent">{agent === 'human' ? 'human (yourself)' : <Name name={agent} />}</Fact>
        <Fact name="Emulator">
          <Name name={describeEmulator(config)} />
        </Fact>
        <Fact name="Evaluators">{judges.length === 0 ? 'none' : listed(judges)}</Fact>
        <Fact name="Steps at most">{config.maxSteps ?? 'what the case says'}</Fact>
        <Fact name="Cost so far">
          {formatCost(total)}
          {total.calls > 0 && ` (${formatCountOf(total.calls, 'call')})`}
        </Fact>
      </Facts>
      {unjudged.length > 0 && (
        <p className="soft">
          Not judged: {unjudged.map(({ evaluator, reason }) => `${evaluatorName(evaluator)} (${reason})`).join('; ')}.
        </p>
      )}
      <ForkNote session={session} />
    </>
  );
}

/** What a session goes on from, and what was edited there. */
function ForkNote({ session: { forkedFrom } }: { readonly session: PlaygroundSession }): ReactNode {
  if (forkedFrom === null) return null;
  const { session, run, episode, keep, observationEdited, worldEdited } = forkedFrom;
  const edited = [
    ...(observationEdited ? [`the observation of step ${keep}`] : []),
    ...(worldEdited ? [keep === 0 ? 'the world it begins in' : `the world after step ${keep}`] : []),
  ];
  const where = keep === 0 ? 'from the start' : `after step ${keep}`;
  return (
    <p className="note">
      Goes on {where} of{' '}
      {run !== null ? (
        <Link href={episodeHref(run, episode)}>
          <Name name={episode} />
        </Link>
      ) : session !== null ? (
        <Link href={sessionHref(session)}>another session</Link>
      ) : (
        <Name name={episode} />
      )}
      . {edited.length === 0 ? 'Nothing was edited.' : `Edited by a person: ${listed(edited)}.`}
    </p>
  );
}
