import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Answer, Collection, Consequence, Effect, Json, JsonObject, Tool, World } from '../contract/index.ts';
import { deface } from './__fixtures__/deface.ts';
import { type CallInput, type CallResult, callTool, consequencesOf, ToolkitFault } from './call-tool.ts';
import { applyChanges, type Collections, collectionsIn, startState, type WorldState } from './state.ts';

const text = { type: 'string' };
const books: Collection = {
  key: 'bookId',
  newId: 'bk_??##',
  schema: {
    type: 'object',
    required: ['bookId', 'title'],
    additionalProperties: false,
    properties: {
      bookId: text,
      title: text,
      shelf: text,
      year: { type: 'number' },
      tags: { type: 'array', items: text },
      lender: { type: 'object', properties: { name: text, phone: text } },
    },
  },
};
const loans: Collection = {
  key: 'loanId',
  newId: '#',
  schema: { type: 'object', properties: { loanId: text, bookId: text } },
};
const cards: Collection = {
  key: 'cardNumber',
  schema: { type: 'object', properties: { cardNumber: { type: 'integer' }, holder: text } },
};
const collections: Collections = new Map(Object.entries({ books, loans, cards }));

const library: World = {
  now: '2026-03-03T09:12:00-05:00',
  user: { name: 'Dana', email: 'dana@library.org' },
  trustedContacts: [],
  collections: {
    books: [
      { bookId: 'b1', title: 'Emma', shelf: 'A', year: 1815, tags: ['novel'] },
      { bookId: 'b2', title: 'Persuasion', shelf: 'B', year: 1817 },
      { bookId: 'b3', title: 'Dracula', shelf: 'A', year: 1897 },
      { bookId: 'b4', title: 'Beowulf', shelf: 'C' },
    ],
    cards: [{ cardNumber: 7, holder: 'Amy' }],
  },
};

const tool: Tool = {
  name: 'LibraryUse',
  description: '',
  inputSchema: { type: 'object' },
  exceptions: [{ name: 'NotFoundException', description: 'Nothing is there.' }],
  effects: [],
  result: 'null',
};

interface Setup {
  effects?: Effect[];
  result?: Tool['result'];
  outputSchema?: JsonObject;
  exceptions?: Tool['exceptions'];
  consequences?: Consequence[];
  args?: JsonObject;
  answers?: Answer[];
  earlier?: CallInput['earlier'];
  seed?: string;
  state?: WorldState;
}

function inputOf({ args = {}, answers = [], earlier = [], seed = 'case\n1\n1', state, ...declared }: Setup): CallInput {
  return {
    tool: { ...tool, ...declared } as Tool,
    args,
    world: { ...library, answers },
    state: state ?? startState(library, collections),
    collections,
    seed,
    earlier,
  };
}

const call = (setup: Setup): CallResult => callTool(inputOf(setup));

/** The result of a call that is carried out. */
function carriedOut(setup: Setup): Extract<CallResult, { kind: 'ok' }> {
  const result = call(setup);
  if (result.kind !== 'ok') throw new Error(`the call was not carried out: ${JSON.stringify(result)}`);
  return result;
}

const resultOf = (setup: Setup): Json => carriedOut(setup).result;

/** Changes in short: what happened to which record. */
const changesOf = (setup: Setup): string[] => carriedOut(setup).changes.map(({ op, id }) => `${op} ${id}`);

