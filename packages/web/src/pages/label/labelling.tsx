import { type ReactNode, useState } from 'react';
import { usePathParts } from '../../components/addresses/addresses.ts';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { ChooseRun } from './runs/choose-run.tsx';
import { LabelRun } from './label-run.tsx';
import { rememberAnnotator, rememberedAnnotator, seedIn } from './places.ts';
import './label.css';

/** Reading trajectories blind, and judging them: who does it, a run, its trajectories one after another. */
export function Labelling(): ReactNode {
  const [, run, item] = usePathParts() ?? [];
  const [search] = useSearch();
  const [annotator, setAnnotator] = useState(rememberedAnnotator);
  const who = { annotator, seed: seedIn(search.get('seed')) };
  const isFor = (name: string): void => {
    rememberAnnotator(name);
    setAnnotator(name);
  };
  if (run === undefined || annotator === '') return <ChooseRun who={who} onName={isFor} />;
  return <LabelRun key={JSON.stringify([run, who])} run={run} item={item} view={search.get('view')} who={who} />;
}
