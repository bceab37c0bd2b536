import { statSync } from 'node:fs';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { startServer } from '../../server/index.ts';
import { RunFile } from '../../store/index.ts';
import { readOwnFamilies } from '../config/own-families.ts';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { wholeNumber } from '../options/parsers.ts';
import { loadEnvironment } from '../play/model-access.ts';
import { shownQueue } from '../queue/shown-queue.ts';
import { UsageError } from '../terminal/failure.ts';
import { onInterrupt } from '../terminal/interrupt.ts';
import { note, print, self } from '../terminal/output.ts';
import { version } from '../version.ts';

export function register(command: Command): void {
  viewOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu view',
        'toolemu view runs/my.toolemu',
        'toolemu view runs --queue postgres://me@db.example/toolemu',
        'toolemu view runs --host 0.0.0.0 --port 8080 --no-open',
      ),
    )
    .action(view);
}

function viewOptions(command: Command) {
  return command
    .argument('[target]', 'a run file, or a folder of run files (default: runs, or the current folder)')
    .option('--host <name>', 'address to listen on; beyond this machine a token is asked for', '127.0.0.1')
    .option('--port <n>', 'port to listen on (default: 4173, or one that is free)', wholeNumber)
    .option('--no-open', 'do not open a browser')
    .option('--config <file>', 'offer the members of this configuration file in the playground')
    .option('--queue [url]', 'show the page of a queue, too (default: TOOLEMU_QUEUE)');
}

type ViewFlags = OptionsOf<typeof viewOptions> & {
  /** The page that is opened, as in `/label`, where it is not the first. */
  page?: string;
};

/** Beside the configuration files, with the ending of this file: built or not. */
const setUpModule = new URL(`../config/playground-set-up${path.extname(import.meta.url)}`, import.meta.url);

/** The port the address has unless it is taken. */
const usualPort = 4173;

/** `toolemu view`: the web app on a run file or a folder of run files, until Ctrl-C. */
export async function view(
  target: string | undefined,
  { host, port, open, page, config, queue }: ViewFlags,
): Promise<void> {
  loadEnvironment();
  const chosen = target ?? (statSync('runs', { throwIfNoEntry: false })?.isDirectory() ? 'runs' : '.');
  const shown = queue === undefined ? null : await shownQueue(queue);
  // Viewing runs loads no configuration that is not named.
  if (config !== undefined) await readOwnFamilies(config);
  const serve = (at: number) =>
    startServer({
      target: chosen,
      host,
      port: at,
      version: version(),
      env: process.env,
      setUp: { module: setUpModule, given: config ?? null },
      queue: shown?.source,
    });
  const server = await serve(port ?? usualPort).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE' && port === undefined) return serve(0);
    throw whyNot(error, { host, port });
  });
  const address = page === undefined ? server.url : pageAt(server.url, page);
  print(address);
  note(
    `${self} view serves ${chosen}${shown === null ? '' : `, and shows the queue of ${shown.place}`}; Ctrl-C ends it`,
  );
  noteDamage(chosen);
  if (open) await openBrowser(address);
  const { signal, release } = onInterrupt();
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  release();
  await server.close();
}

/** Says what is wrong with a run file that is shown: its page says the same. */
function noteDamage(target: string): void {
  if (statSync(target, { throwIfNoEntry: false })?.isFile() !== true) return;
  try {
    RunFile.read(target).close();
  } catch (error) {
    note((error as Error).message);
  }
}

/** The address of a page, with what else stands in that of the server. */
function pageAt(server: string, page: string): string {
  const address = new URL(server);
  address.pathname = page;
  return address.href;
}

/** Why a server cannot listen there, in words of the command; what has another cause stays as it is. */
function whyNot(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number | undefined }): Error {
  switch (error.code) {
    case 'EADDRINUSE':
      return new UsageError(`port ${port} is taken: name another by --port`);
    case 'EACCES':
      return new UsageError(`port ${port} may not be listened on by this user: name another by --port`);
    case 'ERR_SOCKET_BAD_PORT':
      return new UsageError(`--port ${port}: a port is a number from 0 to 65535`);
    case 'ENOTFOUND':
    case 'EADDRNOTAVAIL':
      return new UsageError(`--host ${host}: this machine has no such address`);
    default:
      return error;
  }
}

/** Where no browser can be opened, as on a machine that is reached by ssh, the printed address is enough. */
async function openBrowser(url: string): Promise<void> {
  try {
    const { default: openUrl } = await import('open');
    const child = await openUrl(url);
    child.on('error', () => {});
  } catch {}
}
