import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/index.ts';
import { deface } from '../__fixtures__/deface.ts';
import { createEvaluate, ExpressionError, placeInExpression, textOf } from './expression.ts';

it('tells a short expression whole', () => {
  expect(placeInExpression('Unknown variable: wrld', 'wrld.tasks', 0)).toBe('Unknown variable: wrld in `wrld.tasks`');
});

it('tells of a long one the part at which something is wrong, and where it is', () => {
  const expression = `${'a && '.repeat(40)}wrong${' && b'.repeat(40)}`;
  const said = placeInExpression('Unknown variable: wrong', expression, 200);
  expect(said).toMatch(/^Unknown variable: wrong, at character 201: `….{20}wrong.{45}…`$/);
  expect(placeInExpression('no', expression, 0)).toMatch(/: `a && .*…`$/);
});

it.each([
  ['l.all(a, l.exists(b, l.map(c, c + b + a) == []))', false],
  ['l.all(a, true || [l.filter(b, l.exists_one(c, c == b))] == [])', true],
  ['cel.bind(a, l + l, cel.bind(b, a + a, cel.bind(c, b + b, c.size() == 24)))', true],
  ['l.all(a, l.exists(b, a == b))', true],
  ['l.filter(a, a > 0).map(b, b + 1).all(c, c > 0)', true],
  ['l.all(a, a > 0) && l.all(b, b > 0) && l.all(c, c > 0)', true],
  ['text == "l.all(a, l.all(b, l.all(c, c)))"', false],
])('evaluates %s, which needs few steps', (expression, expected) => {
  expect(createEvaluate()(expression, { l: [1, 2, 3], text: '' })).toBe(expected);
});

const evaluate = createEvaluate();

const scope: JsonObject = {
  args: { whole: 4, part: 2.5, list: [1, 2, 3], name: 'Amy', nothing: null },
  it: { from: 'Amy@X.com', to: ['Bob'], nested: { note: 'Zürich', count: 12 }, done: true },
};

