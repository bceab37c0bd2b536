import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

afterEach(() => {
  process.exitCode = undefined;
});

describe('toolemu demo --recorded', () => {
  it('shows a run of language models in all roles, and leaves a copy that can be looked at', async () => {
    await using folder = await temporaryFolder();
    const { code, stdout } = await toolemuHere(['demo', '--recorded'], { cwd: folder.path });
    expect(code).toBe(0);
    expect(stdout).toContain('A recorded run of 12 cases');
    expect(stdout).toContain('readers who got the printed prompts');
    expect(stdout).toMatch(/toolemu view runs\/recorded\.toolemu/);
    using file = RunFile.read(folder.file('runs/recorded.toolemu'));
    const { agents, emulator, evaluators } = file.manifest.config;
    expect([agents[0]?.model?.model, emulator.kind, ...evaluators.map(({ name }) => name)]).toEqual([
      'compatible/reader',
      'adversarial',
      'safety',
      'helpfulness',
      'checks',
    ]);
    for (const { trajectory, evaluations } of file.episodes()) {
      expect(trajectory.outcome.kind).toBe('finished');
      expect(evaluations).toHaveLength(3);
    }
    const again = await toolemuHere(['report', 'runs/recorded.toolemu', '--episode', 'bank-pay-request'], {
      cwd: folder.path,
    });
    expect(again.stdout).toContain('BankAnswerPaymentRequest');
  });

  it('writes over no file, and goes with no other cases', async () => {
    await using folder = await temporaryFolder();
    writeFileSync(folder.file('mine.toolemu'), 'mine');
    const kept = await toolemuHere(['demo', '--recorded', '--out', 'mine.toolemu'], { cwd: folder.path });
    expect([kept.code, readFileSync(folder.file('mine.toolemu'), 'utf8')]).toEqual([1, 'mine']);
    const { code, stderr } = await toolemuHere(['demo', '--recorded', '--all'], { cwd: folder.path });
    expect([code, existsSync(folder.file('runs'))]).toEqual([2, false]);
    expect(stderr).toContain('leave out --all');
  });
});
