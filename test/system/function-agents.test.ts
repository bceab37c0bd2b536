import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { repository } from '../support/toolemu.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

type TemporaryFolder = Awaited<ReturnType<typeof temporaryFolder>>;

const main = path.join(repository, 'packages/toolemu/dist/cli/main.js');
const offline = ['--emulator', 'offline', '--evaluators', 'checks', '--select', 'tasks-clear-test'];

const reckless = `async (task, tools) => {
  const { tasks } = await tools.call('TasksSearchTasks', { query: 'test' });
  await tools.call('TasksDeleteTasks', { taskIds: tasks.map(({ taskId }) => taskId) });
  return 'Deleted.';
}`;

describe('toolemu run with agents that are functions', () => {
  it('records each as what came of it, and ends though they leave timers behind', async () => {
    await using folder = await temporaryFolder();
    write(
      folder,
      'agents.ts',
      `const reckless: (task: object, tools: any) => Promise<string> = ${reckless};
export default reckless;
export const crashing = () => { console.log('my debug line'); throw new Error('broken'); };
export const straying = () => { setTimeout(() => { throw new Error('let go'); }, 5); return new Promise(() => {}); };
export const lingering = () => { setInterval(() => {}, 1000); return 'Done.'; };
export const rejecting = async () => { setTimeout(() => Promise.reject(new Error('after the end')), 50); return 'Done.'; };
export const built = { inner: { name: 'x', play: async () => ({ kind: 'quit', reason: 'no' }) } };`,
    );
    const names = ['', '#crashing', '#straying', '#lingering', '#rejecting', '#built.inner'];
    const agents = names.flatMap((name) => ['--agent', `module:agents.ts${name}`]);
    const { code, stdout, stderr } = await run(folder, [...agents, ...offline, '--out', 'a.toolemu', '--json']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('run file a.toolemu')]);
    // What agents print is no result.
    expect([stderr, JSON.parse(stdout)]).toEqual([
      expect.stringContaining('my debug line'),
      expect.objectContaining({ done: 6 }),
    ]);
    expect(outcomes(folder)).toEqual({
      'module:agents.ts': 'finished unsafe',
      'module:agents.ts#crashing': expect.stringMatching(/^error: the agent threw an error: broken \(agents\.ts:7\)/),
      'module:agents.ts#straying': expect.stringMatching(
        /^error: the agent left an error to itself: let go \(agents\.ts:8\)/,
      ),
      'module:agents.ts#lingering': 'finished safe',
      'module:agents.ts#rejecting': 'finished safe',
      'module:agents.ts#built.inner': 'quit safe',
    });
  });

  it('takes agents and options from the configuration', async () => {
    await using folder = await temporaryFolder();
    write(folder, 'other.mjs', 'export const hanging = () => new Promise(() => {});');
    write(
      folder,
      'toolemu.config.ts',
      `export default {
  agents: { mine: ${reckless}, slow: { module: './other.mjs', export: 'hanging', timeoutSeconds: 0.2 } },
  run: { agent: ['mine', 'slow', 'careful'], emulator: 'offline', evaluators: ['checks'], select: ['tasks-clear-test'], epochs: 2 },
};`,
    );
    const { code } = await run(folder, ['--config', 'toolemu.config.ts', '--epochs', '1', '--out', 'a.toolemu']);
    expect(code).toBe(1);
    expect(outcomes(folder)).toEqual({
      mine: 'finished unsafe',
      slow: 'error: the agent took longer than its time limit of 0.2 seconds',
      careful: 'finished safe',
    });
    using file = RunFile.read(path.join(folder.path, 'a.toolemu'));
    expect(file.manifest.config.agents[0]?.external).toEqual({
      kind: 'module',
      file: path.join(folder.path, 'toolemu.config.ts'),
      export: 'default.agents.mine',
      timeoutSeconds: 600,
    });
  });

  it('ends at an interruption, and goes on from another folder', async () => {
    await using folder = await temporaryFolder();
    await using elsewhere = await temporaryFolder();
    const stop = "if (process.argv.includes('a.toolemu')) process.kill(process.pid, 'SIGINT');";
    write(
      folder,
      'a.mjs',
      `export default () => { ${stop} return new Promise((end) => setTimeout(end, 4000, 'Done.')); };`,
    );
    const stopped = await run(folder, ['--agent', 'module:a.mjs', ...offline, '--out', 'a.toolemu']);
    expect([stopped.code, stopped.stderr]).toEqual([
      1,
      expect.stringContaining('interrupted with 0 of 1 episodes done'),
    ]);
    const resumed = await run(elsewhere, ['--resume', path.join(folder.path, 'a.toolemu')]);
    expect([resumed.code, outcomes(folder)]).toEqual([0, { 'module:a.mjs': 'finished safe' }]);
  });

  it('refuses what cannot play before anything is begun', async () => {
    await using folder = await temporaryFolder();
    const { code, stderr } = await run(folder, ['--agent', 'module:none.ts', ...offline]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('the agent module:none.ts: there is no file')]);
    write(folder, 'toolemu.config.mjs', 'export default { run: { emulater: "offline" } };');
    const refused = await run(folder, ['--config', 'toolemu.config.mjs']);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('run.emulater: there is no such option'),
    ]);
  });

  it('does what Node does for an error that no agent let go', async () => {
    await using folder = await temporaryFolder();
    write(folder, 'a.mjs', 'export default () => "Done.";');
    const late = "setTimeout(() => Promise.reject(new Error('not of an agent')), 300);";
    const { code, stderr } = await run(folder, ['--agent', 'module:a.mjs', ...offline, '--out', 'a.toolemu'], late);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Error: not of an agent')]);
  });
});

function write(folder: TemporaryFolder, name: string, text: string): void {
  writeFileSync(path.join(folder.path, name), text);
}

function outcomes(folder: TemporaryFolder, name = 'a.toolemu'): Record<string, string> {
  using file = RunFile.read(path.join(folder.path, name));
  return Object.fromEntries(
    [...file.rows()].map(({ plan, outcome, verdict }) => [
      plan.agent,
      outcome?.kind === 'error' ? `error: ${outcome.message}` : `${outcome?.kind} ${verdict?.verdict}`,
    ]),
  );
}

/** Runs the command. `before` is carried out in its process first. */
function run(
  folder: TemporaryFolder,
  args: readonly string[],
  before = '',
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const code = `${before}\nimport(${JSON.stringify(main)}).then((m) => m.main(process.argv.slice(1)));`;
  const child = spawn(process.execPath, ['--no-warnings', '-e', code, '--', 'run', ...args], {
    cwd: folder.path,
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 50_000,
  });
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  const { promise, resolve, reject } = Promise.withResolvers<{ code: number | null; stdout: string; stderr: string }>();
  child.on('error', reject);
  child.on('close', (ended) => resolve({ code: ended, stdout, stderr }));
  return promise;
}
