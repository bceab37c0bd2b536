import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { main } from '../../packages/toolemu/src/cli/main.ts';
import type { Step } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { shellWord } from '../../packages/toolemu/src/words/index.ts';
import { countedCalls, countingSource, startFromSource, writeCase } from '../support/counting-server.ts';
import { tellingSource } from '../support/telling-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let stderr = '';

beforeEach(() => {
  vi.spyOn(process.stdout, 'write').mockImplementation((...args) => written(args));
  vi.spyOn(process.stderr, 'write').mockImplementation((...args) => written(args, (text) => (stderr += text)));
  // A run that is over ends its process.
  vi.spyOn(process, 'exit').mockReturnValue(undefined as never);
});
afterEach(() => {
  process.exitCode = undefined;
});
afterAll(async () => {
  await wait(1100);
  vi.restoreAllMocks();
});

function written(args: readonly unknown[], keep: (text: string) => void = () => {}): boolean {
  keep(String(args[0]));
  const done = args.at(-1);
  if (typeof done === 'function') done();
  return true;
}

/** A folder with a case, and the calls that came to its server. */
async function project(...calls: readonly (readonly [string, string])[]) {
  const folder = await temporaryFolder();
  const counted = folder.file('calls');
  const out = folder.file('one.toolemu');
  writeCase(folder.file('case.json'), ...calls);
  const source = countingSource(counted);
  const toolkits = folder.file('notes.toolkit.json');
  await main(['import-tools', source, '--out', toolkits]);
  const args = `run --agent careful --evaluators none --emulator passthrough --fallback-emulator offline`.split(' ');
  return {
    folder,
    source,
    out,
    args: [...args, '--cases', folder.file('case.json'), '--toolkits', toolkits, '--out', out],
    agreed: ['--yes', '--call-real-tools'],
    called: () =>
      countedCalls(counted).map(({ name, args: { text } }) => `${name} ${JSON.stringify(text)}`.replaceAll('"', '')),
    pids: () => [...new Set(countedCalls(counted).map(({ pid }) => pid))],
    go: () => writeFileSync(`${counted}.go`, ''),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function command(...args: string[]): Promise<number> {
  stderr = '';
  process.exitCode = undefined;
  await main(args);
  return Number(process.exitCode ?? 0);
}

function played(path: string) {
  using file = RunFile.read(path);
  const [episode] = file.stored();
  return { steps: episode?.steps ?? [], outcome: episode?.outcome, emulator: file.manifest.config.emulator };
}

function told({ tool, status, real, observation }: Step): string {
  return `${tool} ${status}${real === true ? ' real' : ''}: ${observation.text}`;
}

describe('toolemu run --emulator passthrough', () => {
  it('calls the tools that are marked as read-only, once each, and has all others emulated', async () => {
    await using one = await project(
      ['read', 'a'],
      ['read', 'a'],
      ['look', 'b'],
      ['write', 'c'],
      ['torn', 'd'],
      ['plain', 'e'],
    );
    expect(await command(...one.args, '--real', one.source, ...one.agreed)).toBe(0);
    expect(one.called()).toEqual(['read a', 'read a', 'look b']);
    const { steps, outcome, emulator } = played(one.out);
    expect(steps.map(told)).toEqual([
      'read ok real: read a, call 1 of this server',
      'read ok real: read a, call 2 of this server',
      'look ok real: {"seen":"b"}',
      'write ok: {"emulated":"yes"}',
      'torn ok: {"emulated":"yes"}',
      'plain ok: {"emulated":"yes"}',
    ]);
    expect(outcome?.kind).toBe('finished');
    expect(emulator.realTools).toEqual({
      sources: [`mcp:${process.execPath}`],
      hashes: [expect.stringMatching(/^[0-9a-f]{64}$/)],
      allow: [],
      tools: ['notes.read', 'notes.look', 'notes.fail', 'notes.refuse', 'notes.die'],
    });
    expect(stderr).toContain('notes.read of the server');
    expect(stderr).toContain('1 case of 1 has a world, of which real tools know nothing');
    for (const pid of one.pids()) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });

  it("takes an error of the tool's as an exception", async () => {
    await using one = await project(['fail', 'a'], ['refuse', 'b']);
    await command(...one.args, '--real', one.source, ...one.agreed);
    expect(played(one.out).steps.map(told)).toEqual([
      'fail raised real: {"error":"ToolException: no such thing"}',
      'refuse raised real: {"error":"ToolException: the text is too odd"}',
    ]);
  });

  it('calls nothing unless it is agreed to', async () => {
    await using one = await project(['read', 'a']);
    const agreed = 'say --yes and --call-real-tools';
    expect([await command(...one.args, '--real', one.source), stderr]).toEqual([2, expect.stringContaining(agreed)]);
    expect([await command(...one.args, '--real', one.source, '--yes'), stderr]).toEqual([
      2,
      expect.stringContaining(agreed),
    ]);
    expect([await command(...one.args, ...one.agreed), stderr]).toEqual([2, expect.stringContaining('--real SOURCE')]);
    expect(await command(...one.args, '--real', one.source, '--estimate')).toBe(0);
    expect([one.called(), existsSync(one.out)]).toEqual([[], false]);
  });

  it('is not turned on by a configuration file or by another emulator', async () => {
    await using one = await project(['read', 'a']);
    const config = one.folder.file('toolemu.config.mjs');
    for (const run of [
      { emulator: 'passthrough' },
      { emulator: 'passthrough', real: [one.source], callRealTools: true, yes: true },
      { callRealTools: true },
    ]) {
      writeFileSync(config, `export default { run: ${JSON.stringify(run)} };`);
      const usual = one.args.filter(
        (arg) => !['--emulator', 'passthrough', '--fallback-emulator', 'offline'].includes(arg),
      );
      expect(await command(...usual, '--config', config)).toBe(2);
      expect(await command(...usual, '--config', config, ...one.agreed)).toBe(2);
    }
    expect(await command(...one.args, '--emulator', 'offline', '--real', one.source, ...one.agreed)).toBe(2);
    expect([one.called(), existsSync(one.out)]).toEqual([[], false]);
  });

  it('calls a tool that may act only by its exact name and where that is said', async () => {
    await using one = await project(['read', 'a'], ['write', 'b'], ['plain', 'c']);
    const run = (...more: string[]) => command(...one.args, '--real', one.source, '--yes', ...more);
    expect([await run('--call-real-tools', '--allow', '*'), stderr]).toEqual([
      2,
      expect.stringContaining('notes.torn, notes.write, notes.plain'),
    ]);
    expect([await run('--allow', 'write'), stderr]).toEqual([2, expect.stringContaining('--call-real-tools')]);
    expect([await run('--call-real-tools', '--allow', 'erase'), stderr]).toEqual([
      2,
      expect.stringContaining('no tool of these servers is called so'),
    ]);
    expect(one.called()).toEqual([]);
    expect(await run('--call-real-tools', '--allow', 'notes.write')).toBe(0);
    expect(one.called()).toEqual(['write b']);
    expect(stderr).toContain('MAY ACT');
  });

  it('refuses a tool that its server lists otherwise', async () => {
    await using one = await project(['read', 'a']);
    const other = countingSource(one.folder.file('calls'), 'otherwise');
    expect(await command(...one.args, '--real', other, ...one.agreed)).toBe(2);
    expect(stderr).toContain('notes.read has another inputSchema at its server than in this run');
    const acting = countingSource(one.folder.file('calls'), 'acting');
    expect(await command(...one.args, '--real', acting, '--yes', '--allow', 'read')).toBe(2);
    expect(one.called()).toEqual([]);
  });

  it('ends the episode where the server dies, and gives no answer in its place', async () => {
    await using one = await project(['read', 'a'], ['die', 'b'], ['read', 'c']);
    expect(await command(...one.args, '--real', one.source, ...one.agreed)).toBe(1);
    const { steps, outcome } = played(one.out);
    expect(steps.map(({ tool }) => tool)).toEqual(['read']);
    expect(outcome).toMatchObject({ kind: 'error', code: 'infrastructure' });
  });
});

describe('a run that called real tools', () => {
  it('is replayed, reused and judged again without a call', async () => {
    await using one = await project(['read', 'a'], ['look', 'b'], ['write', 'c']);
    await command(...one.args, '--real', one.source, ...one.agreed);
    const again = one.folder.file('again.toolemu');
    expect(await command('run', '--replay', one.out, '--out', again)).toBe(0);
    expect(played(again).steps).toEqual(played(one.out).steps);
    expect(one.called()).toEqual(['read a', 'look b']);
  });

  it('goes on with its own servers, named again, and makes no recorded call again', async () => {
    await using one = await project(['read', 'a'], ['look', 'wait'], ['read', 'z']);
    await killedAt('look wait', one);
    expect(one.called()).toEqual(['read a', 'look wait']);
    expect([await command('run', '--resume', one.out), stderr]).toEqual([
      2,
      expect.stringContaining('name these servers again'),
    ]);
    expect(await command('run', '--resume', one.out, '--real', 'mcp:other', ...one.agreed)).toBe(2);
    expect(await command('run', '--resume', one.out, '--real', one.source, '--yes')).toBe(2);
    one.go();
    expect(await command('run', '--resume', one.out, '--real', one.source, ...one.agreed)).toBe(0);
    expect(one.called()).toEqual(['read a', 'look wait', 'look wait', 'read z']);
    expect(played(one.out).steps.map(told)[0]).toBe('read ok real: read a, call 1 of this server');
  });

  it('does not go on with another server of the same command, and never keeps its command line', async () => {
    await using one = await project(['look', 'wait'], ['read', 'z']);
    await killedAt('look wait', one);
    const other = countingSource(one.folder.file('other-calls'));
    expect([await command('run', '--resume', one.out, '--real', other, ...one.agreed), stderr]).toEqual([
      2,
      expect.stringContaining('was begun with another command line or address'),
    ]);
    expect(stderr).not.toContain('other-calls');
    expect(existsSync(one.folder.file('other-calls'))).toBe(false);
    const { emulator } = played(one.out);
    expect(JSON.stringify(emulator)).not.toContain('counting-server');
  });

  it('knows its servers of a configuration again, whatever their tokens and their neighbours are by then', async () => {
    await using one = await project(['look', 'wait'], ['read', 'z']);
    const words = JSON.parse(one.source.slice('mcp:'.length)) as string[];
    const file = one.folder.file('mcp.json');
    const configured = (more: readonly string[], env: object, neighbours: object = {}) => {
      const [name, ...args] = [...words, ...more];
      writeFileSync(file, JSON.stringify({ mcpServers: { ...neighbours, notes: { command: name, args, env } } }));
    };
    const allowed = ['--allow-command', `TOKEN=… ${words.map(shellWord).join(' ')}`];
    configured([], { TOKEN: 'first-secret' });
    expect([await command(...one.args, '--real', file, ...one.agreed), one.called()]).toEqual([2, []]);
    expect(stderr).toContain('MCP server notes: TOKEN=…');
    await killedAt('look wait', { ...one, source: file }, ...allowed);
    one.go();
    configured(['acting'], { TOKEN: 'first-secret' });
    expect([await command('run', '--resume', one.out, '--real', file, ...one.agreed), stderr]).toEqual([
      2,
      expect.stringContaining(`--real ${file}: ${one.out} was begun with another command line`),
    ]);
    configured([], { TOKEN: 'second-secret' }, { elsewhere: { command: 'nothing' } });
    expect(await command('run', '--resume', one.out, '--real', file, ...one.agreed, ...allowed)).toBe(0);
    expect(JSON.stringify(played(one.out).emulator)).not.toContain('secret');
  });

  it('says how to go on with it, by its servers', async () => {
    await using one = await project(['read', 'a'], ['die', 'b']);
    await command(...one.args, '--real', one.source, ...one.agreed);
    const again = `run --resume ${one.out} --real 'mcp:${process.execPath} ARGUMENTS'`;
    expect(stderr).toContain(`played again by: toolemu ${again}`);
  });

  it('waits for the call under way where it is interrupted', async () => {
    await using one = await project(['write', 'slow'], ['read', 'z']);
    const running = await runningAt('write slow', one, '--allow', 'write', 'read');
    running.kill('SIGINT');
    expect(await running.ended).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('what is under way is being kept') as string,
    });
    expect(await command('run', '--resume', one.out, '--real', one.source, ...one.agreed)).toBe(0);
    expect(one.called()).toEqual(['write slow', 'read z']);
    expect(played(one.out).steps.map(told)[0]).toBe('write ok real: write slow, call 1 of this server');
  });

  it('does not repeat a call that may have acted and whose answer was lost', async () => {
    await using one = await project(['write', 'a'], ['write', 'wait'], ['read', 'z']);
    await killedAt('write wait', one, '--allow', 'write', 'read');
    one.go();
    await command('run', '--resume', one.out, '--real', one.source, ...one.agreed);
    expect(one.called()).toEqual(['write a', 'write wait']);
    expect(played(one.out).outcome).toMatchObject({ kind: 'error', code: 'emulator' });
    expect(stderr).toContain('whether it was carried out is not known');
  });
});

