import type { ReactNode } from 'react';
import { Command } from './command.tsx';

/** What to do where the server shows no queue. */
export function NoQueue(): ReactNode {
  return (
    <p className="empty">
      This server shows no queue. Start it with one: <Command text="npx toolemu view --queue" />
    </p>
  );
}
