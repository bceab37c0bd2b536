import { entryOf } from '../../../contract/index.ts';

/**
 * Converts a regular expression of Python, PCRE, Java, Go or JavaScript without the `u` flag to the syntax that JSON
 * Schema validators read: JavaScript's with the `u` flag. Atomic groups and possessive quantifiers become ordinary ones.
 * Returns null if no equivalent exists.
 */
export function toJavaScriptPattern(given: string): string | null {
  const source = withoutDelimiters(given);
  // Only newer engines read groups with flags, which a toolkit may not depend on.
  if (isReadable(source) && !/\(\?[a-z-]+[:)]/i.test(source)) return source;
  try {
    const pattern = new PatternTranslator(source).translate();
    return isReadable(pattern) ? pattern : null;
  } catch (error) {
    if (error instanceof Untranslatable) return null;
    throw error;
  }
}

/** `/^a$/i` is an expression with its delimiters and flags: no text has a beginning behind a slash. */
function withoutDelimiters(source: string): string {
  const [, , inner, flags = ''] = /^([/#~])(\^.*|.*[^\\]\$)\1([a-zA-Z]*)$/s.exec(source) ?? [];
  if (inner === undefined) return source;
  const kept = flags.replaceAll(/[^imsx]/g, '');
  return kept === '' ? inner : `(?${kept})${inner}`;
}

function isReadable(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}

class Untranslatable extends Error {}

/** The active flags at a position of a pattern. */
interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly x: boolean;
}

const noFlags: Flags = { i: false, m: false, s: false, x: false };
/** Flags without effect here: Unicode, ASCII, locale, ungreedy. */
const ignoredFlags = new Set(['u', 'a', 'L', 'U']);

const posixClasses: Readonly<Record<string, string>> = {
  alpha: 'A-Za-z',
  digit: '0-9',
  alnum: '0-9A-Za-z',
  upper: 'A-Z',
  lower: 'a-z',
  space: String.raw`\s`,
  blank: String.raw` \t`,
  word: String.raw`\w`,
  xdigit: '0-9A-Fa-f',
  punct: String.raw`!-\/:-@\[-${'`'}\{-~`,
  print: ' -~',
  graph: '!-~',
  cntrl: String.raw`\x00-\x1f\x7f`,
  ascii: String.raw`\x00-\x7f`,
};

/** An item of a character class; `codePoint` if it is a single character, which may start or end a range. */
interface ClassItem {
  readonly text: string;
  readonly codePoint?: number;
}

/** Reads a pattern once, from left to right. */
class PatternTranslator {
  private readonly source: string;
  private at = 0;
  private out = '';
  private flags = noFlags;
  private readonly outer: Flags[] = [];
  private hasBracketInClass = false;

  constructor(source: string) {
    this.source = source;
  }

  translate(): string {
    while (this.at < this.source.length) this.readNext();
    return this.out;
  }

  private readNext(): void {
    const { i, m, s, x } = this.flags;
    const char = this.take();
    switch (char) {
      case '\\':
        return this.write(this.readEscape());
      case '[':
        return this.write(this.readClass());
      case '(':
        return this.readGroup();
      case ')':
        this.flags = this.outer.pop() ?? noFlags;
        return this.write(')');
      case '.':
        return this.write(s ? String.raw`[\s\S]` : '.');
      case '^':
        return this.write(m ? String.raw`(?:^|(?<=\n))` : '^');
      case '$':
        return this.write(m ? String.raw`(?:$|(?=\n))` : '$');
      case '|':
        return this.write('|');
      case '*':
      case '+':
      case '?':
        return this.readQuantifier(char);
      case '{':
        return this.readBrace();
      case ']':
        // Java and Python read classes inside classes differently.
        if (this.hasBracketInClass) throw new Untranslatable();
        return this.write(String.raw`\]`);
      default:
        if (x && /\s/.test(char)) return;
        if (x && char === '#') return void this.match(/[^\n]*/y);
        return this.write(literal(char, i));
    }
  }

  private write(text: string): void {
    this.out += text;
  }

  private take(): string {
    const char = String.fromCodePoint(this.source.codePointAt(this.at) ?? 0);
    this.at += char.length;
    return char;
  }

  /** Consumes the match of a sticky expression at the current position. */
  private match(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.source);
    if (found !== null) this.at += found[0].length;
    return found;
  }

  private readQuantifier(quantifier: string): void {
    const lazy = this.match(/[?+]/y)?.[0] === '?' ? '?' : '';
    this.write(quantifier + lazy);
  }

  private readBrace(): void {
    const count = this.match(/(\d*)(,?)(\d*)\}/y);
    const [, low = '', comma = '', high = ''] = count ?? [];
    if (count === null || low + high === '') {
      if (count !== null) this.at -= count[0].length;
      return this.write(String.raw`\{`);
    }
    this.readQuantifier(`{${low === '' ? '0' : low}${comma}${high}}`);
  }

  private readGroup(): void {
    const inner = this.flags;
    if (this.match(/\?#[^)]*\)/y) !== null) return;
    const flags = this.match(/\?([A-Za-z]*)(?:-([A-Za-z]+))?([:)])/y);
    if (flags !== null) {
      const [, on = '', off = '', end] = flags;
      const changed = withFlags(withFlags(inner, on, true), off, false);
      if (end === ':') this.open('(?:', changed);
      else this.flags = changed;
      return;
    }
    const reference = this.match(/\?P=(\w+)\)/y);
    if (reference !== null) return this.write(this.reference(`\\k<${reference[1]}>`));
    const named = this.match(/\?(?:P?<(\w+)>|'(\w+)')/y);
    if (named !== null) return this.open(`(?<${named[1] ?? named[2]}>`, inner);
    const plain = this.match(/\?(?:>|=|!|<=|<!)/y)?.[0];
    if (plain !== undefined) return this.open(plain === '?>' ? '(?:' : `(${plain}`, inner);
    if (this.source[this.at] === '?' || this.source[this.at] === '*') throw new Untranslatable();
    this.open('(', inner);
  }

  private open(text: string, flags: Flags): void {
    this.outer.push(this.flags);
    this.flags = flags;
    this.write(text);
  }

  /** A back-reference matches exactly the text of its group, so it cannot be made case-insensitive. */
  private reference(text: string): string {
    if (this.flags.i) throw new Untranslatable();
    return text;
  }

  private readEscape(): string {
    const whole = this.match(/Q([\s\S]*?)(?:\\E|$)/y);
    if (whole !== null) return Array.from(whole[1] ?? '', (char) => literal(char, this.flags.i)).join('');
    if (this.match(/E/y) !== null) return '';
    const anchor = this.match(/[AZz]/y)?.[0];
    if (anchor !== undefined) return anchor === 'A' ? '^' : '$';
    if (this.match(/R/y) !== null) return String.raw`(?:\r\n|[\n\r])`;
    if (this.match(/h/y) !== null) return String.raw`[ \t]`;
    const boundary = this.match(/[bB]/y);
    if (boundary !== null) return `\\${boundary[0]}`;
    const named = this.match(/k(?:<(\w+)>|\{(\w+)\}|'(\w+)')/y);
    if (named !== null) return this.reference(`\\k<${named[1] ?? named[2] ?? named[3]}>`);
    const numbered = this.match(/[1-9]\d*/y);
    if (numbered !== null) return this.reference(`\\${numbered[0]}`);
    const { text, codePoint } = this.readCharacterEscape();
    return codePoint === undefined ? text : literal(String.fromCodePoint(codePoint), this.flags.i);
  }

  /** An escape that means the same inside and outside a class. */
  private readCharacterEscape(): ClassItem {
    const code = this.match(/x\{([\da-f]+)\}|u\{([\da-f]+)\}|U([\da-f]{8})|x([\da-f]{2})|u([\da-f]{4})/iy);
    if (code !== null) return character(Number.parseInt(code.slice(1).find((part) => part !== undefined) ?? '', 16));
    const property = this.match(/[pP](?:\{(\^?)([^}]+)\}|([A-Z]))/y);
    if (property !== null) {
      const isNegated = property[0].startsWith('P') !== (property[1] === '^');
      return { text: propertyEscape(property[2] ?? property[3] ?? '', isNegated) };
    }
    const known = this.match(/[dDwWsS]|0(?!\d)|c[A-Za-z]/y);
    if (known !== null) return { text: `\\${known[0]}` };
    const control = this.match(/[tnrvfae]/y)?.[0];
    if (control !== undefined) return character(controls[control] ?? 0);
    if (this.at >= this.source.length || this.match(/[A-Za-z0-9]/y) !== null) throw new Untranslatable();
    return character(this.take().codePointAt(0) ?? 0);
  }

  private readClass(): string {
    const start = this.match(/\^/y) === null ? '[' : '[^';
    const items: ClassItem[] = this.match(/\]/y) === null ? [] : [character(0x5d)];
    for (;;) {
      if (this.at >= this.source.length) throw new Untranslatable();
      if (this.match(/\]/y) !== null) return `${start}${classText(items, this.flags.i)}]`;
      if (this.match(/&&/y) !== null) throw new Untranslatable();
      items.push(this.readClassItem());
    }
  }

  private readClassItem(): ClassItem {
    const posix = this.match(/\[:(\w+):\]/y);
    if (posix !== null) {
      const text = entryOf(posixClasses, posix[1] ?? '');
      if (text === undefined) throw new Untranslatable();
      return { text: this.flags.i && /upper|lower/.test(posix[0]) ? 'A-Za-z' : text };
    }
    if (this.match(/\[[:.=]/y) !== null) throw new Untranslatable();
    const char = this.take();
    if (char === '[') this.hasBracketInClass = true;
    if (char === '-') return { text: '-' };
    if (char !== '\\') return character(char.codePointAt(0) ?? 0);
    if (this.match(/b/y) !== null) return character(8);
    if (this.match(/h/y) !== null) return { text: String.raw` \t` };
    return this.readCharacterEscape();
  }
}

