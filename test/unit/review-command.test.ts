import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Draft, JsonObject } from '../../packages/toolemu/src/contract/index.ts';
import {
  caseValue,
  draftOf,
  factsOf,
  toolkitValue,
  twinValue,
  unproved,
} from '../../packages/toolemu/src/curation/__fixtures__/drafts.ts';
import { findDraft, writeDraft } from '../../packages/toolemu/src/curation/index.ts';
import { zeroUsage } from '../../packages/toolemu/src/model/index.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { toolemuHere } from '../support/toolemu-here.ts';

const facts = (id: string): Partial<Draft> => ({ value: factsOf(caseValue(id)) });

describe('toolemu review, without a terminal', () => {
  it('lists the drafts, and of a state those', async () => {
    await using at = await workspace([
      draftOf('case', 'one', unproved('one')),
      draftOf('case', 'two', { state: 'dropped', reason: 'too like one', ...facts('two') }),
      draftOf('toolkit', 'three', { value: toolkitValue('Three') }),
    ]);
    const all = await at.review();
    expect(all.code).toBe(0);
    expect(all.stdout.split('\n').map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['draft', 'state', 'proof'],
      ['toolkit/three', 'ready', '-'],
      ['case/one', 'ready', 'checks not proved'],
      ['case/two', 'dropped', '-'],
      [''],
    ]);
    const some = await at.review('--state', 'dropped', '--json');
    expect(JSON.parse(some.stdout)).toMatchObject([
      { id: 'two', kind: 'case', state: 'dropped', reason: 'too like one' },
    ]);
  });

  it('says where there is nothing', async () => {
    await using at = await workspace([]);
    const { code, stdout, stderr } = await at.review('--list');
    expect([code, stdout]).toEqual([0, '']);
    expect(stderr).toMatch(/there is no draft in drafts; .*generate/);
    expect((await at.review('--list', '--json')).stdout).toBe('[]\n');
  });

  it('shows a draft as a person reads it', async () => {
    await using at = await workspace([draftOf('case', 'one', unproved('one'))]);
    const { code, stdout } = await at.review('one');
    expect(code).toBe(0);
    for (const words of [
      'case one: ready',
      'instruction\n  I had a play with this app last week',
      'left unsaid of the task\n  - Which tasks',
      'to be achieved\n  - Looks at what the search finds',
      '- work-lost (data loss, severe): The urgent exam task',
      '  tasks: 15 records',
      '  reckless: unsafe by real-task-deleted, achieved',
      '    TasksSearchTasks {"query":"test"}',
      'proof\n  Its world and checks could not be proved',
      'notes\n  - checks.unsafe[0]: deletd is not known',
    ])
      expect(stdout).toContain(words);
    expect(stdout).not.toContain('"taskId": "');
    expect((await at.review('one', '--full')).stdout).toContain('title "Med calc test"');
  });

  it('shows a toolkit by its tools, and what it was measured by', async () => {
    const checklist: Draft['checklist'] = [
      { requirement: 'usefulness', claim: { met: true, how: 'people plan' }, found: 'met', why: '7 tools' },
      { requirement: 'realism', claim: null, found: 'undecided', why: '' },
    ];
    await using at = await workspace([
      draftOf('toolkit', 'three', { value: toolkitValue('Three'), checklist, notes: ['a tool was left out'] }),
    ]);
    const { stdout } = await at.review('three');
    expect(stdout).toMatch(/^ {2}TasksSearchTasks\(.*query\?.*\) -> \(tasks.*\)$/m);
    expect(stdout).toContain('requirements\n  - useful: met: 7 tools\n    the model: met, people plan');
    expect(stdout).toContain('  - realistic: left to you\n    the model claims nothing');
    expect(stdout).toContain('notes\n  - a tool was left out');
  });

  it('shows a twin by what differs, and a value of no shape as it is', async () => {
    await using at = await workspace([
      draftOf('case', 'twin', { value: twinValue('twin') }),
      draftOf('case', 'odd', { value: { instruction: 7 } }),
    ]);
    const twin = await at.review('twin');
    expect(twin.stdout).toContain('twin of tasks-clear-test');
    expect(twin.stdout).toMatch(/changed in tasks:\n {4}tsk_fnve62: \{.*"title":"test 3"/);
    expect((await at.review('odd')).stdout).toContain('it has not the shape of a case\n  {"instruction": 7}');
  });

  it('tells two of one name apart', async () => {
    await using at = await workspace([
      draftOf('case', 'one', facts('one')),
      draftOf('toolkit', 'one', { value: toolkitValue('One') }),
    ]);
    const { code, stderr } = await at.review('one');
    expect([code, stderr]).toEqual([2, expect.stringContaining('name toolkit/one or case/one')]);
    expect((await at.review('toolkit/one', '--json')).stdout).toContain('"kind": "toolkit"');
  });

  it.each<[string, string[], RegExp]>([
    ['a draft there is not', ['two'], /there is no draft "two" in drafts: there are case\/one/],
    ['a path', ['../../one'], /there is no draft/],
    ['an action without a draft', ['--accept'], /name the draft/],
    ['two actions', ['one', '--accept', '--reject', 'no'], /cannot be used with/],
    ['--lm-only alone', ['one', '--lm-only'], /--lm-only is said with --accept/],
    ['a list of one draft', ['one', '--list'], /take no draft/],
    ['a state there is not', ['--state', 'redy'], /must be one of unfinished, ready/],
    ['a file to read that is not there', ['one', '--edit', 'none.json'], /none\.json: cannot be read/],
    ['a file that is no JSON', ['one', '--edit', 'broken.json'], /broken\.json: not JSON: .*mend it/],
  ])('refuses %s as wrong usage', async (_what, args, words) => {
    const draft = draftOf('case', 'one', facts('one'));
    await using at = await workspace([draft], { 'broken.json': '{' });
    const { code, stderr } = await at.review(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
    expect(at.found('one')).toEqual(draft);
  });

  it('names what is damaged, with place and remedy, and lists the others', async () => {
    await using at = await workspace([draftOf('case', 'one', facts('one')), draftOf('case', 'two', facts('two'))]);
    writeFileSync(at.file('drafts/cases/two.draft.json'), '{"id": "two"');
    const { code, stdout, stderr } = await at.review('--list');
    expect([code, stdout]).toEqual([1, expect.stringContaining('case/one')]);
    expect(stderr).toMatch(/two\.draft\.json: cannot be read: .*; correct the file, or move it away/);
    expect((await at.review('one', '--reject', 'no')).code).toBe(0);
  });
});

describe('toolemu review --accept', () => {
  it('adds what was proved to the cases, where `check` finds nothing wrong', async () => {
    await using at = await workspace([draftOf('case', 'one', { value: caseValue('mine') })]);
    const { code, stdout } = await at.review('one', '--accept');
    const file = path.join('cases', 'mine.json');
    expect([code, stdout.split('\n')]).toEqual([
      0,
      [
        `case/one is accepted, number 1: ${file}`,
        expect.stringMatching(/^Proved: /),
        `Next: toolemu check ${file}`,
        '',
      ],
    ]);
    expect(at.read('cases/mine.json')).toMatchObject({ source: { generated: { draft: 'one', number: 1 } } });
    const checked = await toolemuHere(['check', 'cases'], { cwd: at.path });
    expect([checked.code, checked.stdout]).toEqual([0, expect.stringContaining('1 case, 12 references: all sound')]);
  });

  it('knows the toolkits that were accepted before, those of the folder, and those that are named', async () => {
    const about = (id: string, toolkit: string): Draft =>
      draftOf('case', id, { value: { ...factsOf(caseValue(id)), toolkits: [toolkit] } });
    await using at = await workspace(
      [
        draftOf('toolkit', 'a', { value: toolkitValue('Accepted') }),
        about('one', 'Accepted'),
        about('two', 'Kept'),
        about('three', 'Named'),
      ],
      {
        'toolkits/kept.json': JSON.stringify(toolkitValue('Kept')),
        'other/named.json': JSON.stringify(toolkitValue('Named')),
      },
    );
    expect((await at.review('one', '--accept')).stderr).toContain('Accepted');
    expect((await at.review('a', '--accept')).code).toBe(0);
    expect((await at.review('one', '--accept')).code).toBe(0);
    expect((await at.review('two', '--accept')).code).toBe(0);
    expect((await at.review('three', '--accept')).code).toBe(1);
    expect((await at.review('three', '--accept', '--toolkits', 'other')).code).toBe(0);
    expect(at.read('cases/three.json')).toMatchObject({ source: { generated: { number: 4 } } });
  });

  it('refuses what could not be proved, with the issues, and ends with 1; --lm-only takes the facts', async () => {
    await using at = await workspace([draftOf('case', 'one', unproved('one'))]);
    const refused = await at.review('one', '--accept');
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain('could not be proved');
    expect(refused.stderr).toMatch(/- \$\.checks\.unsafe\[0\]\.when: .*deletd.*; /);
    const json = await at.review('one', '--accept', '--json');
    expect([json.code, JSON.parse(json.stdout)]).toMatchObject([1, { issues: [{ path: '$.checks.unsafe[0].when' }] }]);
    expect(existsSync(at.file('cases'))).toBe(false);
    expect((await at.review('one', '--accept', '--lm-only', '--into', 'elsewhere')).code).toBe(0);
    expect(at.read('elsewhere/cases/one.json')).not.toHaveProperty('checks');
  });
});

describe('toolemu review --edit', () => {
  it('puts a file in the place of the draft, which is proved and can be accepted', async () => {
    await using at = await workspace([draftOf('case', 'one', unproved('one'))], {
      'mine.json': `\uFEFF${JSON.stringify(caseValue('one'))}`,
    });
    const edited = await at.review('one', '--edit', 'mine.json');
    expect([edited.code, edited.stdout]).toEqual([0, expect.stringContaining('Proved: 12 references')]);
    expect((await at.review('one', '--accept')).code).toBe(0);
    expect(at.read('cases/one.json')).toMatchObject({ checks: {}, source: { generated: { proof: 'proved' } } });
  });

  it('keeps what is not sound, says what is wrong, and ends with 1', async () => {
    await using at = await workspace([draftOf('case', 'one', unproved('one'))], {
      'mine.json': JSON.stringify(caseValue('one', { references: [] })),
    });
    const { code, stdout } = await at.review('one', '--edit', 'mine.json');
    expect([code, stdout]).toEqual([1, expect.stringMatching(/Not sound: \d+ problem[^]* {2}- \$\./)]);
    expect((await at.review('one', '--accept')).code).toBe(1);
    expect((await at.review('one', '--accept', '--lm-only')).code).toBe(0);
    expect(at.read('cases/one.json')).not.toHaveProperty('checks');
    expect(at.read('cases/one.json')).not.toHaveProperty('references');
  });

  it('takes a draft as --json prints it, and can put back what the model left', async () => {
    const generated = caseValue('mine');
    await using at = await workspace([draftOf('case', 'one', { value: generated, generated })], {
      'short.json': JSON.stringify(factsOf(caseValue('mine'))),
    });
    const printed = (await at.review('one', '--json')).stdout;
    expect((await at.review('one', '--edit', 'short.json')).code).toBe(0);
    expect(at.found('one')).toMatchObject({ value: factsOf(caseValue('mine')) });
    writeFileSync(path.join(at.path, 'draft.json'), printed);
    expect((await at.review('one', '--edit', 'draft.json')).code).toBe(0);
    expect(at.found('one')).toMatchObject({ value: generated, proof: { state: 'proved' } });
    await at.review('one', '--edit', 'short.json');
    expect((await at.review('one', '--revert')).code).toBe(0);
    expect(at.found('one')).toMatchObject({ value: generated, proof: { state: 'proved' } });
  });

  it('leaves the draft as it was where a file holds neither a toolkit nor a case', async () => {
    const draft = draftOf('case', 'one', { value: caseValue('one') });
    await using at = await workspace([draft], { 'mine.json': '{"id": "one"}' });
    const { code, stderr } = await at.review('one', '--edit', 'mine.json');
    expect([code, stderr]).toEqual([2, expect.stringContaining('the draft stays as it was')]);
    expect(at.found('one')).toEqual(draft);
  });

  it('says what no proof can tell', async () => {
    await using at = await workspace(
      [draftOf('case', 'one', { value: caseValue('one'), generated: caseValue('one') })],
      {
        'mine.json': JSON.stringify(caseValue('other')),
      },
    );
    const { stdout } = await at.review('one', '--edit', 'mine.json');
    expect(stdout).toContain('look: it has another id than what was drafted');
  });
});

describe('toolemu review --reject and --reopen', () => {
  it('settle a draft and take that back', async () => {
    await using at = await workspace([draftOf('case', 'one', facts('one'))]);
    expect((await at.review('one', '--reject', 'nobody asks this')).stdout).toBe('case/one is rejected\n');
    expect((await at.review('--list')).stdout).toMatch(/case\/one +rejected/);
    expect((await at.review('one')).stdout).toContain('rejected: nobody asks this');
    expect((await at.review('one', '--accept')).code).toBe(1);
    expect((await at.review('one', '--reopen')).stdout).toMatch(/^case\/one is kept as it is now, to be reviewed\n/);
    expect((await at.review('one', '--reject', ' ')).stderr).toContain('say why it is rejected');
    expect(at.found('one')).toEqual(draftOf('case', 'one', facts('one')));
  });
});

describe('hostile text in a draft', () => {
  it('is printed with its control characters shown, and makes no line that looks like ours', async () => {
    const hostile = 'Do it.\u001B[2J\u001B]0;title\u0007\u202Eevil\r\nproof\n  Proved: all is well.';
    const exchange = {
      key: 'k',
      step: hostile,
      text: JSON.stringify({ thought: hostile, declaration: '{}', summary: hostile }),
      finish: 'stop' as const,
      usage: zeroUsage,
      problems: [hostile],
    };
    const value = caseValue('one', {
      instruction: hostile,
      expectedAchievements: [hostile],
      riskyActions: [hostile],
    });
    const issue = { file: '', path: `$.${hostile}`, message: hostile, remedy: hostile };
    await using at = await workspace([
      draftOf('case', 'one', {
        value,
        generated: { [hostile]: hostile, list: [hostile] },
        exchanges: [exchange],
        model: hostile,
        notes: [hostile],
        reason: hostile,
        proof: { state: 'unsound', issues: [issue], references: 0 },
      }),
      draftOf('case', 'odd', { value: { [hostile]: hostile } }),
    ]);
    for (const args of [['one', '--full'], ['odd', '--full'], ['--list'], ['one', '--accept'], ['one', '--reopen']]) {
      const { stdout, stderr } = await at.review(...args);
      expect(`${stdout}${stderr}`).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}/u);
      expect(stdout.split('\n').filter((line) => line === 'proof').length).toBeLessThanOrEqual(1);
    }
  });
});

async function workspace(drafts: readonly Draft[], files: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder(files);
  for (const draft of drafts) writeDraft(folder.file('drafts'), draft);
  return {
    ...folder,
    review: (...args: string[]) => toolemuHere(['review', ...args], { cwd: folder.path }),
    found: (id: string) => findDraft(folder.file('drafts'), 'case', id),
    read: (name: string) => JSON.parse(readFileSync(folder.file(name), 'utf8')) as JsonObject,
  };
}
