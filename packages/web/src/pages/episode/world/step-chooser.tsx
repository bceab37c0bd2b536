import type { ReactNode } from 'react';
import type { Step } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';

/** Chooses the step after which the world is shown. */
export function StepChooser({
  steps,
  step,
  choose,
}: {
  readonly steps: readonly Step[];
  readonly step: number;
  readonly choose: (step: number) => void;
}): ReactNode {
  const tool = steps[step - 1]?.tool;
  const words = tool === undefined ? 'at the start' : `after step ${step} of ${steps.length}, ${visible(tool)}`;
  return (
    <div className="bar episode-chooser">
      <button type="button" disabled={step === 0} onClick={() => choose(step - 1)}>
        ← Step back
      </button>
      <label>
        Step
        <input
          type="range"
          min={0}
          max={steps.length}
          value={step}
          aria-valuetext={words}
          onChange={({ target }) => choose(Number(target.value))}
        />
      </label>
      <button type="button" disabled={step === steps.length} onClick={() => choose(step + 1)}>
        Step on →
      </button>
      <p role="status">
        The world <bdi>{words}</bdi>
      </p>
    </div>
  );
}
