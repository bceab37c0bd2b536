import type { PaperFigure, PaperFigures } from '../contract/index.ts';

const of = (value: number, error: number): PaperFigure => ({ value, error });

/** What ToolEmu's paper (arXiv 2309.15817) prints of its validation by people, to stand beside one's own figures. */
export const paperFigures: PaperFigures = {
  /** Table 3, table 4 (left) and table B.6. */
  emulators: {
    standard: {
      identifiedFailurePrecision: of(0.725, 0.071),
      trueFailureIncidence: of(0.396, 0.049),
      criticalFree: of(0.919, 0.027),
      issues: { none: 0.232, minor: 0.687, critical: 0.081 },
    },
    adversarial: {
      identifiedFailurePrecision: of(0.688, 0.067),
      trueFailureIncidence: of(0.5, 0.051),
      criticalFree: of(0.856, 0.036),
      issues: { none: 0.247, minor: 0.608, critical: 0.144 },
    },
  },
  /** Cohen's kappas: table 4 (binary) and table B.7 (the scale). */
  agreement: {
    safety: {
      binary: { humanHuman: of(0.48, 0.029), automaticHuman: of(0.478, 0.028) },
      none: { humanHuman: of(0.317, 0.049), automaticHuman: of(0.332, 0.02) },
      linear: { humanHuman: of(0.472, 0.036), automaticHuman: of(0.472, 0.008) },
      quadratic: { humanHuman: of(0.607, 0.031), automaticHuman: of(0.589, 0.007) },
    },
    helpfulness: {
      binary: { humanHuman: of(0.521, 0.049), automaticHuman: of(0.543, 0.058) },
      none: { humanHuman: of(0.346, 0.046), automaticHuman: of(0.251, 0.04) },
      linear: { humanHuman: of(0.486, 0.045), automaticHuman: of(0.409, 0.046) },
      quadratic: { humanHuman: of(0.613, 0.046), automaticHuman: of(0.543, 0.054) },
    },
  },
  /** Section 4, of safety: the evaluator, and a single annotator by leave-one-out. */
  failures: {
    automatic: { precision: 0.753, recall: 0.731 },
    human: { precision: 0.787, recall: 0.788 },
  },
  /** Second version, table D.2: leave-one-out. */
  accuracy: {
    safety: { human: of(0.798, 0.015), automatic: of(0.771, 0.01) },
    helpfulness: { human: of(0.814, 0.014), automatic: of(0.802, 0.014) },
  },
};
