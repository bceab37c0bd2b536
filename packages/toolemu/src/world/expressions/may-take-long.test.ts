import { expect, it } from 'vitest';
import { createEnvironment } from './expression.ts';
import { mayTakeLong } from './may-take-long.ts';

it.each([
  ['a.matches(b)', true],
  ['l.filter(x, x.name.matches("a"))', true],
  ['l.all(a, l.exists(b, l.map(c, c + b + a) == []))', true],
  ['l.all(a, true || [l.filter(b, l.exists_one(c, c == b))] == [])', true],
  ['cel.bind(a, l + l, cel.bind(b, a + a, cel.bind(c, b + b, c)))', true],
  ['l.all(a, l.exists(b, a == b))', false],
  ['l.filter(a, a > 0).map(b, b + 1).all(c, c > 0).exists(d, d)', false],
  ['l.all(a, a > 0) && l.all(b, b > 0) && l.all(c, c > 0)', false],
  ['text == "l.all(a, l.all(b, l.all(c, c)))"', false],
])('%s: %s', (expression, expected) => {
  expect(mayTakeLong(createEnvironment({ unlistedVariablesAreDyn: true }).parse(expression).ast)).toBe(expected);
});
