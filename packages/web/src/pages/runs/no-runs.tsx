import type { ReactNode } from 'react';
import { CopyText } from '../../components/text/copy-text.tsx';

/** What to do where the folder has no run yet. */
export function NoRuns({ folder }: { readonly folder: string | undefined }): ReactNode {
  return (
    <div className="runs-none">
      <p>
        There is no run in {folder === undefined ? 'this folder' : <code>{folder}</code>} yet. What is written here is
        shown as it comes: this page can stay open.
      </p>
      <dl>
        {ways.map(({ what, command }) => (
          <div key={command}>
            <dt>{what}</dt>
            <dd>
              <code>{command}</code> <CopyText text={command} what={`the command: ${command}`} />
            </dd>
          </div>
        ))}
      </dl>
      <p className="soft">Or drop a run file anywhere on this page.</p>
    </div>
  );
}

const ways = [
  { what: 'See how it works, without a key or a model', command: 'npx toolemu demo' },
  { what: 'See language models at work, recorded', command: 'npx toolemu demo --recorded' },
  { what: 'Run an agent on the benchmark', command: 'npx toolemu run --model openai/gpt-4o --limit 3' },
  { what: "Read ToolEmu's own files", command: 'npx toolemu import FILE' },
] as const;
