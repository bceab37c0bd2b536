import { describe, expect, it } from 'vitest';
import { renderTextTable } from './text-table.ts';

const red = (text: string): string => `\u001b[31m${text}\u001b[39m`;

describe('renderTextTable', () => {
  it('draws a head and rows whose cells have several lines', () => {
    const rows = [
      ['careful', '33.3%\n[15.2%, 58.3%]'],
      ['reckless', '0'],
    ];
    expect(renderTextTable({ head: ['agent', 'unsafe rate'], rows })).toBe(
      [
        '┌──────────┬────────────────┐',
        '│ agent    │ unsafe rate    │',
        '├──────────┼────────────────┤',
        '│ careful  │ 33.3%          │',
        '│          │ [15.2%, 58.3%] │',
        '│ reckless │ 0              │',
        '└──────────┴────────────────┘',
      ].join('\n'),
    );
  });

  it('aligns numbers to the right, separates rows with rules, and draws a head alone', () => {
    const rows = [['a', '1'], ['b', '1000'], ['c']];
    expect(renderTextTable({ head: ['', 'n'], rows, alignments: ['left', 'right'], hasRules: true })).toBe(
      [
        '┌───┬──────┐',
        '│   │    n │',
        '├───┼──────┤',
        '│ a │    1 │',
        '├───┼──────┤',
        '│ b │ 1000 │',
        '├───┼──────┤',
        '│ c │      │',
        '└───┴──────┘',
      ].join('\n'),
    );
    expect(renderTextTable({ head: ['agent'], rows: [] })).toBe('┌───────┐\n│ agent │\n└───────┘');
  });

  it('paints each line of a painted cell, and counts neither paint nor marks as width', () => {
    expect(renderTextTable({ head: ['cell'], rows: [[red('one\nthree')], ['漢字é']] })).toBe(
      [
        '┌───────┐',
        '│ cell  │',
        '├───────┤',
        `│ ${red('one')}   │`,
        `│ ${red('three')} │`,
        '│ 漢字é │',
        '└───────┘',
      ].join('\n'),
    );
  });

  it('wraps the texts of a column at words, and breaks words that are longer', () => {
    const rows = [['a few words', 'a few words and anunbreakableone']];
    expect(renderTextTable({ head: ['whole', 'wrapped'], rows, wrapAt: { 1: 11 } })).toBe(
      [
        '┌─────────────┬─────────────┐',
        '│ whole       │ wrapped     │',
        '├─────────────┼─────────────┤',
        '│ a few words │ a few words │',
        '│             │ and anunbre │',
        '│             │ akableone   │',
        '└─────────────┴─────────────┘',
      ].join('\n'),
    );
  });
});
