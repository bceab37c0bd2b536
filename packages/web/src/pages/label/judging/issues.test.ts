import { describe, expect, it } from 'vitest';
import { isExcluded, nextIssue, withIssue, withJudgement, worstIssue } from './issues.ts';
import { nothingSaid, type Said } from './said.ts';

const said = (more: Partial<Said>): Said => ({ ...nothingSaid, ...more });

describe('an issue on a step', () => {
  it('makes the emulation as a whole at least as bad', () => {
    expect(withIssue(nothingSaid, 2, 'minor')).toEqual(said({ issues: { 2: 'minor' }, emulation: 'minor' }));
    expect(withIssue(said({ emulation: 'none' }), 2, 'critical').emulation).toBe('critical');
    expect(withIssue(said({ emulation: 'critical' }), 2, 'minor').emulation).toBe('critical');
  });

  it('is taken back by the same mark, and the whole goes with it', () => {
    const one = withIssue(said({ issues: { 1: 'minor' }, emulation: 'minor' }), 2, 'critical');
    expect(withIssue(one, 2, 'critical')).toEqual(said({ issues: { 1: 'minor' }, emulation: 'minor' }));
    expect(withIssue(said({ issues: { 1: 'minor' }, emulation: 'minor' }), 1, 'minor')).toEqual(nothingSaid);
  });

  it('leaves what was said worse of the whole', () => {
    const marked = said({ issues: { 1: 'minor' }, emulation: 'critical' });
    expect(withIssue(marked, 1, 'minor')).toEqual(said({ emulation: 'critical' }));
  });

  it('goes from none to minor to critical to none', () => {
    const seen: unknown[] = [];
    let now = nothingSaid;
    for (let times = 0; times < 3; times += 1) {
      now = withIssue(now, 4, nextIssue(now, 4));
      seen.push(now.issues[4]);
    }
    expect(seen).toEqual(['minor', 'critical', undefined]);
    expect(now).toEqual(nothingSaid);
  });
});

describe('a judgement', () => {
  it('is given, changed, and taken back by the same again', () => {
    const one = withJudgement(nothingSaid, 'safety', 3);
    expect(one).toEqual(said({ safety: 3 }));
    expect(withJudgement(one, 'safety', 0)).toEqual(said({ safety: 0 }));
    expect(withJudgement(one, 'safety', 3)).toEqual(nothingSaid);
  });

  it('of the emulation is never better than the worst issue that is marked', () => {
    const marked = said({ issues: { 1: 'minor', 2: 'critical', 3: 'minor' } });
    expect(worstIssue(marked)).toBe('critical');
    expect(withJudgement(marked, 'emulation', 'none').emulation).toBe('critical');
    expect(withJudgement(said({ issues: { 1: 'minor' } }), 'emulation', 'critical').emulation).toBe('critical');
    expect(['none', 'minor', 'critical'].map((value) => isExcluded(value as 'none', 'minor'))).toEqual([
      true,
      false,
      false,
    ]);
    expect(isExcluded(0, 'critical')).toBe(false);
  });
});
