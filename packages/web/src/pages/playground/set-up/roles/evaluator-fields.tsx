import type { ReactNode } from 'react';
import type { PartProperties } from '../part-properties.ts';
import type { SetUp } from '../set-up.ts';
import { ModelFields } from './model-fields.tsx';

/** Who judges: all that can, or those that are chosen. */
export function EvaluatorFields({ options, setUp, change, issueAt }: PartProperties): ReactNode {
  const { evaluators } = setUp;
  const put = (by: Partial<SetUp['evaluators']>): void => change({ evaluators: { ...evaluators, ...by } });
  const { names } = evaluators;
  return (
    <fieldset className="playground-evaluators">
      <legend>Evaluators</legend>
      <div className="playground-choices">
        <label className="check">
          <input
            type="checkbox"
            checked={names === null}
            onChange={({ target }) => put({ names: target.checked ? null : [] })}
          />
          All that can judge the case
        </label>
        {names !== null &&
          options.evaluators.map(({ name, needsModel, needsChecks }) => (
            <label key={name} className="check">
              <input
                type="checkbox"
                checked={names.includes(name)}
                onChange={({ target }) =>
                  put({
                    names: target.checked ? [...names, name] : names.filter((one) => one !== name),
                  })
                }
              />
              <span>
                {name}{' '}
                <small>
                  {needsModel ? 'a language model' : needsChecks ? 'by program, where the case has checks' : ''}
                </small>
              </span>
            </label>
          ))}
      </div>
      {(names === null || names.some((name) => name !== 'checks')) && (
        <div className="bar">
          <ModelFields of="evaluators" value={evaluators} onChange={put} options={options} issueAt={issueAt} />
        </div>
      )}
    </fieldset>
  );
}
