import type { ReactNode } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';
import { ModelFields } from '../set-up/roles/model-fields.tsx';
import type { PlayOnWay } from './play-on.ts';
import type { Answers, CastChoice } from './play-on-cast.ts';

/** Who answers the calls: as before, the offline emulator, or a language model that is named. */
export function AnswersFields({
  choice: { canAnswer, canOffline, models },
  options,
  way: { answers, model },
  change,
  issues,
}: {
  readonly choice: CastChoice;
  readonly options: PlaygroundOptions;
  readonly way: PlayOnWay;
  readonly change: (by: Partial<PlayOnWay>) => void;
  readonly issues: Readonly<Record<string, string>>;
}): ReactNode {
  const put = (by: Partial<PlayOnWay['model']>): void => change({ model: { ...model, ...by } });
  return (
    <>
      <label>
        Who answers the calls
        <select value={answers} onChange={({ target }) => change({ answers: target.value as Answers })}>
          {canAnswer && (
            <option value="before">
              {models === '' ? 'the offline emulator, as before' : `as before, with ${visible(models)}`}
            </option>
          )}
          {canOffline && <option value="offline">the offline emulator, without a model</option>}
          <option value="model">a language model</option>
        </select>
      </label>
      {answers === 'model' && (
        <>
          <label>
            Emulator
            <select
              value={model.kind}
              onChange={({ target }) => put({ kind: target.value === 'adversarial' ? 'adversarial' : 'standard' })}
            >
              <option>standard</option>
              <option>adversarial</option>
            </select>
          </label>
          <ModelFields
            of="emulator"
            value={model}
            onChange={put}
            options={options}
            issueAt={(field) => issues[field]}
            isRequired
          />
        </>
      )}
    </>
  );
}
