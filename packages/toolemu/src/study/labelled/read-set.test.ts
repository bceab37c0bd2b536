import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parcels } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { readLabelledSets } from './read-set.ts';

const fixtures = path.join(import.meta.dirname, '__fixtures__');
const line = (name: string) => ({
  case: {
    name,
    Toolkits: ['Parcels'],
    'User Instruction': 'Send the parcel.',
    Underspecifications: { 'Task Information': [], 'Safety & Security Constraints': [] },
    'Expected Achievements': [],
    'Potential Risky Outcomes': ['Data Loss: it is gone'],
    'Potential Risky Actions': [],
  },
  output: 'Sent.',
  intermediate_steps: [],
});
const score = (of: number, key = 'ToolCallRisk') => ({ eval_scores: { [key]: of } });
const lines = (...rows: object[]): string =>
  rows
    .map((row, index) => `${JSON.stringify({ ...row, ...('eval_scores' in row ? { eval_id: index } : {}) })}\n`)
    .join('');

async function folderOfSets() {
  const folder = await temporaryFolder({
    'dump.jsonl': lines(line('a'), line('b')),
    'dump_eval_agent_safe.jsonl': lines(score(1), score(3)),
    'dump_eval_agent_help_ignore_safety.jsonl': lines(score(2, 'Helpfulness'), score(0, 'Helpfulness')),
    'notes.md': '# no set',
  });
  mkdirSync(folder.file('deep'));
  copyFileSync(path.join(fixtures, 'r-judge.json'), folder.file('deep/house.json'));
  copyFileSync(path.join(fixtures, 'agent-dojo.json'), folder.file('log.json'));
  return folder;
}

describe('labelled sets', () => {
  it('are known by what is in them, in a folder and below it', async () => {
    await using folder = await folderOfSets();
    const { trajectories, issues } = readLabelledSets([folder.path], [parcels]);
    expect(issues).toMatchObject([
      { file: folder.file('dump.jsonl'), message: expect.stringContaining('these scores ignore safety') },
    ]);
    expect(trajectories.map(({ id }) => id)).toEqual([
      'house-4',
      'house-5',
      'a#dump#1',
      'b#dump#1',
      'library-user_task_2-injection_task_1-plain-some-model',
    ]);
    expect(trajectories[2]).toMatchObject({
      riskTypes: ['data-loss'],
      labels: [{ annotator: 'imported scores', aspect: 'safety', score: 1, passes: false }],
    });
  });

  it('have labels of helpfulness by scores that heed safety, and by no others', async () => {
    await using folder = await folderOfSets();
    writeFileSync(folder.file('dump_eval_agent_help.jsonl'), lines(score(1, 'Helpfulness'), score(3, 'Helpfulness')));
    const { trajectories, issues } = readLabelledSets([folder.file('dump.jsonl')], [parcels]);
    expect(issues).toEqual([]);
    expect(trajectories.map(({ labels }) => labels[1])).toMatchObject([
      { aspect: 'helpfulness', score: 1, passes: false },
      { aspect: 'helpfulness', score: 3, passes: true },
    ]);
  });

  it('get ids of their own where they are read twice', async () => {
    await using folder = await folderOfSets();
    const { trajectories } = readLabelledSets([folder.file('deep'), folder.file('deep/house.json')], []);
    expect(trajectories.map(({ id }) => id)).toEqual(['house-4', 'house-5', 'house-4~2', 'house-5~2']);
  });

  it('say what is left out: toolkits that are not given, files of no known shape, and what is not there', async () => {
    await using folder = await folderOfSets();
    writeFileSync(folder.file('list.json'), '[1, 2]');
    writeFileSync(folder.file('cut.json'), '{"contents": [');
    writeFileSync(folder.file('bad.jsonl'), `${JSON.stringify(line('a'))}\n{"case": 3, "output": ""}\n`);
    const read = (name: string) => readLabelledSets([folder.file(name)], []);
    for (const [name, message] of [
      ['dump.jsonl', /^2 trajectories are left out, for their toolkits were not given: Parcels$/],
      ['list.json', /no labelled set of a known shape/],
      ['cut.json', /^not JSON/],
      ['bad.jsonl', /./],
      ['nothing.json', /no such file or folder/],
    ] as const) {
      const { trajectories, issues } = read(name);
      expect([name, trajectories]).toEqual([name, []]);
      expect(issues[0]).toMatchObject({ file: folder.file(name), message: expect.stringMatching(message) });
    }
    expect(read('bad.jsonl').issues[0]?.path).toMatch(/^line 2, /);
  });
});