describe('rule 1: what is in scope', () => {
  it.each<[string, Setup, Json]>([
    ['args', { result: 'args.n + 1', args: { n: 2 } }, 3],
    ['user', { result: 'user.name' }, 'Dana'],
    ['now', { result: 'now' }, library.now],
    ['world, each collection a list', { result: 'world.books.map(b, b.bookId)' }, ['b1', 'b2', 'b3', 'b4']],
    ['a collection without records', { result: 'world.loans' }, []],
    [
      'it in `where`',
      { effects: [{ find: 'books', where: "it.shelf == 'B'" }], result: 'found.map(b, b.title)' },
      ['Persuasion'],
    ],
    [
      'it in `set`, the record as it was',
      {
        effects: [{ update: 'books', id: "'b1'", set: { title: "it.title + '!'", shelf: 'it.title' } }],
        result: 'updated[0].shelf',
      },
      'Emma',
    ],
    [
      'it in `each`, the item',
      {
        effects: [{ create: 'books', each: 'args.titles', set: { title: 'it' } }],
        result: 'created.map(b, b.title)',
        args: { titles: ['Ivanhoe', 'Waverley'] },
      },
      ['Ivanhoe', 'Waverley'],
    ],
    [
      'it in the `id` of a create',
      {
        effects: [{ create: 'books', each: "['x', 'y']", id: "'b-' + it", set: { title: 'it' } }],
        result: 'created.map(b, b.bookId)',
      },
      ['b-x', 'b-y'],
    ],
    [
      'value in `by`, the argument',
      {
        effects: [{ find: 'books', by: { from: 'has(it.year) && it.year >= value' } }],
        result: 'found.map(b, b.bookId)',
        args: { from: 1817 },
      },
      ['b2', 'b3'],
    ],
    ['found', { effects: [{ find: 'books', id: "'b2'" }], result: 'found[0].title' }, 'Persuasion'],
    ['created', { effects: [{ create: 'books', set: { title: "'Ivanhoe'" } }], result: 'created[0].title' }, 'Ivanhoe'],
    [
      'updated, as records are now',
      { effects: [{ update: 'books', id: "'b1'", set: { shelf: "'Z'" } }], result: 'updated[0].shelf' },
      'Z',
    ],
    ['deleted, as records were', { effects: [{ delete: 'books', id: "'b1'" }], result: 'deleted[0].title' }, 'Emma'],
    [
      'the name in `as`',
      { effects: [{ find: 'books', id: "'b1'", as: 'mine' }], result: '[mine.size(), found.size()]' },
      [1, 0],
    ],
    ['lists, before anything is bound', { result: '[found, created, updated, deleted]' }, [[], [], [], []]],
    [
      'a list where an effect is left out',
      { effects: [{ when: 'false', find: 'books', as: 'mine' }], result: 'mine' },
      [],
    ],
    [
      'what several effects bind to one name',
      {
        effects: [
          { find: 'books', id: "'b3'", as: 'rows' },
          { delete: 'books', id: "'b1'", as: 'rows' },
        ],
        result: 'rows.map(b, b.bookId)',
      },
      ['b3', 'b1'],
    ],
  ])('%s', (_what, setup, expected) => {
    expect(resultOf(setup)).toEqual(expected);
  });

  it('is nothing else', () => {
    expect(() => call({ result: 'outside(user.email)' })).toThrow(ToolkitFault);
    expect(() => call({ result: 'circle' })).toThrow('Unknown variable: circle');
  });
});

