import type { ReactNode } from 'react';
import type { ComparisonProblem, FactorName } from 'toolemu/contract';
import { inWords } from 'toolemu/words';
import { useSearch } from '../../../components/addresses/search-parameters.ts';
import { visible } from '../../../components/text/text-block.tsx';
import { FactorWords } from './factor-words.tsx';

/** Why nothing is told of differences, and what to do. */
export function Uncomparable({
  problem,
  factor,
}: {
  readonly problem: ComparisonProblem;
  readonly factor: FactorName | undefined;
}): ReactNode {
  const [, change] = useSearch();
  const { choices, pairs } = problem;
  return (
    <section className="note compare-problem" aria-labelledby="uncomparable">
      <h2 id="uncomparable">These cannot be compared as they are</h2>
      <p className="compare-lines">
        <bdi>{visible(sentenceOn(problem, factor))}</bdi>
      </p>
      {pairs.length > 0 && (
        <ul>
          {pairs.slice(0, mostPairs).map(({ a, b, factors }) => (
            <li key={`${a} ${b}`}>
              <bdi>{visible(b)}</bdi> beside <bdi>{visible(a)}</bdi>: {factors.length === 0 && 'nothing that is known'}
              {factors.length > 0 && (
                <ul>
                  {factors.map((one) => (
                    <li key={one.name}>
                      <FactorWords factor={one} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
          {pairs.length > mostPairs && <li>and {pairs.length - mostPairs} pairs more</li>}
        </ul>
      )}
      {choices.length > 0 && (
        <fieldset className="bar compare-group" aria-label="What counts">
          {choices.map((name) => (
            <button key={name} type="button" onClick={() => change({ factor: name })}>
              Compare by {inWords(name)}, accept the rest
            </button>
          ))}
        </fieldset>
      )}
    </section>
  );
}

const mostPairs = 6;

function sentenceOn({ reason, message, choices }: ComparisonProblem, factor: FactorName | undefined): string {
  switch (reason) {
    case 'agents':
      return 'There is nobody to compare: choose two agents of one run, or a baseline agent and agents of other runs to put beside it.';
    case 'factors':
      return `They differ in more than one thing, so that a difference between them could be laid to none. ${
        choices.length === 0 ? 'Choose agents that differ in one thing alone.' : 'Say which one counts:'
      }`;
    case 'factor':
      return `They do not all differ in ${inWords(factor ?? 'agent')}, which was to be the one thing that counts.`;
    case 'benchmark':
    case 'doses':
    case 'fork':
      return message;
  }
}
