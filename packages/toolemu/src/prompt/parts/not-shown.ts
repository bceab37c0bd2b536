import { isObject, type Json, type JsonObject, scalarsIn, type Step, type User } from '../../contract/index.ts';

/** The scalars of a JSON object that a result contained, of those around it, and of the call's arguments. */
type Context = ReadonlySet<string>;

/** Texts of this length are recognized wherever they occur; shorter ones could occur by chance. */
const minTellingLength = 12;

/** Characters that searches for texts may look at, for all records of a transcript. Beyond them, nothing more is listed. */
const maxSearched = 200_000_000;

/**
 * Everything that an agent has seen so far. Numbers, booleans and short texts count for a record only beside its id, or as a word
 * of prose: the same value in another record says nothing about this one. Longer texts count wherever they occur.
 */
export class Shown {
  readonly #contexts = new Map<string, Context[]>();
  readonly #values = new Set<string>();
  readonly #words = new Set<string>();
  #prose = '';
  #searched = 0;

  constructor({ instruction, user, now }: { instruction: string; user: User | null; now: string | null }) {
    this.#addProse(instruction);
    if (user !== null) this.#addValue(user as unknown as Json, []);
    if (now !== null) this.#addProse(now);
  }

  /** Adds a call of the agent and its result. What a failed call guessed is not known by it. */
  add({ args, status, observation: { json, text } }: Pick<Step, 'args' | 'status' | 'observation'>): void {
    const written = status === 'ok' && args !== null ? scalarsIn(args).filter(isScalar).map(String) : [];
    for (const value of written) this.#values.add(value);
    if (json === undefined) this.#addProse(text);
    else this.#addValue(json, written);
    // The arguments stand beside what the result says, also where it says nothing of their record.
    if (written.length > 0) this.#addContext(new Set(written));
  }

  /** The properties of a record that hold something the agent has not seen; its id is not one of them. */
  lackedIn(id: string, record: JsonObject): string[] {
    const contexts = this.#contexts.get(id) ?? [];
    return Object.keys(record).filter((name) => {
      const value = record[name] ?? null;
      return !(isScalar(value) && String(value) === id) && !this.#has(value, contexts);
    });
  }

  #has(value: Json, contexts: readonly Context[]): boolean {
    if (Array.isArray(value)) return value.every((item) => this.#has(item, contexts));
    if (isObject(value)) return Object.values(value).every((inner) => this.#has(inner, contexts));
    if (value === null || value === '') return true;
    const text = String(value);
    if (contexts.some((context) => context.has(text))) return true;
    if (typeof value === 'boolean') return false;
    if (typeof value === 'number') return Math.abs(value) >= 100 && this.#words.has(text);
    if (text.length < minTellingLength) return wordsIn(text).every((word) => this.#words.has(word));
    return this.#values.has(text) || this.#find(text);
  }

  #find(text: string): boolean {
    this.#searched += this.#prose.length;
    return this.#searched > maxSearched || this.#prose.includes(text);
  }

  #addValue(value: Json, around: readonly string[]): void {
    if (Array.isArray(value)) for (const item of value) this.#addValue(item, around);
    else if (isObject(value)) {
      const own = Object.values(value).flatMap((inner) => (isScalar(inner) ? [String(inner)] : scalarsInList(inner)));
      const all = [...around, ...own];
      this.#addContext(new Set(all));
      for (const inner of Object.values(value)) this.#addValue(inner, all);
    } else if (typeof value === 'string') {
      this.#values.add(value);
      this.#addProse(value);
    }
  }

  #addContext(context: Context): void {
    for (const value of context) {
      const known = this.#contexts.get(value);
      if (known === undefined) this.#contexts.set(value, [context]);
      else known.push(context);
    }
  }

  /** A text with several words is prose: a single one is a value, and known by its context. */
  #addProse(text: string): void {
    this.#prose += `\n${text}`;
    const words = wordsIn(text);
    if (words.length > 1) for (const word of words) this.#words.add(word);
  }
}

function isScalar(value: Json): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** The scalars of a list of scalars. */
function scalarsInList(value: Json): string[] {
  return Array.isArray(value) ? value.filter(isScalar).map(String) : [];
}

/** The words of a text, and its numbers without the commas between thousands. */
function wordsIn(text: string): string[] {
  return text.replaceAll(/(?<=\d),(?=\d{3}(?!\d))/g, '').match(/\d+(?:\.\d+)?|[\p{L}\p{N}_]+/gu) ?? [];
}
