import type { ReactNode } from 'react';
import type { EpisodeDetail } from 'toolemu/contract';
import { ViewTabs } from '../../components/view-tabs.tsx';
import { CallsView } from './calls/calls-view.tsx';
import { EvaluationsView } from './evaluations/evaluations-view.tsx';
import { Trajectory } from './trajectory/trajectory.tsx';
import { useAddress, type View, views } from './use-address.ts';
import { WorldView } from './world/world-view.tsx';

const names: Readonly<Record<View, string>> = {
  trajectory: 'Trajectory',
  world: 'World',
  evaluations: 'Evaluations',
  calls: 'Model calls',
};

/** The views of an episode; which one is shown stands in the address. */
export function Views({ run, detail }: { readonly run: string; readonly detail: EpisodeDetail }): ReactNode {
  const { view, set } = useAddress();
  const content: Readonly<Record<View, () => ReactNode>> = {
    trajectory: () => <Trajectory run={run} detail={detail} />,
    world: () => <WorldView run={run} detail={detail} />,
    evaluations: () => <EvaluationsView detail={detail} />,
    calls: () => <CallsView run={run} detail={detail} />,
  };
  return (
    <ViewTabs
      label="Views of the episode"
      views={views}
      names={names}
      view={view}
      content={content}
      onChange={(next) => set({ view: next === 'trajectory' ? null : next })}
    />
  );
}
