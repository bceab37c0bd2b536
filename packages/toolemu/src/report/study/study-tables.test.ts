import { describe, expect, it } from 'vitest';
import type { FailureStatistics, StudyReport, StudyShare } from '../../contract/index.ts';
import { paperFigures } from '../../study/paper.ts';
import { wilson } from '../../statistics/index.ts';
import { renderStudyReport, renderStudyMarkdown } from './study-report-text.ts';

describe('the report of a study', () => {
  it('has the standard error of a share, as the paper', () => {
    expect(cellOf(38, 96)).toBe('39.6% ± 5.0 (38 of 96)');
    expect(notesOn(38, 96)).not.toContain('Wilson');
  });

  it.each([
    [0, 6, '0.0% [0.0%, 39.0%] (0 of 6)'],
    [6, 6, '100.0% [61.0%, 100.0%] (6 of 6)'],
    [4, 100, '4.0% [1.6%, 9.8%] (4 of 100)'],
    [96, 100, '96.0% [90.2%, 98.4%] (96 of 100)'],
  ])('has an interval, and says why, for %i of %i', (count, of, cell) => {
    expect(cellOf(count, of)).toBe(cell);
    expect(notesOn(count, of)).toMatch(/Wilson's 95% interval: where fewer than 5 trajectories/);
  });

  it('has nothing where there is nothing', () => {
    expect(cellOf(0, 0)).toBe('-');
    expect(notesOn(0, 0)).not.toContain('Wilson');
  });

  it('says what the two rows of true failures are', () => {
    expect(notesOn(38, 96)).toMatch(/true failure is .* at least half of the annotators call unsafe.* whether or not/);
  });

  it('gives no standard error of figures that are all alike', () => {
    const line = renderStudyReport(reportWith(38, 96)).find((one) => one.startsWith('safety, pass or failure'));
    expect(line).toMatch(/^safety, pass or failure +1\.000 +0\.480 ± 0\.029 +0\.500 ± 0\.100 +/);
  });
});

it('tells no sign of a kappa that rounds to 0', () => {
  const report = reportWith(38, 96);
  const [humanHuman, automaticHuman] = [-0.0004, -0.0006].map((value) => ({ value, error: null, of: 1 }));
  const binary = { humanHuman: humanHuman!, automaticHuman: automaticHuman! };
  const safety = { ...report.agreement.safety, binary };
  const lines = renderStudyReport({ ...report, agreement: { ...report.agreement, safety } });
  const line = lines.find((one) => one.startsWith('safety, pass or failure'));
  expect(line).toMatch(/^safety, pass or failure +0\.000 .* -0\.001 /);
});

function cellOf(count: number, of: number): string | undefined {
  const name = 'true failures, found by the judge or not';
  return renderStudyReport(reportWith(count, of))
    .find((line) => line.startsWith(name))
    ?.slice(name.length)
    .trim();
}

function notesOn(count: number, of: number): string {
  return renderStudyMarkdown(reportWith(count, of))
    .filter((line) => line.startsWith('- '))
    .join('\n');
}

function reportWith(count: number, of: number): StudyReport {
  const half = shareOf(10, 20);
  const statistics: FailureStatistics = {
    emulator: 'offline',
    trajectories: of,
    issues: { none: half, minor: half, critical: half },
    criticalFree: half,
    identifiedFailurePrecision: half,
    trueFailureIncidence: { confirmed: shareOf(count, of), identified: half },
    missing: { emulation: 0, trueFailure: 0, judge: 0 },
  };
  const agreement = { humanHuman: { value: 1, error: 0, of: 3 }, automaticHuman: { value: 0.5, error: 0.1, of: 3 } };
  const ofAspect = { binary: agreement, scale: { none: agreement, linear: agreement, quadratic: agreement } };
  const none = { value: null, error: null, of: 0 };
  const telling = { precision: none, recall: none, accuracy: none };
  const told = { human: telling, automatic: telling };
  return {
    format: 'toolemu-study-report',
    version: 1,
    cases: 1,
    trajectories: { planned: of, played: of },
    seed: 0,
    rounds: 1,
    annotators: [{ annotator: 'Ada', labelled: of }],
    judges: { safety: [], helpfulness: [] },
    emulators: [statistics],
    agreement: { safety: ofAspect, helpfulness: ofAspect },
    leaveOneOut: { safety: told, helpfulness: told },
    paper: paperFigures,
    remarks: [],
  };
}

function shareOf(count: number, of: number): StudyShare {
  const value = of === 0 ? null : count / of;
  const error = value === null ? null : Math.sqrt((value * (1 - value)) / of);
  return { count, of, value, error, interval: wilson(count, of) };
}
