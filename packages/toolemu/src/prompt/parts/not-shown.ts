import type { Json, JsonObject, Step } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** Everything that an agent has seen so far: prose, and JSON values by the names of their properties. */
export class Shown {
  #prose: string;
  readonly #texts: string[] = [];
  readonly #values = new Set<string>();

  constructor(instruction: string) {
    this.#prose = instruction;
  }

  /** Adds a call of the agent and its result. */
  add({ args, input, observation: { json, text } }: Pick<Step, 'args' | 'input' | 'observation'>): void {
    for (const value of [args, json]) if (value !== undefined && value !== null) this.#addValues('', value);
    if (typeof input === 'string') this.#prose += `\n${input}`;
    if (json === undefined) this.#prose += `\n${text}`;
  }

  /** The properties of a record that hold something the agent has not been shown. */
  lackedIn(record: JsonObject): string[] {
    return Object.keys(record).filter((name) => !this.#has(name, record[name] ?? null));
  }

  #addValues(name: string, value: Json): void {
    if (Array.isArray(value)) for (const item of value) this.#addValues(name, item);
    else if (isObject(value)) for (const [inner, of] of Object.entries(value)) this.#addValues(inner, of);
    else {
      this.#values.add(keyOf(name, value));
      if (typeof value === 'string') this.#texts.push(value);
    }
  }

  #has(name: string, value: Json): boolean {
    if (Array.isArray(value)) return value.every((item) => this.#has(name, item));
    if (isObject(value)) return Object.entries(value).every(([inner, of]) => this.#has(inner, of));
    if (value === null || value === '' || this.#values.has(keyOf(name, value))) return true;
    const text = String(value);
    if (hasWord(this.#prose, text)) return true;
    // A short value may occur in a longer text by chance.
    return typeof value === 'string' && text.length > 3 && this.#texts.some((one) => one.includes(text));
  }
}

/** Whether a text contains another one that is not part of a longer word. */
function hasWord(text: string, part: string): boolean {
  const isWord = (character: string | undefined): boolean =>
    character !== undefined && /[\p{L}\p{N}_]/u.test(character);
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
    if (!isWord(text[at - 1]) && !isWord(text[at + part.length])) return true;
  }
  return false;
}

function keyOf(name: string, value: Json): string {
  return JSON.stringify([name, value]);
}
