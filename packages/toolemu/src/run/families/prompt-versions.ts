import { judgePromptVersion, promptVersions, realAnswerVersions } from '../../prompt/index.ts';
import { builtinFamilies } from './builtin.ts';

/** The versions of all built-in prompts that a run can use, each by a role and the name of its member. */
export function builtinPromptVersions(): Record<string, string> {
  const judges = [...builtinFamilies.evaluators.values()].flatMap(({ name, prompt }) =>
    prompt === undefined ? [] : [[`evaluator ${name}`, judgePromptVersion(prompt)]],
  );
  return { ...promptVersions(), ...Object.fromEntries(judges), ...realAnswerVersions() };
}
