import type { Usage } from '../../contract/index.ts';
import { type Price, priceTable } from './price-table.ts';

const snapshot = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3,4}|latest)$/;

/** Real tools stand among the recorded calls, and are paid for elsewhere. */
const realTools = 'mcp/';

/** The price of a model by its `provider/model` name, or null where it is unknown. */
export function priceOf(name: string): Price | null {
  if (name.startsWith(realTools)) return { input: 0, output: 0 };
  for (const candidate of namesInTables(name)) {
    const price = priceIn(candidate);
    if (price !== undefined) {
      return price;
    }
  }
  return null;
}

/** US dollars for a call's tokens, or null where the price is unknown. */
export function costOf(usage: Usage, price: Price | null): number | null {
  if (price === null) {
    return null;
  }
  const fresh = Math.max(0, usage.inputTokens - usage.cachedInputTokens - usage.cacheWriteTokens);
  const dollars =
    fresh * price.input +
    usage.cachedInputTokens * (price.cachedInput ?? price.input) +
    usage.cacheWriteTokens * (price.cacheWrite ?? price.input) +
    usage.outputTokens * price.output;
  return dollars / 1_000_000;
}

/** Two amounts of US dollars together; null where one is not known. */
export function addDollars(a: number | null, b: number | null): number | null {
  return a === null || b === null ? null : a + b;
}

/** The names under which tables may list a model, the closest first. */
export function namesInTables(name: string): string[] {
  return [name, directName(name)].flatMap((known) => [known, withoutSnapshot(known)]);
}

/** A model's name without the date or number of its snapshot, as in `gpt-4o` for `gpt-4o-2024-08-06`. */
export function withoutSnapshot(name: string): string {
  return name.replace(snapshot, '');
}

/** OpenRouter passes the price of these providers through; it writes Claude's versions with a dot. */
function directName(name: string): string {
  const direct = /^openrouter\/((?:openai|anthropic|google)\/.+)$/.exec(name)?.[1] ?? name;
  return direct.startsWith('anthropic/') ? direct.replaceAll('.', '-') : direct;
}

function priceIn(name: string): Price | undefined {
  return Object.hasOwn(priceTable, name) ? priceTable[name] : undefined;
}
