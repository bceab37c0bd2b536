import { Tabs } from 'radix-ui';
import { type ReactNode, useEffect, useRef } from 'react';
import type { RunDetail, RunFigures } from 'toolemu/contract';
import { formatCount, formatCountOf, rowNames } from 'toolemu/words';
import { useAnswer } from '../../api.ts';
import { Answer } from '../../components/page/answer.tsx';
import { useSearch } from '../../components/addresses/search-parameters.ts';
import { Configuration } from './configuration/configuration.tsx';
import { Costs } from './costs.tsx';
import { EpisodeTable } from './episodes/episode-table.tsx';
import { Missing } from './missing/missing.tsx';
import { Findings } from './findings.tsx';
import { FiguresOf } from './run-context.ts';
import { Summary } from './summary/summary.tsx';
import { type RunTab, tabNames, tabOf } from './tab-choice.ts';

const tabs = Object.entries(tabNames) as [RunTab, string][];

const parts: Readonly<Record<Exclude<RunTab, 'episodes'>, ReactNode>> = {
  summary: <Summary />,
  findings: <Findings />,
  missing: <Missing />,
  configuration: <Configuration />,
  costs: <Costs />,
};

/** The parts of a run's page, one at a time. Its episodes are there at once: the figures of a large run take their time. */
export function RunTabs({ detail }: { readonly detail: RunDetail }): ReactNode {
  const { run, done } = detail.overview;
  const [parameters, change] = useSearch();
  const tab = tabOf(parameters);
  const figures = useAnswer('GET /api/runs/{run}/report', { params: { run } }, { enabled: tab !== 'episodes' });
  const missingCount = (figures.data?.missing.length ?? 0) + (figures.data?.report.missingTools.length ?? 0);
  const hasFindings = tab === 'findings' || (figures.data?.findings ?? null) !== null;
  const shown = tabs.filter(([value]) => value !== 'findings' || hasFindings);
  const list = useRef<HTMLDivElement>(null);
  const before = useRef(tab);
  useEffect(() => {
    if (before.current === tab) return;
    before.current = tab;
    // The link that led here is gone with the part it was in.
    if (document.activeElement !== document.body) return;
    list.current?.querySelector<HTMLElement>('[aria-selected="true"]')?.focus();
  }, [tab]);
  return (
    <Tabs.Root value={tab} onValueChange={(value) => change({ tab: value })} activationMode="manual">
      <Tabs.List ref={list} className="run-tabs" aria-label="Parts of the run">
        {shown.map(([value, name]) => (
          <Tabs.Trigger key={value} value={value} className="run-tab">
            {name}
            {value === 'missing' && missingCount > 0 && <span className="soft"> ({formatCount(missingCount)})</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(([value]) => (
        <Tabs.Content key={value} value={value} className="run-part" tabIndex={-1}>
          {value === tab &&
            (tab === 'episodes' ? (
              <EpisodeTable detail={detail} />
            ) : (
              <Answer of={figures} what={`the figures of ${formatCountOf(done, 'episode')}`}>
                {(told) => (
                  <FiguresOf value={{ detail, ...told, nameOf: rowNames(told.report.summaries) }}>
                    <FiguresState detail={detail} figures={told} />
                    {parts[tab]}
                  </FiguresOf>
                )}
              </Answer>
            ))}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

/** Says of which episodes the figures of a run are while it goes on. */
function FiguresState({
  detail: { overview },
  figures: { report, isNewest },
}: {
  readonly detail: RunDetail;
  readonly figures: RunFigures;
}): ReactNode {
  if (overview.state !== 'running' && isNewest) return null;
  return (
    <p className="soft">
      Figures of the first {formatCountOf(report.done, 'episode')} that ended. They follow the run by themselves.
    </p>
  );
}
