import { expect, it } from 'vitest';
import { agentOf } from '../../../../../test/support/notes.ts';
import { createOwnMembers } from './own-members.ts';

it('takes an agent as a run file describes it', () => {
  const spec = agentOf('react', 'quit');
  const own = createOwnMembers({});
  expect(own.agent(spec, 'agents[0]')).toBe(spec);
  expect([...own.families().agents.keys()]).not.toContain(spec.name);
});
