import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/toolemu.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const binary = path.join(repository, 'packages/toolemu/bin/toolemu.js');

/** Only who may mount can have a folder that nobody can write to: the root of a machine can write to all others. */
const cannotMount = spawnSync('unshare', ['--mount', 'true']).status !== 0;

describe.skipIf(cannotMount)('a run file on a read-only mount whose writer was killed', () => {
  const commands = [
    ['report'],
    ['report', '--json'],
    ['episodes'],
    ['inspect', '--json'],
    ['export', '--format', 'jsonl'],
  ];

  test.each(commands.map((args) => ({ args })))(
    'is read with its log by $args, and left as it is',
    async ({ args }) => {
      await using folder = await temporaryFolder({ 'real/.keep': '', 'mount/.keep': '', 'elsewhere/.keep': '' });
      await killedWriter(folder.file('real/run.toolemu'));
      const before = contentOf(folder.file('real'));
      expect(Object.keys(before)).toContain('run.toolemu-wal');
      const [command = '', ...options] = args;
      const { status, stdout, stderr } = spawnSync(
        'unshare',
        [
          '--mount',
          'sh',
          '-c',
          'mount --bind "$1" "$2" && mount -o remount,ro,bind "$2" && shift && shift && exec "$@"',
          'sh',
          folder.file('real'),
          folder.file('mount'),
          process.execPath,
          binary,
          command,
          folder.file('mount/run.toolemu'),
          ...options,
        ],
        { cwd: folder.file('elsewhere'), encoding: 'utf8', env: { ...process.env, TMPDIR: folder.file('elsewhere') } },
      );
      expect([status, stderr]).toEqual([0, expect.not.stringContaining('toolemu: ')]);
      if (command === 'inspect')
        expect(JSON.parse(stdout)).toMatchObject({ size: { counts: { episodes: 1 } }, damage: [] });
      if (command === 'episodes') expect(stdout).toContain('send-to-kim#careful#1');
      expect(contentOf(folder.file('real'))).toEqual(before);
      expect(readdirSync(folder.file('elsewhere')).filter((name) => name.startsWith('toolemu-'))).toEqual([]);
    },
  );
});

/** A file that a process wrote some steps to until it was killed. */
async function killedWriter(file: string): Promise<void> {
  const script = path.join(repository, 'test/support/endless-writer.ts');
  const child = spawn(process.execPath, [script, file, '20'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let steps = 0;
  child.stdout.on('data', (chunk) => {
    steps += String(chunk).split('\n').length - 1;
    if (steps > 5) child.kill('SIGKILL');
  });
  await once(child, 'close');
}

function contentOf(folder: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name)).toString('base64')]),
  );
}
