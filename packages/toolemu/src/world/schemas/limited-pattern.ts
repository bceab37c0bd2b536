import { defaultPatternTimeoutMs, TookTooLong, withinTime } from '../expressions/time-limit.ts';

/** How long a pattern may look at a text once it was broken off, in milliseconds. */
const slowPatternTimeoutMs = 200;

/** As many steps take less than a tenth of a second. */
const fewSteps = 10_000_000;

/** A regular expression of a toolkit's. One that tries a text in too many ways is broken off: {@link TookTooLong}. */
export class LimitedPattern extends RegExp {
  private readonly timeoutMs: number;
  private wasSlow = false;

  constructor(source: string, flags: string, timeoutMs = defaultPatternTimeoutMs) {
    super(source, flags);
    this.timeoutMs = timeoutMs;
  }

  override test(text: string): boolean {
    if (mostSteps(this.source, text.length) <= fewSteps) return super.test(text);
    try {
      return withinTime(this.wasSlow ? slowPatternTimeoutMs : this.timeoutMs, () => super.test(text));
    } catch (error) {
      if (!(error instanceof TookTooLong)) throw error;
      this.wasSlow = true;
      throw new TookTooLong(`the pattern ${this.source} takes too long on a text of ${text.length} characters`);
    }
  }
}

/**
 * More steps than a pattern can take with a text: each choice doubles the ways to try, each repetition multiplies them
 * by the length, or by its own most. A group that is repeated can take any number, and so can one that is referred to.
 */
function mostSteps(source: string, length: number): number {
  const bare = source.replaceAll(/\\[^1-9k]|\[(?:\\.|[^\]\\])*\]/g, 'x');
  if (/\)[*+{]|\\/.test(bare)) return Infinity;
  const repetitions = bare.match(/[*+]|\{\d*,\}/g)?.length ?? 0;
  const choices = bare.match(/[?|]/g)?.length ?? 0;
  const counted = [...bare.matchAll(/\{\d*,(\d+)\}/g)].reduce((ways, [, most]) => ways * (Number(most) + 1), 1);
  return source.length * (length + 1) ** (repetitions + 1) * 2 ** choices * counted;
}
