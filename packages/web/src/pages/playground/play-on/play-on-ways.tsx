import type { ReactNode } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { PauseField, StepsField } from '../session-fields.tsx';
import { AnswersFields } from './answers-fields.tsx';
import type { PlayOnWay } from './play-on.ts';
import { ControlOffer } from './control-offer.tsx';
import type { CastBefore, CastChoice } from './play-on-cast.ts';
import { notesOf } from './play-on-notes.ts';

/** Who plays on and who answers, and how. */
export function PlayOnWays({
  before,
  choice,
  options,
  way,
  change,
  issues,
}: {
  readonly before: CastBefore;
  readonly choice: CastChoice;
  readonly options: PlaygroundOptions;
  readonly way: PlayOnWay;
  readonly change: (by: Partial<PlayOnWay>) => void;
  readonly issues: Readonly<Record<string, string>>;
}): ReactNode {
  const { agent } = before;
  const { notes, isStuck } = notesOf({ agent, choice, way });
  return (
    <section className="card">
      <h2>Who plays on, and who answers</h2>
      <div className="bar playground-ways">
        <label>
          Who plays on
          <select
            value={way.by}
            onChange={({ target }) => change({ by: target.value === 'person' ? 'person' : 'agent' })}
          >
            {choice.canAgent && (
              <option value="agent">
                {agent === 'human' ? 'yourself, as before' : `${visible(agent)}, as before`}
              </option>
            )}
            {agent !== 'human' && <option value="person">yourself</option>}
          </select>
        </label>
        <AnswersFields choice={choice} options={options} way={way} change={change} issues={issues} />
      </div>
      <div className="bar playground-ways">
        <StepsField
          label={`Steps at most (empty: ${choice.canAnswer ? 'as before' : 'enough to go on'})`}
          value={way.maxSteps}
          onChange={(maxSteps) => change({ maxSteps })}
          issue={issues['maxSteps']}
        />
        <PauseField label="Pause before the next call" begin={way.begin} onChange={(begin) => change({ begin })} />
      </div>
      <div role="status" className={isStuck ? 'problem' : notes.length > 0 ? 'note' : undefined}>
        {notes.length > 0 && visible(notes.join(' '))}
      </div>
      {choice.isControl && way.by === 'agent' && (
        <ControlOffer before={before} options={options} onPerson={() => change({ by: 'person' })} />
      )}
    </section>
  );
}
