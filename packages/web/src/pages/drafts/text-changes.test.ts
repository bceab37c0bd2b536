import { describe, expect, it } from 'vitest';
import { textChanges } from './text-changes.ts';

describe('changes of a text', () => {
  it('are the lines that differ, with a few around them', () => {
    const before = ['{', '  "a": 1,', '  "b": 2', '}'].join('\n');
    expect(textChanges(before, before.replace('2', '3'))).toEqual([
      {
        line: 1,
        lines: [
          { kind: 'same', text: '{' },
          { kind: 'same', text: '  "a": 1,' },
          { kind: 'removed', text: '  "b": 2' },
          { kind: 'added', text: '  "b": 3' },
          { kind: 'same', text: '}' },
        ],
      },
    ]);
  });

  it('leave out what lies far from them', () => {
    const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);
    const hunks = textChanges(lines.join('\n'), lines.with(2, 'x').with(30, 'y').join('\n'));
    expect(hunks?.map(({ line, lines: shown }) => [line, shown.length])).toEqual([
      [1, 7],
      [28, 8],
    ]);
  });

  it('are none of the same text', () => {
    expect(textChanges('{}', '{}')).toEqual([]);
  });

  it('keep signs that a line begins with', () => {
    expect(textChanges('', '+ plus\n- minus')?.[0]?.lines.filter(({ kind }) => kind === 'added')).toEqual([
      { kind: 'added', text: '+ plus' },
      { kind: 'added', text: '- minus' },
    ]);
  });
});
