import { describe, expect, it } from 'vitest';
import type { ComparedAgent } from 'toolemu/contract';
import { addressOf, queryOf, swapped, withRuns } from './address.ts';

function read(search: string) {
  return addressOf(new URLSearchParams(search));
}

describe('addressOf', () => {
  it('reads runs and agents in their order, each once', () => {
    const { run, agent, baseline } = read('run=b&run=a&run=b&agent=one&agent=&agent=two&baseline=two');
    expect({ run, agent, baseline }).toEqual({ run: ['b', 'a'], agent: ['one', 'two'], baseline: 'two' });
  });

  it('leaves out what cannot be', () => {
    expect(read('run=a&factor=weather&margin=-1&only=good&offset=x&epoch=1.5&show=0&show=b&show=2')).toEqual({
      ...read('run=a'),
      show: [0, 2],
    });
    expect(read('run=a')).toMatchObject({
      factor: undefined,
      margin: '',
      only: 'all',
      offset: 0,
      caseId: '',
      epoch: 1,
    });
  });
});

it('queryOf asks for the page of a list, or for a case in all epochs', () => {
  const address = read('run=a&run=b&factor=agent&margin=0.2&only=broken&offset=100&case=c&epoch=2');
  const both = { run: ['a', 'b'], factor: 'agent', margin: '0.2' };
  expect(queryOf(address)).toEqual({ ...both, only: 'broken', offset: 100, limit: 100 });
  expect(queryOf(address, 'c')).toEqual({ ...both, case: 'c', limit: 500 });
});

it('withRuns keeps the agents that there still are', () => {
  const agentsOf = (run: string): string[] => (run === 'a' ? ['one', 'two'] : ['two', 'three']);
  const address = read('run=a&agent=one&agent=two&baseline=one');
  expect(withRuns(address, ['b'], agentsOf)).toMatchObject({ run: ['b'], agent: ['two'], baseline: '' });
  expect(withRuns(address, ['a', 'b'], agentsOf)).toMatchObject({ agent: ['one', 'two'], baseline: 'one' });
});

describe('swapped', () => {
  const side = (run: string, agent: string): ComparedAgent => ({ name: agent, run, agent, beside: null });

  it('makes the other agent of a run the baseline', () => {
    expect(swapped(read('run=a'), [side('a', 'one'), side('a', 'two')])).toMatchObject({ baseline: 'two', agent: [] });
    expect(swapped(read('run=a&agent=one&agent=two'), [side('a', 'one'), side('a', 'two')])).toMatchObject({
      baseline: 'two',
      agent: ['two', 'one'],
    });
  });

  it('makes the other run the first, with its agent where that has another name', () => {
    const change = swapped(read('run=a&run=b'), [side('a', 'one'), side('b', 'one')]);
    expect(change).toEqual({ run: ['b', 'a'], offset: '', show: '' });
    expect(swapped(read('run=a&run=b'), [side('a', 'one'), side('b', 'two')])).toMatchObject({
      run: ['b', 'a'],
      baseline: 'two',
      agent: ['one'],
    });
  });
});
