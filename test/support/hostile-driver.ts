import { writeSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** A command of a group, and how it ended. Sent over the IPC channel: `begin` before it, `end` after it. */
export type DriverMessage =
  | { readonly kind: 'begin'; readonly at: number }
  | {
      readonly kind: 'end';
      readonly at: number;
      readonly code: number;
      readonly stdout: string;
      readonly stderr: string;
      readonly milliseconds: number;
      /** Of the process so far, in bytes. */
      readonly peakBytes: number;
    };

const longestKept = 2_000_000;

/** Runs commands of the built program in this process, one after the other, and sends what each wrote. */
async function runGroup(program: string, lines: readonly (readonly string[])[]): Promise<void> {
  const { main } = (await import(pathToFileURL(program).href)) as { main: (args: readonly string[]) => Promise<void> };
  for (const [at, words] of lines.entries()) {
    const said = { stdout: '', stderr: '' };
    for (const stream of ['stdout', 'stderr'] as const) {
      process[stream].write = (piece: string | Uint8Array, ...rest: unknown[]): boolean => {
        if (said[stream].length < longestKept) said[stream] += String(piece);
        const done = rest.at(-1);
        if (typeof done === 'function') queueMicrotask(() => done());
        return true;
      };
    }
    await send({ kind: 'begin', at });
    process.exitCode = undefined;
    const start = performance.now();
    await main(words);
    const milliseconds = performance.now() - start;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    await send({ kind: 'end', at, code: Number(process.exitCode ?? 0), ...said, milliseconds, peakBytes });
  }
  process.exit(0);
}

function send(message: DriverMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    if (process.send === undefined) throw new Error('this is started by a test');
    process.send(message, undefined, {}, (error) => (error === null ? resolve() : reject(error)));
  });
}

process.on('message', ({ program, lines }: { program: string; lines: readonly (readonly string[])[] }) => {
  // An error that nobody handles ends the process, as it would end the command.
  runGroup(program, lines).catch((error: unknown) => {
    writeSync(2, `crashed: ${error instanceof Error ? error.stack : String(error)}\n`);
    process.exit(70);
  });
});
