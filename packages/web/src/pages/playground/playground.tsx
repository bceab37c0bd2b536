import type { ReactNode } from 'react';
import { usePathParts } from '../../components/addresses/addresses.ts';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { PlayOnPage } from './play-on/play-on-page.tsx';
import { SessionPage } from './session/session-page.tsx';
import { SetUpPage } from './set-up/set-up-page.tsx';
import './playground.css';

/** Cases played step by step: the form to begin with, an episode to play on from, or a session. */
export function Playground(): ReactNode {
  const [, session] = usePathParts() ?? [];
  const [parameters] = useSearch();
  const run = parameters.get('run');
  const episode = parameters.get('episode');
  if (session !== undefined) return <SessionPage key={session} id={session} />;
  if (run === null || episode === null) return <SetUpPage />;
  return <PlayOnPage key={`${run} ${episode}`} run={run} episode={episode} />;
}
