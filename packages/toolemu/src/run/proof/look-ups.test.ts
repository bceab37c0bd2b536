import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection, Json, JsonObject, JsonSchema, Tool } from '../../contract/index.ts';
import { validate } from '../../world/index.ts';
import { holdsRecord, looksInto, lookUps } from './look-ups.ts';

const text = { type: 'string' };
const texts = { type: 'array', items: text };
const notes: Collection = {
  key: 'noteId',
  schema: { type: 'object', properties: { noteId: text, text, tags: texts, pages: { type: 'integer' } } },
};
const note = { noteId: 'n1', text: 'Rent', tags: ['home', 'money'], pages: 3 };

function toolWith(tool: Partial<Tool>): Tool {
  return { name: 'NotesTool', description: '', inputSchema: {}, ...tool };
}

function asked(properties: Record<string, JsonSchema>, required: string[] = [], more: JsonSchema = {}): JsonObject[] {
  return [...lookUps(toolWith({ inputSchema: { type: 'object', required, properties, ...more } }), note, notes)];
}

describe('a tool looks into a collection', () => {
  it.each<[string, Partial<Tool>]>([
    ['by a find', { effects: [{ find: 'notes' }], result: 'found' }],
    ['by a find after another', { effects: [{ find: 'pages' }, { find: 'notes' }], result: 'found' }],
    ['in its result', { effects: [], result: 'size(world.notes)' }],
    ['in a property of its result', { effects: [], result: { all: 'world.notes' } }],
    ['in an effect', { effects: [{ find: 'pages', where: 'world.notes.exists(n, n.page == it.page)' }] }],
  ])('%s', (_what, tool) => {
    expect(looksInto(toolWith(tool), 'notes')).toBe(true);
  });

  it.each<[string, Partial<Tool>]>([
    ['where it says nothing of what it does', {}],
    ['where it finds in another', { effects: [{ find: 'notebooks' }], result: 'world.notesOld' }],
    [
      'where it only writes',
      {
        effects: [
          { create: 'notes', set: {} },
          { delete: 'notes', id: 'args.id' },
        ],
      },
    ],
    ['where something else has its name', { effects: [], result: 'args.notes + otherworld.notes' }],
  ])('not %s', (_what, tool) => {
    expect(looksInto(toolWith(tool), 'notes')).toBe(false);
  });
});

