import type { Codec } from '../agent/index.ts';
import type { ModelReply, Prompting, Step, Tool } from '../contract/index.ts';

/**
 * The replies of an agent that led to the first steps of its episode, among them those that could not be read. Of the
 * last one only the calls of these steps are left. Null where the replies do not lead to these steps.
 */
export function repliesBefore({
  replies,
  prefix,
  codec,
  tools,
  prompting,
}: {
  replies: Iterable<ModelReply>;
  prefix: readonly Step[];
  codec: Codec;
  tools: readonly Tool[];
  /** What the agent was told when it replied so. */
  prompting: Prompting;
}): ModelReply[] | null {
  const before: ModelReply[] = [];
  let made = 0;
  if (prefix.length === 0) return before;
  for (const reply of replies) {
    const decision = codec.parse(reply, tools, prompting);
    const calls = decision.kind === 'calls' ? decision.calls : [];
    const left = prefix.slice(made);
    if (left.some(({ tool }, at) => calls[at] !== undefined && calls[at].tool !== tool)) return null;
    if (calls.length >= left.length) return [...before, { ...reply, toolCalls: reply.toolCalls.slice(0, left.length) }];
    before.push(reply);
    made += calls.length;
  }
  return null;
}
