import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { Collection, Json, World, WorldChange, WorldRecord } from '../contract/index.ts';
import { deface } from './__fixtures__/deface.ts';
import {
  applyChange,
  applyChanges,
  changedProperties,
  collectionsIn,
  collectionsOf,
  copyOf,
  hasEverHeld,
  idText,
  ImpossibleChange,
  startState,
  type WorldState,
} from './state.ts';

test.each([
  [{ a: 1, b: [1] }, { a: 1, b: [1] }, {}],
  [{ a: 1, b: [1] }, { a: 1, b: [1, 2] }, { b: [1, 2] }],
  [{ a: 1 }, { a: 1, b: false }, { b: false }],
  [{ a: 1, b: 2 }, { a: 1 }, { b: null }],
])('between %j and %j are %j', (before, now, changed) => {
  expect(changedProperties(before, now)).toEqual(changed);
});

it('is the same JSON, and shares nothing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const kept = structuredClone(value);
      const copy = copyOf(value);
      expect(copy).toEqual(kept);
      deface(copy);
      expect(value).toEqual(kept);
    }),
  );
});

it('takes a name of a prototype for a name', () => {
  const copy = copyOf(JSON.parse('{"__proto__":{"a":[1]},"constructor":2}') as object);
  expect(JSON.stringify(copy)).toBe('{"__proto__":{"a":[1]},"constructor":2}');
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
});

const books: Collection = { key: 'bookId', schema: { type: 'object', properties: { bookId: { type: 'string' } } } };
const collections = new Map([
  ['books', books],
  ['shelves', { ...books, key: 'shelfId' }],
]);

const library: World = {
  now: '2026-03-03T09:12:00-05:00',
  user: { name: 'Dana', email: 'dana@library.org', branches: ['Main'] },
  trustedContacts: ['@library.org'],
  collections: { books: [{ bookId: 'b1', title: 'Emma', tags: ['novel'] }] },
};

const create = (id: string): WorldChange => ({ op: 'create', collection: 'books', id, after: { bookId: id } });
const reveal = (id: string): WorldChange => ({ op: 'reveal', collection: 'books', id, after: { bookId: id } });
const remove = (id: string): WorldChange => ({ op: 'delete', collection: 'books', id, before: null });
const update = (id: string): WorldChange => ({
  op: 'update',
  collection: 'books',
  id,
  before: null,
  after: { bookId: id, title: 'Persuasion' },
});

const recordArbitrary = (key: string, id: string): fc.Arbitrary<WorldRecord> =>
  fc
    .dictionary(fc.constantFrom('title', 'tags', 'place'), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 3 })
    .map((rest) => ({
      ...(rest as WorldRecord),
      [key]: id,
    }));

const changeArbitrary: fc.Arbitrary<WorldChange> = fc
  .record({
    op: fc.constantFrom('create', 'update', 'delete', 'reveal'),
    collection: fc.constantFrom('books', 'shelves'),
    id: fc.constantFrom('b1', 'b2', 'b3', 'b\n4'),
  })
  .chain(({ op, collection, id }) =>
    recordArbitrary(collection === 'books' ? 'bookId' : 'shelfId', id).map((after): WorldChange => {
      if (op === 'delete') return { op, collection, id, before: null };
      return op === 'update' ? { op, collection, id, before: null, after } : { op, collection, id, after };
    }),
  );

/** Changes that can follow each other from a state, out of any. */
function possible(from: WorldState, changes: readonly WorldChange[]): WorldChange[] {
  let state = from;
  return changes.filter((change) => {
    try {
      state = applyChange(state, change);
      return true;
    } catch {
      return false;
    }
  });
}

const startArbitrary = fc.constantFrom(library, undefined);
const changesArbitrary = fc.array(changeArbitrary, { maxLength: 12 });

describe('laws of world changes', () => {
  it('reads back what was applied', () => {
    fc.assert(
      fc.property(startArbitrary, changesArbitrary, (world, any) => {
        const start = startState(world, collections);
        const changes = possible(start, any);
        const expected = new Map<string, Json>(
          world === undefined ? [] : [['books b1', { ...library.collections.books?.[0] }]],
        );
        for (const change of changes) {
          const at = `${change.collection} ${change.id}`;
          if (change.op === 'delete') expected.delete(at);
          else expected.set(at, change.after);
        }
        const held = Object.entries(collectionsIn(applyChanges(start, changes))).flatMap(([name, records]) =>
          records.map((record) => [`${name} ${idText(record.bookId ?? record.shelfId)}`, record] as const),
        );
        expect(new Map(held)).toEqual(expected);
      }),
    );
  });

  it('gives the same state whether changes come at once or in parts', () => {
    fc.assert(
      fc.property(startArbitrary, changesArbitrary, fc.nat(12), (world, any, cut) => {
        const start = startState(world, collections);
        const changes = possible(start, any);
        const inParts = applyChanges(applyChanges(start, changes.slice(0, cut)), changes.slice(cut));
        expect(inParts).toEqual(applyChanges(start, changes));
      }),
    );
  });

  it('leaves every earlier state as it was, also where a change cannot be', () => {
    fc.assert(
      fc.property(startArbitrary, changesArbitrary, (world, any) => {
        let state = startState(world, collections);
        for (const change of any) {
          const before = structuredClone(state);
          let next = state;
          try {
            next = applyChange(state, change);
          } catch (error) {
            expect(error).toBeInstanceOf(ImpossibleChange);
          }
          expect(state).toEqual(before);
          state = next;
        }
      }),
    );
  });

  it('shares nothing with the case, the changes or the state of another episode', () => {
    fc.assert(
      fc.property(changesArbitrary, (any) => {
        const world = structuredClone(library);
        const [one, other] = [startState(world, collections), startState(world, collections)];
        const changes = possible(one, any);
        const played = applyChanges(other, changes);
        const kept = structuredClone({ other, played });
        const changed = applyChanges(one, changes);
        for (const records of Object.values(collectionsIn(changed))) records.forEach(deface);
        expect(world).toEqual(library);
        expect(changes).toEqual(possible(startState(library, collections), any));
        deface(changes);
        expect({ other, played }).toEqual(kept);
      }),
    );
  });
});

