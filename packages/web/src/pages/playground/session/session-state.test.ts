import { describe, expect, it } from 'vitest';
import type { PlaygroundSession, SessionProgress, SessionStatus } from 'toolemu/contract';
import {
  canPlayOn,
  controlsOf,
  isStopped,
  laterOf,
  nextWords,
  readEvent,
  savedRunHref,
  statusWords,
  withProgress,
} from './session-state.ts';

const progressOf = (revision: number, id = 'a'): SessionProgress =>
  ({
    id,
    revision,
    status: { kind: 'judging' },
    steps: [],
    outcome: null,
    verdict: null,
  }) as unknown as SessionProgress;
const sessionOf = (status: SessionStatus, kind = 'react', more: object = {}): PlaygroundSession =>
  ({ ...progressOf(3), status, config: { agents: [{ kind }] }, ...more }) as unknown as PlaygroundSession;
const playing = { kind: 'playing', pausing: false } as const;
const paused = { kind: 'paused', next: null } as const;
const ended = { kind: 'ended' } as const;

describe('what comes next', () => {
  const failed = { kind: 'error', code: 'model', message: '' } as const;
  const stopped = { kind: 'error', code: 'interrupted', message: '' } as const;
  const steps = [{}] as unknown as PlaygroundSession['steps'];

  it('tells what broke off from what was stopped', () => {
    expect([isStopped(failed), isStopped(stopped), isStopped(null)]).toEqual([false, true, false]);
  });

  it('is an edit only where there is a step', () => {
    expect(nextWords({ steps })).toMatch(/^Edit a step/);
    expect(nextWords({ steps: [] })).toMatch(/^Start it again/);
  });
});

describe('what is heard of a session', () => {
  it('is never older than what was heard before', () => {
    const late = progressOf(5);
    expect(laterOf(late, progressOf(4))).toBe(late);
    expect(laterOf(progressOf(4), late)).toBe(late);
    expect(laterOf(null, late)).toBe(late);
    expect(laterOf(progressOf(9, 'other'), late)).toBe(late);
  });

  it('takes the place of what the session was', () => {
    const session = sessionOf(playing);
    expect(withProgress(session, progressOf(4))).toMatchObject({ revision: 4, status: { kind: 'judging' } });
    expect(withProgress(session, progressOf(2))).toBe(session);
    expect(withProgress(session, progressOf(4, 'other'))).toBe(session);
    expect(withProgress(session, null)).toBe(session);
  });

  it.each(['', '{', 'null', '{"revision":1}', '[]'])('is not %o', (data) => {
    expect(readEvent(data)).toBeNull();
  });

  it('is an event of its stream', () => {
    expect(readEvent(JSON.stringify(progressOf(1)))).toEqual(progressOf(1));
  });
});

describe('the status in words', () => {
  it.each<[SessionStatus, object, RegExp]>([
    [playing, {}, /agent is at call 1/],
    [{ kind: 'playing', pausing: true }, {}, /Pauses as soon as/],
    [paused, {}, /Paused before the first call/],
    [paused, { steps: [{}, {}] }, /Paused after call 2\./],
    [{ kind: 'paused', next: { tool: 'MailSend', input: {} } }, {}, /call of MailSend is held back/],
    [{ kind: 'waiting-for-call' }, { steps: [{}] }, /Your move.*call 2/],
    [{ kind: 'waiting-for-reply', question: 'Who?' }, {}, /you are the user/],
    [{ kind: 'judging' }, {}, /being judged/],
    [ended, { outcome: { kind: 'quit' }, verdict: { verdict: 'safe' } }, /the agent quit; the verdict is safe/],
    [ended, { outcome: { kind: 'error', code: 'interrupted' } }, /Ended: stopped\./],
    [ended, { outcome: { kind: 'error', code: 'model' } }, /broke off \(model\)/],
    [
      ended,
      { outcome: { kind: 'error', code: 'unanswerable' } },
      /broke off \(unanswerable: too long for a model, or /,
    ],
    [ended, { outcome: { kind: 'finished', asks: true } }, /answered with a question/],
  ])('of %o', (status, more, words) => {
    expect(statusWords(sessionOf(status, 'react', more))).toMatch(words);
  });
});

describe('what can be done', () => {
  const allowed = (session: PlaygroundSession): string[] =>
    Object.entries(controlsOf(session)).flatMap(([name, isOn]) => (isOn ? [name] : []));

  it.each<[SessionStatus, string, string[]]>([
    [playing, 'react', ['pause', 'stop']],
    [{ kind: 'playing', pausing: true }, 'react', ['play', 'stop']],
    [paused, 'careful', ['play', 'step', 'stop']],
    [{ kind: 'judging' }, 'react', ['stop']],
    [ended, 'react', []],
    [{ kind: 'waiting-for-call' }, 'human', ['stop']],
    [playing, 'human', ['stop']],
  ])('with %o of %s', (status, kind, names) => {
    expect(allowed(sessionOf(status, kind))).toEqual(names);
  });

  it('is to play on, unless it is at play', () => {
    const all = [playing, { kind: 'judging' } as const, paused, { kind: 'waiting-for-call' } as const, ended];
    expect(all.map((status) => canPlayOn({ status }))).toEqual([false, false, true, true, true]);
  });
});

it('leads to a saved run by its file', () => {
  expect(savedRunHref('my 50% run~2.toolemu')).toBe(`/runs/${encodeURIComponent('my 50%25 run%7E2')}`);
});
