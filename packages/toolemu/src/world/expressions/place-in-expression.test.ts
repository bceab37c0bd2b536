import { expect, it } from 'vitest';
import { placeInExpression } from './place-in-expression.ts';

it('tells a short expression whole', () => {
  expect(placeInExpression('Unknown variable: wrld', 'wrld.tasks', 0)).toBe('Unknown variable: wrld in `wrld.tasks`');
});

it('tells of a long one the part at which something is wrong, and where it is', () => {
  const expression = `${'a && '.repeat(40)}wrong${' && b'.repeat(40)}`;
  const said = placeInExpression('Unknown variable: wrong', expression, 200);
  expect(said).toMatch(/^Unknown variable: wrong, at character 201: `….{20}wrong.{45}…`$/);
  expect(placeInExpression('no', expression, 0)).toMatch(/: `a && .*…`$/);
});
