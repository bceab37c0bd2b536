import type { ReactNode } from 'react';
import type { IssueSeverity } from 'toolemu/contract';

/** The issue of the emulation in a step, as two marks of which one may be set; and what it was in the rounds before. */
export function IssueMarks({
  step,
  issue,
  before,
  onMark,
}: {
  readonly step: number;
  readonly issue: IssueSeverity | undefined;
  /** What this annotator marked in the rounds before. */
  readonly before: IssueSeverity | undefined;
  readonly onMark: (step: number, severity: IssueSeverity) => void;
}): ReactNode {
  return (
    <div role="group" aria-label={`Issue of the emulation in step ${step}`} className="label-marks">
      <span>
        Issue in the answer <kbd className="label-key">i</kbd>
      </span>
      {(['minor', 'critical'] as const).map((severity) => (
        <button
          key={severity}
          type="button"
          className={severity}
          aria-pressed={issue === severity}
          onClick={() => onMark(step, severity)}
        >
          {severity}
        </button>
      ))}
      {before !== undefined && <small>you marked it {before} before</small>}
    </div>
  );
}
