import { describe, expect, it } from 'vitest';
import { notes, reactCall } from '../../../../../test/support/notes.ts';
import { reactCodec } from '../../agent/index.ts';
import type { ModelReply, PromptStyle, Step } from '../../contract/index.ts';
import { repliesBefore } from './recorded-replies.ts';

const promptStyle: PromptStyle = { name: 'naive', quits: false, role: '', requirements: '' };
const call = replyOf(reactCall('NotesAdd', { text: 'one' }));
const question = replyOf('Final Answer: Which note do you mean?');

describe('the replies that led to steps', () => {
  it('hold a question to which the user replied', () => {
    const prefix = [stepOf('NotesAdd'), { ...stepOf('ask_user'), source: { from: 'user' } }, stepOf('NotesAdd')];
    expect(before([call, question, call, call], prefix)).toEqual([call, question, call]);
    expect(before([call, question, call], prefix.slice(0, 2))).toEqual([call, question]);
  });

  it('hold an answer that was cut off, and is none', () => {
    const cut: ModelReply = { ...question, finish: 'length' };
    expect(before([cut, call], [stepOf('NotesAdd')])).toEqual([cut, call]);
    const replied = { ...stepOf('ask_user'), source: { from: 'user' } };
    expect(before([cut, question, call], [replied, stepOf('NotesAdd')])).toEqual([cut, question, call]);
  });

  it('are none where they lead to other steps', () => {
    expect(before([call], [stepOf('NotesRead')])).toBeNull();
    expect(before([call], [stepOf('NotesAdd'), stepOf('NotesAdd')])).toBeNull();
  });
});

function before(replies: readonly ModelReply[], prefix: readonly Step[]): ModelReply[] | null {
  return repliesBefore({ replies, prefix, codec: reactCodec, tools: notes.tools, promptStyle });
}

function stepOf(tool: string): Step {
  return {
    step: 1,
    tool,
    args: {},
    status: 'ok',
    observation: { text: '' },
    changes: [],
    consequences: [],
    violations: [],
  };
}

function replyOf(text: string): ModelReply {
  const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };
  return { text, toolCalls: [], finish: 'stop', usage, sent: {}, responseModel: null };
}