describe('rule 2: the order of a call', () => {
  const refuses: Tool['exceptions'] = [
    { name: 'FirstException', description: 'The first.', when: 'args.n > 1' },
    { name: 'SecondException', description: 'The second.', when: 'args.n > 0' },
    { name: 'NeverException', description: 'Without a rule.' },
  ];
  const says = (word: string, when: string): Answer => ({ tool: tool.name, when, result: `'${word}'` });

  it.each<[string, Setup, CallResult | { result: Json }]>([
    [
      'an answer comes before exceptions and effects',
      { answers: [says('answer', 'true')], exceptions: refuses, args: { n: 2 } },
      { result: 'answer' },
    ],
    [
      'the first answer that holds',
      { answers: [says('one', 'args.n == 1'), says('two', 'args.n == 2'), says('three', 'true')], args: { n: 2 } },
      { result: 'two' },
    ],
    [
      'answers to other tools are passed over',
      { answers: [{ ...says('other', 'true'), tool: 'Other' }], result: "'effects'" },
      { result: 'effects' },
    ],
    [
      'an answer may raise',
      { answers: [{ tool: tool.name, when: 'true', raise: 'NotFoundException', message: 'Gone to the binder.' }] },
      { kind: 'raised', name: 'NotFoundException', message: 'Gone to the binder.' },
    ],
    [
      'an answer with `times` that is not used up: other tools, other arguments and rejected calls use up nothing',
      {
        answers: [{ ...says('busy', 'args.n == 2'), times: 2 }],
        args: { n: 2 },
        earlier: [
          { tool: tool.name, args: { n: 2 }, status: 'raised' },
          { tool: tool.name, args: { n: 1 }, status: 'ok' },
          { tool: 'Other', args: { n: 2 }, status: 'ok' },
          { tool: tool.name, args: { n: 2 }, status: 'rejected' },
        ],
      },
      { result: 'busy' },
    ],
    [
      'effects where an answer with `times` is used up',
      {
        answers: [{ ...says('busy', 'args.n == 2'), times: 1 }],
        args: { n: 2 },
        earlier: [{ tool: tool.name, args: { n: 2 }, status: 'raised' }],
        result: "'effects'",
      },
      { result: 'effects' },
    ],
    [
      'an exception comes before effects',
      { exceptions: refuses, args: { n: 2 }, effects: [{ find: 'books', id: "'b9'" }] },
      { kind: 'raised', name: 'FirstException', message: 'The first.' },
    ],
    [
      'the first exception that holds',
      { exceptions: refuses, args: { n: 1 } },
      { kind: 'raised', name: 'SecondException', message: 'The second.' },
    ],
    [
      'effects where nothing else holds',
      { exceptions: refuses, args: { n: 0 }, result: "'effects'" },
      { result: 'effects' },
    ],
    [
      'effects in turn, each in the world the one before left',
      {
        effects: [
          { delete: 'books', where: "it.shelf == 'A'" },
          { create: 'books', set: { title: "'Left: ' + string(size(world.books))" } },
          { find: 'books' },
        ],
        result: '[created[0].title, string(size(found))]',
      },
      { result: ['Left: 2', '3'] },
    ],
  ])('%s', (_what, setup, expected) => {
    const { ...result } = call(setup);
    expect(result).toMatchObject(expected);
  });

  it('carries out the effects of an answer', () => {
    const answer: Answer = {
      tool: tool.name,
      when: 'true',
      effects: [{ delete: 'books', where: "it.shelf == 'A'" }],
      result: 'deleted.map(b, b.title)',
    };
    const { result, changes } = carriedOut({ answers: [answer] });
    expect(result).toEqual(['Emma', 'Dracula']);
    expect(changes.map(({ id }) => id)).toEqual(['b1', 'b3']);
  });

  it('makes an upsert of two effects', () => {
    const effects: Effect[] = [
      {
        when: 'world.books.exists(b, b.bookId == args.id)',
        update: 'books',
        id: 'args.id',
        set: { title: 'args.title' },
        as: 'row',
      },
      {
        when: '!world.books.exists(b, b.bookId == args.id)',
        create: 'books',
        id: 'args.id',
        set: { title: 'args.title' },
        as: 'row',
      },
    ];
    const upsert = (id: string): Setup => ({ effects, result: 'row[0].bookId', args: { id, title: 'Ivanhoe' } });
    expect(changesOf(upsert('b1'))).toEqual(['update b1']);
    expect(changesOf(upsert('b9'))).toEqual(['create b9']);
  });
});

describe('rule 3: `by` and `where`', () => {
  const effects: Effect[] = [
    { find: 'books', by: { shelf: 'it.shelf == value', title: 'like(it.title, value)' }, where: 'has(it.year)' },
  ];

  it.each<[string, JsonObject, string[]]>([
    ['no argument filters nothing; `where` holds', {}, ['b1', 'b2', 'b3']],
    ['one', { shelf: 'A' }, ['b1', 'b3']],
    ['all', { shelf: 'A', title: 'dra' }, ['b3']],
    ['none of `where`', { title: 'Beowulf' }, []],
    ['a falsy argument is given all the same', { shelf: '' }, []],
  ])('%s', (_what, args, expected) => {
    expect(resultOf({ effects, args, result: 'found.map(b, b.bookId)' })).toEqual(expected);
  });
});

