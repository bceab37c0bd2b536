import { describe, expect, it } from 'vitest';
import { queueRun, queueStuck, queueWorker } from '../../../../../../test/support/queue-status.ts';
import { statusText } from './status.ts';

describe('the status of a queue as text', () => {
  it('says what to do where nothing is there', () => {
    const text = statusText({ workers: [], runs: [], stuck: [] });
    expect(text).toContain('no worker is there: start some with toolemu worker');
    expect(text).toContain('no run is in the queue');
  });

  it('counts the workers that are there, and says why others ended', () => {
    const gone = queueWorker({ id: 'node2-7', state: 'gone', reason: 'no key:\nset OPENAI_API_KEY' });
    const text = statusText({ workers: [queueWorker(), gone], runs: [], stuck: [] });
    expect(text).toContain('1 worker here');
    expect(text).toMatch(/node2-7 ended: no key: .*set OPENAI_API_KEY/);
  });

  it('shows a run, what it may cost, and that nobody takes its results in', () => {
    const run = queueRun({ name: "it's.toolemu", coordinatorSeenSecondsAgo: 600 });
    const text = statusText({ workers: [], runs: [run], stuck: [queueStuck({ tries: 2, reason: 'x' })] });
    expect(text).toContain('$12.35 of $40.00');
    expect(text).toContain(String.raw`run --resume 'it'\''s.toolemu' --queue`);
    expect(text).toContain(
      'bank-pay-request, epoch 2: played by node1-411-0c4e7a10 for 25 min, tried 2 times in vain, x',
    );
    expect(statusText({ workers: [], runs: [queueRun()], stuck: [] })).not.toContain('nobody takes');
  });
});
