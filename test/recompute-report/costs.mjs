import { groupsOf, sum } from './statistics.mjs';

const names = ['calls', 'reused', 'retries', 'inputTokens', 'cachedInputTokens', 'outputTokens', 'seconds', 'usd'];

/** What calls cost together; a sum is null where a part of it is. */
export function costOf(calls) {
  const add = (values) => (values.includes(null) ? null : sum(values));
  return Object.fromEntries(names.map((name) => [name, add(calls.map((call) => call[name]))]));
}

/** What the calls of each key cost, with their role and model. */
export function costsBy(calls, keyOf) {
  return groupsOf(calls, keyOf).map((own) => {
    const { role, model } = own[0];
    return [keyOf(own[0]), { role, model, ...costOf(own) }];
  });
}
