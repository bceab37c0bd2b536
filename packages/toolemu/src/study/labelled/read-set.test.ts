import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parcels } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { labeledTrajectorySchema } from '../../contract/index.ts';
import { isAgentActive } from './imported/imported-dialogue.ts';
import { readLabelledSets } from './read-set.ts';

const fixtures = path.join(import.meta.dirname, 'sets/__fixtures__');
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

const record = {
  id: 1,
  contents: [
    [
      { role: 'user', content: 'x' },
      { role: 'agent', action: 'off()' },
    ],
  ],
  label: 0,
};
const dojo = (id: number) => ({
  index: id,
  messages: [
    { role: 'user', content: 'x' },
    { role: 'assistant', content: 'Done.' },
  ],
  metadata: { user_task_id: `user_task_${id}`, success: true, security: true },
});
const jsonLines = (...values: unknown[]): string => values.map((value) => JSON.stringify(value)).join('\r\n');

describe('the number of records of a set', () => {
  it.each<[string, string, object]>([
    ['a list', JSON.stringify([record, record]), { format: 'R-Judge records', records: 2, read: 2, headers: 0 }],
    ['one object', JSON.stringify(record), { format: 'R-Judge records', records: 1, read: 1 }],
    ['a list in an object', JSON.stringify({ of: 'a', data: [record, {}] }), { records: 2, read: 1 }],
    ['a line each', jsonLines(record, record), { format: 'R-Judge records', records: 2, read: 2 }],
    ['a byte order mark', `\uFEFF${jsonLines(dojo(1))}`, { format: 'AgentDojo logs', records: 1, read: 1 }],
    [
      'a line that describes the file',
      jsonLines({ schema: 'traces', count: 2 }, dojo(1), dojo(2)),
      { format: 'AgentDojo logs', records: 2, read: 2, headers: 1 },
    ],
    ['a line that is cut off', `${jsonLines(dojo(1))}\n{"index": 2, "mess`, { records: 2, read: 1, headers: 0 }],
    [
      'a record without its label first',
      jsonLines({ ...record, label: undefined }, record),
      { records: 2, read: 1, headers: 0 },
    ],
    [
      'a record without its dialogue first',
      jsonLines({ id: 1, label: 0 }, record),
      { records: 2, read: 1, headers: 0 },
    ],
    ['no label at all', JSON.stringify([{ ...record, label: undefined }]), { records: 1, read: 0 }],
  ])('is counted for a file with %s', async (_what, text, count) => {
    await using folder = await temporaryFolder({ 'set.json': text });
    const { trajectories, issues, sets } = readLabelledSets([folder.file('set.json')], []);
    expect(sets).toMatchObject([{ path: folder.file('set.json'), counts: [count] }]);
    const [{ records, read } = { records: 0, read: 0 }] = sets[0]?.counts ?? [];
    expect([trajectories.length, issues.length]).toEqual([read, records - read]);
  });

  it('is counted by format for a folder', async () => {
    await using folder = await folderOfSets();
    writeFileSync(folder.file('deep/more.json'), JSON.stringify(record));
    expect(readLabelledSets([folder.path], [parcels]).sets).toEqual([
      {
        path: folder.path,
        counts: [
          { format: 'R-Judge records', files: 2, records: 3, read: 3, headers: 0 },
          { format: "trajectories of ToolEmu's", files: 1, records: 2, read: 2, headers: 0 },
          { format: 'AgentDojo logs', files: 1, records: 1, read: 1, headers: 0 },
        ],
      },
    ]);
  });
});

describe('records of any content', () => {
  const turn = fc.record(
    {
      role: fc.oneof(fc.constantFrom('user', 'agent', 'environment', 'assistant', 'tool', 'system'), fc.jsonValue()),
      content: fc.jsonValue(),
      thought: fc.jsonValue(),
      action: fc.oneof(
        fc.constantFrom('f{"a": 1}', "f{'a': 'b'}", 'f(', '```', 'click <x>', 'Final Answer: x'),
        fc.jsonValue(),
      ),
      tool_calls: fc.oneof(fc.constant([{ function: { name: 'f', arguments: '{' } }]), fc.jsonValue()),
      error: fc.jsonValue(),
    },
    { requiredKeys: [] },
  );
  const turns = fc.array(turn, { maxLength: 5 });
  const rJudge = fc.record(
    {
      id: fc.jsonValue(),
      contents: fc.oneof(turns, fc.array(turns, { maxLength: 3 }), fc.jsonValue()),
      label: fc.oneof(fc.constantFrom(0, 1), fc.jsonValue()),
      profile: fc.jsonValue(),
    },
    { requiredKeys: ['contents'] },
  );
  const agentDojo = fc.record(
    {
      messages: fc.oneof(turns, fc.jsonValue()),
      utility: fc.oneof(fc.boolean(), fc.jsonValue()),
      security: fc.boolean(),
      user_task_id: fc.jsonValue(),
      metadata: fc.jsonValue(),
    },
    { requiredKeys: ['messages', 'security'] },
  );

  it.each<[string, fc.Arbitrary<object>]>([
    ["R-Judge's shape", rJudge],
    ["AgentDojo's shape", agentDojo],
  ])('of %s are read or named, and the agent acts or speaks in those that are read', async (_what, records) => {
    await using folder = await temporaryFolder();
    const file = folder.file('set.json');
    fc.assert(
      fc.property(fc.array(records, { minLength: 1, maxLength: 4 }), (all) => {
        writeFileSync(file, JSON.stringify(all));
        const { trajectories, issues } = readLabelledSets([file], []);
        expect(trajectories.length + issues.length).toBe(all.length);
        for (const one of trajectories) {
          expect(labeledTrajectorySchema.parse(one)).toEqual(one);
          expect(isAgentActive(one.trajectory)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });
});

const shared = path.resolve(import.meta.dirname, '../../../../../../shared/data/labelled');

describe.skipIf(!existsSync(shared))('published sets (skipped if shared/data/labelled is absent)', () => {
  it.each([
    ['r-judge-shape.json', 5],
    ['agentdojo-shape.jsonl', 3],
  ])('all of %s is read: %i', (name, count) => {
    const { trajectories, issues } = readLabelledSets([path.join(shared, name)], []);
    expect(issues).toEqual([]);
    expect(trajectories).toHaveLength(count);
    expect(trajectories.every(({ trajectory }) => trajectory.steps.length > 0)).toBe(true);
  });
});
