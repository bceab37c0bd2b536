// A chat model of LangChain that says what it is told to.
import { AIMessage } from '@langchain/core/messages';
import { fakeModel } from '@langchain/core/testing';
import type { Turn } from '../scripted-replies.ts';

/** A model that takes the turns in order, whatever it is sent. */
export function scriptedModel(turns: readonly Turn[]): ReturnType<typeof fakeModel> {
  const model = fakeModel();
  for (const [index, turn] of turns.entries()) {
    if ('answer' in turn) model.respond(new AIMessage(turn.answer));
    else model.respondWithTools([{ name: turn.call.tool, args: turn.call.args, id: `call-${index}` }]);
  }
  return model;
}
