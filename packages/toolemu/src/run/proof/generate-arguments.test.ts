import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection, JsonObject, JsonSchema } from '../../contract/index.ts';
import { validate } from '../../world/index.ts';
import { generateArguments } from './generate-arguments.ts';

const text = { type: 'string' };
const notes: Collection = { key: 'noteId', schema: { type: 'object' } };
const records = {
  notes: [
    { noteId: 'n1', text: 'Rent', tags: ['home', 'money'], pages: 3, pinned: null, place: { room: 'hall' } },
    { noteId: 'n2', text: 'Milk', tags: ['shop'], pages: 40, pinned: true },
  ],
};

/** Arguments of a tool beside these notes. */
function argumentsFor(inputSchema: JsonSchema, { seed = 1, count = 20 } = {}): JsonObject[] {
  return generateArguments({
    tool: { name: 'NotesTool', description: '', inputSchema },
    records,
    collections: new Map([['notes', notes]]),
    seed,
    count,
  });
}

function objectOf(properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema {
  return { type: 'object', additionalProperties: false, required, properties };
}

const span = fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 0, max: 30 }));
const leaves: JsonSchema[] = [
  {},
  { type: 'boolean' },
  { type: 'null' },
  { const: 7 },
  { enum: ['open', 3, null] },
  { type: ['string', 'null'] },
  { type: ['integer', 'array'], items: text, minimum: 2 },
  { anyOf: [{ type: 'integer', minimum: 4 }, { const: 'all' }] },
  { oneOf: [{ type: 'string', maxLength: 3 }, { type: 'boolean' }] },
  { type: 'object', additionalProperties: { type: 'number' }, minProperties: 2 },
  { type: 'object' },
  { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: 3 },
  { type: 'integer', minimum: -4, maximum: -2 },
  { ...text, format: 'date-time' },
  { ...text, format: 'date' },
  { ...text, format: 'time' },
  { ...text, format: 'email' },
  { ...text, format: 'uri' },
  { ...text, pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
  { ...text, pattern: '^[A-Z]{2}[0-9]+$' },
  { ...text, pattern: '^(mon|tue)sday$' },
  { type: 'array', items: { enum: ['a', 'b', 'c', 'd'] }, minItems: 4, uniqueItems: true },
];
const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.constantFrom(...leaves),
  span.map(([minLength, more]) => ({ ...text, minLength, maxLength: minLength + more })),
  span.map(([minimum, more]) => ({ type: 'integer', minimum, maximum: minimum + more })),
  fc.constantFrom(0.01, 0.5, 5).map((multipleOf) => ({ type: 'number', minimum: 0.5, multipleOf })),
);
const schema: fc.Arbitrary<JsonSchema> = fc.letrec<{ any: JsonSchema; object: JsonSchema }>((tie) => ({
  any: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc
      .tuple(leaf, span)
      .map(([items, [minItems, more]]) => ({ type: 'array', items, minItems, maxItems: minItems + more })),
    fc.integer({ min: 0, max: 3 }).map((minItems) => ({ type: 'array', items: text, minItems, uniqueItems: true })),
    tie('object'),
  ),
  object: fc
    .dictionary(fc.constantFrom('noteId', 'text', 'tags', 'pages', 'other', 'toString'), tie('any'), { maxKeys: 4 })
    .chain((properties) =>
      fc.subarray(Object.keys(properties)).map((required) => objectOf({ ...properties }, required)),
    ),
})).object;

