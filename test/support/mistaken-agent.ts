import { answer, type Reply, type RequestBody } from './replies.mjs';
import { roleOf, systemOf } from './requests.ts';

/** The calls this agent gets wrong before it makes valid ones: an unknown tool, input that is no JSON, input that does not fit. */
export const mistakes = 3;

/** Answers as replies.mjs does, but its agent begins each episode with calls that are not valid. */
export function answerWithMistakes(body: RequestBody): Reply {
  if (roleOf(body) !== 'agent') return answer(body);
  const [first, second, ...turns] = body.messages ?? [];
  if (first === undefined || second === undefined) throw new Error('an agent is sent a system prompt and a task');
  const made = turns.length / 2;
  if (made >= mistakes) return answer({ ...body, messages: [first, second, ...turns.slice(2 * mistakes)] });
  return body.tools === undefined ? reactMistake(body, made) : nativeMistake(body, made);
}

function reactMistake(body: RequestBody, made: number): Reply {
  const tool = /^### (\S+)$/m.exec(systemOf(body))?.[1] ?? '';
  const name = made === 0 ? 'NoSuchTool' : tool;
  return `Thought: Let me try.\nAction: ${name}\nAction Input: ${inputs[made]}`;
}

function nativeMistake({ tools = [] }: RequestBody, made: number): Reply {
  const [tool] = tools as { function?: { name: string } }[];
  const name = made === 0 ? 'NoSuchTool' : (tool?.function?.name ?? '');
  return {
    content: '',
    tool_calls: [{ id: `mistake_${made}`, type: 'function', function: { name, arguments: inputs[made] ?? '' } }],
  };
}

const inputs = ['{}', '{"title": ', '{"no such property": 1}'];