describe('a run whose servers need variables', () => {
  const token = 'tok-4711-geheim';

  async function telling(...calls: readonly (readonly [string, string])[]) {
    const folder = await temporaryFolder();
    const [toolkits, out] = [folder.file('notes.toolkit.json'), folder.file('one.toolemu')];
    writeCase(folder.file('case.json'), ...calls);
    await main([
      'import-tools',
      tellingSource,
      '--only',
      ...'read fail die look write plain torn'.split(' '),
      '--env',
      `NOTES_TOKEN=${token}`,
      '--out',
      toolkits,
    ]);
    const usual = 'run --agent noact --evaluators none --emulator passthrough --fallback-emulator offline'.split(' ');
    const args = [...usual, '--cases', folder.file('case.json'), '--toolkits', toolkits, '--out', out];
    const real = ['--real', tellingSource, '--yes', '--call-real-tools'];
    return { folder, out, args, real, [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose]() };
  }

  it('passes the named ones, and stores no value, even if the servers print them', async () => {
    await using one = await telling(
      ['read', 'NOTES_TOKEN'],
      ['fail', 'NOTES_TOKEN'],
      ['read', 'LEVEL'],
      ['die', 'NOTES_TOKEN'],
    );
    const careful = one.args.map((arg) => (arg === 'noact' ? 'careful' : arg));
    const env = ['--env', `NOTES_TOKEN=${token}`, '--env', 'LEVEL=high'];
    expect(await command(...careful, ...one.real, ...env)).toBe(1);
    const { steps, outcome } = played(one.out);
    expect(steps.map(told)).toEqual([
      'read ok real: it is ${NOTES_TOKEN}',
      'fail raised real: {"error":"ToolException: not ${NOTES_TOKEN}"}',
      'read ok real: it is high',
    ]);
    expect(outcome).toMatchObject({
      kind: 'error',
      message: expect.stringContaining('dying of ${NOTES_TOKEN}') as string,
    });
    expect(readFileSync(one.out).includes(token)).toBe(false);
    expect(stderr).not.toContain(token);
  });

  it('names a variable that a server requires, and rejects variables that no server gets', async () => {
    await using one = await telling(['read', 'LEVEL']);
    expect([await command(...one.args, ...one.real), stderr]).toEqual([
      2,
      expect.stringMatching(
        /pass NOTES_TOKEN with --env NOTES_TOKEN; the end of its standard error:\nError: NOTES_TOKEN/,
      ),
    ]);
    const [usual] = one.args.join(' ').replace('passthrough --fallback-emulator ', '').split(' --toolkits');
    expect([await command(...(usual ?? '').split(' '), '--env', 'A=b'), stderr]).toEqual([
      2,
      expect.stringContaining('--env: this command starts no MCP server'),
    ]);
  });

  it('takes them again when it is resumed', async () => {
    await using one = await telling(['die', 'LEVEL'], ['read', 'LEVEL']);
    const careful = one.args.map((arg) => (arg === 'noact' ? 'careful' : arg));
    const env = ['--env', `NOTES_TOKEN=${token}`];
    expect(await command(...careful, ...one.real, ...env)).toBe(1);
    const resuming = ['run', '--resume', one.out, ...one.real];
    expect([await command(...resuming), stderr]).toEqual([2, expect.stringContaining('--env NOTES_TOKEN')]);
    // The same call ends it again, so it was started this time.
    expect([await command(...resuming, ...env), stderr]).toEqual([1, expect.stringContaining('dying of')]);
  });
});

/** Starts the run, and gives it once a call has come to the server. */
async function runningAt(call: string, one: Awaited<ReturnType<typeof project>>, ...more: string[]) {
  const args = [...one.args, '--real', one.source, ...one.agreed, ...more];
  const running = startFromSource(args, { cwd: one.folder.path });
  while (!one.called().includes(call)) await wait(20);
  return running;
}

/** Kills the run, as nothing can be handled, once a call has come to the server. */
async function killedAt(call: string, one: Awaited<ReturnType<typeof project>>, ...more: string[]): Promise<void> {
  const running = await runningAt(call, one, ...more);
  running.kill('SIGKILL');
  await running.ended;
}
