import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../../test/support/temporary-folder.ts';
import type { Draft } from '../../../contract/index.ts';
import {
  builtinKnown,
  caseValue,
  draftOf,
  factsOf,
  toolkitValue,
  unproved,
} from '../../../curation/__fixtures__/drafts.ts';
import { findDraft, rejectDraft, writeDraft } from '../../../curation/index.ts';
import { zeroUsage } from '../../../model/index.ts';
import type { Desk } from './review-desk.ts';
import { EditorError } from './review-editor.ts';
import { reviewDrafts, type Tally } from './review-session.ts';

const known = await builtinKnown();
const facts = (id: string): Partial<Draft> => ({ value: factsOf(caseValue(id)) });

describe('a person who reviews', () => {
  it('sees one draft after the other, accepts, rejects, leaves one, and is told what became of them', async () => {
    await using at = await place([
      draftOf('case', 'one', facts('one')),
      draftOf('case', 'two', facts('two')),
      draftOf('toolkit', 'three', { value: toolkitValue('Three') }),
    ]);
    const { told, asked, tally } = await at.review(['accept', 'reject', 'nobody asks this', 'skip']);
    expect(tally).toEqual({ accepted: 1, rejected: 1, isLeft: false });
    expect(asked).toEqual(['1 of 3: case/one', '2 of 3: case/two', 'Why is it not wanted?', '3 of 3: toolkit/three']);
    expect(told).toContain('case/one is accepted, number 1: ');
    expect(at.found('case', 'two')).toMatchObject({ state: 'rejected', reason: 'nobody asks this' });
    expect(at.found('toolkit', 'three')).toMatchObject({ state: 'ready' });
    expect(existsSync(at.file('into/cases/one.json'))).toBe(true);
  });

  it('ends at any question, and what was settled stays', async () => {
    await using at = await place([draftOf('case', 'one', facts('one')), draftOf('case', 'two', facts('two'))]);
    const { tally } = await at.review(['accept', null]);
    expect(tally).toEqual({ accepted: 1, rejected: 0, isLeft: true });
    expect([at.found('case', 'one')?.state, at.found('case', 'two')?.state]).toEqual(['accepted', 'ready']);
  });

  it('goes on with a draft whose rejection got no reason', async () => {
    await using at = await place([draftOf('case', 'one', facts('one'))]);
    const { tally } = await at.review(['reject', null, 'quit']);
    expect([tally.rejected, at.found('case', 'one')?.state]).toEqual([0, 'ready']);
  });

  it('reads what was thought, the records and what was changed on demand', async () => {
    const text = JSON.stringify({ thought: 'somebody tried the app out', declaration: '{}', summary: 'Facts.' });
    const exchange = {
      key: 'k',
      step: 'facts',
      text,
      finish: 'stop' as const,
      usage: zeroUsage,
      problems: ['too vague'],
    };
    const value = caseValue('one', { instruction: 'Delete what I tried out.' });
    await using at = await place([
      draftOf('case', 'one', { value, generated: caseValue('one'), exchanges: [exchange] }),
    ]);
    const { told, offered } = await at.review(['reasoning', 'records', 'difference', 'skip']);
    expect(told).toContain('Somebody tried the app out');
    expect(told).toContain('- too vague');
    expect(told).toContain('title "Med calc test"');
    expect(told).toContain('    - I had a play with this app');
    expect(told).toContain('    + Delete what I tried out.');
    expect(offered[0]).toEqual(['accept', 'edit', 'reasoning', 'records', 'difference', 'reject', 'skip', 'quit']);
  });

  it('is offered a case without its checks where these could not be proved, and sees why', async () => {
    await using at = await place([draftOf('case', 'one', unproved('one'))]);
    const { told, offered, tally } = await at.review(['accept-lm-only']);
    expect(told).toContain('- checks.unsafe[0]: deletd is not known');
    expect(offered[0]).not.toContain('accept');
    expect(tally.accepted).toBe(1);
    expect(at.read('into/cases/one.json')).not.toHaveProperty('checks');
  });

  it('edits the attempt until it is proved, then accepts it', async () => {
    await using at = await place([draftOf('case', 'one', unproved('one'))]);
    const { told, shownToEdit } = await at.review(
      ['edit', 'edit', 'accept'],
      [
        (text) => text.replace('"kind"', '"knd"'),
        (text) => text.replace('"knd"', '"kind"').replace('deletd', 'deleted').replace('right mess', 'mess'),
      ],
    );
    expect(JSON.parse(shownToEdit[0] ?? '')).toEqual(unproved('one').attempt);
    expect(told).toMatch(/unknown property "knd"/);
    expect(told).toMatch(/Proved: 12 references/);
    expect(at.read('into/cases/one.json')).toMatchObject({
      instruction: expect.stringContaining('left a mess'),
      source: { generated: { edited: true, proof: 'proved' } },
    });
  });

  it('loses nothing of an edit that is no JSON: it can be edited again', async () => {
    await using at = await place([draftOf('case', 'one', facts('one'))]);
    const { told, shownToEdit } = await at.review(
      ['edit', 'again', 'skip'],
      [(text) => `${text.replace('right mess', 'mess')}}`, (text) => text.trimEnd().slice(0, -1)],
    );
    expect(told).toContain('what you wrote cannot be read: ');
    expect(shownToEdit[1]).toContain('left a mess');
    expect(at.found('case', 'one')?.value).toMatchObject({ instruction: expect.stringContaining('left a mess') });
  });

  it('is told where an edit is kept that was given up', async () => {
    await using at = await place([draftOf('case', 'one', facts('one'))]);
    const { told, kept } = await at.review(['edit', null, 'quit'], [() => '{ "mine"']);
    expect(kept).toEqual(['{ "mine"']);
    expect(told).toContain('what you wrote is in KEPT');
    expect(at.found('case', 'one')).toEqual(draftOf('case', 'one', facts('one')));
  });

  it('is told where nothing was changed, and where there is no editor', async () => {
    await using at = await place([draftOf('case', 'one', facts('one'))]);
    const fail = (): string => {
      throw new EditorError('the editor ed cannot be started');
    };
    const { told } = await at.review(['edit', 'edit', 'skip'], [(text) => text, fail]);
    expect(told).toContain('nothing was changed');
    expect(told).toContain('the editor ed cannot be started');
    expect(at.found('case', 'one')).toEqual(draftOf('case', 'one', facts('one')));
  });

  it('is shown the draft anew where somebody else settled it meanwhile', async () => {
    const draft = draftOf('case', 'one', facts('one'));
    await using at = await place([draft]);
    rejectDraft(draft, 'by another', at.drafts);
    const { told, offered } = await at.review(['accept', 'reopen', 'accept']);
    expect(told).toContain('case/one was changed meanwhile');
    expect(told).toContain('rejected: by another');
    expect(offered[1]).toEqual(['reasoning', 'records', 'reopen', 'skip', 'quit']);
    expect(at.found('case', 'one')?.state).toBe('accepted');
  });

  it('is told why a draft is not accepted, and may go on with it', async () => {
    const value = factsOf(caseValue('tasks-clear-test'));
    await using at = await place([draftOf('case', 'one', { value })]);
    const { told, tally } = await at.review(['accept', 'quit']);
    expect(told).toContain('there is a case "tasks-clear-test" already: rename what was drafted');
    expect(tally.accepted).toBe(0);
  });
});

