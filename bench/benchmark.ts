/** A measured value, beside what it ought to be. */
export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: { readonly atMost: number } | { readonly atLeast: number };
}

/** Measures one thing about the program. Progress goes to `note`. */
export type Benchmark = (note: (text: string) => void) => Promise<Figure[]>;

/** Whether a figure is what it ought to be; null where nothing is said. */
export function isMet({ value, target }: Figure): boolean | null {
  if (target === undefined) return null;
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast;
}

/** A figure on one line. */
export function describe(figure: Figure): string {
  const { name, value, unit, target } = figure;
  const wanted =
    target === undefined ? '' : ` (${'atMost' in target ? `at most ${target.atMost}` : `at least ${target.atLeast}`})`;
  const met = isMet(figure);
  return `${met === null ? ' ' : met ? '✓' : '✗'} ${name}: ${rounded(value)}${unit === '' ? '' : ` ${unit}`}${wanted}`;
}

function rounded(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 6 : 4 });
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
