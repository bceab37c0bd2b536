import { type ReactNode, useState } from 'react';
import type { PlaygroundOptions } from 'toolemu/contract';
import { Problem } from '../../../../components/page/problem.tsx';
import { fieldIssueOf } from '../field-issues.ts';
import { ModelFields } from '../roles/model-fields.tsx';
import type { ModelDraft } from '../set-up.ts';
import { FillProgress } from './fill-progress.tsx';
import { type CompletionPlace, useCompletion } from './use-completion.ts';

/** Has a language model write what a case in JSON lacks, and puts that in its place. */
export function FillIn({
  options,
  model: first,
  place,
}: {
  readonly options: PlaygroundOptions;
  /** The model that is offered first. */
  readonly model: ModelDraft;
  readonly place: CompletionPlace;
}): ReactNode {
  const [typed, setTyped] = useState<ModelDraft | null>(null);
  const model = typed ?? { model: first.model, baseUrl: first.baseUrl };
  const completion = useCompletion(place);
  const { error, isBusy, isReadable } = completion;
  const issue = error === null ? null : fieldIssueOf(error.message.replace(/^(model|baseUrl): /, 'completion.$1: '));
  const issueAt = (field: string): string | undefined => (issue?.field === field ? issue.message : undefined);
  return (
    <details className="playground-fill" open={completion.draft !== undefined || undefined}>
      <summary>Fill in what is missing</summary>
      <p className="soft">
        A language model writes what the case lacks, from its toolkits and what you wrote, which stays. Where the tools
        declare what they do, a world with checks is written and proved by playing it.
      </p>
      <fieldset
        className="bar"
        onKeyDown={(event) => event.key === 'Enter' && isInput(event.target) && event.preventDefault()}
      >
        <legend className="visually-hidden">The model that fills it in</legend>
        <ModelFields
          of="completion"
          value={model}
          onChange={(by) => setTyped({ ...model, ...by })}
          options={options}
          issueAt={issueAt}
          isRequired
        />
        <button type="button" disabled={isBusy || !isReadable} onClick={() => completion.begin(model)}>
          {completion.isBrokenOff ? 'Go on' : 'Fill in'}
        </button>
      </fieldset>
      {error !== null && issue?.field === '' && <Problem error={error} />}
      <FillProgress completion={completion} />
    </details>
  );
}

function isInput(target: EventTarget): boolean {
  return target instanceof HTMLInputElement;
}
