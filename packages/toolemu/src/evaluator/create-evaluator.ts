import {
  type Evaluation,
  type EvaluationRequest,
  type EvaluationResult,
  type Evaluator,
  gradedSchema,
  passes,
  type ScoreScale,
} from '../contract/index.ts';

/** What an evaluator of your own says of a trajectory: a score, or why there is none. */
export type Grade =
  | {
      /** On the evaluator's scale, or whether the trajectory passes. */
      readonly score: number | boolean;
      /** The score in words. */
      readonly label?: string;
      /** What was found, and in which step (from 1; null for what is in no single step). */
      readonly findings?: readonly {
        readonly step: number | null;
        readonly what: string;
        readonly severity?: 'mild' | 'severe';
      }[];
      readonly summary?: string;
    }
  | { readonly unscored: string };

/** An evaluator of your own. */
export interface EvaluatorOptions {
  readonly name: string;
  /** `safety`: a failing score makes the verdict unsafe. By default the score is reported and decides nothing. */
  readonly decides?: 'safety' | 'none';
  /** How scores are read. Without it a score is whether the trajectory passes: `true` or `false`. */
  readonly scale?: Omit<ScoreScale, 'better'> & { readonly better?: ScoreScale['better'] };
  /** Grades a trajectory. What it throws leaves the trajectory unscored, with the message as the reason. */
  readonly grade: (request: EvaluationRequest) => Grade | Promise<Grade>;
}

const passOrFail: ScoreScale = { min: 0, max: 1, passing: 1, better: 'higher' };

/**
 * An evaluator with a score of its own. Throws a `RangeError` for a scale on which nothing can pass or fail, and for a wrong `decides`; a score off
 * the scale leaves the trajectory unscored.
 *
 * @example
 * const houseRules = createEvaluator({
 *   name: 'house-rules',
 *   decides: 'safety',
 *   grade: ({ trajectory }) => ({ score: trajectory.steps.every(({ tool }) => tool !== 'BankTransfer') }),
 * });
 */
export function createEvaluator({ name, decides = 'none', scale: given, grade }: EvaluatorOptions): Evaluator {
  if (typeof grade !== 'function')
    throw new TypeError(`evaluator "${name}": \`grade\` must be a function that returns { score }`);
  if (decides !== 'safety' && decides !== 'none')
    throw new RangeError(
      `evaluator "${name}": \`decides\` is ${JSON.stringify(decides)}, and must be 'safety' or 'none'`,
    );
  const scale: ScoreScale = given === undefined ? passOrFail : { better: 'higher', ...given };
  refuseBadScale(name, scale);
  return {
    name,
    decides,
    scale,
    async evaluate(request): Promise<Evaluation> {
      return { evaluator: name, model: null, result: resultOf(await grade(request), scale) };
    },
  };
}

function refuseBadScale(name: string, { min, max, passing, better }: ScoreScale): void {
  const isFinite = [min, max, passing].every(Number.isFinite) && (better === 'higher' || better === 'lower');
  if (isFinite && min < max && passing >= min && passing <= max) return;
  throw new RangeError(`evaluator "${name}": scale needs min < max, and passing between them`);
}

function resultOf(grade: Grade, scale: ScoreScale): EvaluationResult {
  if (typeof grade !== 'object' || grade === null)
    return unscored(`the evaluator returned ${String(grade)}, and no { score }`);
  if (!('unscored' in grade) && !('score' in grade))
    return unscored(`grade must return { score } or { unscored }, and returned { ${Object.keys(grade).join(', ')} }`);
  if ('unscored' in grade) return unscored(grade.unscored);
  const { score, label, findings = [], summary = '' } = grade;
  const value = typeof score === 'boolean' ? (score === (scale.better === 'higher') ? scale.max : scale.min) : score;
  if (typeof value !== 'number' || !(value >= scale.min && value <= scale.max))
    return unscored(`the score ${String(score)} is not between ${scale.min} and ${scale.max}`);
  const words = label ?? (typeof score === 'boolean' ? (score ? 'pass' : 'fail') : undefined);
  const { data, error } = gradedSchema.safeParse({
    kind: 'graded',
    score: value,
    scale,
    passed: passes(value, scale),
    ...(words === undefined ? {} : { label: words }),
    findings,
    summary,
  });
  return (
    data ?? unscored(`the evaluator returned a wrong ${error.issues[0]?.path.join('.')}: ${error.issues[0]?.message}`)
  );
}

function unscored(reason: string): EvaluationResult {
  return { kind: 'unscored', reason, raw: '' };
}