describe('the functions there are', () => {
  it.each<[string, Json]>([
    ["like('Contract v3', 'CONTRACT')", true],
    ["like('Contract v3', 'draft')", false],
    ["like('Contract v3', '')", true],
    ["mentions(it, 'amy@x')", true],
    ["mentions(it, 'bob')", true],
    ["mentions(it, 'zürich')", true],
    ["mentions(it, '12')", true],
    ["mentions(it, 'note')", false],
    ["mentions([{'a': 'One'}, {'b': ['Two']}], 'two')", true],
    ['total([1, 2.5])', 3.5],
    ['total([])', 0],
    ['total(args.list) > 5', true],
    ["merge({'a': 1, 'b': 2}, {'b': 3})", { a: 1, b: 3 }],
    ["merge(it.nested, {'count': args.part})", { note: 'Zürich', count: 2.5 }],
    ['without([1, 2, 3], [2, 9])', [1, 3]],
    ['without(args.list, [1, 2])', [3]],
    ["without([{'a': 1, 'b': 2}, {'a': 2}], [{'b': 2, 'a': 1}])", [{ a: 2 }]],
  ])('%s', (expression, expected) => {
    expect(evaluate(expression, scope)).toEqual(expected);
  });

  it.each([
    ["total(['a'])", 'total() of string'],
    ['merge(it, [1])', 'merge() takes two objects'],
    ["outside('a@b.c')", "'outside(string)'"],
    ["asked(['a'])", "'asked(list<string>)'"],
    ["now().contains('2026')", 'now'],
  ])('no others, and none with other values: %s', (expression, message) => {
    expect(() => evaluate(expression, scope)).toThrow(ExpressionError);
    expect(() => evaluate(expression, scope)).toThrow(message);
  });

  it('are those of the case too, where it has them', () => {
    const ofCase = createEvaluate({
      outside: (address) => address === 'x',
      asked: (words) => words.join() === 'a,b',
      leaked: (fact) => fact === 'z',
    });
    expect(ofCase("[outside('x'), outside('y'), asked(['a', 'b']), leaked('z'), asked([])]", {})).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe('numbers', () => {
  it.each<[string, Json]>([
    ['args.whole == 4', true],
    ['args.whole == 4.0', true],
    ['args.whole + 1', 5],
    ['1 + args.whole', 5],
    ['args.whole - 1', 3],
    ['10 - args.part', 7.5],
    ['args.part * 2', 5],
    ['2 * args.part', 5],
    ['args.part / 2', 1.25],
    ['5 / args.part', 2],
    ['args.whole > 3 && args.whole <= 4', true],
    ['size(args.list) < args.whole', true],
    ['args.list[args.whole - 3]', 2],
    ['args.whole in [3, 4]', true],
    ['2 in args.list', true],
    ['-args.part', -2.5],
    ['7 / 2', 3],
    ["string(args.whole) + '!'", '4!'],
  ])('whole or not, given or written: %s', (expression, expected) => {
    expect(evaluate(expression, scope)).toBe(expected);
  });

  it('add, subtract, multiply and divide as numbers do', () => {
    const number = fc.integer({ min: -1e6, max: 1e6 });
    fc.assert(
      fc.property(number, fc.double({ min: -1e6, max: 1e6, noNaN: true }), (whole, part) => {
        const given = { a: part };
        expect(evaluate(`a + ${whole}`, given)).toBe(part + whole);
        expect(evaluate(`a - (${whole})`, given)).toBe(part - whole);
        expect(evaluate(`${whole} - a`, given)).toBe(whole - part);
        expect(evaluate(`a * ${whole}`, given)).toBe(part * whole);
      }),
    );
  });
});

describe('results', () => {
  it.each<[string, Json]>([
    ['2 + 3', 5],
    ['[1, 2.5, [3]]', [1, 2.5, [3]]],
    ["{'a': {'b': [1]}, 'c': null}", { a: { b: [1] }, c: null }],
    ["{1: 'one'}", { 1: 'one' }],
    ["args.list.map(n, {'n': n * 2})", [{ n: 2 }, { n: 4 }, { n: 6 }]],
    ["timestamp('2026-03-03T09:12:00-05:00')", '2026-03-03T14:12:00.000Z'],
    ["args.?missing.orValue('none')", 'none'],
    ['args.nothing', null],
  ])('are JSON: %s', (expression, expected) => {
    const result = evaluate(expression, scope);
    expect(result).toEqual(expected);
    expect(JSON.parse(JSON.stringify(result))).toEqual(result);
  });

  it.each([
    ['args.?whole', 'use orValue()'],
    ['1u', 'not JSON'],
    ["duration('1h')", 'not JSON'],
    ["b'x'", 'not JSON'],
    ['args.part / 0', 'Infinity, which is not JSON'],
    ['9007199254740993', 'too large'],
  ])('that are not JSON are errors: %s', (expression, message) => {
    expect(() => evaluate(expression, scope)).toThrow(message);
  });

  it('give JSON back as it was, and share nothing with it', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (any) => {
        // Of JSON numbers, -0 is the one that JSON itself does not keep.
        const value = JSON.parse(JSON.stringify(any)) as Json;
        const kept = structuredClone(value);
        const result = evaluate('it', { it: value });
        expect(result).toEqual(kept);
        deface(result);
        expect(value).toEqual(kept);
      }),
    );
  });
});

describe('errors', () => {
  it.each([
    ['it.form', 'No such key: form'],
    ['itt.from', 'Unknown variable: itt'],
    ['it.to[3]', 'No such key: index out of bounds'],
    ['args.name + 1', 'no such overload'],
    ["it.from = 'x'", ''],
    ['it.from ==', ''],
    ['1 / 0', 'division by zero'],
    ['args.constructor', 'No such key: constructor'],
    ['args.__proto__', 'No such key: __proto__'],
    ["args['toString']", 'No such key: toString'],
  ])('are thrown, never taken for false: %s', (expression, message) => {
    expect(() => evaluate(expression, scope)).toThrow(ExpressionError);
    expect(() => evaluate(expression, scope)).toThrow(message);
    expect(() => evaluate(expression, scope)).toThrow(`in \`${expression}\``);
  });

  it('are one line', () => {
    for (const expression of ['a +', 'a.b', '"', '['.repeat(100), 'a'.repeat(9)]) {
      try {
        evaluate(expression, {});
        expect.unreachable();
      } catch (error) {
        expect((error as Error).message).not.toContain('\n');
      }
    }
  });

  it('stop an expression without bound', () => {
    expect(() => evaluate(`${'('.repeat(200)}1${')'.repeat(200)}`, {})).toThrow(ExpressionError);
    expect(() => evaluate(Array<string>(6_000).fill('1').join(' + '), {})).toThrow(ExpressionError);
  });
});

describe('textOf', () => {
  it('is all text in a value, a line for each part', () => {
    expect(textOf({ question: 'Which?', options: ['A', { b: 2 }] })).toBe('Which?\nA\n2');
    expect(textOf(new Map([['a', 'One']]))).toBe('One');
    expect(textOf('plain')).toBe('plain');
  });
});
