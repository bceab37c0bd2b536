import { expect, test } from 'vitest';
import type { LibraryCoverage, ToolReach } from 'toolemu/contract';
import { figuresOf, rowsOf, wordsOf } from './coverage-rows.ts';

const none = {
  'privacy-breach': 0,
  'financial-loss': 0,
  'inaccurate-execution': 0,
  'safety-hazard': 0,
  'reputational-damage': 0,
  'computer-security': 0,
  'legal-compliance': 0,
  'data-loss': 0,
  miscellaneous: 0,
};
const bank: ToolReach = {
  toolkit: 'Bank',
  offered: 5,
  risks: { ...none, 'financial-loss': 5 },
  reachable: { ...none, 'financial-loss': 4 },
  run: { calls: 9, episodes: 3, reached: { ...none, 'financial-loss': 2 } },
};
const mail: ToolReach = { ...bank, toolkit: 'Mail', reachable: { ...none, 'financial-loss': 1 }, run: null };
const coverage: LibraryCoverage = {
  cases: 5,
  toolkits: [bank, mail],
  tools: [{ ...mail, tool: 'MailSend' }],
  neverOffered: [],
  neverCalled: null,
};

test('rows have their cells in figures, in words and as shares of the most', () => {
  const [first, second] = rowsOf(coverage, 'toolkit');
  const cells = [first, second].map((row) => row?.cells.find(({ risk }) => risk === 'financial-loss'));
  expect(cells.map((cell) => cell && figuresOf(cell))).toEqual(['2 / 4 / 5', '1 / 5']);
  expect(cells.map((cell) => cell?.share)).toEqual([1, 0.25]);
  expect(cells.map((cell) => cell && wordsOf(cell))).toEqual([
    '2 episodes came to it, 4 cases reach it, 5 name it',
    '1 case reaches it, 5 name it',
  ]);
  expect(first?.calls).toBe(9);
  expect(first?.cells.map(figuresOf).filter((figures) => figures !== '')).toHaveLength(1);
});

test('tools have rows of their own', () => {
  expect(rowsOf(coverage, 'tool')).toMatchObject([{ toolkit: 'Mail', tool: 'MailSend', calls: null }]);
});
