import type { ReactNode } from 'react';
import type { QueueStatus } from 'toolemu/contract';
import { formatCount } from 'toolemu/words';
import { partsOf } from './parts.ts';

/** The cases of a run by what became of them: a bar, and below it in words. */
export function TaskBar({
  tasks,
  label,
}: {
  readonly tasks: QueueStatus['runs'][number]['tasks'];
  readonly label: string;
}): ReactNode {
  const parts = partsOf(tasks);
  return (
    <div className="queue-tasks">
      <div className="queue-bar" aria-hidden="true">
        {parts.map(({ key, count }) => (
          <span key={key} className={`queue-part-${key}`} style={{ flexGrow: count }} />
        ))}
      </div>
      <ul aria-label={label}>
        {parts.map(({ key, name, count }) => (
          <li key={key}>
            <span className={`queue-sign queue-part-${key}`} aria-hidden="true" />
            {formatCount(count)} {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