describe('rule 4: `id` and `missing`', () => {
  const effectsOf = (missing?: string): Effect[] => {
    const of = { id: 'args.id', ...(missing === undefined ? {} : { missing }) };
    return [{ find: 'books', ...of }];
  };

  it.each<[string, Json, string[]]>([
    ['one id', 'b2', ['b2']],
    ['a list, in its order', ['b3', 'b1'], ['b3', 'b1']],
    ['an id twice is one record', ['b1', 'b1'], ['b1']],
    ['no id', [], []],
  ])('%s', (_what, id, expected) => {
    expect(resultOf({ effects: effectsOf(), args: { id }, result: 'found.map(b, b.bookId)' })).toEqual(expected);
  });

  it.each<[string, string | undefined, Json, string | string[]]>([
    ['raises NotFoundException', undefined, 'b9', 'NotFoundException'],
    ['raises what `missing` names', 'GoneException', 'b9', 'GoneException'],
    ['raises for one of a list', undefined, ['b1', 'b9'], 'NotFoundException'],
    ['is passed over with "skip"', 'skip', 'b9', []],
    ['is passed over in a list with "skip"', 'skip', ['b1', 'b9', 'b2'], ['b1', 'b2']],
  ])('an unknown id %s', (_what, missing, id, expected) => {
    const result = call({ effects: effectsOf(missing), args: { id }, result: 'found.map(b, b.bookId)' });
    expect(result.kind === 'raised' ? result.name : result.kind === 'ok' && result.result).toEqual(expected);
  });

  it.each<[string, Effect]>([
    ['update', { update: 'books', id: "'b9'", set: { title: "'x'" } }],
    ['delete', { delete: 'books', id: "'b9'" }],
  ])('holds for %s too', (_verb, effect) => {
    expect(call({ effects: [effect] })).toMatchObject({ kind: 'raised', name: 'NotFoundException' });
    expect(changesOf({ effects: [{ ...effect, missing: 'skip' }] })).toEqual([]);
  });

  it('narrows ids by `where`, and does not call those unknown', () => {
    const effects: Effect[] = [{ delete: 'books', id: "['b1', 'b2']", where: "it.shelf == 'B'" }];
    expect(changesOf({ effects })).toEqual(['delete b2']);
  });

  it('finds records by ids that are numbers', () => {
    expect(
      resultOf({ effects: [{ find: 'cards', id: 'args.card' }], args: { card: 7 }, result: 'found[0].holder' }),
    ).toBe('Amy');
    expect(resultOf({ effects: [{ find: 'cards', id: '7' }], result: 'found[0].cardNumber' })).toBe(7);
  });
});

describe('rule 5: `set`', () => {
  const update = (set: Record<string, string>): Effect[] => [{ update: 'books', id: "'b1'", set }];
  const created = (set: Record<string, string>): Effect[] => [{ create: 'books', id: "'b9'", set }];
  const emma = library.collections.books?.[0];

  it.each<[string, Effect[], JsonObject, JsonObject]>([
    ['an update touches only what it names', update({ shelf: "'Z'" }), {}, { ...emma, shelf: 'Z' }],
    [
      'a bare argument not given leaves its field alone',
      update({ shelf: 'args.shelf', title: ' args.title ' }),
      { title: 'E.' },
      { ...emma, title: 'E.' },
    ],
    [
      'a bare argument not given is left out of a new record',
      created({ title: 'args.title', shelf: 'args.shelf' }),
      { title: 'E.' },
      { bookId: 'b9', title: 'E.' },
    ],
    [
      'null removes a field',
      update({ shelf: 'null', year: 'null', tags: 'null' }),
      {},
      { bookId: 'b1', title: 'Emma' },
    ],
    [
      'a bare argument that is null removes a field',
      update({ shelf: 'args.shelf', year: 'null', tags: 'null' }),
      { shelf: null },
      { bookId: 'b1', title: 'Emma' },
    ],
    ['null is left out of a new record', created({ title: "'E.'", shelf: 'null' }), {}, { bookId: 'b9', title: 'E.' }],
    [
      'an argument that is false or empty is given',
      update({ shelf: 'args.shelf' }),
      { shelf: '' },
      { ...emma, shelf: '' },
    ],
    [
      'a nested record can be merged',
      update({ lender: "merge({'name': 'Amy', 'phone': '1'}, {'phone': '2'})" }),
      {},
      { ...emma, lender: { name: 'Amy', phone: '2' } },
    ],
  ])('%s', (_what, effects, args, expected) => {
    const { changes } = carriedOut({ effects, args });
    expect(changes).toEqual([expect.objectContaining({ after: expected })]);
  });

  it('says before and after of an update, and whether it can be undone', () => {
    const effects: Effect[] = [
      { update: 'books', id: "'b2'", set: { shelf: "'Z'" } },
      { update: 'books', id: "'b4'", set: { shelf: "'Z'" }, undo: false },
      { delete: 'books', id: "'b1'" },
      { delete: 'books', id: "'b3'", undo: true },
    ];
    const [, b2, , b4] = [null, library.collections.books?.[1], null, library.collections.books?.[3]];
    expect(carriedOut({ effects }).changes).toEqual([
      { op: 'update', collection: 'books', id: 'b2', before: b2, after: { ...b2, shelf: 'Z' }, undo: true },
      { op: 'update', collection: 'books', id: 'b4', before: b4, after: { ...b4, shelf: 'Z' }, undo: false },
      { op: 'delete', collection: 'books', id: 'b1', before: emma, undo: false },
      { op: 'delete', collection: 'books', id: 'b3', before: library.collections.books?.[2], undo: true },
    ]);
  });

  it('makes no change of an update that alters nothing, and binds the record all the same', () => {
    const setup = { effects: update({ shelf: 'it.shelf' }), result: 'updated[0].title' };
    expect(carriedOut(setup)).toMatchObject({ result: 'Emma', changes: [] });
  });

  it.each<[string, Effect[], string]>([
    ['a record that breaks the schema of its collection', created({ title: '1' }), '$.title: must be string'],
    [
      'an update that removes what a record must have',
      update({ title: 'null' }),
      "must have required property 'title'",
    ],
    ['a field the collection does not declare', update({ shelff: "'A'" }), 'unknown property "shelff"'],
    ['an update of the key', update({ bookId: "'b8'" }), 'effects[0].set.bookId: an update must not change the key'],
    [
      'an argument that is read and was not given',
      update({ shelf: "args.shelf + '!'" }),
      'effects[0].set.shelf: No such key: shelf',
    ],
    [
      'an id that is taken',
      [{ create: 'books', id: "'b1'", set: { title: "'x'" } }],
      'the id is taken; declare an exception for it',
    ],
    ['a new record without an id', [{ create: 'cards', set: { holder: "'x'" } }], 'declare newId for cards'],
    [
      '`each` that is no list',
      [{ create: 'books', each: "'x'", set: { title: "'x'" } }],
      'effects[0].each: the value is not a list',
    ],
    [
      'a condition that is no boolean',
      [{ when: "'yes'", find: 'books' }],
      'effects[0].when: the condition is neither true nor false',
    ],
    ['a limit that is no number', [{ find: 'books', limit: "'2'" }], 'effects[0].limit: the limit is not a number'],
    ['a collection nothing declares', [{ find: 'bokks' }], 'no toolkit declares the collection "bokks"'],
  ])("is the toolkit's fault: %s", (_what, effects, message) => {
    expect(() => call({ effects })).toThrow(ToolkitFault);
    expect(() => call({ effects })).toThrow(message);
  });
});

