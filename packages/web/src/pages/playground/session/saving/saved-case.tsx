import type { ReactNode } from 'react';
import type { EndpointReply, Endpoints, PlaygroundSession } from 'toolemu/contract';
import { Link } from 'wouter';
import { useAnswer } from '../../../../api.ts';
import { caseHref } from '../../../../components/addresses/addresses.ts';
import { CopyText } from '../../../../components/text/copy-text.tsx';
import { visible } from '../../../../components/text/text-block.tsx';
import { runCommand } from './run-command.ts';

/** What the server says of a case it saved. */
export type SavedFiles = EndpointReply<Endpoints['POST /api/playground/sessions/{session}/save-case']>;

/** A case that was saved: where it is, what it lacks, and the command that plays it. */
export function SavedCase({
  session,
  id,
  reference,
  saved: { files, remarks },
}: {
  readonly session: PlaygroundSession;
  readonly id: string;
  /** Name of the reference it was saved with; empty where it was saved without one. */
  readonly reference: string;
  readonly saved: SavedFiles;
}): ReactNode {
  const { data: workspace } = useAnswer('GET /api/workspace');
  const folder = workspace?.folder ?? 'runs';
  const command = useCommand({ session, id, reference, files, folder });
  return (
    <>
      <p role="status">
        Saved <Link href={caseHref(id)}>{id}</Link>: {files.map((file) => `${folder}/${file}`).join(', ')}.
      </p>
      <p>
        To play it in a run, from where the folder <bdi>{visible(folder)}</bdi> is:{' '}
        <CopyText text={command} what="the command" />
      </p>
      <pre className="playground-command" role="region" aria-label="The command" tabIndex={0}>
        {visible(command)}
      </pre>
      {remarks.length > 0 && (
        <ul>
          {remarks.map(({ path, message, remedy }, at) => (
            <li key={at}>
              <code>{visible(path)}</code> {visible(message)}; {visible(remedy)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function useCommand({
  session: { case: value },
  id,
  reference,
  files,
  folder,
}: {
  readonly session: PlaygroundSession;
  readonly id: string;
  readonly reference: string;
  readonly files: readonly string[];
  readonly folder: string;
}): string {
  const options = useAnswer('GET /api/playground/options');
  const own = options.data?.toolkits.filter(({ from }) => from === 'folder').map(({ name }) => name) ?? [];
  const references = (value.references ?? []).map(({ name }) => name);
  return runCommand({
    folder,
    id,
    hasToolkits:
      files.some((file) => file.startsWith('toolkits/')) || value.toolkits.some((name) => own.includes(name)),
    references: reference === '' ? references : [...references, reference],
    world: value.world,
  });
}
