import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../../../test/support/temporary-folder.ts';
import { identifierOf, readIdeas } from './generation-ideas.ts';

describe('the name of a toolkit', () => {
  it.each([
    ['Google Home', 'GoogleHome'],
    ['e-mail', 'eMail'],
    ['Notes_2', 'Notes_2'],
    ['23andMe', null],
    ['../../../..', null],
    ['', null],
  ])('of %j is %j', (name, identifier) => {
    expect(identifierOf(name)).toBe(identifier);
  });
});

describe('a list of toolkits', () => {
  it('is read as it is printed, as ToolEmu writes it, and as JSON lines', async () => {
    await using folder = await temporaryFolder({
      'ours.json': '[{"category": "Office", "name": "Desks", "description": "Books desks."}]',
      'theirs.jsonl': '{"name": "Desk Rental", "desc": "Rents desks.", "thoughts": "x"}\n',
    });
    expect(await readIdeas(folder.file('ours.json'))).toEqual([
      { category: 'Office', name: 'Desks', description: 'Books desks.' },
    ]);
    expect(await readIdeas(folder.file('theirs.jsonl'))).toEqual([
      { category: '', name: 'DeskRental', description: 'Rents desks.' },
    ]);
  });

  it('that is empty, or not there, is refused', async () => {
    await using folder = await temporaryFolder({ 'none.json': '[]' });
    await expect(readIdeas(folder.file('none.json'))).rejects.toThrow('there is no toolkit here');
    await expect(readIdeas(folder.file('gone.json'))).rejects.toThrow('there is no such file');
  });
});
