import { describe, expect, it } from 'vitest';
import type { RunSpending } from '../figures/spent.ts';
import { linesIn, textsIn, titlesIn } from './__fixtures__/svg.ts';
import { costDrawing, timeTicks } from './cost.ts';

it.each([
  [0.4, ['0', '0.1 s', '0.2 s', '0.3 s', '0.4 s']],
  [45, ['0', '10 s', '20 s', '30 s', '40 s']],
  [200, ['0', '1 min', '2 min', '3 min']],
  [9000, ['0', '30 min', '60 min', '90 min', '120 min', '150 min']],
  [40_000, ['0', '2 h', '4 h', '6 h', '8 h', '10 h']],
])('divides %d seconds at round times', (seconds, names) => {
  expect(timeTicks(seconds).map(({ name }) => name)).toEqual(names);
});

it.each([0.01, 1, 59, 3600, 86_400, 1e7, 1e9])('stays within %d seconds, with few ticks', (seconds) => {
  const ticks = timeTicks(seconds);
  expect(ticks.length).toBeLessThanOrEqual(6);
  expect(ticks.at(-1)?.seconds).toBeLessThanOrEqual(seconds);
});

const byRole: RunSpending['byRole'] = {
  agent: [1, 0, 0, 3].map((usd) => ({ usd, calls: 2 })),
  judge: [0, 0, 0, 0.5].map((usd) => ({ usd, calls: 1 })),
};

describe('costDrawing', () => {
  it('adds up what each role came to over the time of playing', async () => {
    const drawing = await costDrawing({ byRole, playing: { seconds: 200, pauses: [] } });
    expect(drawing?.title).toBe('Cost over time');
    expect(drawing?.table.columns.map(({ name }) => name)).toEqual(['time', 'agent', 'judge']);
    expect(drawing?.table.rows.at(-1)).toEqual(['after 3 min 20 s', '$4.00', '$0.5000']);
    expect(drawing?.table.rows[4]).toEqual(['after 1 min 40 s', '$1.00', '$0.0000']);
    expect(textsIn(drawing?.svg ?? '')).toEqual(expect.arrayContaining(['0', '1 min', '3 min', 'time of playing →']));
  });

  it('tells a pointer what has been spent at each point', async () => {
    const drawing = await costDrawing({ byRole, playing: { seconds: 200, pauses: [] } });
    expect(titlesIn(drawing?.svg ?? '')).toEqual([
      'after 0.0 s: agent $0.0000, judge $0.0000',
      'after 50 s: agent $1.00, judge $0.0000',
      'after 1 min 40 s: agent $1.00, judge $0.0000',
      'after 2 min 30 s: agent $1.00, judge $0.0000',
      'after 3 min 20 s: agent $4.00, judge $0.5000',
    ]);
  });

  it('says which pauses are left out, and marks where', async () => {
    const pauses = [{ afterSeconds: 50, seconds: 7200 }];
    const drawing = await costDrawing({ byRole, playing: { seconds: 200, pauses } });
    expect(drawing?.about).toContain('at the dotted lines: 1 pause (2 h 0 min)');
    const whole = await costDrawing({ byRole, playing: { seconds: 200, pauses: [] } });
    const cuts = (svg = ''): string[] => svg.match(/stroke-dasharray="2 3"/g) ?? [];
    expect([cuts(drawing?.svg).length, cuts(whole?.svg).length]).toEqual([1, 0]);
    expect(linesIn(whole?.svg ?? '')).toEqual([]);
  });

  it('goes by the calls where they have no times, and says so', async () => {
    const drawing = await costDrawing({ byRole, playing: null });
    expect([drawing?.title, drawing?.about]).toEqual([
      'Cost over the calls',
      'Dollars by role, added up in the order of the calls: when each was made is not known.',
    ]);
    expect(drawing?.table.rows[4]?.[0]).toBe('after 50% of the calls');
  });

  it('says whose prices are not known, and is nothing where there is nothing to draw', async () => {
    const unknown = await costDrawing({ byRole: { ...byRole, judge: [{ usd: null, calls: 1 }] }, playing: null });
    expect(unknown?.about).toContain('not known: judge');
    expect(unknown?.table.columns).toHaveLength(2);
    expect(await costDrawing({ byRole: { agent: [{ usd: 0, calls: 2 }] }, playing: null })).toBeNull();
    expect(await costDrawing({ byRole: {}, playing: null })).toBeNull();
  });

  it('shows roles as what they are', async () => {
    const drawing = await costDrawing({ byRole: { '</title><b>\u0007': byRole.agent ?? [] }, playing: null });
    expect(titlesIn(drawing?.svg ?? '').at(-1)).toContain('&lt;/title&gt;&lt;b&gt;\ufffd');
    expect(drawing?.svg).not.toMatch(/<b>|\p{Cc}/u);
  });
});
