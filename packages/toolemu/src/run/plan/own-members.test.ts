import { expect, it } from 'vitest';
import { createOwnMembers } from './own-members.ts';

it('takes an agent as a run file names it, and adds nothing of the user', () => {
  const spec = { name: 'react quit', kind: 'react', promptStyle: null, model: null };
  const own = createOwnMembers({});
  expect(own.agent(spec, 'agents[0]')).toBe(spec);
  expect(() => own.families()).not.toThrow();
});
