import type { ModelMessage, ModelToolCall } from '../../contract/index.ts';
import { hashOf } from '../recording/canonical-json.ts';

/**
 * Gives calls ids that are unique in the dialogue: some endpoints repeat ids, others send none, and providers reject a
 * history in which two results share a call. The ids depend only on the calls, so that a replayed dialogue has the same
 * ids.
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

/** Nine letters and digits, as Mistral requires; other providers accept any id. */
function idOf(id: string, attempt: number): string {
  return hashOf({ id, attempt }).slice(0, 9);
}