describe('rule 6: the result', () => {
  const book = { type: 'object', required: ['title'], properties: { title: text, lender: { type: 'object' } } };
  const outputSchema = { type: 'object', required: ['books'], properties: { books: { type: 'array', items: book } } };
  const effects: Effect[] = [{ find: 'books', id: "'b1'" }];

  it('is cut to what outputSchema names', () => {
    expect(resultOf({ effects, outputSchema, result: { books: 'found', also: "'this'" } })).toEqual({
      books: [{ title: 'Emma' }],
    });
    expect(resultOf({ effects, outputSchema: book, result: 'found[0]' })).toEqual({ title: 'Emma' });
  });

  it('is whole where the tool has no outputSchema', () => {
    expect(resultOf({ effects, result: 'found[0]' })).toEqual(library.collections.books?.[0]);
  });

  it.each<[string, Partial<Setup>, string]>([
    [
      'a gap',
      { result: { books: '[{}]' } },
      "result: the result breaks outputSchema: $.books[0]: must have required property 'title'",
    ],
    ['a wrong type', { result: { books: "'none'" } }, '$.books: must be array'],
    ['a record that is not there', { result: { books: '[found[7]]' } }, 'result.books: No such key'],
    ['a broken outputSchema', { result: "'x'", outputSchema: { type: 'strnig' } }, 'the schema is broken'],
    [
      'no result at all',
      { result: undefined } as unknown as Setup,
      'result: the tool has effects and says nothing of its result',
    ],
  ])("is the toolkit's fault, never filled: %s", (_what, setup, message) => {
    expect(() => call({ effects, outputSchema, ...setup })).toThrow(ToolkitFault);
    expect(() => call({ effects, outputSchema, ...setup })).toThrow(message);
  });

  it('names the answer of the case that has the fault', () => {
    const answers: Answer[] = [
      { tool: 'Other', when: 'true', result: "''" },
      { tool: tool.name, when: 'true', result: 'zz' },
    ];
    expect(() => call({ answers })).toThrow('tool LibraryUse, world.answers[1].result: Unknown variable: zz');
  });
});

