import {
  type JsonObject,
  type JsonSchema,
  type LanguageModel,
  ModelError,
  type ModelMessage,
  type ModelParameters,
  type ModelReply,
} from '../../contract/index.ts';
import { hashOf, type ModelCall, readReplyJson } from '../../model/index.ts';
import { completionReplySchema, renderCompletionProblems } from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import { type ExchangeLog, noExchanges } from './exchange-log.ts';

/** How often a declaration is sent back with what is wrong with it. */
export const maxRevisions = 3;

/** A declaration as a model gave it, or why there is none in its reply. */
export type Declaration =
  | { readonly ok: true; readonly text: string; readonly declaration: JsonObject }
  | { readonly ok: false; readonly text: string; readonly problem: string };

/** A declaration, with the key of the exchange it stands in. */
export type Declared = Declaration & { readonly key: string };

/** What is put to a model; `step` says what is asked for, as in `world`. */
export interface Question {
  readonly step: string;
  readonly messages: readonly ModelMessage[];
  readonly stableMessages: number;
}

export interface AskingOptions {
  readonly model: LanguageModel;
  readonly parameters: ModelParameters;
  readonly signal?: AbortSignal | undefined;
  /** Where answers are kept: a question that was answered once is not put again. */
  readonly exchanges?: ExchangeLog | undefined;
}

/** Puts questions to a model until something stops it: an interrupt, the end of a budget, an endpoint that fails. */
export interface Asking {
  /** Why nothing is asked any more. */
  readonly stopped: string | null;
  /** Null where nothing is asked any more. */
  ask(question: Question): Promise<Declared | null>;
  /** The messages that tell a model why its declaration cannot be used, in words of their own where they are given. */
  sendBack(said: Declared, problems: readonly string[], words?: string): ModelMessage[];
}

export function createAsking({ model, parameters, signal, exchanges = noExchanges }: AskingOptions): Asking {
  let stopped: string | null = null;

  async function reply({ step, messages, stableMessages }: Question, key: string): Promise<Declaration> {
    const kept = exchanges.find(key);
    if (kept !== undefined) return read(kept);
    try {
      const call: ModelCall = {
        messages,
        parameters,
        schema: completionReplySchema,
        stableMessages,
        ...(signal === undefined ? {} : { signal }),
      };
      const said = await model.generate(call);
      const { text, finish, usage } = said;
      exchanges.add({ key, step, text, finish, usage, problems: [] });
      return read(said);
    } catch (error) {
      if (error instanceof ModelError && ofOneRequest.has(error.kind)) {
        return { ok: false, text: '', problem: error.message };
      }
      throw error;
    }
  }

  return {
    get stopped() {
      return stopped;
    },
    async ask(question) {
      if (stopped !== null) return null;
      const key = hashOf({ model: model.name, parameters, messages: question.messages });
      try {
        return { ...(await reply(question, key)), key };
      } catch (error) {
        if (signal?.aborted !== true && !(error instanceof ModelError)) throw error;
        stopped ??= signal?.aborted === true ? 'interrupted' : (error as ModelError).message;
        return null;
      }
    },
    sendBack({ key, text }, problems, words = renderCompletionProblems(problems)) {
      exchanges.tell(key, problems);
      return [
        { role: 'assistant', content: text.trim() === '' ? '(nothing)' : text },
        { role: 'user', content: words },
      ];
    },
  };
}

/** Failures of one request, which say nothing of the others. */
const ofOneRequest = new Set(['refused', 'context-too-long']);

function read({ text, finish }: Pick<ModelReply, 'text' | 'finish'>): Declaration {
  if (finish === 'content-filter') return { ok: false, text, problem: 'the provider filtered the reply' };
  if (finish === 'length') return { ok: false, text, problem: 'the reply was cut off at its greatest length' };
  return readDeclaration(text);
}

/** The properties that every reply must have, even if the endpoint does not enforce the schema. */
const declaring: JsonSchema = { type: 'object', required: ['declaration'] };

/** Reads a reply: one JSON object, whose declaration is a JSON object or the text of one. Never throws. */
export function readDeclaration(text: string): Declaration {
  const whole = readReplyJson(text, { schema: declaring });
  if (!whole.ok) return { ok: false, text, problem: whole.reason };
  const { declaration } = whole.value;
  if (isObject(declaration)) return { ok: true, text, declaration };
  if (typeof declaration !== 'string') {
    return { ok: false, text, problem: 'the reply has no "declaration" that is a JSON object written as a string' };
  }
  const inner = readReplyJson(declaration);
  if (!inner.ok) return { ok: false, text, problem: `"declaration" cannot be read: ${inner.reason}` };
  return { ok: true, text, declaration: inner.value };
}
