import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { PlaygroundOptions, PlaygroundSession, Step, WorldAt } from 'toolemu/contract';
import { Problem } from '../../../components/page/problem.tsx';
import { visible } from '../../../components/text/text-block.tsx';
import { editedText } from './observation-edit.ts';
import { type PlayOnRequest, playOnRequest, type PlayOnWay, type StepEdits } from './play-on.ts';
import { type CastBefore, castChoice } from './play-on-cast.ts';
import { PlayOnEdits } from './play-on-edits.tsx';
import { PlayOnWays } from './play-on-ways.tsx';

/** Edits what the last step that is kept observed and the world after it, and plays on. */
export function PlayOnForm({
  before,
  options,
  steps,
  keep,
  onKeep,
  world,
  begin,
}: {
  readonly before: CastBefore;
  readonly options: PlaygroundOptions;
  readonly steps: readonly Step[];
  readonly keep: number;
  readonly onKeep: (keep: number) => void;
  readonly world: UseQueryResult<WorldAt, Error>;
  readonly begin: UseMutationResult<PlaygroundSession, Error, PlayOnRequest>;
}): ReactNode {
  const choice = castChoice(before, options.providers);
  const [way, setWay] = useState<PlayOnWay>({
    by: choice.by,
    answers: choice.answers,
    model: { kind: 'standard', model: '', baseUrl: '' },
    begin: 'playing',
    maxSteps: '',
  });
  // Those of each step, so that they are there again where one comes back to it.
  const [editsAt, setEditsAt] = useState<Readonly<Record<number, StepEdits>>>({});
  const [issues, setIssues] = useState<Readonly<Record<string, string>>>({});
  const edits = editsAt[keep] ?? noEdits(steps[keep - 1]);
  const onSubmit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    const read = playOnRequest({ ...way, ...edits }, { steps, keep, world: world.data });
    setIssues('issues' in read ? read.issues : {});
    if ('request' in read) begin.mutate(read.request);
    else requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const goOnAfter = (step: number): void => {
    setIssues({});
    begin.reset();
    onKeep(step);
  };
  return (
    <form className="playground-form" onSubmit={onSubmit} noValidate aria-label="Play on">
      <label className="playground-wide">
        Go on
        <select value={keep} onChange={({ target }) => goOnAfter(Number(target.value))}>
          <option value={0}>from the start</option>
          {steps.map(({ step, tool }) => (
            <option key={step} value={step}>
              after step {step}, {visible(tool)}
            </option>
          ))}
        </select>
      </label>
      <PlayOnEdits
        key={keep}
        step={steps[keep - 1]}
        world={world}
        edits={edits}
        change={(by) => setEditsAt({ ...editsAt, [keep]: { ...edits, ...by } })}
        issues={issues}
      />
      <PlayOnWays
        before={before}
        choice={choice}
        options={options}
        way={way}
        change={(by) => setWay({ ...way, ...by })}
        issues={issues}
      />
      {begin.error !== null && <Problem error={begin.error} />}
      {Object.keys(issues).length > 0 && (
        <p className="problem" role="alert">
          Something is wrong above: it is told beside the field.
        </p>
      )}
      <div className="bar">
        <button type="submit" className="primary" disabled={begin.isPending || world.isPlaceholderData}>
          {begin.isPending ? 'Starting …' : 'Play on'}
        </button>
      </div>
    </form>
  );
}

function noEdits(step: Step | undefined): StepEdits {
  return { observation: step === undefined ? '' : editedText(step.observation), world: [] };
}