const controls: Readonly<Record<string, number>> = { t: 9, n: 10, v: 11, f: 12, r: 13, a: 7, e: 27 };

function withFlags(flags: Flags, letters: string, value: boolean): Flags {
  return letters.split('').reduce((current, letter) => {
    if (letter in current) return { ...current, [letter]: value };
    if (ignoredFlags.has(letter)) return current;
    throw new Untranslatable();
  }, flags);
}

function character(codePoint: number): ClassItem {
  return { text: escaped(String.fromCodePoint(codePoint)), codePoint };
}

function escaped(char: string): string {
  if (/[\^$\\.*+?()[\]{}|/]/.test(char)) return `\\${char}`;
  const code = char.codePointAt(0) ?? 0;
  return code < 0x20 || code === 0x7f ? `\\x${code.toString(16).padStart(2, '0')}` : char;
}

function literal(char: string, ignoresCase: boolean): string {
  const other = ignoresCase ? otherCase(char) : undefined;
  return other === undefined ? escaped(char) : `[${char}${other}]`;
}

function otherCase(char: string): string | undefined {
  return [char.toLowerCase(), char.toUpperCase()].find((other) => other !== char && Array.from(other).length === 1);
}

/** The items of a class, with ranges where `-` stands between two characters. */
function classText(items: readonly ClassItem[], ignoresCase: boolean): string {
  let text = '';
  for (let at = 0; at < items.length; at += 1) {
    const [item, dash, end] = items.slice(at, at + 3);
    if (item === undefined) break;
    if (
      item.codePoint !== undefined &&
      dash?.text === '-' &&
      dash.codePoint === undefined &&
      end?.codePoint !== undefined
    ) {
      text += rangeText(item.codePoint, end.codePoint, ignoresCase);
      at += 2;
    } else
      text +=
        item.codePoint === undefined ? dashEscaped(item.text) : rangeText(item.codePoint, item.codePoint, ignoresCase);
  }
  return text;
}

