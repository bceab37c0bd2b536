import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { runHref } from '../../../components/addresses/addresses.ts';
import type { Sending, Upload } from './upload.ts';

/** What became of the files that were opened. */
export function OpenedFiles({
  uploads,
  sending,
}: {
  readonly uploads: readonly Upload[];
  readonly sending: Sending | null;
}): ReactNode {
  const refused = uploads.filter((upload) => 'problem' in upload);
  const opened = uploads.filter((upload) => 'run' in upload);
  return (
    <>
      <div role="status">
        {sending !== null && (
          <p>
            Opening <bdi>{sending.name}</bdi> …
          </p>
        )}
        {sending === null && opened.length > 0 && (
          <ul className="note runs-opened">
            {opened.map(({ name, run }) => (
              <li key={run}>
                Opened <bdi>{name}</bdi>: <Link href={runHref(run)}>{run}</Link>
              </li>
            ))}
          </ul>
        )}
      </div>
      {sending !== null && (
        <progress className="runs-sending" value={sending.share} aria-label={`Sent of ${sending.name}`} />
      )}
      <div role="alert">
        {sending === null && refused.length > 0 && (
          <ul className="problem runs-opened">
            {refused.map(({ name, problem }, at) => (
              <li key={at}>
                <bdi>{name}</bdi> was refused: <bdi>{problem}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
    </>
  );
}
