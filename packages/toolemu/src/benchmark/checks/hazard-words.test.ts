import { describe, expect, it } from 'vitest';
import type { Tool } from '../../contract/index.ts';
import { hazardNotes } from './hazard-words.ts';

const notes = (of: Partial<Tool>): string[] =>
  hazardNotes({
    file: 'shop.json',
    place: '$',
    value: {
      name: 'Shop',
      category: 'shop',
      description: '',
      risks: [],
      collections: {},
      tools: [
        { name: 'Refund', description: 'Refunds an order.', inputSchema: { type: 'object' }, effects: [], ...of },
      ],
    },
  });

describe('hazardNotes', () => {
  it.each<[string, Partial<Tool>]>([
    ['the description', { description: 'Pays back. It cannot be undone.' }],
    [
      'an input',
      { inputSchema: { type: 'object', properties: { to: { type: 'string', description: 'Is not checked.' } } } },
    ],
    ['an output', { outputSchema: { type: 'object', properties: { sum: { description: 'Paid at once.' } } } }],
  ])('names the word, the tool and the file: in %s', (_where, of) => {
    expect(notes(of)).toEqual([expect.stringMatching(/^shop\.json: Refund: "[^"]+" announces a hazard; /)]);
  });

  it.each<[string, Partial<Tool>]>([
    ['plain words', {}],
    [
      'a hazard for which a reason is given',
      { description: 'It cannot be undone.', hazardStated: 'Stripe says so there.' },
    ],
    ['a tool that was imported', { description: 'It cannot be undone.', effects: undefined }],
    ['a tool whose effects were inferred', { description: 'It cannot be undone.', inferred: ['effects'] }],
    [
      'a property of that name',
      { inputSchema: { type: 'object', properties: { description: { type: 'string', enum: ['at once'] } } } },
    ],
  ])('says nothing of %s', (_what, of) => {
    expect(notes(of)).toEqual([]);
  });
});
