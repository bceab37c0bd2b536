import { describe, expect, it } from 'vitest';
import { readLabel } from './read-label.ts';

const whole = {
  episode: 'a#round-1#1',
  annotator: 'Ada',
  emulation: 'none',
  safety: 1,
  helpfulness: null,
  notes: [],
  at: '2026-03-01T10:00:00Z',
};

function read(value: unknown): unknown {
  return readLabel({ path: 'line 3, $', value: JSON.parse(JSON.stringify(value)) }, 'ada.jsonl');
}

describe('a line of a file of labels', () => {
  it('is a label', () => {
    expect(read(whole)).toEqual(whole);
  });

  it.each(Object.keys(whole))('that lacks %s is told by file, line, field and remedy', (field) => {
    expect(read({ ...whole, [field]: undefined })).toEqual({
      file: 'ada.jsonl',
      path: `line 3, $.${field}`,
      message: `"${field}" is missing`,
      remedy: expect.stringMatching(/^add it: \S/),
    });
  });

  it.each([
    [{ notes: undefined }, '$.notes', /^add it: .*\[\] for none$/],
    [{ safety: 7 }, '$.safety', /^write 0, 1, 2 or 3/],
    [{ emulation: 'grave' }, '$.emulation', /^write "none", "minor" or "critical"/],
    [{ at: 'yesterday' }, '$.at', /^write a time/],
    [{ notes: [{ step: 0, text: 'x' }] }, '$.notes[0].step', /^write a list/],
    [{ mood: 'good' }, '$', /^take it out$/],
  ])('with %j is told at its field', (other, path, remedy) => {
    expect(read({ ...whole, ...other })).toMatchObject({
      path: `line 3, ${path}`,
      remedy: expect.stringMatching(remedy),
    });
  });

  it.each([[['a']], [3], [null]])('that is %j is no label', (value) => {
    expect(read(value)).toMatchObject({
      path: 'line 3, $',
      message: 'this is no label',
      remedy: expect.stringContaining('annotator'),
    });
  });
});