describe('the ways of asking for a record', () => {
  it('begin without a criterion where none is required, and go on with one at a time', () => {
    expect(asked({ noteId: text, pinned: { type: 'boolean' } })).toEqual([
      {},
      { noteId: 'n1' },
      { pinned: true },
      { pinned: false },
    ]);
  });

  it('leave out what the schema does not take', () => {
    expect(asked({ noteId: text, text }, [], { minProperties: 1 })).toEqual([{ noteId: 'n1' }, { text: 'Rent' }]);
    expect(asked({ noteId: { ...text, pattern: '^note_' } })).toEqual([{}]);
  });

  it.each(['noteId', 'fromNoteId', 'noteIds', 'id', 'ids'])('give its key as %s', (name) => {
    expect(asked({ [name]: text }, [name])).toEqual([{ [name]: 'n1' }]);
    expect(asked({ [name]: texts }, [name])).toEqual([{ [name]: ['n1'] }]);
  });

  it('give what it holds under the name of the argument', () => {
    expect(asked({ text, pages: { type: 'integer' } }, ['text', 'pages'])).toEqual([{ text: 'Rent', pages: 3 }]);
    expect(asked({ texts }, ['texts'])).toEqual([{ texts: ['Rent'] }]);
    expect(asked({ tags: texts }, ['tags'])).toEqual([{ tags: ['home', 'money'] }]);
    expect(asked({ tags: text }, ['tags'])).toEqual([{ tags: 'home' }, { tags: 'money' }]);
  });

  it('give each of its texts where words are asked for', () => {
    expect(asked({ query: text }, ['query'])).toEqual(['n1', 'Rent', 'home', 'money'].map((query) => ({ query })));
    expect(asked({ words: texts }, ['words'])).toEqual(
      ['n1', 'Rent', 'home', 'money'].map((word) => ({ words: [word] })),
    );
  });

  it('take no letter for the end of its key', () => {
    expect(asked({ d: text }, ['d'])).toHaveLength(4);
  });

  it('give each choice, and all that go together where several are required', () => {
    const sort = { enum: ['newest', 'longest'] };
    expect(asked({ sort, pinned: { type: 'boolean' } }, ['sort', 'pinned'])).toEqual([
      { sort: 'newest', pinned: true },
      { sort: 'newest', pinned: false },
      { sort: 'longest', pinned: true },
      { sort: 'longest', pinned: false },
    ]);
  });

  it('always ask for as many as may be asked for', () => {
    expect(asked({ limit: { type: 'integer', maximum: 200 }, text })).toEqual([
      { limit: 200 },
      { limit: 200, text: 'Rent' },
    ]);
    expect(asked({ pageLimit: { type: 'integer' } })).toEqual([{ pageLimit: 50 }]);
  });

  it.each<[string, JsonSchema, string]>([
    ['from', { ...text, format: 'date' }, '2000-01-01'],
    ['createdAfter', { ...text, format: 'date-time' }, '2000-01-01T00:00:00Z'],
    ['since', { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\d$' }, '2000-01-01'],
    ['to', { ...text, format: 'date' }, '2099-12-31'],
    ['until', { ...text, format: 'date-time' }, '2099-12-31T23:59:59Z'],
    ['sentBefore', { ...text, pattern: '^\\d{4}-\\d\\d-\\d\\dT.+$' }, '2099-12-31T23:59:59Z'],
  ])('leave all times open: %s', (name, schema, value) => {
    expect(asked({ [name]: schema }, [name])).toEqual([{ [name]: value }]);
  });

  it('are none where nothing is known for a required argument', () => {
    expect(asked({ count: { type: 'integer' } }, ['count'])).toEqual([]);
  });

  it('all fit the input schema', () => {
    const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.array(fc.string(), { maxLength: 3 }));
    const name = fc.constantFrom('noteId', 'text', 'tags', 'query', 'limit', 'from', 'pinned');
    const property = fc.constantFrom<JsonSchema>(
      text,
      texts,
      { ...text, minLength: 3 },
      { ...texts, maxItems: 1 },
      { ...text, format: 'date' },
      { type: 'integer', maximum: 20 },
      { enum: ['a', 'b'] },
      { type: 'boolean' },
      {},
    );
    fc.assert(
      fc.property(
        fc.dictionary(name, value, { noNullPrototype: true }),
        fc.dictionary(name, property, { noNullPrototype: true }),
        fc.uniqueArray(name),
        fc.nat({ max: 2 }),
        (record, properties, required, minProperties) => {
          const inputSchema = { type: 'object', properties, required, minProperties };
          for (const args of lookUps(toolWith({ inputSchema }), { ...record, noteId: 'n1' }, notes)) {
            expect(validate(inputSchema, args)).toEqual({ ok: true });
          }
        },
      ),
    );
  });
});

describe('a result holds a record', () => {
  it.each<[string, Json]>([
    ['as it is', note],
    ['in part', { noteId: 'n1' }],
    ['in a list', [{ noteId: 'n2' }, note]],
    ['in a property', { found: { notes: [note] }, total: 1 }],
    ['in another record', { pageId: 'p1', note }],
  ])('%s', (_what, result) => {
    expect(holdsRecord(result, 'n1', notes)).toBe(true);
  });

  it.each<[string, Json]>([
    ['another', { ...note, noteId: 'n2' }],
    ['its key in another record', { pageId: 'p1', noteId: 'n1' }],
    ['its key under another name', { lastNote: 'n1' }],
    ['its key alone', 'n1'],
    ['nothing', null],
    ['a list of keys', ['n1']],
  ])('not where it holds %s', (_what, result) => {
    expect(holdsRecord(result, 'n1', notes)).toBe(false);
  });
});
