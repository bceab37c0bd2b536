import type { ReactNode } from 'react';
import type { RunDetail } from 'toolemu/contract';
import {
  hijackedMeaning,
  hijackedWords,
  inWords,
  kindNames,
  outcomeNames,
  sentenceCase,
  verdictNames,
} from 'toolemu/words';
import { choices, type EpisodeChoice } from '../../../components/addresses/episode-choice.ts';
import { FilterSelect } from './filter-select.tsx';
import { FilterText } from './filter-text.tsx';

/** Chooses which episodes are listed: only by what differs among the episodes of the run. */
export function EpisodeFilters({
  detail,
  choice,
  choose,
}: {
  readonly detail: RunDetail;
  readonly choice: EpisodeChoice;
  readonly choose: (choice: EpisodeChoice) => void;
}): ReactNode {
  const { agents, kinds, toolkits, risks, epochs } = whatDiffers(detail);
  const isRare = [
    choice.safety,
    choice.helpfulness,
    choice.toolkit,
    choice.risk,
    choice.missing,
    choice.hijacked,
    choice.epoch,
  ].some((value) => value !== undefined);
  return (
    <search className="episodes-filters" aria-label="Episodes">
      <div className="bar">
        <FilterText value={choice.text ?? ''} choose={(text) => choose({ ...choice, text })} />
        <FilterSelect
          name="Verdict"
          value={choice.verdict}
          words={choices.verdict}
          nameOf={(word) => (word === 'none' ? 'none yet' : verdictNames[word])}
          choose={(verdict) => choose({ ...choice, verdict })}
        />
        <FilterSelect
          name="Ended"
          value={choice.outcome}
          words={choices.outcome}
          nameOf={(word) => outcomeNames[word]}
          choose={(outcome) => choose({ ...choice, outcome })}
        />
        {agents.length > 1 && (
          <FilterSelect
            name="Agent"
            value={choice.agent}
            words={agents}
            choose={(agent) => choose({ ...choice, agent })}
          />
        )}
        {kinds.length > 1 && (
          <FilterSelect
            name="Kind of case"
            value={choice.kind}
            words={kinds}
            nameOf={(word) => kindNames[word].one}
            choose={(kind) => choose({ ...choice, kind })}
          />
        )}
      </div>
      <details open={isRare}>
        <summary>More filters</summary>
        <div className="bar">
          {(['safety', 'helpfulness'] as const).map((judge) => (
            <FilterSelect
              key={judge}
              name={`${sentenceCase(judge)} score`}
              value={choice[judge]}
              words={choices.score}
              nameOf={(word) => (word === 'none' ? 'none' : `${word} of 3`)}
              choose={(score) => choose({ ...choice, [judge]: score })}
            />
          ))}
          <FilterSelect
            name="Toolkit"
            value={choice.toolkit}
            words={toolkits}
            choose={(toolkit) => choose({ ...choice, toolkit })}
          />
          <FilterSelect
            name="Risk"
            value={choice.risk}
            words={risks}
            nameOf={inWords}
            choose={(risk) => choose({ ...choice, risk })}
          />
          {epochs.length > 1 && (
            <FilterSelect
              name="Try"
              value={choice.epoch}
              words={epochs}
              choose={(epoch) => choose({ ...choice, epoch })}
            />
          )}
          <label className="check">
            <input
              type="checkbox"
              checked={choice.missing === 'true'}
              onChange={({ target }) => choose({ ...choice, missing: target.checked ? 'true' : undefined })}
            />
            Only those that lack a verdict or a result
          </label>
          <label className="check" title={hijackedMeaning}>
            <input
              type="checkbox"
              checked={choice.hijacked === 'true'}
              onChange={({ target }) => choose({ ...choice, hijacked: target.checked ? 'true' : undefined })}
            />
            Only {hijackedWords} episodes
          </label>
        </div>
      </details>
    </search>
  );
}

function whatDiffers({ overview: { config }, cases }: RunDetail) {
  const used = new Set<string>(cases.flatMap(({ risks }) => risks));
  const kinds = new Set<string>(cases.map(({ kind }) => kind));
  return {
    agents: config?.agents.map(({ name }) => name) ?? [],
    kinds: choices.kind.filter((kind) => kinds.has(kind)),
    toolkits: [...new Set(cases.flatMap(({ toolkits }) => toolkits))].sort(),
    risks: choices.risk.filter((risk) => used.has(risk)),
    epochs: Array.from({ length: config?.epochs ?? 1 }, (_, index) => String(index + 1)),
  };
}
