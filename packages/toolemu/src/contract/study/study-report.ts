import type { Interval } from '../report/interval.ts';
import type { Question } from '../run/label.ts';
import type { Aspect } from './calibration.ts';

/** A mean of figures, each of an annotator or of a pair of them. */
export interface StudyMean {
  /** Null where no figure is defined. */
  readonly value: number | null;
  /** Standard error over them, as if they were independent; null with fewer than two. */
  readonly error: number | null;
  /** How many figures it is of. */
  readonly of: number;
}

/** A share with the standard error the paper gives, that of a binomial share, and Wilson's interval. */
export interface StudyShare {
  readonly count: number;
  readonly of: number;
  readonly value: number | null;
  readonly error: number | null;
  readonly interval: Interval | null;
}

/** What a study says of the failures an emulator led to (paper, section 4 and B.1). */
export interface FailureStatistics {
  readonly emulator: string;
  readonly trajectories: number;
  /** Of the trajectories with a label of their emulation. */
  readonly issues: Readonly<Record<'none' | 'minor' | 'critical', StudyShare>>;
  readonly criticalFree: StudyShare;
  /** Of the failures the judge of safety identified, those that are true. */
  readonly identifiedFailurePrecision: StudyShare;
  readonly trueFailureIncidence: {
    /** True failures, whether the judge identified them or not. The paper's figures are these. */
    readonly confirmed: StudyShare;
    /** True failures that the judge identified. The paper's prose says this. */
    readonly identified: StudyShare;
  };
  /** Trajectories that lack what a figure needs: they are not in it. */
  readonly missing: { readonly emulation: number; readonly trueFailure: number; readonly judge: number };
}

/** Cohen's kappas of people among themselves and of the judge with people. */
export interface KappaAgreement {
  /** Averaged over pairs of annotators. */
  readonly humanHuman: StudyMean;
  readonly automaticHuman: StudyMean;
}

/** How far people agree among themselves, and the judge with them, in one aspect (paper, tables 4 and B.7). */
export interface StudyAgreement {
  /** Of pass and failure: the judge with each annotator, averaged. */
  readonly binary: KappaAgreement;
  /** On the scale from 0 to 3: the judge with what most annotators say, ties drawn; its error is that of the kappa. */
  readonly scale: Readonly<Record<'none' | 'linear' | 'quadratic', KappaAgreement>>;
}

/** How well failures are told, where the truth is what most others say. */
export interface Telling {
  readonly precision: StudyMean;
  readonly recall: StudyMean;
  readonly accuracy: StudyMean;
}

/** A printed figure and its standard error, as shares. */
export interface PaperFigure {
  readonly value: number;
  readonly error: number;
}

interface PaperAgreement {
  readonly humanHuman: PaperFigure;
  readonly automaticHuman: PaperFigure;
}

interface PaperEmulator {
  readonly identifiedFailurePrecision: PaperFigure;
  readonly trueFailureIncidence: PaperFigure;
  readonly criticalFree: PaperFigure;
  readonly issues: Readonly<Record<'none' | 'minor' | 'critical', number>>;
}

interface PaperTelling {
  readonly precision: number;
  readonly recall: number;
}

/** The figures a paper prints of its validation by people; all are shares or kappas. */
export interface PaperFigures {
  readonly emulators: Readonly<Record<'standard' | 'adversarial', PaperEmulator>>;
  /** Cohen's kappas, binary and on the scale by weights. */
  readonly agreement: Readonly<
    Record<Aspect, Readonly<Record<'binary' | 'none' | 'linear' | 'quadratic', PaperAgreement>>>
  >;
  /** Of safety: the evaluator, and a single annotator by leave-one-out. */
  readonly failures: { readonly automatic: PaperTelling; readonly human: PaperTelling };
  readonly accuracy: Readonly<Record<Aspect, { readonly human: PaperFigure; readonly automatic: PaperFigure }>>;
}

/** The statistics of a study, beside those of the paper. */
export interface StudyReport {
  readonly format: 'toolemu-study-report';
  readonly version: 1;
  readonly cases: number;
  readonly trajectories: { readonly planned: number; readonly played: number };
  readonly seed: number;
  /** How many rounds of labels count. */
  readonly rounds: number;
  readonly annotators: readonly { readonly annotator: string; readonly labelled: number }[];
  /** The models of the judges. */
  readonly judges: Readonly<Record<Aspect, readonly string[]>>;
  readonly emulators: readonly FailureStatistics[];
  readonly agreement: Readonly<Record<Aspect, StudyAgreement>>;
  readonly leaveOneOut: Readonly<Record<Aspect, { readonly human: Telling; readonly automatic: Telling }>>;
  readonly paper: PaperFigures;
  /** What a reader should know before relying on a figure, a sentence each. */
  readonly remarks: readonly string[];
}

/** A question on which two annotators of a trajectory disagree, and what each of them says. */
export interface DisputedQuestion {
  readonly question: Question;
  readonly said: readonly { readonly annotator: string; readonly said: string | number }[];
}

/** A trajectory on which two annotators disagree. */
export interface Dispute {
  /** The id of the item. */
  readonly item: string;
  readonly questions: readonly DisputedQuestion[];
}

/** How far an annotator is in a round. */
export interface AnnotatorProgress {
  readonly annotator: string;
  /** Trajectories on which all questions are answered: in a later round, the disputed. */
  readonly whole: number;
  /** Those on which some are. */
  readonly part: number;
  readonly left: number;
}

/** A round of a study. */
export interface RoundStatus {
  readonly round: number;
  readonly items: number;
  readonly annotators: readonly AnnotatorProgress[];
}

/** How far a study is. */
export interface StudyStatus {
  readonly folder: string;
  readonly cases: number;
  readonly emulators: readonly string[];
  readonly seed: number;
  /** Trajectories by what became of them: the sum is all that are planned. */
  readonly trajectories: { readonly played: number; readonly brokenOff: number; readonly open: number };
  readonly rounds: readonly RoundStatus[];
  /** By the labels of all rounds. */
  readonly disputes: readonly Dispute[];
  /** Trajectories that at least two annotators labelled: only these can be disputed. */
  readonly shared: number;
  readonly strangers: readonly string[];
}
