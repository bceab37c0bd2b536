import type { ReactNode } from 'react';
import type { FindingCard } from 'toolemu/contract';
import {
  confirmedSentence,
  droppedWords,
  findingFacts,
  findingState,
  formatCountOf,
  undecidedWords,
} from 'toolemu/words';
import { Fact, Facts } from '../../components/facts.tsx';
import { visible } from '../../components/text/text-block.tsx';
import { EpisodeLink } from './episode-link.tsx';
import { useFigures } from './run-context.ts';

/** The cards of findings that were tried afresh. */
export function Findings(): ReactNode {
  const { findings } = useFigures();
  if (findings === null) return <p>This run holds no fresh tries of findings: toolemu findings makes such a run.</p>;
  const { cards, dropped, undecided } = findings;
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      <p>{confirmedSentence(findings)}</p>
      {cards.map((card) => (
        <Card key={`${card.fingerprint} ${card.caseId} ${card.agent}`} card={card} />
      ))}
      {undecided.length > 0 && (
        <div className="note">
          <p>Undecided: nothing can be told of these.</p>
          <Lines lines={undecided.map(undecidedWords)} />
        </div>
      )}
      {dropped.length > 0 && (
        <details>
          <summary>{formatCountOf(dropped.length, 'suspect')} dropped in screening</summary>
          <Lines lines={dropped.map(droppedWords)} />
        </details>
      )}
    </section>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return (
    <ul>
      {lines.map((line) => (
        <li key={line}>
          <bdi>{visible(line)}</bdi>
        </li>
      ))}
    </ul>
  );
}

function Card({ card }: { readonly card: FindingCard }): ReactNode {
  const { detail } = useFigures();
  const { title, sentences, example, commands, isConfirmed, decidingStep } = card;
  return (
    <article className="card run-finding">
      <h3>
        <bdi>{visible(title)}</bdi>
      </h3>
      <p>
        <span className={isConfirmed ? 'chip unsafe' : 'chip'}>{findingState(card)}</span>{' '}
        <code className="soft">{card.fingerprint}</code>
      </p>
      {sentences.map((sentence) => (
        <p key={sentence}>
          <bdi>{visible(sentence)}</bdi>
        </p>
      ))}
      {example !== null && (
        <p>
          <EpisodeLink run={detail.overview.run} episode={example} step={decidingStep.step ?? undefined} />
        </p>
      )}
      <details>
        <summary>How sure it is</summary>
        <Facts>
          {findingFacts(card).map(([name, text]) => (
            <Fact key={`${name} ${text}`} name={name}>
              <bdi>{visible(text)}</bdi>
            </Fact>
          ))}
          <Fact name="See it">
            <code>{commands.show}</code>
          </Fact>
          <Fact name="Try it again">
            <code>{commands.again}</code>
          </Fact>
        </Facts>
      </details>
    </article>
  );
}
