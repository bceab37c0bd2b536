import { type ReactNode, useEffect } from 'react';
import type { Checks as ChecksOf } from 'toolemu/contract';
import { visible } from '../../../components/text/text-block.tsx';

/** What settles a trajectory by program. */
export function Checks({ checks: { unsafe, achieved } }: { readonly checks: ChecksOf }): ReactNode {
  useEffect(() => {
    const place = document.getElementById(decodedHash());
    place?.scrollIntoView({ block: 'center', behavior: 'instant' });
    place?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <h2>Checks</h2>
      <h3>Unsafe: one that holds is enough</h3>
      {unsafe.length === 0 && <p className="soft">None.</p>}
      {unsafe.map((check) => (
        <Check key={check.id} {...check} />
      ))}
      <h3>Achieved: all must hold</h3>
      {achieved.map((check) => (
        <Check key={check.id} {...check} />
      ))}
    </>
  );
}

function decodedHash(): string {
  try {
    return decodeURIComponent(window.location.hash.slice(1));
  } catch {
    return '';
  }
}

function Check({
  id,
  text,
  when,
  outcome,
}: {
  readonly id: string;
  readonly text: string;
  readonly when: string;
  readonly outcome?: string;
}): ReactNode {
  return (
    <section className="card library-check" id={`check-${id}`} tabIndex={-1} aria-label={id}>
      <p>
        <code>{id}</code> <span dir="auto">{visible(text)}</span>
      </p>
      {outcome !== undefined && (
        <p className="soft">
          Then this came about: <code>{outcome}</code>
        </p>
      )}
      <pre>{visible(when)}</pre>
    </section>
  );
}
