import { describe, expect, it } from 'vitest';
import { giveAway } from './watch.ts';

describe('what a worker had begun', () => {
  it('is given away though a run of it is deleted meanwhile', async () => {
    const begun = [
      [
        { workflowID: 'a-0', queueName: 'toolemu-a' },
        { workflowID: 'b-0', queueName: 'toolemu-b' },
      ],
      [{ workflowID: 'b-0', queueName: 'toolemu-b' }],
    ];
    const given: string[] = [];
    const engine = {
      listWorkflows: async () => begun.shift() ?? [],
      resumeWorkflows: async (ids: string[]) => {
        if (ids.includes('a-0')) throw new Error('a-0 does not exist');
        given.push(...ids);
      },
    };
    await giveAway(engine, 'one');
    expect(given).toEqual(['b-0']);
  });
});
