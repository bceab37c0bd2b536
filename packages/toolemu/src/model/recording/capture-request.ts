import type { ModelReply } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from '../calls/model-call.ts';
import { zeroUsage } from './usage.ts';

/**
 * The request that is made of a model once it gave these replies, or null where none is made. It is broken off there:
 * no model is called.
 *
 * @example
 * const request = await captureRequest((model) => agentOf(model).play(task, sandbox));
 */
export async function captureRequest(
  play: (model: CallableModel) => Promise<unknown>,
  replies: readonly Partial<ModelReply>[] = [],
): Promise<ModelCall | null> {
  let captured: ModelCall | null = null;
  let answered = 0;
  const brokenOff = new Error('the request was captured');
  const model: CallableModel = {
    name: 'none',
    async generate(request) {
      const reply = replies[answered];
      answered += 1;
      if (reply !== undefined) return { ...blank, ...reply };
      captured ??= { ...request, messages: [...request.messages] };
      throw brokenOff;
    },
  };
  try {
    await play(model);
  } catch (error) {
    if (error !== brokenOff) throw error;
  }
  return captured;
}

const blank: ModelReply = { text: '', toolCalls: [], finish: 'stop', usage: zeroUsage, sent: {}, responseModel: null };
