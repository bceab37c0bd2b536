import { isObject } from '../../contract/index.ts';
import { ConfigError } from './config-error.ts';

/** What an option must be. Its type says so too; programs without types are told before anything is played. */
export interface OptionRule {
  readonly holds: (value: unknown) => boolean;
  /** What to give, for the message. */
  readonly give: string;
}

/** A rule for each option of `Options`. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule };

/** Throws {@link ConfigError} for an option that there is not, and for one that is not what its rule says. */
export function checkOptions(options: object, rules: { readonly [name: string]: OptionRule }): void {
  const unknown = Object.keys(options).filter((name) => !Object.hasOwn(rules, name));
  if (unknown.length > 0) {
    throw new ConfigError(
      `there is no option ${unknown.map((name) => `\`${name}\``).join(', ')}; there are ${Object.keys(rules).join(', ')}`,
    );
  }
  for (const [name, value] of Object.entries(options)) {
    const rule = rules[name];
    if (rule === undefined || value === undefined || rule.holds(value)) continue;
    throw new ConfigError(`\`${name}\` is ${shown(value)}: give ${rule.give}`);
  }
}

const longestShown = 40;

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? 'empty' : 'a list';
  if (typeof value === 'string') return JSON.stringify(value.slice(0, longestShown));
  return typeof value === 'number' || typeof value === 'boolean' || value === null
    ? String(value)
    : `of type ${typeof value}`;
}

/** Rules by what values are. */
export const given = {
  whole: (from: 0 | 1): OptionRule => ({
    holds: (value) => Number.isSafeInteger(value) && Number(value) >= from,
    give: `a whole number from ${from}`,
  }),
  integer: { holds: Number.isSafeInteger, give: 'a whole number' },
  amount: { holds: (value) => isAmount(value) && value > 0, give: 'a number above 0' },
  between: (least: number, most: number): OptionRule => ({
    holds: (value) => isAmount(value) && value >= least && value <= most,
    give: `a number from ${least} to ${most}`,
  }),
  flag: { holds: (value) => typeof value === 'boolean', give: 'true or false' },
  text: { holds: isText, give: 'a text' },
  list: (example: string): OptionRule => ({ holds: Array.isArray, give: `a list, as in ${example}` }),
  some: (example: string): OptionRule => ({
    holds: (value) => Array.isArray(value) && value.length > 0,
    give: `a list of at least one, as in ${example}`,
  }),
  texts: (example: string): OptionRule => ({
    holds: (value) => Array.isArray(value) && value.every(isText),
    give: `a list of texts, as in ${example}`,
  }),
  textOrTexts: (example: string): OptionRule => ({
    holds: (value) => isText(value) || (Array.isArray(value) && value.length > 0 && value.every(isText)),
    give: `a text, or a list of texts, as in ${example}`,
  }),
  sources: (example: string): OptionRule => ({
    holds: (value) => isText(value) || Array.isArray(value),
    give: `a path, or a list, as in ${example}`,
  }),
  member: (example: string): OptionRule => ({
    holds: (value) => isText(value) || isObject(value) || typeof value === 'function',
    give: `a name or an object, as in ${example}`,
  }),
  oneOf: (...names: readonly string[]): OptionRule => ({
    holds: (value) => names.includes(value as string),
    give: names.map((name) => `'${name}'`).join(' or '),
  }),
  /** An object with no other fields than these, of any fields where none is named. */
  object: (...fields: readonly string[]): OptionRule => ({
    holds: (value) =>
      isObject(value) && (fields.length === 0 || Object.keys(value).every((field) => fields.includes(field))),
    give: fields.length === 0 ? 'an object' : `an object of ${fields.map((field) => `\`${field}\``).join(', ')}`,
  }),
  function: { holds: (value) => typeof value === 'function', give: 'a function' },
  signal: { holds: (value) => value instanceof AbortSignal, give: 'an AbortSignal' },
} satisfies { [name: string]: OptionRule | ((...args: never[]) => OptionRule) };

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
