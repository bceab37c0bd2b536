import { type ReactNode, useMemo } from 'react';
import { useSettled } from '../../components/use-settled.ts';
import { visible } from '../../components/text/text-block.tsx';
import { type ChangedLine, textChanges } from './text-changes.ts';

/** How long a text stands still before it is compared, in milliseconds. */
const pause = 300;

/** What people changed of what was generated, line by line. */
export function Changes({ before, after }: { readonly before: string; readonly after: string }): ReactNode {
  const settled = useSettled(after, pause);
  const hunks = useMemo(() => textChanges(before, settled), [before, settled]);
  if (hunks === null) return <p className="empty">Too much was changed to be shown line by line.</p>;
  if (hunks.length === 0) return <p className="empty">Nothing was changed: this is as it was generated.</p>;
  return hunks.map(({ line, lines }) => (
    <section key={line} aria-label={`Changes at line ${line}`}>
      <p className="soft">line {line}</p>
      <pre className="drafts-changes" tabIndex={0}>
        {lines.map((one, at) => (
          <Line key={at} line={one} />
        ))}
      </pre>
    </section>
  ));
}

function Line({ line: { kind, text } }: { readonly line: ChangedLine }): ReactNode {
  if (kind === 'added') return <ins>{`+ ${visible(text)}\n`}</ins>;
  if (kind === 'removed') return <del>{`- ${visible(text)}\n`}</del>;
  return `  ${visible(text)}\n`;
}
