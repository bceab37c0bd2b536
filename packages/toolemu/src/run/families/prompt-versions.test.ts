import { expect, it } from 'vitest';
import { builtinFamilies } from './builtin.ts';
import { builtinPromptVersions } from './prompt-versions.ts';

it('has a version for each built-in evaluator that is a language model', () => {
  const judges = [...builtinFamilies.evaluators.values()].filter(({ usesModel }) => usesModel === true);
  expect(Object.keys(builtinPromptVersions())).toEqual(
    expect.arrayContaining(judges.map(({ name }) => `evaluator ${name}`)),
  );
});