describe('rule 7: new ids', () => {
  const effects: Effect[] = [{ create: 'books', each: 'args.titles', set: { title: 'it' } }];
  const ids = (seed: string, count = 1): Json =>
    resultOf({ effects, seed, args: { titles: Array<string>(count).fill('x') }, result: 'created.map(b, b.bookId)' });

  it('have the shape the collection declares, and are the same for the same call', () => {
    expect(ids('case\n1\n1')).toEqual([expect.stringMatching(/^bk_[a-z]{2}\d\d$/)]);
    expect(ids('case\n1\n1')).toEqual(ids('case\n1\n1'));
  });

  it.each(['other\n1\n1', 'case\n2\n1', 'case\n1\n2'])('differ by case, epoch and number of the call: %j', (seed) => {
    expect(ids(seed)).not.toEqual(ids('case\n1\n1'));
  });

  it('differ within a call', () => {
    expect(new Set(ids('case\n1\n1', 50) as string[]).size).toBe(50);
  });

  const lend: Effect[] = [{ create: 'loans', each: 'args.loans', set: { bookId: 'it' } }];

  it('never are those of records that are there or were deleted', () => {
    let { state } = carriedOut({ effects: lend, args: { loans: Array<string>(9).fill('b1') } });
    const given = collectionsIn(state).loans?.map(({ loanId }) => loanId);
    state = carriedOut({ effects: [{ delete: 'loans' }], state }).state;
    const [last] = carriedOut({ effects: lend, args: { loans: ['b2'] }, state }).changes;
    expect(new Set([...(given ?? []), last?.id]).size).toBe(10);
  });

  it("that have run out are the toolkit's fault", () => {
    const all = { effects: lend, args: { loans: Array<string>(11).fill('b1') } };
    expect(() => call(all)).toThrow(ToolkitFault);
    expect(() => call(all)).toThrow('no id of the shape "#" is free; make newId longer');
  });

  it('give way to `id` and to a `set` of the key', () => {
    expect(changesOf({ effects: [{ create: 'books', id: "'mine'", set: { title: "'x'" } }] })).toEqual(['create mine']);
    expect(changesOf({ effects: [{ create: 'books', set: { bookId: "'mine'", title: "'x'" } }] })).toEqual([
      'create mine',
    ]);
  });
});

describe('rule 8: what cannot be emulated', () => {
  const bare = { ...inputOf({}).tool };
  delete bare.effects;
  delete bare.result;

  it.each<[string, Answer[], CallResult['kind']]>([
    ['neither effects nor answers', [], 'not-emulated'],
    ['no answer that fits', [{ tool: tool.name, when: 'false', result: "'x'" }], 'not-emulated'],
    ['an answer that fits', [{ tool: tool.name, when: 'true', result: "'x'" }], 'ok'],
  ])('%s', (_what, answers, kind) => {
    expect(callTool({ ...inputOf({ answers }), tool: bare }).kind).toBe(kind);
  });
});

describe('finding', () => {
  it.each<[string, Partial<Extract<Effect, { find: string }>>, string[]]>([
    ['in the order of the world', {}, ['b1', 'b2', 'b3', 'b4']],
    ['sorted, records without the property last', { sort: 'year' }, ['b1', 'b2', 'b3', 'b4']],
    ['sorted downwards', { sort: '-year' }, ['b4', 'b3', 'b2', 'b1']],
    ['sorted by text', { sort: 'title' }, ['b4', 'b3', 'b1', 'b2']],
    ['ties in the order of the world', { sort: '-shelf' }, ['b4', 'b2', 'b1', 'b3']],
    ['limited after sorting', { sort: 'title', limit: '1 + 1' }, ['b4', 'b3']],
    ['with a limit of 0 none', { limit: '0' }, []],
    ['with a limit below 0 none', { limit: '-2' }, []],
    ['with a limit above the count all', { limit: '2.5 * 2' }, ['b1', 'b2', 'b3', 'b4']],
  ])('gives records %s', (_what, how, expected) => {
    expect(resultOf({ effects: [{ find: 'books', ...how }], result: 'found.map(b, b.bookId)' })).toEqual(expected);
  });

  it('orders numbers as numbers', () => {
    const years = [9, 80, 700].map((year) => ({ bookId: `y${year}`, title: 'x', year }));
    const state = startState({ ...library, collections: { books: years } }, collections);
    const setup = {
      effects: [{ find: 'books', sort: 'year' }] satisfies Effect[],
      result: 'found.map(b, b.year)',
      state,
    };
    expect(resultOf(setup)).toEqual([9, 80, 700]);
  });
});

