import type { ReactNode } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { partingWords } from 'toolemu/words';
import { Link } from 'wouter';
import { useAnswer } from '../../api.ts';
import { episodeHref } from '../../components/addresses/addresses.ts';
import { Name } from '../../components/text/name.tsx';
import { runOfFile } from '../../components/runs/run-of-file.ts';

/** The episode that this one goes on from, and its run: with the way to the last step they share, where the run is in the folder. */
export function ParentLink({
  run,
  parent: { episode, step },
}: {
  readonly run: string;
  readonly parent: NonNullable<EpisodeDetail['plan']['parent']>;
}): ReactNode {
  const runs = useAnswer('GET /api/runs');
  const { data } = useAnswer('GET /api/runs/{run}', { params: { run } });
  const forkOf = data?.overview.forkOf ?? null;
  const name = <Name name={episode} />;
  if (forkOf === null) {
    return (
      <>
        {name} {partingWords(step)}
      </>
    );
  }
  const of = runOfFile(forkOf);
  const isThere = runs.data?.some((one) => one.run === of) === true;
  return (
    <>
      {isThere ? <Link href={episodeHref(of, episode, {}, step > 1 ? step - 1 : undefined)}>{name}</Link> : name} of the
      run <Name name={of} most={60} />, {partingWords(step)}
    </>
  );
}
