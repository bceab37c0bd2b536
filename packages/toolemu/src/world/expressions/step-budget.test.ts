import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../contract/index.ts';
import { createEvaluate, ExpressionError } from './expression.ts';
import { maxExpressionSteps, sharingSteps, spend, spendOn, TooManySteps, withinSteps } from './step-budget.ts';

const evaluate = createEvaluate();
const few = Array.from({ length: 40 }, (_, at) => at);
const many = Array.from({ length: 30_000 }, (_, at) => ({ id: `r${at}`, n: at }));

/** The message of an error, and how long it took in milliseconds. */
function failure(expression: string, scope: JsonObject): { readonly message: string; readonly ms: number } {
  const start = performance.now();
  try {
    evaluate(expression, scope);
  } catch (error) {
    expect(error).toBeInstanceOf(ExpressionError);
    return { message: (error as Error).message, ms: performance.now() - start };
  }
  return { message: 'it was evaluated', ms: performance.now() - start };
}

it.each(['!', '-', '(', '['])('an expression of too many levels of %s fails as one', (level) => {
  const { message } = failure(`${level.repeat(50_000)}true`, {});
  expect(message).toMatch(/too many levels|depth|nest/i);
  expect(message).not.toContain('call stack');
});

describe('an expression that would take too many steps fails, and soon', () => {
  const doubled = (value: string, body: string): string => `${value}${`.map(a, ${body})`.repeat(24)}`;
  const loops = (names: string, inner: string): string =>
    Array.from(names).reduceRight((body, name) => `few.all(${name}, ${body})`, inner);

  it.each<[string, string, JsonObject?]>([
    ['texts that double', doubled('["x"]', 'a + a')],
    ['lists that double', doubled('[["x"]]', 'a + a')],
    ['lists of the same list', doubled('["x"]', '[a, a]')],
    ['maps of the same map', doubled('[1]', '{"l": a, "r": a}')],
    ['texts of unknown length', doubled('texts', 'a + a'), { texts: ['x'.repeat(30)] }],
    [
      'values that are bound and double',
      Array.from('abcdefghijklmnopqrstuvwxyz').reduceRight(
        (body, name, at, all) => `cel.bind(${name}, ${at === 0 ? 'few' : `${all[at - 1]} + ${all[at - 1]}`}, ${body})`,
        'z.size() > 0',
      ),
    ],
    ['seven loops', loops('abcdefg', 'a + g >= 0')],
    ['five loops', loops('abcde', 'a + e >= 0')],
    ['loops whose every round fails', loops('abcde', 'a + nothing >= 0')],
    ['two loops over many records', 'many.all(a, many.all(b, a.n + b.n >= 0))', { many }],
    ['a search in a list for each record', 'many.all(a, a in many)', { many }],
    ['a copy for each record', 'many.map(a, merge(a, {"all": many})).size() > 0', { many }],
    ['records without records', 'without(many, many)', { many }],
    ['a result that refers to itself many times', 'many.map(a, many)', { many }],
    ['a text in a text', 'few.all(a, text.contains("b" + text))', { text: 'a'.repeat(100_000) }],
    ['a text in the texts of a value', 'few.all(a, mentions([text], "b" + text))', { text: 'a'.repeat(100_000) }],
    ['a long duration', 'duration(text) == duration("1s")', { text: '1'.repeat(10_000) }],
    ['joined by a long text', 'many.map(a, a.id).join(text).size() > 0', { many, text: 'a'.repeat(100_000) }],
  ])('%s', (_kind, expression, scope = {}) => {
    const { message, ms } = failure(expression, { few, ...scope });
    expect(message).toContain(`more than ${maxExpressionSteps.toLocaleString('en-US')} steps`);
    expect(ms).toBeLessThan(5_000);
  });

  it.each(['%s || true', 'false && %s', '%s ? true : true', '[%s].size() == 1', 'few.exists(x, %s || true)'])(
    'is no value behind %s',
    (around) => {
      const expression = around.replace('%s', 'many.all(a, many.all(b, a.n + b.n >= 0))');
      const { message } = failure(expression, { few, many });
      expect(message).toMatch(around.startsWith('false') ? 'it was evaluated' : 'steps');
    },
  );

  it('fails alike, however often it is evaluated', () => {
    const [first, second] = [1, 2].map(() => failure('many.all(a, many.all(b, a.n >= 0 || b.n >= 0))', { many }));
    expect(first?.message).toBe(second?.message);
  });

  it('matches no pattern', () => {
    expect(failure('text.matches("^(a+)+$")', { text: `${'a'.repeat(60)}!` }).message).toContain(
      'matches() is not allowed',
    );
  });
});

it.each<[string, Json]>([
  ['many.filter(a, a.n > 29990).map(a, a.id).size()', 9],
  ['many.exists(a, a.id == "r29999")', true],
  ['few.filter(a, few.exists(b, b == a)).size()', 40],
  ['total(many.map(a, a.n)) > 0', true],
])('evaluates %s', (expression, expected) => {
  expect(evaluate(expression, { few, many })).toBe(expected);
});

describe('a budget', () => {
  it('holds also where the work catches the error', () => {
    const work = (): string => {
      try {
        spend(11);
      } catch {
        // The budget stays spent.
      }
      return 'done';
    };
    expect(() => withinSteps(10, work)).toThrow(new TooManySteps(10));
    expect(withinSteps(11, work)).toBe('done');
  });

  it('is spent together by the parts of shared work', () => {
    const part = (): boolean => {
      try {
        withinSteps(10, () => spend(8));
        return true;
      } catch {
        return false;
      }
    };
    expect(sharingSteps(20, () => [part(), part(), part(), part()])).toEqual([true, true, false, false]);
  });

  it('counts a part that is shared wherever it stands', () => {
    let value: Json = ['x'];
    for (let level = 0; level < 40; level += 1) value = [value, value];
    expect(() => withinSteps(1_000, () => spendOn(value))).toThrow(TooManySteps);
  });
});