describe('generateArguments', () => {
  it('gives what fits the schema, and no more than is asked for', () => {
    let most = 0;
    fc.assert(
      fc.property(schema, fc.nat(), fc.integer({ min: 1, max: 12 }), (inputSchema, seed, count) => {
        const given = argumentsFor(inputSchema, { seed, count });
        most = Math.max(most, given.length);
        expect(given.length).toBeLessThanOrEqual(count);
        for (const args of given) expect(validate(inputSchema, args)).toEqual({ ok: true });
      }),
      { numRuns: 100 },
    );
    expect(most).toBe(12);
  });

  it.each(leaves)('gives as many as are asked for of %j', (inner) => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        expect(argumentsFor(objectOf({ other: inner }), { seed })).toHaveLength(20);
      }),
      { numRuns: 10 },
    );
  });

  it('gives as many as are asked for of many required arguments', () => {
    const properties = Object.fromEntries('a b c d e f g h i j k l'.split(' ').map((name) => [name, text]));
    expect(argumentsFor(objectOf(properties))).toHaveLength(20);
  });

  it('gives the same for the same seed and schema, and others for another seed', () => {
    fc.assert(
      fc.property(schema, fc.nat(), (inputSchema, seed) => {
        const again = argumentsFor(structuredClone(inputSchema), { seed });
        expect(argumentsFor(inputSchema, { seed })).toEqual(again);
      }),
      { numRuns: 30 },
    );
    const wide = objectOf({ other: text });
    expect(argumentsFor(wide, { seed: 1 })).not.toEqual(argumentsFor(wide, { seed: 2 }));
  });

  it.each(['noteId', 'NoteID', 'fromNoteId', 'noteIds', 'note'])('knows the ids under the name %s', (name) => {
    const isKnown = (args: JsonObject): boolean => args[name] === 'n1' || args[name] === 'n2';
    const given = argumentsFor(objectOf({ [name]: text }), { count: 100 });
    expect(new Set(given.filter(isKnown).map((args) => args[name]))).toEqual(new Set(['n1', 'n2']));
    expect(given.filter(isKnown).length).toBeGreaterThan(50);
    expect(given.filter((args) => !isKnown(args)).length).toBeGreaterThan(3);
  });

  it('gives ids in lists too', () => {
    const given = argumentsFor(objectOf({ noteIds: { type: 'array', items: text } }), { count: 100 });
    const ids = given.flatMap(({ noteIds }) => noteIds as string[]);
    expect(ids).toEqual(expect.arrayContaining(['n1', 'n2']));
    expect(ids.some((id) => id !== 'n1' && id !== 'n2')).toBe(true);
  });

  it('takes what records hold under the same name, one by one from lists, as far as it fits', () => {
    const given = argumentsFor(objectOf({ text, pages: { type: 'integer', maximum: 9 } }), { count: 100 });
    const of = (name: string) => given.map((args) => args[name]);
    expect(of('text')).toEqual(expect.arrayContaining(['Rent', 'Milk']));
    expect(of('pages').filter((pages) => pages === 3).length).toBeGreaterThan(50);
    expect(of('pages')).not.toContain(40);
    const tags = argumentsFor(objectOf({ tags: { type: 'array', items: text } }), { count: 100 });
    expect(tags.flatMap((args) => args.tags)).toEqual(expect.arrayContaining(['home', 'money', 'shop']));
  });

  it('leaves optional arguments out and gives them, and always gives those required', () => {
    const given = argumentsFor(objectOf({ noteId: text, text, pinned: { type: 'boolean' } }, ['noteId']), {
      count: 60,
    });
    expect(given.every((args) => 'noteId' in args)).toBe(true);
    const shapes = new Set(given.map((args) => ['text', 'pinned'].filter((name) => name in args).join()));
    expect(shapes).toEqual(new Set(['', 'text', 'pinned', 'text,pinned']));
  });

  it('makes up the arguments of an object that names none', () => {
    expect(new Set(argumentsFor({}).map((args) => Object.keys(args).length)).size).toBeGreaterThan(1);
  });

  it.each<[string, JsonSchema]>([
    ['a list too short for itself', { type: 'array', items: text, minItems: 4, maxItems: 2 }],
    ['a constant of another type', { type: 'string', const: 3 }],
    ['a pattern too long for it', { ...text, pattern: '^abc$', maxLength: 2 }],
    ['a least above the most', { type: 'integer', minimum: 5, maximum: 3 }],
    ['a format it does not know', { ...text, format: 'ipv4' }],
    ['nothing at all', { not: {} }],
  ])('gives fewer for %s', (_what, inner) => {
    expect(argumentsFor(objectOf({ it: inner }))).toEqual([]);
  });
});
