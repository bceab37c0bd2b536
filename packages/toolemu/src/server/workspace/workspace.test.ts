import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { ServerEvent } from '../../contract/index.ts';
import { RunFile } from '../../store/index.ts';
import { createWorkspace } from './workspace.ts';

function makeRun(file: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  RunFile.create(file, manifestOf()).close();
}

/** A body as it comes over a network. */
async function* chunks(content: Buffer): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < content.length; from += 4_000) yield content.subarray(from, from + 4_000);
}

describe('a workspace', () => {
  it('knows the run files of its folder and of those below by ids that are no paths', async () => {
    await using folder = await temporaryFolder({ 'notes.txt': 'none', '.trash/old.toolemu': 'gone' });
    for (const name of ['a.toolemu', 'deep/er/b.toolemu', 'node_modules/c.toolemu', 'til~de.toolemu'])
      makeRun(folder.file(name));
    using workspace = createWorkspace(folder.path, '1');
    expect(workspace.runs().map(({ run, name }) => [run, name])).toEqual([
      ['a', 'a.toolemu'],
      ['deep~er~b', 'deep/er/b.toolemu'],
      ['til%7Ede', 'til~de.toolemu'],
    ]);
    expect(workspace.fileOf('deep~er~b')).toBe(folder.file('deep/er/b.toolemu'));
    expect(workspace.opened).toBeNull();
  });

  it.each(['../a', '..~a', '/etc/passwd', 'a.toolemu', '', '.', 'b\0', '%2e%2e'])('knows no run %j', async (run) => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('inside/b.toolemu'));
    makeRun(folder.file('a.toolemu'));
    using workspace = createWorkspace(folder.file('inside'), '1');
    expect(() => workspace.fileOf(run)).toThrow(/there is no run/);
  });

  it('leaves out links that lead out of the folder', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('outside.toolemu'));
    mkdirSync(folder.file('inside'));
    symlinkSync(folder.file('outside.toolemu'), folder.file('inside/link.toolemu'));
    symlinkSync(folder.path, folder.file('inside/up'));
    using workspace = createWorkspace(folder.file('inside'), '1');
    expect(workspace.runs()).toEqual([]);
  });

  it('passes over what cannot be looked at', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('a.toolemu'));
    using workspace = createWorkspace(folder.path, '1');
    symlinkSync('loop.toolemu', folder.file('loop.toolemu'));
    symlinkSync('nowhere.toolemu', folder.file('dangling.toolemu'));
    expect(workspace.runs().map(({ run }) => run)).toEqual(['a']);
  });

  it('knows a run as it is now: another file of its name, and none', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('a.toolemu'));
    using workspace = createWorkspace(folder.path, '1');
    const agentsNow = (): string[] => {
      using file = workspace.open('a');
      return file.manifest.config.agents.map(({ name }) => name);
    };
    const before = workspace.found('a').signature;
    expect(agentsNow()).toEqual(['careful']);
    rmSync(folder.file('a.toolemu'));
    RunFile.create(folder.file('a.toolemu'), manifestOf({ agents: ['reckless'] })).close();
    expect(agentsNow()).toEqual(['reckless']);
    expect(workspace.found('a').signature).not.toBe(before);
    rmSync(folder.file('a.toolemu'));
    expect(() => workspace.open('a')).toThrow(/there is no run/);
  });

  it('of a run file is that of its folder, opened at the run', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('a.toolemu'));
    using workspace = createWorkspace(folder.file('a.toolemu'), '1');
    expect([workspace.folder, workspace.opened]).toEqual([folder.path, 'a']);
    expect(() => createWorkspace(folder.file('b.toolemu'), '1')).toThrow(/there is no such run file or folder/);
  });

  it('moves a run to the trash, where a file of that name may be already', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    for (const expected of ['.trash/a.toolemu', '.trash/a-2.toolemu']) {
      makeRun(folder.file('a.toolemu'));
      using _held = workspace.open('a');
      expect(workspace.trash('a')).toBe(expected);
      expect(existsSync(folder.file('a.toolemu'))).toBe(false);
      RunFile.read(folder.file(expected)).close();
    }
  });

  it('does not move a run that is being written', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    using _writer = RunFile.create(folder.file('a.toolemu'), manifestOf());
    expect(() => workspace.trash('a')).toThrow(/is being written/);
    expect(existsSync(folder.file('a.toolemu'))).toBe(true);
  });

  it.each([
    ['a.toolemu', 'a'],
    ['../../etc/x.toolemu', 'etc-x'],
    ['.hidden', 'hidden'],
    ['<b>.toolemu', 'b'],
    ['my play (copy) é.toolemu', 'my-play-copy-é'],
    ['2026年 α\u202egnp.toolemu', '2026年-α-gnp'],
    ['', 'run'],
    ['a'.repeat(300), 'a'.repeat(180)],
    ['年'.repeat(300), '年'.repeat(60)],
  ])('adds a file called %j within the folder', async (name, run) => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('elsewhere/from.toolemu'));
    const content = readFileSync(folder.file('elsewhere/from.toolemu'));
    mkdirSync(folder.file('inside'));
    using workspace = createWorkspace(folder.file('inside'), '1');
    expect(await workspace.add(name, chunks(content))).toBe(run);
    expect(await workspace.add(name, chunks(content))).toBe(`${run}-2`);
    expect(readdirSync(folder.path).toSorted()).toEqual(['elsewhere', 'inside']);
    expect(workspace.runs()).toHaveLength(2);
  });

  it('adds nothing that is no run file', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    await expect(workspace.add('a.toolemu', chunks(Buffer.from('text')))).rejects.toThrow(
      'the file is not a run file of toolemu',
    );
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('says of a damaged file what is wrong with it, without a name', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('from.toolemu'));
    const content = readFileSync(folder.file('from.toolemu'));
    using workspace = createWorkspace(folder.path, '1');
    await expect(workspace.add('a.toolemu', chunks(content.subarray(0, 9_000)))).rejects.toThrow(
      /^the file is damaged: (?!.*(?:a\.toolemu|\.part|the file))/,
    );
    expect(readdirSync(folder.path)).toEqual(['from.toolemu']);
  });

  it('refuses by its first bytes what is no run file, and reads no further', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    let read = 0;
    async function* large(): AsyncGenerator<Uint8Array> {
      for (const text of ['SQL', 'ish', ' and much more', 'x', 'x', 'x']) {
        read += 1;
        yield Buffer.from(text);
      }
    }
    await expect(workspace.add('a.toolemu', large())).rejects.toThrow('the file is not a run file of toolemu');
    expect(read).toBe(2);
    expect(readdirSync(folder.path)).toEqual([]);
  });

  it('adds files of one name that come at once, each under a name of its own', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('elsewhere/from.toolemu'));
    const content = readFileSync(folder.file('elsewhere/from.toolemu'));
    using workspace = createWorkspace(folder.path, '1');
    const added = await Promise.all([1, 2, 3].map(() => workspace.add('a.toolemu', chunks(content))));
    expect(added.toSorted()).toEqual(['a', 'a-2', 'a-3']);
    for (const run of added) RunFile.read(workspace.fileOf(run)).close();
    expect(readdirSync(folder.path).toSorted()).toEqual(['a-2.toolemu', 'a-3.toolemu', 'a.toolemu', 'elsewhere']);
  });

  it('replaces no file that was made while another of its name came', async () => {
    await using folder = await temporaryFolder();
    makeRun(folder.file('elsewhere/from.toolemu'));
    const content = readFileSync(folder.file('elsewhere/from.toolemu'));
    using workspace = createWorkspace(folder.path, '1');
    async function* slowly(): AsyncGenerator<Uint8Array> {
      yield content.subarray(0, 4_000);
      writeFileSync(folder.file('a.toolemu'), 'mine');
      yield content.subarray(4_000);
    }
    expect(await workspace.add('a.toolemu', slowly())).toBe('a-2');
    expect(readFileSync(folder.file('a.toolemu'), 'utf8')).toBe('mine');
  });

  it('moves nothing to a trash that leads out of the folder', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(folder.file('outside'));
    makeRun(folder.file('inside/a.toolemu'));
    symlinkSync(folder.file('outside'), folder.file('inside/.trash'));
    using workspace = createWorkspace(folder.file('inside'), '1');
    expect(() => workspace.trash('a')).toThrow(/.trash is a link that leads out of this folder/);
    expect(readdirSync(folder.file('outside'))).toEqual([]);
    expect(existsSync(folder.file('inside/a.toolemu'))).toBe(true);
  });

  it('looks less often at a folder that takes long to look at', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    // Each look at the clock comes a second later.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 1_000));
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const events: ServerEvent[] = [];
    const leave = workspace.listen((event) => events.push(event));
    makeRun(folder.file('a.toolemu'));
    vi.advanceTimersByTime(9_990);
    expect(events).toEqual([]);
    vi.advanceTimersByTime(20);
    expect(events).toEqual([{ type: 'runs' }]);
    leave();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    clock.mockRestore();
  });

  it('tells who listens what comes, changes and goes, until they leave', async () => {
    await using folder = await temporaryFolder();
    using workspace = createWorkspace(folder.path, '1');
    const events: ServerEvent[] = [];
    const leave = workspace.listen((event) => events.push(event));
    makeRun(folder.file('a.toolemu'));
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'runs' }), 10_000);
    {
      using writer = RunFile.resume(folder.file('a.toolemu'));
      writer.startEpisode({ id: 'a', caseId: 'a', agent: 'careful', epoch: 1 });
      await vi.waitFor(() => expect(events).toContainEqual({ type: 'run', run: 'a' }), 10_000);
    }
    events.length = 0;
    makeRun(folder.file('c.toolemu'));
    expect(workspace.runs()).toHaveLength(2);
    await vi.waitFor(() => expect(events).toContainEqual({ type: 'runs' }), 10_000);
    leave();
    events.length = 0;
    writeFileSync(folder.file('b.toolemu'), '');
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(events).toEqual([]);
  });
});
