import { fork } from 'node:child_process';
import { copyFileSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { HostileFile } from '../fixtures/hostile/make.ts';
import type { DriverMessage } from './hostile-driver.ts';
import { repository } from './toolemu.ts';

/** A command line on a file of the corpus. */
export interface HostileCommand {
  readonly file: string;
  readonly words: readonly string[];
}

/** How a command ended. */
export interface HostileEnd extends HostileCommand {
  /** Exit code; null if its process crashed or was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly milliseconds: number;
  readonly peakBytes: number;
}

const driver = path.join(import.meta.dirname, 'hostile-driver.ts');
const program = path.join(repository, 'packages/toolemu/dist/cli/main.js');

/** The command lines for a file, with copies and outputs in a folder of their own. */
export function commandsFor(folder: string, scratch: string, { name, commands }: HostileFile): HostileCommand[] {
  return commands.map((line, at) => {
    const own = path.join(scratch, name.replaceAll('/', '_'), String(at));
    mkdirSync(own, { recursive: true });
    const file = path.join(folder, name);
    return {
      file: name,
      words: line
        .split(' ')
        .map((word) =>
          (word === 'COPY' ? copyOf(file, own) : word)
            .replace('FILE', file)
            .replace('FOLDER', folder)
            .replace('OUT', path.join(own, 'out')),
        ),
    };
  });
}

/** A copy to be changed. What cannot be copied is given as it is: no command may change it. */
function copyOf(file: string, folder: string): string {
  if (!isPlainFile(file)) return file;
  const copy = path.join(folder, path.basename(file));
  copyFileSync(file, copy);
  return copy;
}

function isPlainFile(file: string): boolean {
  try {
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs commands one after the other in one process. The process is killed if one of them takes too long. */
export async function runCommands(
  commands: readonly HostileCommand[],
  { cwd, longestMs }: { readonly cwd: string; readonly longestMs: number },
): Promise<HostileEnd[]> {
  const ends: HostileEnd[] = [];
  let rest = commands;
  while (rest.length > 0) {
    const done = await runGroup(rest, { cwd, longestMs });
    ends.push(...done);
    rest = rest.slice(done.length);
  }
  return ends;
}

function runGroup(
  commands: readonly HostileCommand[],
  { cwd, longestMs }: { readonly cwd: string; readonly longestMs: number },
): Promise<HostileEnd[]> {
  const { PATH = '', HOME = '' } = process.env;
  const child = fork(driver, [], {
    cwd,
    env: { PATH, HOME },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    serialization: 'advanced',
  });
  const ends: HostileEnd[] = [];
  let stderr = '';
  let begun = 0;
  let timer: NodeJS.Timeout | undefined;
  child.stdout?.resume();
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.on('message', (message: DriverMessage) => {
    clearTimeout(timer);
    if (message.kind === 'begin') {
      begun = performance.now();
      timer = setTimeout(() => child.kill('SIGKILL'), longestMs);
      return;
    }
    const { at, kind: _kind, ...end } = message;
    ends.push({ ...(commands[at] as HostileCommand), ...end });
  });
  child.send({ program, lines: commands.map(({ words }) => words) });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      const crashed = commands[ends.length];
      if (crashed !== undefined) {
        const said = `${stderr}\nended by ${signal ?? `code ${code}`}`;
        ends.push({
          ...crashed,
          code: null,
          stdout: '',
          stderr: said,
          milliseconds: performance.now() - begun,
          peakBytes: 0,
        });
      }
      resolve(ends);
    });
  });
}
