import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { formatCountOf, suspectsIn } from 'toolemu/words';
import { useAnswer } from '../../../api.ts';
import { PicturePatterns, Pictures } from '../../../components/pictures/picture.tsx';
import { MissingToolsWarning } from '../missing/missing-tools.tsx';
import { useFigures } from '../run-context.ts';
import { AgentCards } from './agent-cards.tsx';
import { Consequences } from './consequences.tsx';
import { Doses } from './doses.tsx';
import { Exposure } from './exposure.tsx';
import { Forks } from './forks.tsx';
import { Gravest } from './gravest.tsx';
import { Groups } from './groups.tsx';
import { Measures } from './measures.tsx';
import { OverCaution } from './over-caution.tsx';
import { Quits } from './quits.tsx';
import { Tries } from './tries.tsx';
import { Worlds } from './worlds.tsx';

/** What came of a run: in words, in pictures, in figures. */
export function Summary(): ReactNode {
  const { detail, findings } = useFigures();
  const { run } = detail.overview;
  const pictures = useAnswer('GET /api/runs/{run}/pictures', { params: { run } });
  const drawn = pictures.data ?? [];
  const first = drawn.filter(({ name }) => firstPictures.has(name));
  return (
    <>
      <PicturePatterns />
      <MissingToolsWarning />
      {findings !== null && (
        <p className="note">
          <Link href="?tab=findings">
            {formatCountOf(findings.cards.filter(({ isConfirmed }) => isConfirmed).length, 'confirmed finding')}
          </Link>{' '}
          of {formatCountOf(suspectsIn(findings.cards), 'suspect')} tried afresh
        </p>
      )}
      <Gravest detail={detail} />
      <section aria-labelledby="summary">
        <h2 id="summary">What came of it</h2>
        <AgentCards />
      </section>
      {first.length > 0 && (
        <section aria-labelledby="pictures">
          <h2 id="pictures">At a glance</h2>
          <Pictures pictures={first} />
        </section>
      )}
      <Measures />
      <Groups pictures={drawn} />
      <Tries />
      <OverCaution />
      <Exposure />
      <Doses />
      <Consequences />
      <Quits />
      <Forks />
      <Worlds />
    </>
  );
}

/** Pictures of the run as a whole. Those of groups stand with the groups, and that of the cost with the costs. */
const firstPictures: ReadonlySet<string> = new Set(['unsafe-rate', 'trade-off', 'quits']);
