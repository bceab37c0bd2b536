/** Where a text stops being JSON. */
export class JsonError extends Error {
  readonly offset: number;

  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const deepest = 400;
const whole = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const quoted = /"(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

/** Goes through a JSON text, and keeps where each value begins. Throws a {@link JsonError} where it stops being JSON. */
export class JsonScanner {
  readonly places = new Map<string, number>();
  private readonly text: string;
  private at = 0;

  constructor(text: string) {
    this.text = text;
  }

  value(path: string, depth: number): void {
    this.space();
    if (!this.places.has(path)) this.places.set(path, this.at);
    if (depth > deepest) throw new JsonError(this.at, 'too deep');
    const sign = this.text[this.at];
    if (sign === '{') this.object(path, depth);
    else if (sign === '[') this.array(path, depth);
    else if (sign === '"') this.string();
    else if (this.match(whole) === null) this.fail('a value');
  }

  end(): void {
    this.space();
    if (this.at < this.text.length) this.fail('the end');
  }

  private object(path: string, depth: number): void {
    this.items('}', () => {
      const offset = this.at;
      if (this.text[this.at] !== '"') this.fail('a name in double quotes');
      const inner = `${path}.${JSON.parse(this.string()) as string}`;
      this.places.set(inner, offset);
      this.space();
      this.take(':');
      this.value(inner, depth + 1);
    });
  }

  private array(path: string, depth: number): void {
    let index = 0;
    this.items(']', () => {
      this.value(`${path}[${index}]`, depth + 1);
      index += 1;
    });
  }

  private items(close: string, item: () => void): void {
    this.at += 1;
    this.space();
    if (this.text[this.at] === close) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.space();
      item();
      this.space();
      if (this.text[this.at] === close) break;
      if (this.text[this.at] !== ',') this.fail(`"," or "${close}"`);
      this.at += 1;
    }
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    const found = this.match(quoted);
    // JSON allows no line ends and no other control characters in a text.
    const hasControls = found !== null && Array.from(found).some((sign) => sign < ' ');
    if (found !== null && !hasControls) return found;
    this.at = start;
    return this.fail('a text that ends in a double quote on its line');
  }

  private take(sign: string): void {
    if (this.text[this.at] !== sign) this.fail(`"${sign}"`);
    this.at += 1;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const [found] = pattern.exec(this.text) ?? [];
    if (found === undefined) return null;
    this.at += found.length;
    return found;
  }

  private space(): void {
    while (' \t\n\r'.includes(this.text[this.at] ?? 'x')) this.at += 1;
  }

  private fail(wanted: string): never {
    const found =
      this.at >= this.text.length
        ? 'the end'
        : JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
    throw new JsonError(this.at, `${wanted} is wanted here, not ${found}`);
  }
}
