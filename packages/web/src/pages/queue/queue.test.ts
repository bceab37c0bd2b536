import { describe, expect, test } from 'vitest';
import { queueRun, queueStatus, queueStuck, queueWorker } from '../../../../../test/support/queue-status.ts';
import { formatAge } from './age.ts';
import { queueCommands } from './commands.ts';
import { partsOf } from './parts.ts';
import { remarksOn } from './remarks.ts';
import { casesWords, failuresOf, formatPace, spentWords, stuckWords, workersWords } from './sums.ts';

describe('commands', () => {
  test('keep the file of a run one word of a shell', () => {
    expect(queueCommands.takeIn({ name: '/home/me/my.toolemu' })).toBe(
      'npx toolemu run --resume /home/me/my.toolemu --queue',
    );
    expect(queueCommands.takeIn({ name: "it's; rm -r ~.toolemu" })).toBe(
      String.raw`npx toolemu run --resume 'it'\''s; rm -r ~.toolemu' --queue`,
    );
    expect(queueCommands.takeIn({ name: '-x.toolemu' })).toContain("'-x.toolemu'");
    expect(queueCommands.cancel({ id: 'a b' })).toBe("npx toolemu queue cancel 'a b'");
  });

  test('say nothing that a terminal may obey', () => {
    expect(queueCommands.spendMore({ name: '/a\n\u001b]0;b.toolemu' })).toBe(
      'npx toolemu run --resume FILE --queue --max-cost USD',
    );
  });
});

describe('remarks on a run', () => {
  const textsOf = (...asked: Parameters<typeof remarksOn>): string =>
    remarksOn(...asked)
      .map(({ text }) => text)
      .join(' | ');

  test('are none where it is played and taken in', () => {
    expect(remarksOn(queueRun(), [queueWorker()])).toEqual([]);
    expect(remarksOn(queueRun(), [queueWorker({ state: 'silent' })])).toEqual([]);
  });

  test('say that no worker is there, or none of its version, and what starts one', () => {
    const [none] = remarksOn(queueRun(), [queueWorker({ state: 'gone' })]);
    expect(none).toEqual({
      kind: 'workers',
      text: 'No worker is there to play it. Start some with toolemu 0.1.0, on any machine:',
      command: 'npx toolemu worker --queue',
    });
    expect(textsOf(queueRun(), [queueWorker({ version: '0.2.0' })])).toBe(
      'No worker that is there can play it: they are of toolemu 0.2.0, and it needs 0.1.0. Start some with toolemu 0.1.0, on any machine:',
    );
  });

  test('ask for no worker where nothing waits for one', () => {
    expect(remarksOn(queueRun({ tasks: { waiting: 0, playing: 0 } }), [])).toEqual([]);
    expect(textsOf(queueRun({ state: 'canceled' }), [])).not.toContain('worker');
  });

  test('say since when nobody takes its results in, and the command that does', () => {
    expect(remarksOn(queueRun({ coordinatorSeenSecondsAgo: 14 }), [queueWorker()])).toEqual([]);
    expect(remarksOn(queueRun({ coordinatorSeenSecondsAgo: 4000 }), [queueWorker()])).toEqual([
      {
        kind: 'coordinator',
        text: 'Nobody has taken its results into its run file for 1 h 6 min. They stay in the queue; where it was begun they are taken in by:',
        command: 'npx toolemu run --resume /home/me/runs/nightly.toolemu --queue',
      },
    ]);
  });

  test('say that its budget is spent, or that it was canceled', () => {
    expect(remarksOn(queueRun({ state: 'budget' }), [])).toMatchObject([
      { command: 'npx toolemu run --resume /home/me/runs/nightly.toolemu --queue --max-cost USD' },
    ]);
    expect(textsOf(queueRun({ state: 'canceled' }), [])).toBe('It was canceled: no other case of it is begun.');
  });
});

test('the head sums up what is there', () => {
  expect(workersWords(queueStatus)).toBe('2, 1 of them silent');
  expect(workersWords({ workers: [queueWorker({ state: 'gone' })] })).toBe('none');
  expect(casesWords(queueStatus)).toBe('11 played now, 160 waiting');
  expect(stuckWords(queueStatus)).toBe('2');
  expect(stuckWords({ stuck: Array.from({ length: 10 }, () => queueStuck()) })).toBe('10 or more');
});

test('a run with nothing set aside says nothing of it', () => {
  const { tasks } = queueRun();
  expect(partsOf(tasks).map(({ name, count }) => `${count} ${name}`)).toEqual([
    '366 done',
    '3 set aside',
    '11 played now',
    '120 waiting',
  ]);
  expect(partsOf({ ...tasks, setAside: 0 }).map(({ key }) => key)).toEqual(['done', 'playing', 'waiting']);
});

test('what is spent is told beside the budget, where there is one', () => {
  expect(spentWords(queueRun())).toBe('$12.35 of $40.00');
  expect(spentWords({ spentUsd: null, maxCostUsd: null })).toBe('no budget was set');
});

test.each([
  [0.4, '0 s'],
  [59.2, '59 s'],
  [59.7, '1 min 0 s'],
  [7512, '2 h 5 min'],
  [187_000, '2 days 3 h'],
  [-0.3, '0 s'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatAge(seconds)).toBe(text);
});

test.each([
  [0, '0'],
  [0.2, '0.2'],
  [24.64, '24.6'],
  [1234.5, '1,235'],
])('%d cases a minute are %s', (pace, text) => {
  expect(formatPace(pace)).toBe(text);
});

test('why workers ended is told once for each reason', () => {
  const reasons = [null, 'no key', 'no key', 'not heard of'];
  expect(failuresOf(reasons.map((reason) => queueWorker({ reason })))).toEqual(['no key', 'not heard of']);
});
