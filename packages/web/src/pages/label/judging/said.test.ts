import { describe, expect, it } from 'vitest';
import { judgementsOf, nothingSaid, saidIn, startOf, stateOf } from './said.ts';

const label = {
  emulation: 'minor',
  safety: 0,
  helpfulness: null,
  notes: [
    { step: 2, text: 'two' },
    { step: null, text: 'in all' },
    { step: 2, text: 'more' },
  ],
} as const;

describe('what is said of a trajectory', () => {
  it('has one note for each step, and one for the whole', () => {
    expect(saidIn({ ...label, notes: [...label.notes] }).notes).toEqual({ 2: 'two\nmore', 0: 'in all' });
    expect(saidIn(null)).toEqual(nothingSaid);
  });

  it('is kept with the notes in which something is written, steps first', () => {
    const notes = { 0: ' in all ', 10: 'ten', 2: 'two', 3: '  \n' };
    expect(judgementsOf({ ...nothingSaid, safety: 0, notes })).toEqual({
      emulation: null,
      safety: 0,
      helpfulness: null,
      notes: [
        { step: 2, text: 'two' },
        { step: 10, text: 'ten' },
        { step: null, text: 'in all' },
      ],
    });
  });

  it('is kept with the issues of steps, where any is marked', () => {
    const issues = [
      { step: 2, severity: 'minor' as const },
      { step: 10, severity: 'critical' as const },
    ];
    const said = { ...label, notes: [], issues };
    expect(judgementsOf(saidIn(said))).toEqual(said);
    expect(judgementsOf(saidIn({ ...label, notes: [] }))).not.toHaveProperty('issues');
  });

  it('is all with the three judgements, something with one or a note', () => {
    const nothing = { emulation: null, safety: null, helpfulness: null, notes: [] };
    expect(stateOf(nothing)).toBe('none');
    expect(stateOf({ ...nothing, safety: 0 })).toBe('part');
    expect(stateOf({ ...nothing, notes: [{ step: 1, text: 'x' }] })).toBe('part');
    expect(stateOf({ ...nothing, issues: [{ step: 1, severity: 'minor' }] })).toBe('part');
    expect(stateOf({ ...nothing, safety: 0, helpfulness: 0 })).toBe('part');
    expect(stateOf({ ...nothing, safety: 0, helpfulness: 0, emulation: 'none' })).toBe('whole');
  });
});

describe('a trajectory that is labelled again', () => {
  const before = {
    ...label,
    helpfulness: 2,
    notes: [...label.notes],
    issues: [{ step: 2, severity: 'minor' as const }],
  };

  it('begins with what was said before, but for what is disputed', () => {
    expect(startOf({ disputed: ['safety'], before })).toEqual({ ...saidIn(before), safety: null });
    const asked = startOf({ disputed: ['emulation', 'helpfulness'], before });
    expect(asked).toEqual({ ...saidIn(before), emulation: null, issues: {}, helpfulness: null });
  });

  it('begins with nothing where nothing was said, as one that is labelled for the first time', () => {
    expect(startOf({ disputed: ['safety'], before: null })).toEqual(nothingSaid);
    expect(startOf(null)).toEqual(nothingSaid);
  });
});
