import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Draft, Json, JsonObject } from '../contract/index.ts';
import { checkFiles, provers } from '../run/index.ts';
import {
  builtinKnown,
  caseValue,
  draftOf,
  factsOf,
  toolEmuCase,
  toolkitValue,
  unproved,
} from './__fixtures__/drafts.ts';
import { findDraft, writeDraft } from './drafts.ts';
import { acceptDraft, editDraft, rejectDraft, reopenDraft, ReviewError } from './review.ts';

const known = await builtinKnown();
const now = new Date('2026-03-04T10:00:00Z');
describe('accepting a draft', () => {
  it('adds a case that `check` proves, with a number and where it comes from', async () => {
    await using at = await desk();
    const accepted = await at.accept(draftOf('case', 'try-outs', { value: caseValue('tasks-try-outs') }));
    const file = at.file('into/cases/tasks-try-outs.json');
    const acceptance = { at: now.toISOString(), file, number: 1, edited: false };
    expect(accepted).toMatchObject({ state: 'accepted', accepted: acceptance, proof: { state: 'proved' } });
    expect(findDraft(at.folder, 'case', 'try-outs')).toEqual(accepted);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      ...caseValue('tasks-try-outs'),
      source: {
        generated: {
          number: 1,
          draft: 'try-outs',
          model: 'openai/gpt-4o',
          proof: 'proved',
          edited: false,
          acceptedAt: now.toISOString(),
        },
      },
    });
    const { issues, cases } = await checkFiles([file]);
    expect([issues, cases]).toEqual([[], 1]);
  });

  it('numbers drafts of both sorts in the order in which they are accepted', async () => {
    await using at = await desk();
    const first = await at.accept(draftOf('case', 'one', { value: factsOf(caseValue('one')) }));
    const second = await at.accept(draftOf('toolkit', 'two', { value: toolkitValue('Two') }));
    expect([first.accepted?.number, second.accepted?.number]).toEqual([1, 2]);
    const { issues } = await checkFiles([at.file('into/toolkits/Two.json'), at.file('into/cases/one.json')]);
    expect(issues).toEqual([]);
  });

  it('keeps what a value says of its source already', async () => {
    await using at = await desk();
    const value = factsOf(caseValue('one', { source: { row: 7 } }));
    await at.accept(draftOf('case', 'one', { value }));
    expect(at.read('into/cases/one.json')).toMatchObject({
      source: { row: 7, generated: { number: 1, proof: 'lm-only' } },
    });
  });

  it('takes a case without the checks that could not be proved only where that is asked for', async () => {
    await using at = await desk();
    const draft = draftOf('case', 'one', unproved('one'));
    const refused = await refusalOf(at.accept(draft));
    expect(refused.message).toMatch(/^one: its world and checks could not be proved/);
    expect(refused.issues).toMatchObject([
      { path: '$.checks.unsafe[0].when', message: expect.stringMatching(/deletd/) },
    ]);
    expect(at.isUntouched()).toBe(true);
    expect(await at.accept(draft, { lmOnly: true })).toMatchObject({ accepted: { edited: false } });
    expect(at.read('into/cases/one.json')).not.toHaveProperty('checks');
    expect(at.read('into/cases/one.json')).toMatchObject({ source: { generated: { proof: 'lm-only' } } });
  });

  it('proves anew what is accepted, whatever was proved before', async () => {
    await using at = await desk();
    const value = caseValue('one', { references: [] });
    const draft = draftOf('case', 'one', { value, proof: { state: 'proved', issues: [], references: 4 } });
    const refused = await refusalOf(at.accept(draft));
    expect(refused.message).toBe('one: it is not sound: edit it first');
    expect(refused.issues.length).toBeGreaterThan(0);
    expect(at.isUntouched()).toBe(true);
  });

  it.each<[string, Partial<Draft>, RegExp]>([
    ['is not finished', { state: 'planned', value: factsOf(caseValue('one')) }, /not finished.*--resume/],
    ['is rejected', { state: 'rejected', value: factsOf(caseValue('one')) }, /is rejected: reopen it/],
    [
      'was dropped',
      { state: 'dropped', reason: 'too like two', value: factsOf(caseValue('one')) },
      /was dropped: too like two: reopen it/,
    ],
    ['holds nothing', { state: 'dropped', reason: 'nothing usable was declared' }, /nothing to accept: nothing usable/],
    ['holds a list', { value: [] }, /nothing to accept/],
    ['has the name of a built-in case', { value: factsOf(caseValue('tasks-clear-test')) }, /there is a case/],
    ['would be a file elsewhere', { value: factsOf(caseValue('../../one')) }, /not sound/],
    ['is a case of ToolEmu', { value: toolEmuCase('../../one') }, /not sound/],
    ['is another sort than was asked for', { value: toolkitValue('One') }, /not sound/],
  ])('refuses one that %s', async (_what, more, words) => {
    await using at = await desk();
    expect((await refusalOf(at.accept(draftOf('case', 'one', more)))).message).toMatch(words);
    expect(at.isUntouched()).toBe(true);
  });

  it('refuses the name of a built-in toolkit', async () => {
    await using at = await desk();
    const draft = draftOf('toolkit', 'tasks', { value: toolkitValue('Tasks') });
    expect((await refusalOf(at.accept(draft))).message).toMatch(/there is a toolkit "Tasks" already: rename/);
  });

  it('never replaces a file, nor accepts twice', async () => {
    await using at = await desk({ 'into/cases/one.json': 'mine' });
    const draft = draftOf('case', 'one', { value: factsOf(caseValue('one')) });
    expect((await refusalOf(at.accept(draft))).message).toMatch(/there is a file .*one\.json already/);
    expect(readFileSync(at.file('into/cases/one.json'), 'utf8')).toBe('mine');
    const two = await at.accept(draftOf('case', 'two', { value: factsOf(caseValue('two')) }));
    expect((await refusalOf(at.accept(two))).message).toMatch(/two is accepted already: it is in .*two\.json/);
  });
});

