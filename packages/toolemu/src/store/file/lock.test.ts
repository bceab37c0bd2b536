import { describe, expect, it } from 'vitest';
import { type HeldLock, lifeOf, type Observer } from './lock.ts';

const now = 1_900_000_000_000;
const minute = 60_000;

const lock: HeldLock = {
  host: 'here',
  pid: 7,
  token: 'token',
  heartbeat: now,
  bootId: 'boot',
  pidNamespace: 'pid:[1]',
  startTicks: '100',
  monotonic: 1_000_000,
};

const observer: Observer = {
  host: 'here',
  pid: 8,
  bootId: 'boot',
  pidNamespace: 'pid:[1]',
  startTicks: '200',
  nowMs: now,
  monotonicMs: 1_000_000,
  startedAt: now - minute,
  uptimeMs: 60 * minute,
  isRunning: (pid, startTicks) => pid === 7 && (startTicks === null || startTicks === '100'),
};

const gone = { isRunning: () => false };

describe('a writer', () => {
  it.each<{ what: string; held?: Partial<HeldLock>; seenBy?: Partial<Observer>; life: ReturnType<typeof lifeOf> }>([
    { what: 'whose process runs', life: 'alive' },
    { what: 'whose process is gone', seenBy: gone, life: 'dead' },
    { what: 'whose process number was given again', held: { startTicks: '99' }, life: 'dead' },
    { what: 'whose process runs and is silent', seenBy: { monotonicMs: 1_000_000 + 16 * minute }, life: 'silent' },
    { what: 'beside a clock that was set forward', seenBy: { nowMs: now + 600 * minute }, life: 'alive' },
    { what: 'beside a clock that was set back', seenBy: { nowMs: now - 600 * minute }, life: 'alive' },
    {
      what: 'in another container, which this table of processes does not list',
      held: { pidNamespace: 'pid:[2]' },
      seenBy: gone,
      life: 'alive',
    },
    {
      what: 'in another container beside a clock that was set forward',
      held: { pidNamespace: 'pid:[2]' },
      seenBy: { ...gone, nowMs: now + 600 * minute },
      life: 'alive',
    },
    {
      what: 'in another container that is silent',
      held: { pidNamespace: 'pid:[2]' },
      seenBy: { ...gone, monotonicMs: 1_000_000 + 4 * minute },
      life: 'silent',
    },
    {
      what: 'of a machine of the same name that was started another time',
      held: { bootId: 'other' },
      seenBy: { ...gone, monotonicMs: 5 },
      life: 'alive',
    },
    {
      what: 'of before the machine was started',
      held: { bootId: 'other', heartbeat: now - 4 * minute },
      life: 'silent',
    },
    { what: 'on another machine', held: { host: 'there' }, seenBy: gone, life: 'alive' },
    { what: 'on another machine that is silent', held: { host: 'there', heartbeat: now - 3 * minute }, life: 'silent' },
    {
      what: 'on another machine whose clock is ahead',
      held: { host: 'there', heartbeat: now + 3 * minute },
      life: 'silent',
    },
    {
      what: 'of an older format whose process is gone',
      held: { bootId: null, pidNamespace: null, startTicks: null, monotonic: null },
      seenBy: gone,
      life: 'dead',
    },
  ])('$what is $life', ({ held, seenBy, life }) => {
    expect(lifeOf({ ...lock, ...held }, { ...observer, ...seenBy })).toBe(life);
  });
});
