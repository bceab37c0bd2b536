import type { ModelMessage, ModelToolCall } from '../contract/index.ts';
import { hashOf } from './canonical-json.ts';

/**
 * Calls with ids that are unique among themselves and in the dialogue before them: some endpoints repeat ids, others send
 * none, and providers refuse a history in which a result has no call of its own. Made from the calls alone, so that a
 * dialogue played again has the same ids.
 */
export function uniqueIds(calls: readonly ModelToolCall[], messages: readonly ModelMessage[]): ModelToolCall[] {
  const taken = new Set(
    messages.flatMap((message) => (message.role === 'assistant' ? (message.toolCalls ?? []).map(({ id }) => id) : [])),
  );
  return calls.map((call) => {
    let { id } = call;
    for (let attempt = 1; id === '' || taken.has(id); attempt += 1) id = idOf(call.id, attempt);
    taken.add(id);
    return id === call.id ? call : { ...call, id };
  });
}

/** Nine letters and digits, as Mistral wants ids; the others take any. */
function idOf(id: string, attempt: number): string {
  return hashOf({ id, attempt }).slice(0, 9);
}
