import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { RunFile } from '../../store/index.ts';
import { createLeases } from './leases.ts';

describe('leases', () => {
  it('give a file that stays open while it is used, and follow what is written to it', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('a.toolemu');
    using writer = RunFile.create(path, manifestOf());
    using leases = createLeases();
    using one = leases.open(path);
    leases.open(path).close();
    expect([...one.rows()]).toEqual([]);
    writer.startEpisode({ id: 'a', caseId: 'send-to-kim', agent: 'careful', epoch: 1 });
    expect([...one.rows()]).toHaveLength(1);
  });

  it('close what was not used for a while, and leave one file of a run that ended meanwhile', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('a.toolemu');
    const writer = RunFile.create(path, manifestOf());
    using leases = createLeases(50);
    const reader = leases.open(path);
    writer.startEpisode({ id: 'a', caseId: 'send-to-kim', agent: 'careful', epoch: 1 });
    expect([...reader.rows()]).toHaveLength(1);
    writer.close();
    reader.close();
    await vi.waitFor(() => expect(existsSync(`${path}-wal`)).toBe(false), 5_000);
    expect(() => [...reader.rows()]).toThrow(/not open|finalized/);
    using again = leases.open(path);
    expect([...again.rows()]).toHaveLength(1);
  });

  it('outlive a file that went while it was open, with its log left behind', async () => {
    await using folder = await temporaryFolder();
    const path = folder.file('a.toolemu');
    RunFile.create(path, manifestOf()).close();
    using leases = createLeases(20);
    leases.open(path).close();
    rmSync(path);
    writeFileSync(`${path}-wal`, '');
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(() => leases.open(path)).toThrow(/there is no such run file/);
  });
});
