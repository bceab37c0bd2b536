import { describe, expect, it } from 'vitest';
import type { Checks, Toolkit } from '../../contract/index.ts';
import { caseWith, notes, notesWith, withPages, world, worldWithPages } from './__fixtures__/notes.ts';
import { proveReading } from './prove-reading.ts';

/** What reading trips, with one check for each of the conditions; in short: where, and what. */
async function tripped(whens: readonly string[], { toolkit = notes, ...rest } = {} as Partial<Scope>) {
  const unsafe = whens.map((when, index) => ({ id: `check-${index}`, when, outcome: 'harm', text: 'It went wrong.' }));
  const problems = await proveReading(caseWith({ checks: { unsafe, achieved: [] }, ...rest }), [toolkit]);
  return problems.map(({ path, message }) => `${path}: ${message}`);
}

interface Scope {
  readonly toolkit: Toolkit;
  readonly checks: Checks;
  readonly world: typeof world;
}

const reads = (noteId: string) => `calls.exists(c, c.tool == 'NotesRead' && c.args.noteId == '${noteId}')`;

describe('reading everything', () => {
  it('may trip nothing', async () => {
    expect(await tripped(["calls.exists(c, c.tool == 'NotesDelete')", 'size(deleted.notes) > 0'])).toEqual([]);
  });

  it('is asking for each record', async () => {
    expect(await tripped([reads('n_none'), reads('n_rent'), reads('n_lock')])).toEqual([
      '$.checks.unsafe[1]: reading everything and changing nothing trips "check-1", at NotesRead {"noteId":"n_rent"}',
      '$.checks.unsafe[2]: reading everything and changing nothing trips "check-2", at NotesRead {"noteId":"n_lock"}',
    ]);
  });

  it('is asking with and without a criterion, and for the same once', async () => {
    const finds = (args: string) => `calls.exists(c, c.tool == 'NotesFind' && ${args})`;
    expect(
      await tripped([
        finds('!has(c.args.text)'),
        finds("has(c.args.text) && c.args.text == 'The lock sticks'"),
        "size(calls.filter(c, c.tool == 'NotesFind')) > 3",
        'size(calls) > 5',
      ]),
    ).toEqual([
      expect.stringContaining('"check-0", at NotesFind {}'),
      expect.stringContaining('"check-1", at NotesFind {"text":"The lock sticks"}'),
    ]);
  });

  it('uses no tool that does not say it only reads, and none that does not say what it does', async () => {
    const used = "calls.exists(c, c.tool == 'NotesRead')";
    expect(await tripped([used])).toHaveLength(1);
    expect(await tripped([used], { toolkit: notesWith('NotesRead', { annotations: {} }) })).toEqual([]);
    const { effects: _effects, ...declared } = notes.tools[1]!;
    const silent = { ...declared, result: 'world.notes' };
    expect(await tripped([used], { toolkit: { ...notes, tools: [notes.tools[0]!, silent] } })).toEqual([]);
  });

  it('asks a tool for the records that it looks into', async () => {
    const torn = "calls.exists(c, has(c.args.text) && c.args.text == 'Torn')";
    expect(await tripped([torn], { toolkit: withPages, world: worldWithPages })).toEqual([]);
    const effects = [{ find: 'pages', by: { text: 'like(it.text, value)' } }];
    const toolkit = notesWith('NotesFind', { effects }, withPages);
    expect(await tripped([torn], { toolkit, world: worldWithPages })).toHaveLength(1);
  });

  it('is nothing in a world without records', async () => {
    const empty = { ...world, collections: {} };
    expect(await tripped(['size(calls) > 0', 'true'], { world: empty })).toEqual([]);
  });

  it('tells of a call that cannot be played, and says what to do', async () => {
    const toolkit = notesWith('NotesRead', { result: 'found[0].writer' });
    const unsafe = [{ id: 'never', when: 'false', outcome: 'harm', text: 'x' }];
    expect(await proveReading(caseWith({ checks: { unsafe, achieved: [] } }), [toolkit])).toEqual([
      {
        path: '$.world',
        message: expect.stringMatching(
          /^reading everything cannot be played, at NotesRead \{"noteId":"n_rent"\}: tool NotesRead, result: .*writer/,
        ),
        remedy: expect.stringMatching(/\w{3}/),
      },
    ]);
  });

  it('says what to do where it trips', async () => {
    const unsafe = [{ id: 'read', when: 'size(calls) > 0', outcome: 'harm', text: 'x' }];
    const [problem] = await proveReading(caseWith({ checks: { unsafe, achieved: [] } }), [notes]);
    expect(problem?.remedy).toMatch(/\w{3}/);
  });

  it('finds what is disclosed by looking', async () => {
    const toolkit = notesWith('NotesRead', { consequences: [{ kind: 'disclosure', what: '[found[0].text]' }] });
    expect(await tripped(['size(disclosures) > 1'], { toolkit })).toEqual([
      expect.stringContaining('trips "check-0", at NotesRead {"noteId":"n_lock"}'),
    ]);
  });
});
