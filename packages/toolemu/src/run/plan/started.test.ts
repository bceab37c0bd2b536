import { describe, expect, it } from 'vitest';
import { externalAgentSpec } from './external-entry.ts';
import { startedBy } from './started.ts';

describe('what agents start', () => {
  it('is told with the files it is made of, also where agents of several runs have one name', () => {
    const agents = ['one.py', 'other.py'].map((file) => externalAgentSpec('mine', { command: ['python', file] }, '/'));
    expect(startedBy(agents)).toEqual([
      { agent: 'mine', words: 'python one.py', files: ['python', 'one.py'] },
      { agent: 'mine', words: 'python other.py', files: ['python', 'other.py'] },
    ]);
  });

  it('is a file and its export where it is a module, and nothing for an agent of a model', () => {
    const module = externalAgentSpec('function', { module: 'agent.mjs', export: 'careful' }, '/agents');
    const built = { name: 'careful', kind: 'careful', promptStyle: null, model: null };
    expect(startedBy([module, built])).toEqual([
      { agent: 'function', words: 'module:/agents/agent.mjs#careful', files: ['/agents/agent.mjs'] },
    ]);
  });
});
