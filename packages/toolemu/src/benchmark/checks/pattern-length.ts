/** The length of the texts that a pattern matches, in characters. */
export interface PatternLength {
  readonly minCharacters: number;
  /** Infinity if the pattern may match only a part of the text. */
  readonly maxCharacters: number;
}

interface Length {
  minCharacters: number;
  maxCharacters: number;
}

/** Returns the lengths that a JavaScript pattern with the `u` flag allows; an unknown pattern allows all. */
export function patternLength(source: string): PatternLength {
  const reader = new LengthReader(source);
  const { minCharacters, maxCharacters } = reader.readAlternatives();
  if (!reader.isAtEnd || Number.isNaN(minCharacters)) return { minCharacters: 0, maxCharacters: Infinity };
  const isWhole = /^\^(?:[^|]|\\\|)*\$$/.test(source) && !source.endsWith('\\$');
  return { minCharacters, maxCharacters: isWhole ? maxCharacters : Infinity };
}

class LengthReader {
  private readonly source: string;
  private at = 0;

  constructor(source: string) {
    this.source = source;
  }

  get isAtEnd(): boolean {
    return this.at >= this.source.length;
  }

  readAlternatives(): Length {
    const all = [this.readSequence()];
    while (this.take(/\|/y) !== null) all.push(this.readSequence());
    return {
      minCharacters: Math.min(...all.map(({ minCharacters }) => minCharacters)),
      maxCharacters: Math.max(...all.map(({ maxCharacters }) => maxCharacters)),
    };
  }

  private take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private readSequence(): Length {
    const sum = { minCharacters: 0, maxCharacters: 0 };
    while (!this.isAtEnd && !/[|)]/.test(this.source[this.at] ?? '')) {
      const atom = this.readAtom();
      const { low, high } = this.readCount();
      sum.minCharacters += low * atom.minCharacters;
      sum.maxCharacters += atom.maxCharacters === 0 || high === 0 ? 0 : high * atom.maxCharacters;
    }
    return sum;
  }

  private readCount(): { low: number; high: number } {
    const found = this.take(/(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y);
    if (found === null) return { low: 1, high: 1 };
    const [, sign, low = '', comma, high = ''] = found;
    if (sign !== undefined) return { low: sign === '+' ? 1 : 0, high: sign === '?' ? 1 : Infinity };
    return { low: Number(low), high: high === '' ? (comma === ',' ? Infinity : Number(low)) : Number(high) };
  }

  private readAtom(): Length {
    if (this.take(/[$^]|\\[bB]/y) !== null) return { minCharacters: 0, maxCharacters: 0 };
    if (this.take(/\\(?:k<[^>]*>|[1-9]\d*)/y) !== null) return { minCharacters: 0, maxCharacters: Infinity };
    const look = this.take(/\(\?(?:=|!|<=|<!)/y);
    if (look !== null || this.take(/\((?:\?:|\?<[^>]*>)?/y) !== null) {
      const inner = this.readAlternatives();
      this.take(/\)/y);
      return look === null ? inner : { minCharacters: 0, maxCharacters: 0 };
    }
    const single =
      /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|.)|\[(?:\\.|[^\]\\])*\]|[^]/uy;
    this.take(single);
    return { minCharacters: 1, maxCharacters: 1 };
  }
}
