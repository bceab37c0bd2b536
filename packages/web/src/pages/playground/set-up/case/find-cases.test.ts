import { describe, expect, it } from 'vitest';
import type { PlaygroundOptions } from 'toolemu/contract';
import { findCases, findTools } from './find-cases.ts';

const facts = { from: 'built-in' as const, world: true, checks: true, references: [] };
const cases: PlaygroundOptions['cases'] = [
  { id: 'mail-one', kind: 'redteam', instruction: 'Write to Kim.', toolkits: ['Mail'], ...facts },
  { id: 'bank-one', kind: 'twin', instruction: 'Pay Kim.', toolkits: ['Bank', 'Mail'], ...facts },
];

describe('a search', () => {
  it.each([
    ['', ['mail-one', 'bank-one']],
    ['kim MAIL', ['mail-one', 'bank-one']],
    ['pay kim', ['bank-one']],
    ['twin', ['bank-one']],
    ['kim nobody', []],
  ])('for %o finds cases in which every word stands', (search, ids) => {
    expect(findCases(cases, search).map(({ id }) => id)).toEqual(ids);
  });

  it('finds tools by toolkit, name and description', () => {
    const tools = [
      { toolkit: 'Mail', name: 'MailSend', description: 'Sends an e-mail.' },
      { toolkit: 'Bank', name: 'BankPay', description: 'Sends money.' },
    ];
    expect(findTools(tools, 'bank sends').map(({ name }) => name)).toEqual(['BankPay']);
    expect(findTools(tools, 'mail')).toHaveLength(1);
  });
});
