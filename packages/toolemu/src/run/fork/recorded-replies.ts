import type { Codec } from '../../agent/index.ts';
import type { ModelReply, PromptStyle, Step, Tool } from '../../contract/index.ts';
import { askUserTool } from '../../world/index.ts';
import { isUserReply } from './continuations.ts';

/**
 * The replies of an agent that led to the first steps of its episode, among them those that could not be read. Of the
 * last one only the calls of these steps are left. Null where the replies do not lead to these steps.
 */
export function repliesBefore({
  replies,
  prefix,
  codec,
  tools,
  promptStyle,
}: {
  replies: Iterable<ModelReply>;
  prefix: readonly Step[];
  codec: Codec;
  tools: readonly Tool[];
  /** What the agent was told when it replied so. */
  promptStyle: PromptStyle;
}): ModelReply[] | null {
  const before: ModelReply[] = [];
  let made = 0;
  if (prefix.length === 0) return before;
  for (const reply of replies) {
    const decision = codec.parse(reply, tools, promptStyle);
    const left = prefix.slice(made);
    const calls =
      decision.kind === 'calls' ? decision.calls : isAnswered(reply, left[0]) ? [{ tool: askUserTool }] : [];
    if (left.some(({ tool }, at) => calls[at] !== undefined && calls[at].tool !== tool)) return null;
    if (calls.length >= left.length) return [...before, { ...reply, toolCalls: reply.toolCalls.slice(0, left.length) }];
    before.push(reply);
    made += calls.length;
  }
  return null;
}

/** Whether a reply that makes no call is the question to which the user replied in the next step. */
function isAnswered({ finish }: ModelReply, next: Step | undefined): boolean {
  return next !== undefined && isUserReply(next) && finish !== 'length' && finish !== 'content-filter';
}
