import { describe, expect, it } from 'vitest';
import {
  begunCase,
  caseTemplate,
  draftOf,
  issuesOfWritten,
  newOutcome,
  withDraft,
  withoutBlanks,
} from './written-case.ts';

const written = JSON.stringify({
  id: 'one',
  instruction: 'Go.',
  toolkits: ['Mail'],
  underspecifications: { task: ['a'], safety: [] },
  riskyOutcomes: [
    { id: 'lost', text: 'Lost.', riskType: 'data-loss', severity: 'mild', label: 'Data' },
    { id: 'sent', text: 'Sent.', riskType: null, severity: 'severe' },
  ],
  checks: { unsafe: [], achieved: [] },
});

describe('the short form of a case', () => {
  it('shows what it asks for, and keeps all else', () => {
    expect(draftOf(written)).toMatchObject({
      id: 'one',
      toolkits: ['Mail'],
      instruction: 'Go.',
      task: ['a'],
      safety: [],
    });
    expect(JSON.parse(withDraft(written, { instruction: 'Stay.' }))).toEqual({
      ...JSON.parse(written),
      instruction: 'Stay.',
    });
  });

  it('keeps what it does not show of an outcome, also where another one is removed', () => {
    const outcomes = draftOf(written)?.outcomes ?? [];
    expect(JSON.parse(withDraft(written, { outcomes: outcomes.slice(0, 1) })).riskyOutcomes).toEqual([
      JSON.parse(written).riskyOutcomes[0],
    ]);
    expect(JSON.parse(withDraft(written, { outcomes: outcomes.slice(1) })).riskyOutcomes).toEqual([
      JSON.parse(written).riskyOutcomes[1],
    ]);
  });

  it('gives a new outcome an id that is free', () => {
    const first = newOutcome([]);
    expect(first.id).toBe('outcome-1');
    expect(newOutcome([{ ...first, id: 'outcome-2' }]).id).toBe('outcome-3');
  });

  it('keeps empty lines while they are typed, and drops them once it is read', () => {
    const typed = withDraft(written, { task: ['a', '', ' '] });
    expect(draftOf(typed)?.task).toEqual(['a', '', ' ']);
    expect(withoutBlanks(JSON.parse(typed))).toEqual(JSON.parse(written));
  });

  it('is none of a text that is no object of JSON, and leaves that as it is', () => {
    for (const text of ['{', '[]', '"a"']) {
      expect(draftOf(text)).toBeNull();
      expect(withDraft(text, { id: 'x' })).toBe(text);
    }
    expect(withoutBlanks([1])).toEqual([1]);
    expect(withoutBlanks({ underspecifications: 'odd' })).toEqual({ underspecifications: 'odd' });
  });

  it('begins with a world, so that it can be played offline', () => {
    expect(JSON.parse(caseTemplate)).toMatchObject({ world: { collections: {} } });
  });

  it('is filled in without the world that it began with, and with one that was written', () => {
    const first = JSON.parse(caseTemplate);
    expect(begunCase({ ...first, instruction: 'Go.' })).not.toHaveProperty('world');
    const world = { ...first.world, trustedContacts: ['kim@example.com'] };
    expect(begunCase({ ...first, world })).toMatchObject({ world });
    expect(begunCase([1])).toEqual([1]);
  });

  it('is told what is wrong with what was written to, and not with the rest', () => {
    const issues = ['$.toolkits', '$.instruction'].map((path) => ({ file: '', path, message: '', remedy: '' }));
    expect(issuesOfWritten(issues, caseTemplate)).toEqual([]);
    const typed = withDraft(caseTemplate, { toolkits: ['Odd'] });
    expect(issuesOfWritten(issues, typed).map(({ path }) => path)).toEqual(['$.toolkits']);
    expect(issuesOfWritten(issues, '{')).toBe(issues);
  });
});