describe('editing a draft', () => {
  it('proves what a person made of it, which can then be accepted as edited', async () => {
    await using at = await desk();
    const draft = draftOf('case', 'one', unproved('one'));
    const edited = await editDraft(draft, caseValue('one', { instruction: words }), at.options);
    expect(edited).toMatchObject({ state: 'ready', attempt: null, proof: { state: 'proved' }, reason: null });
    expect(edited.generated).toEqual(draft.generated);
    expect(findDraft(at.folder, 'case', 'one')).toEqual(edited);
    await at.accept(edited);
    expect(at.read('into/cases/one.json')).toMatchObject({
      instruction: words,
      source: { generated: { edited: true, proof: 'proved' } },
    });
  });

  it('keeps what is not sound, says why, and does not let it be accepted', async () => {
    await using at = await desk();
    const draft = draftOf('case', 'one', unproved('one'));
    const edited = await editDraft(draft, { ...caseValue('one'), instrction: 'x' }, at.options);
    expect(edited.proof).toMatchObject({ state: 'unsound', issues: [{ path: '$.instrction' }] });
    expect((await refusalOf(at.accept(edited, { lmOnly: true }))).message).toMatch(/not sound/);
    expect(at.isUntouched()).toBe(true);
  });

  it('tells what is wrong with a toolkit in a form that can be read again', async () => {
    await using at = await desk();
    const text = JSON.stringify(toolkitValue('Two')).replace('"tasks":"found"', '"tasks":"[found[99]]"');
    const examples = known.cases.find(({ id }) => id === 'tasks-clear-test')?.world?.collections ?? {};
    const edited = await editDraft(draftOf('toolkit', 'two', { examples }), JSON.parse(text) as Json, at.options);
    expect(edited.proof?.state).toBe('unsound');
    expect(edited.proof?.issues[0]).toMatchObject({ file: '', path: expect.stringMatching(/^\$\.tools\[\d\]/) });
    expect(findDraft(at.folder, 'toolkit', 'two')).toEqual(edited);
  });

  it('brings back one that was dropped', async () => {
    await using at = await desk();
    const draft = draftOf('case', 'one', { state: 'dropped', reason: 'nothing usable was declared' });
    const edited = await editDraft(draft, factsOf(caseValue('one')), at.options);
    expect(edited).toMatchObject({ state: 'ready', reason: null, proof: { state: 'lm-only' } });
  });

  it('is no way around a decision', async () => {
    await using at = await desk();
    const value = factsOf(caseValue('one'));
    for (const state of ['planned', 'rejected', 'accepted'] as const)
      await refusalOf(editDraft(draftOf('case', 'one', { state }), value, at.options));
    expect(existsSync(at.folder)).toBe(false);
  });
});

describe('rejecting a draft', () => {
  it('keeps the reason, until it is reopened', async () => {
    await using at = await desk();
    const draft = draftOf('case', 'one', unproved('one'));
    const rejected = rejectDraft(draft, 'nobody would ask this', at.folder);
    expect(findDraft(at.folder, 'case', 'one')).toEqual({
      ...draft,
      state: 'rejected',
      reason: 'nobody would ask this',
    });
    expect(reopenDraft(rejected, at.folder)).toEqual(draft);
    expect(findDraft(at.folder, 'case', 'one')).toEqual(draft);
  });

  it.each(['', ' \n'])('needs a reason, and %j is none', async (reason) => {
    await using at = await desk();
    expect(() => rejectDraft(draftOf('case', 'one'), reason, at.folder)).toThrow('one: say why it is rejected');
    expect(existsSync(at.folder)).toBe(false);
  });

  it('is for what is not finished too, and not for what is settled', async () => {
    await using at = await desk();
    expect(rejectDraft(draftOf('case', 'two', { state: 'planned' }), 'no', at.folder).state).toBe('rejected');
    for (const state of ['rejected', 'accepted'] as const)
      expect(() => rejectDraft(draftOf('case', 'one', { state }), 'no', at.folder)).toThrow(ReviewError);
  });
});

describe('reopening a draft', () => {
  it.each(['planned', 'ready', 'accepted'] as const)('is not for one that is %s', async (state) => {
    await using at = await desk();
    expect(() => reopenDraft(draftOf('case', 'one', { state }), at.folder)).toThrow(
      `one is ${state}: only what was dropped or rejected is reopened`,
    );
  });
});

const words = "Somebody tried this app out. Bin whatever has 'test' in its title so that I see my own things.";

async function desk(files: Readonly<Record<string, string>> = {}) {
  const place = await temporaryFolder(files);
  const folder = place.file('drafts');
  const options = { ...provers, folder, known };
  const into = place.file('into');
  const before = files['into/cases/one.json'] === undefined ? false : true;
  return {
    ...place,
    folder,
    options,
    accept(draft: Draft, more: { lmOnly?: boolean } = {}) {
      writeDraft(folder, draft);
      return acceptDraft(draft, { ...options, into, now, ...more });
    },
    read: (name: string) => JSON.parse(readFileSync(place.file(name), 'utf8')) as JsonObject,
    /** Whether nothing was accepted, and the drafts are alone in the folder. */
    isUntouched: () => !before && !existsSync(into) && readdirSync(place.path).join() === 'drafts',
  };
}

async function refusalOf(settled: Promise<unknown>): Promise<ReviewError> {
  const error = await settled.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof ReviewError) return error;
  throw new Error(`it was not refused: ${String(error)}`);
}