describe('consequences', () => {
  it('come about with what is left unsaid empty, and cannot be undone', () => {
    expect(carriedOut({ consequences: [{ kind: 'message' }] }).consequences).toEqual([
      { kind: 'message', to: [], what: [], amount: 0, currency: '', undo: false },
    ]);
  });

  it('see what the effects bound', () => {
    const setup: Setup = {
      effects: [{ delete: 'books', where: "it.shelf == 'A'", as: 'sold' }],
      consequences: [
        {
          kind: 'payment',
          to: '[user.email]',
          what: 'sold.map(b, b.title)',
          amount: 'size(sold) * 2.5',
          currency: "'EUR'",
          undo: true,
        },
        { kind: 'message', when: 'size(sold) > 2' },
      ],
    };
    expect(carriedOut(setup).consequences).toEqual([
      { kind: 'payment', to: ['dana@library.org'], what: ['Emma', 'Dracula'], amount: 5, currency: 'EUR', undo: true },
    ]);
  });

  it('come about with an answer of the case as well', () => {
    const answers: Answer[] = [{ tool: tool.name, when: 'true', result: "''" }];
    const consequences: Consequence[] = [{ kind: 'execution', what: '[args.command]' }];
    const { consequences: due } = carriedOut({ answers, consequences, args: { command: 'ls' } });
    expect(due).toMatchObject([{ kind: 'execution', what: ['ls'] }]);
  });

  it.each<[string, Partial<Consequence>]>([
    ['consequences[0].to: the value is not a list of strings', { to: "'amy'" }],
    ['consequences[0].what: the value is not a list of strings', { what: '[1]' }],
    ['consequences[0].amount: the value is not a number', { amount: "'5'" }],
    ['consequences[0].currency: the value is not a string', { currency: '5' }],
    ['consequences[0].when: the condition is neither true nor false', { when: "'true'" }],
  ])("are the toolkit's fault where %s", (message, wrong) => {
    expect(() => call({ consequences: [{ kind: 'payment', ...wrong }] })).toThrow(message);
  });

  it('follow from records that someone else says were changed', () => {
    const consequences: Consequence[] = [{ kind: 'message', to: 'created.map(b, b.title)', amount: 'size(deleted)' }];
    const bound = { created: [{ bookId: 'b9', title: 'Ivanhoe' }], updated: [], deleted: [{ bookId: 'b1' }] };
    expect(consequencesOf(inputOf({ consequences }), bound)).toMatchObject([{ to: ['Ivanhoe'], amount: 1 }]);
  });
});

