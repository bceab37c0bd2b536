import { createInterface } from 'node:readline/promises';
import pLimit from 'p-limit';
import { EpisodeError } from '../../contract/index.ts';
import type { People } from '../../run/index.ts';
import { note } from './output.ts';

/** Whoever sits at the terminal, to whom agents' questions are put one after the other. A blank line is no reply. */
export function userAtTerminal(signal: AbortSignal): People {
  const limit = pLimit(1);
  return {
    agent(plan) {
      throw new EpisodeError('internal', `${plan.id} is played by a person, who only replies here`);
    },
    user: () => (question) =>
      limit(async () => {
        note(`\nThe agent asks:\n${question}`);
        const text = await readLine('Your reply: ', signal);
        return text === '' ? null : { text };
      }),
  };
}

/** A line; blank where there is none before the signal. */
async function readLine(prompt: string, signal: AbortSignal): Promise<string> {
  // As a terminal of its own it would keep Ctrl-C for itself.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    const line = await Promise.race([
      lines.question(prompt, { signal }),
      new Promise<string>((resolve) => lines.once('close', () => resolve(''))),
    ]);
    return line.trim();
  } catch {
    return '';
  } finally {
    lines.close();
  }
}
