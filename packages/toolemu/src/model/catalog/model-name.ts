import { parametersIn } from '../../contract/index.ts';
import { priceTable } from './price-table.ts';
import { withoutSnapshot } from './prices.ts';
import { type Provider, isProvider, providerNames } from './provider-table.ts';

/** A model's name in its parts. `replay` and `scripted` models are made by whoever holds their answers. */
export interface ModelName {
  readonly provider: Provider | 'replay' | 'scripted';
  readonly model: string;
  /** `provider/model`. */
  readonly name: string;
}

/** A name that says no model; `suggestions` are names that would. */
export class UnknownModelError extends Error {
  override readonly name = 'UnknownModelError';
  readonly suggestions: readonly string[];
  /** The parameters that the message names. */
  readonly parameters = parametersIn(this.message);

  constructor(message: string, suggestions: readonly string[]) {
    super(message);
    this.suggestions = suggestions;
  }
}

/**
 * Reads `provider/model`. A name without a provider is looked up in the price table; a first part that is no provider
 * (`Qwen/Qwen3-8B`) belongs to a compatible endpoint where a base URL is given.
 */
export function parseModelName(text: string, { baseUrl }: { readonly baseUrl?: string | undefined } = {}): ModelName {
  const given = text.trim();
  const slash = given.indexOf('/');
  const provider = slash === -1 ? '' : given.slice(0, slash);
  const model = given.slice(slash + 1);
  if (isProvider(provider) || provider === 'replay' || provider === 'scripted') {
    if (model === '') {
      throw unknown(`"${given}" names a provider and no model: write ${provider}/MODEL`, []);
    }
    return { provider, model, name: given };
  }
  if (slash === -1 && isProvider(given)) {
    throw unknown(`"${given}" is a provider: add the model, as in ${given}/MODEL`, []);
  }
  const found = slash === -1 ? providerOf(given) : undefined;
  if (found !== undefined) {
    return { provider: found, model: given, name: `${found}/${given}` };
  }
  if (baseUrl !== undefined && given !== '') {
    return { provider: 'compatible', model: given, name: `compatible/${given}` };
  }
  throw unknownModel(given, provider, model);
}

/** The provider of a model that the price table knows, by itself or by what its snapshot is of. */
function providerOf(model: string): Provider | undefined {
  for (const candidate of [model, withoutSnapshot(model)]) {
    const provider = providerNames.find((name) => Object.hasOwn(priceTable, `${name}/${candidate}`));
    if (provider !== undefined) {
      return provider;
    }
  }
  return undefined;
}

function unknownModel(given: string, provider: string, model: string): UnknownModelError {
  if (given === '') {
    return unknown('no model is named: write provider/model, as in openai/gpt-5', []);
  }
  const suggestions = provider === '' ? likelyModels(given) : likelySpellings(provider, model);
  const what =
    provider === ''
      ? `"${given}" names no provider, and no known model is called so`
      : `"${provider}" in "${given}" is no provider (${providerNames.join(', ')})`;
  return unknown(
    `${what}. Did you mean ${suggestions.join(' or ')}? An endpoint of your own needs \`baseUrl\``,
    suggestions,
  );
}

function likelySpellings(provider: string, model: string): string[] {
  const close = providerNames.filter((name) => distance(name, provider.toLowerCase()) <= 2);
  const others = ['vllm', 'openrouter', 'compatible'].map((name) => `${name}/${provider}/${model}`);
  return close.length > 0 ? close.map((name) => `${name}/${model}`) : others;
}

const families: readonly (readonly [RegExp, Provider])[] = [
  [/^(?:gpt-|o\d|chatgpt-)/i, 'openai'],
  [/^claude/i, 'anthropic'],
  [/^gemini/i, 'google'],
];

function likelyModels(model: string): string[] {
  const family = families.find(([pattern]) => pattern.test(model))?.[1];
  const close = Object.keys(priceTable)
    .map((name) => ({ name, away: distance(name.slice(name.indexOf('/') + 1), model.toLowerCase()) }))
    .filter(({ away }) => away <= Math.max(2, Math.floor(model.length / 4)))
    .sort((a, b) => a.away - b.away)
    .slice(0, 3)
    .map(({ name }) => name);
  const asGiven = family === undefined ? [`ollama/${model}`, `vllm/${model}`] : [`${family}/${model}`];
  return [...new Set([...close, ...asGiven])];
}

/** Levenshtein distance. */
function distance(a: string, b: string): number {
  const others = Array.from(b);
  let row = Array.from({ length: others.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(a).entries()) {
    const next = [index + 1];
    for (const [column, other] of others.entries()) {
      const replaced = (row[column] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1));
    }
    row = next;
  }
  return row[others.length] ?? 0;
}

function unknown(message: string, suggestions: readonly string[]): UnknownModelError {
  return new UnknownModelError(message, suggestions);
}