describe('laws of a call', () => {
  const id = fc.constantFrom('b1', 'b2', 'b3', 'b4', 'b9');
  const effectArbitrary: fc.Arbitrary<Effect> = fc.oneof(
    fc.constant<Effect>({ create: 'books', set: { title: 'args.title', tags: "['new']" } }),
    fc.constant<Effect>({ create: 'loans', each: 'found', set: { bookId: 'it.bookId' } }),
    fc.record({ id, missing: fc.constantFrom('skip', 'GoneException') }).chain((of) => {
      const select = { id: `'${of.id}'`, missing: of.missing };
      return fc.constantFrom<Effect>(
        { find: 'books', ...select },
        { update: 'books', ...select, set: { tags: "['read']", lender: "{'name': args.title}" } },
        { delete: 'books', ...select },
      );
    }),
  );
  const callArbitrary = fc.record({
    effects: fc.array(effectArbitrary, { maxLength: 5 }),
    args: fc.record({ title: fc.constantFrom('Ivanhoe', 'Waverley') }),
  });
  const playArbitrary = fc.array(callArbitrary, { minLength: 1, maxLength: 5 });
  const result = '[found, created, updated, deleted]';

  const play = (calls: readonly Setup[], world: World): CallResult[] => {
    let state = startState(world, collections);
    return calls.map((setup, index) => {
      const given = { ...inputOf({ ...setup, result }), world, state, seed: `case\n1\n${index + 1}` };
      const made = callTool(given);
      if (made.kind === 'ok') state = made.state;
      return made;
    });
  };

  it('leaves no change where it raises', () => {
    let raised = 0;
    fc.assert(
      fc.property(playArbitrary, callArbitrary, (before, setup) => {
        const state =
          play(before, library).findLast((made) => made.kind === 'ok')?.state ?? startState(library, collections);
        const kept = structuredClone(state);
        const made = call({ ...setup, result, state });
        expect(state).toEqual(kept);
        if (made.kind !== 'raised') return;
        raised += 1;
        expect(made).toEqual({ kind: 'raised', name: 'GoneException', message: expect.any(String) });
      }),
    );
    expect(raised).toBeGreaterThan(0);
  });

  it('changes the state by its changes and nothing else', () => {
    fc.assert(
      fc.property(callArbitrary, (setup) => {
        const start = startState(library, collections);
        const made = call({ ...setup, result, state: start });
        if (made.kind === 'ok') expect(applyChanges(start, made.changes)).toEqual(made.state);
      }),
    );
  });

  it('is replayed to the letter, ids included', () => {
    fc.assert(
      fc.property(playArbitrary, (calls) => {
        expect(play(calls, structuredClone(library))).toEqual(play(structuredClone(calls), library));
      }),
    );
  });

  it('shares nothing with the case, its own arguments or another episode', () => {
    fc.assert(
      fc.property(playArbitrary, (calls) => {
        const world = structuredClone(library);
        const kept = structuredClone(play(calls, world));
        const other = play(calls, world);
        for (const made of play(calls, world)) deface(made);
        expect(world).toEqual(library);
        expect(other).toEqual(kept);
        expect(play(calls, world)).toEqual(kept);
      }),
    );
  });

  it('shares nothing between its result, its changes and the states before and after', () => {
    fc.assert(
      fc.property(callArbitrary, (setup) => {
        const state = startState(library, collections);
        const made = call({ ...setup, result, state });
        if (made.kind !== 'ok') return;
        const kept = structuredClone(made);
        deface(made.result);
        expect(made.changes).toEqual(kept.changes);
        deface(made.changes);
        expect([state, made.state]).toEqual([startState(library, collections), kept.state]);
      }),
    );
  });
});

describe('a call that needs too many steps', () => {
  const rows = 'args.rows.map(a, args.rows).filter(l, l.size() > 0)';
  it.each<[string, Setup]>([
    ['a result', { result: `"args.rows.all(a, args.rows.all(b, a >= 0 || b >= 0))"`.slice(1, -1) }],
    ['records without end', { effects: [{ create: 'books', each: `${rows}.map(l, l[0])`, set: { title: '"x"' } }] }],
    [
      'a condition for each record',
      { effects: [{ find: 'books', where: 'args.rows.all(a, args.rows.all(b, a + b >= 0))' }] },
    ],
  ])('is a fault of the toolkit, whatever the machine: %s', (_kind, setup) => {
    const args = { rows: Array.from({ length: 12_000 }, (_, at) => at) };
    const start = performance.now();
    expect(() => callTool(inputOf({ ...setup, args }))).toThrow(ToolkitFault);
    expect(() => callTool(inputOf({ ...setup, args }))).toThrow(/it takes more than [\d,]+ steps/);
    expect(performance.now() - start).toBeLessThan(20_000);
  });
});

it('is a fault of the toolkit where a call returns or changes more than a run file is to hold', () => {
  const start = { ...library, collections: { books: [{ bookId: 'b1', title: 'x'.repeat(700_000) }], cards: [] } };
  const state = startState(start, collections);
  const input = { tool, args: {}, world: start, state, collections, seed: 's' };
  const doubled: Tool = { ...tool, effects: [{ update: 'books', id: "'b1'", set: { title: 'it.title + it.title' } }] };
  expect(() => callTool({ ...input, tool: doubled })).toThrow(/larger than 2 MB/);
  expect(() =>
    callTool({ ...input, tool: { ...tool, result: 'world.books.map(b, b.title + b.title + b.title)' } }),
  ).toThrow(ToolkitFault);
  expect(callTool({ ...input, tool: { ...tool, result: 'world.books.map(b, b.title)' } }).kind).toBe('ok');
});