describe('changes that can and cannot be', () => {
  it.each<[string, WorldChange[], string | null]>([
    ['creates a record', [create('b2')], null],
    ['refuses an id that is taken', [create('b1')], 'create of books "b1": the id is taken'],
    ['updates a record', [update('b1')], null],
    ['refuses an update of no record', [update('b2')], 'update of books "b2": there is no such record'],
    [
      'refuses an update of a deleted record',
      [remove('b1'), update('b1')],
      'update of books "b1": the record was deleted',
    ],
    ['deletes a record', [remove('b1')], null],
    ['refuses a delete of no record', [remove('b2')], 'delete of books "b2": there is no such record'],
    ['refuses a second delete', [remove('b1'), remove('b1')], 'delete of books "b1": the record was deleted before'],
    ['reveals a record', [reveal('b2')], null],
    ['refuses to reveal what is known', [reveal('b1')], 'reveal of books "b1": the record is known already'],
    [
      'refuses to reveal what was deleted',
      [remove('b1'), reveal('b1')],
      'reveal of books "b1": the record was deleted and cannot return',
    ],
    ['makes a new record where one was deleted', [remove('b1'), create('b1'), update('b1'), remove('b1')], null],
  ])('in a closed world: %s', (_what, changes, reason) => {
    expect(refusal(startState(library, collections), changes)).toBe(reason);
  });

  it.each<[string, WorldChange[], string | null]>([
    ['updates a record never seen', [update('b7'), update('b7')], null],
    ['deletes a record never seen', [remove('b7')], null],
    ['deletes what it updated unseen', [update('b7'), remove('b7')], null],
    ['refuses a second delete', [remove('b7'), remove('b7')], 'delete of books "b7": the record was deleted before'],
    ['refuses an update after a delete', [remove('b7'), update('b7')], 'update of books "b7": the record was deleted'],
    [
      'refuses to reveal what was deleted',
      [remove('b7'), reveal('b7')],
      'reveal of books "b7": the record was deleted and cannot return',
    ],
    ['refuses an id that was updated unseen', [update('b7'), create('b7')], 'create of books "b7": the id is taken'],
    ['refuses to reveal twice', [reveal('b7'), reveal('b7')], 'reveal of books "b7": the record is known already'],
  ])('in an open world: %s', (_what, changes, reason) => {
    expect(refusal(startState(undefined, collections), changes)).toBe(reason);
  });

  it('keeps ids of different collections apart', () => {
    const shelf: WorldChange = { op: 'delete', collection: 'shelves', id: 'b7', before: null };
    expect(refusal(startState(undefined, collections), [remove('b7'), shelf])).toBeNull();
  });

  it('carries the change that cannot be', () => {
    const change = create('b1');
    expect(() => applyChange(startState(library, collections), change)).toThrow(
      expect.objectContaining({ name: 'ImpossibleChange', change }),
    );
  });
});

describe('startState', () => {
  it('knows every declared collection, also where the world has no record of it', () => {
    expect(collectionsIn(startState(library, collections))).toEqual({ ...library.collections, shelves: [] });
    expect(collectionsIn(startState(undefined, collections))).toEqual({ books: [], shelves: [] });
  });

  it('refuses a collection that no toolkit declares', () => {
    const world = { ...library, collections: { bokks: [] } };
    expect(() => startState(world, collections)).toThrow('no toolkit declares the collection "bokks"');
  });

  it('finds records by ids that are numbers', () => {
    const world = { ...library, collections: { books: [{ bookId: 7 }] } };
    expect(applyChange(startState(world, collections), remove('7')).records.get('books')).toEqual(new Map());
  });
});

describe('hasEverHeld', () => {
  it.each([
    ['b1', true],
    ['b2', true],
    ['b3', false],
  ])('knows records that are there and those that were deleted: %s', (id, expected) => {
    const state = applyChanges(startState(library, collections), [create('b2'), remove('b2')]);
    expect(hasEverHeld(state, 'books', id)).toBe(expected);
    expect(hasEverHeld(state, 'shelves', id)).toBe(false);
  });
});

describe('collectionsOf', () => {
  it('has the collections of all toolkits, a shared one once', () => {
    const toolkit = { name: 'A', category: '', description: '', risks: [], tools: [] };
    const shared = { books };
    const found = collectionsOf([
      { ...toolkit, collections: shared },
      { ...toolkit, name: 'B', collections: { ...structuredClone(shared), shelves: books } },
    ]);
    expect([...found.keys()]).toEqual(['books', 'shelves']);
    expect(found.get('books')).toBe(books);
  });
});

function refusal(start: WorldState, changes: readonly WorldChange[]): string | null {
  let state = start;
  for (const [index, change] of changes.entries()) {
    try {
      state = applyChange(state, change);
    } catch (error) {
      expect(index).toBe(changes.length - 1);
      return (error as Error).message;
    }
  }
  return null;
}
