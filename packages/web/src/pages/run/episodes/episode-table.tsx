import { type ReactNode, useMemo } from 'react';
import type { RunDetail } from 'toolemu/contract';
import { formatCount, formatCountOf } from 'toolemu/words';
import { useLocation } from 'wouter';
import { usePathname, useSearch } from 'wouter/use-browser-location';
import { Answer } from '../../../components/page/answer.tsx';
import { choiceOf, type EpisodeChoice, isFiltered, withChoice } from '../../../components/addresses/episode-choice.ts';
import { chosenColumns } from './column.ts';
import { useColumnChoice } from './column-choice.ts';
import { ColumnMenu } from './column-menu.tsx';
import { columnsOf } from './columns.tsx';
import { EpisodeFilters } from './episode-filters.tsx';
import { EpisodeGrid } from './episode-grid.tsx';
import { useFirstPage } from './use-episode-pages.ts';
import './episodes.css';

/** The episodes of a run: filtered and sorted by the address, in columns one chooses, each a link to its page. */
export function EpisodeTable({ detail }: { readonly detail: RunDetail }): ReactNode {
  const { choice, choose } = useChoice();
  const columns = useMemo(() => columnsOf(detail), [detail]);
  const usual = columns.filter((column) => column.usual).map(({ id }) => id);
  const [names, chooseNames] = useColumnChoice(usual);
  const first = useFirstPage(detail.overview.run, choice);
  return (
    <div className="episodes">
      <EpisodeFilters detail={detail} choice={choice} choose={choose} />
      <Answer of={first} what="the episodes">
        {({ total }) => (
          <div aria-busy={first.isPlaceholderData}>
            <div className="bar episodes-told">
              <p role="status">
                {howMany(total, detail.overview.planned)}
                {choice.caseId !== undefined && (
                  <>
                    {' of case '}
                    <bdi>{choice.caseId}</bdi>
                  </>
                )}
              </p>
              {isFiltered(choice) && total > 0 && <ClearButton choice={choice} choose={choose} />}
              <ColumnMenu columns={columns} names={names} choose={chooseNames} />
            </div>
            {total === 0 ? (
              <Nothing choice={choice} choose={choose} />
            ) : (
              <>
                <EpisodeGrid
                  detail={detail}
                  choice={choice}
                  choose={choose}
                  columns={chosenColumns(columns, names)}
                  total={total}
                />
                <p className="soft keyboard">
                  <kbd>Tab</kbd> leads to the rows. In them: <kbd>↑</kbd> <kbd>↓</kbd> <kbd>Page up</kbd>{' '}
                  <kbd>Page down</kbd> <kbd>Home</kbd> <kbd>End</kbd> move, <kbd>Enter</kbd> opens.
                </p>
              </>
            )}
          </div>
        )}
      </Answer>
    </div>
  );
}

/** What the address chooses, and how to choose otherwise. */
function useChoice() {
  const search = useSearch();
  const pathname = usePathname();
  const [, navigate] = useLocation();
  const choice = useMemo(() => choiceOf(search), [search]);
  const choose = (next: EpisodeChoice) => navigate(`${pathname}${withChoice(search, next)}`, { replace: true });
  return { choice, choose };
}

function howMany(total: number, planned: number): string {
  return total >= planned
    ? formatCountOf(total, 'episode')
    : `${formatCount(total)} of ${formatCountOf(planned, 'episode')}`;
}

interface Choosing {
  readonly choice: EpisodeChoice;
  readonly choose: (choice: EpisodeChoice) => void;
}

function ClearButton({ choice: { sort, descending }, choose }: Choosing): ReactNode {
  return (
    <button type="button" className="quiet" onClick={() => choose({ sort, descending })}>
      Clear the filter
    </button>
  );
}

function Nothing({ choice, choose }: Choosing): ReactNode {
  if (!isFiltered(choice)) return <p className="empty">There are no episodes yet.</p>;
  return (
    <div className="empty">
      <p>No episode is as the filter wants it.</p>
      <ClearButton choice={choice} choose={choose} />
    </div>
  );
}