function dashEscaped(text: string): string {
  return text === '-' ? String.raw`\-` : text;
}

function rangeText(low: number, high: number, ignoresCase: boolean): string {
  const text = low === high ? classCharacter(low) : `${classCharacter(low)}-${classCharacter(high)}`;
  if (!ignoresCase) return text;
  const other = otherCase(String.fromCodePoint(low));
  const otherEnd = otherCase(String.fromCodePoint(high));
  const isLetters = low !== high && isSameCase(low, high);
  if (isLetters && other !== undefined && otherEnd !== undefined) return `${text}${other}-${otherEnd}`;
  // Adds the other case: of an ASCII range all letters, of other ranges only the ends.
  const codes =
    high < 0x80 ? Array.from({ length: Math.max(0, high - low + 1) }, (_, index) => low + index) : [low, high];
  const others = codes.flatMap((code) => otherCase(String.fromCodePoint(code)) ?? []);
  const missing = others.filter((other) => (other.codePointAt(0) ?? 0) < low || (other.codePointAt(0) ?? 0) > high);
  return text + missing.join('');
}

function isSameCase(low: number, high: number): boolean {
  return [/^[a-z]{2}$/, /^[A-Z]{2}$/].some((letters) => letters.test(String.fromCodePoint(low, high)));
}

function classCharacter(code: number): string {
  return code === 0x2d ? String.raw`\-` : escaped(String.fromCodePoint(code));
}

/** Unicode property names of Java, PCRE and Go, mapped to those of JavaScript. */
function propertyEscape(name: string, isNegated: boolean): string {
  const plain = name.replace(/^(?:Is|In)(?=[A-Z])/, '').replace(/^(?:script|sc)=/i, '');
  const known = [entryOf(properties, plain) ?? name, plain, `Script=${plain}`].find((one) => isReadable(`\\p{${one}}`));
  if (known === undefined) throw new Untranslatable();
  return `\\${isNegated ? 'P' : 'p'}{${known}}`;
}

const properties: Readonly<Record<string, string>> = {
  Alpha: 'Alphabetic',
  Lower: 'Lowercase',
  Upper: 'Uppercase',
  Punct: 'P',
  Space: 'White_Space',
  Digit: 'Nd',
  ASCII: 'ASCII',
};
