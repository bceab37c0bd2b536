import { parametersIn } from '../../contract/index.ts';

/** What keeps two sides from being compared; the message says what to do. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError';
  readonly reason: ComparisonRefusal;
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);

  constructor(reason: ComparisonRefusal, message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Why: nobody to compare, another benchmark, several doses, a fork, more than one factor, or a factor that is none. */
export type ComparisonRefusal = 'agents' | 'benchmark' | 'doses' | 'fork' | 'factors' | 'factor';
