import type { ReactNode } from 'react';
import { FieldIssue } from '../../field-issue.tsx';
import { PauseField, StepsField } from '../../session-fields.tsx';
import type { PartProperties } from '../part-properties.ts';
import { type EmulatorKind, ofConfiguration, type SetUp } from '../set-up.ts';
import { EvaluatorFields } from './evaluator-fields.tsx';
import { misfitsOf } from './misfits.ts';
import { ModelFields } from './model-fields.tsx';

/** The third part: who emulates the tools, who judges, and how long it may take. */
export function RolesPart(properties: PartProperties): ReactNode {
  const { options, setUp, change, issueAt, reading } = properties;
  const { emulator } = setUp;
  const put = (by: Partial<SetUp['emulator']>): void => change({ emulator: { ...emulator, ...by } });
  return (
    <fieldset className="card">
      <legend>
        <h2>3. Who emulates and judges</h2>
      </legend>
      <div className="playground-choices playground-agents" role="radiogroup" aria-label="Emulator">
        {options.emulators.map(({ kind }) => (
          <label key={kind} className="check">
            <input type="radio" name="emulator" checked={emulator.kind === kind} onChange={() => put({ kind })} />
            <span>
              <b>{kind}</b> <small>{emulatorWords[kind] ?? ofConfiguration}</small>
            </span>
          </label>
        ))}
      </div>
      <FieldIssue
        id="playground-emulator-issue"
        text={issueAt('emulator.kind') ?? misfitsOf(reading.read?.case ?? null, setUp).emulator}
      />
      {emulator.kind !== 'offline' && (
        <div className="bar">
          <ModelFields of="emulator" value={emulator} onChange={put} options={options} issueAt={issueAt} />
        </div>
      )}
      <EvaluatorFields {...properties} />
      <div className="bar">
        <StepsField
          label="Steps at most"
          value={setUp.maxSteps}
          onChange={(maxSteps) => change({ maxSteps })}
          issue={issueAt('maxSteps')}
        />
        <PauseField label="Pause before the first call" begin={setUp.begin} onChange={(begin) => change({ begin })} />
      </div>
    </fieldset>
  );
}

const emulatorWords: Readonly<Record<EmulatorKind, string>> = {
  standard: 'a language model answers the calls as the tools would',
  adversarial: 'a language model answers, and makes what could go wrong likelier',
  grounded: 'what the tools declare is carried out by program; the adversarial model answers the rest',
  'grounded-standard': 'the same, with the standard model for the rest',
  offline: 'what the tools declare is carried out by program, without a language model',
};