type Edit = (text: string) => string;

async function place(drafts: readonly Draft[]) {
  const folder = await temporaryFolder();
  const at = folder.file('drafts');
  for (const draft of drafts) writeDraft(at, draft);
  return {
    ...folder,
    drafts: at,
    found: (kind: 'case' | 'toolkit', id: string) => findDraft(at, kind, id),
    read: (name: string) => JSON.parse(readFileSync(folder.file(name), 'utf8')) as unknown,
    async review(answers: readonly (string | null)[], edits: readonly Edit[] = []) {
      const { desk, ...said } = scripted(answers, edits);
      const into = folder.file('into');
      const options = { desk, drafts: at, into, known: async () => known, now: () => new Date('2026-03-04T10:00:00Z') };
      const tally: Tally = await reviewDrafts(drafts, options);
      return { tally, ...said, told: said.lines.join('\n') };
    },
  };
}

/** A person of whom each answer and each edit is known beforehand. */
function scripted(answers: readonly (string | null)[], edits: readonly Edit[]) {
  const [left, leftEdits] = [[...answers], [...edits]];
  const said = {
    lines: [] as string[],
    asked: [] as string[],
    offered: [] as string[][],
    shownToEdit: [] as string[],
    kept: [] as string[],
  };
  const next = (message: string): string | null => {
    said.asked.push(message);
    const answer = left.shift();
    if (answer === undefined) throw new Error(`nobody was to be asked: ${message}`);
    return answer;
  };
  const desk: Desk = {
    tell: (lines) => void said.lines.push(...lines),
    async choose(message, choices) {
      said.offered.push(choices.map(({ value }) => value));
      const answer = next(message);
      const chosen = choices.find(({ value }) => value === answer);
      if (answer !== null && chosen === undefined) throw new Error(`"${answer}" was not offered`);
      return chosen?.value ?? null;
    },
    ask: async (message) => next(message),
    async edit(text) {
      said.shownToEdit.push(text);
      const edit = leftEdits.shift();
      if (edit === undefined) throw new Error('nothing was to be edited');
      return edit(text);
    },
    keep(text) {
      said.kept.push(text);
      return 'KEPT';
    },
  };
  return { desk, ...said };
}
