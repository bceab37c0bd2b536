import { Fragment, type ReactNode } from 'react';
import { visible } from './text-block.tsx';

/** A name of several parts, as of an agent or an episode: where it must break, it does between them. Cut where it is longer than any should be. */
export function Name({ name, most = 160 }: { readonly name: string; readonly most?: number }): ReactNode {
  const isLong = name.length > most;
  const shown = name.trim() === '' ? '(blank)' : visible(isLong ? `${name.slice(0, most)}…` : name);
  return (
    <bdi title={isLong ? visible(name) : undefined}>
      {shown.split(/(?<=\/|, )|(?=#)/).map((part, at) => (
        <Fragment key={at}>
          {part}
          <wbr />
        </Fragment>
      ))}
    </bdi>
  );
}
