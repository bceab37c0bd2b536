import { z } from 'zod';
import type { Json, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { type CallResult, type Dialect, type ModelTurn, objectsIn, relaxedChoice, serverSentEvent } from './dialect.ts';

/** What stands in the place of an assistant's message, so that the history has the turns that the agent did not see. */
interface HiddenMessages {
  readonly before: readonly JsonObject[];
  /** All calls of the message, with those that the agent did not see. */
  readonly calls: Json | undefined;
  readonly after: readonly JsonObject[];
}

const replySchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        message: z.looseObject({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string().optional(),
                function: z.looseObject({ name: z.string(), arguments: z.unknown() }).optional(),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
});

/** Parts of a reply's message that a request must not repeat. */
const repliedOnly: ReadonlySet<string> = new Set(['annotations', 'audio', 'function_call', 'refusal']);

/** Chat completions. */
export function createChatDialect(): Dialect {
  const hidden = new Map<string, HiddenMessages>();
  return {
    problemOf(request) {
      if (objectsIn(request.messages).length === 0) return '"messages" must be a list of messages';
      if (request.n !== undefined && request.n !== null && request.n !== 1)
        return '"n" must be 1: several replies cannot share the state behind the tools';
      if (request.functions !== undefined || request.function_call !== undefined)
        return '"functions" and "function_call" are not supported: use "tools" and "tool_choice"';
      return null;
    },
    offeredNames: ({ tools }) => objectsIn(tools).flatMap((tool) => nameOf(tool) ?? []),
    withTools(request, tools) {
      const replaced = new Set(tools.map(({ name }) => name));
      const own = objectsIn(request.tools).filter((tool) => !replaced.has(nameOf(tool) ?? ''));
      const offered = tools.map(
        ({ name, description, parameters }): JsonObject => ({
          type: 'function',
          function: { name, description, parameters },
        }),
      );
      return offered.length === 0 ? request : { ...request, tools: [...own, ...offered] };
    },
    withHiddenTurns(request) {
      const messages = objectsIn(request.messages);
      return {
        ...request,
        messages: messages.flatMap((message, index) => {
          const turns = message.role === 'assistant' ? hidden.get(keyOf(messages[index - 1], message)) : undefined;
          if (turns === undefined) return [message];
          const { before, calls, after } = turns;
          return [...before, calls === undefined ? message : { ...message, tool_calls: calls }, ...after];
        }),
      };
    },
    readTurn(value) {
      const { success, data } = replySchema.safeParse(value);
      if (!success) return null;
      const { content, tool_calls: calls } = data.choices[0]?.message ?? {};
      return {
        body: value as JsonObject,
        text: content ?? '',
        calls: (calls ?? []).flatMap(({ id = '', function: called }) =>
          called === undefined ? [] : [{ id, name: called.name, arguments: textOf(called.arguments) }],
        ),
      };
    },
    historyOf: (_, turn, results) => [repeatedMessage(turn), ...results.map(resultMessage)],
    continued: ({ tool_choice: choice, ...request }, added) => {
      const relaxed = relaxedChoice(choice);
      return {
        ...request,
        messages: [...objectsIn(request.messages), ...added],
        ...(relaxed === undefined ? {} : { tool_choice: relaxed }),
      };
    },
    replyOf({ turn, results }, said) {
      const [choice = {}, ...others] = objectsIn(turn.body.choices);
      const { tool_calls: calls, ...message } = messageOf(turn);
      const own = objectsIn(calls).filter(
        (call) => !results.some((result) => result.call.id === (call.id ?? '') && result.call.name === nameOf(call)),
      );
      const isChanged = results.length > 0 && own.length === 0;
      return {
        ...turn.body,
        choices: [
          {
            ...choice,
            message: {
              ...message,
              ...(own.length > 0 ? { tool_calls: own } : {}),
              ...(isChanged && turn.text.trim() === '' ? { content: said } : {}),
            },
            ...(isChanged ? { finish_reason: 'stop' } : {}),
          },
          ...others,
        ],
      };
    },
    remember(request, reply, { before, turn, results }) {
      if (before.length === 0 && results.length === 0) return;
      const previous = objectsIn(request.messages).at(-1);
      const [choice = {}] = objectsIn(reply.choices);
      const message = isObject(choice.message) ? choice.message : {};
      hidden.set(keyOf(previous, message), {
        before,
        calls: results.length > 0 ? repeatedMessage(turn).tool_calls : undefined,
        after: results.map(resultMessage),
      });
    },
    eventsOf(reply, { stream_options: options }) {
      const { choices, usage, ...rest } = reply;
      const chunk = { ...rest, object: 'chat.completion.chunk' };
      const wantsUsage = isObject(options) && options.include_usage === true;
      const [{ message, finish_reason: reason = null } = {} as JsonObject] = objectsIn(choices);
      const { role = 'assistant', tool_calls: calls, ...said } = isObject(message) ? message : ({} as JsonObject);
      const parts: JsonObject[] = [
        { role, content: '' },
        ...Object.entries(said).flatMap(([name, value]) => (value === null || value === '' ? [] : [{ [name]: value }])),
        ...objectsIn(calls).map((call, index): JsonObject => ({ tool_calls: [{ index, ...call }] })),
      ];
      const events = [
        ...parts.map((delta) => ({ ...chunk, choices: [{ index: 0, delta, finish_reason: null }] })),
        { ...chunk, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
        ...(wantsUsage && usage !== undefined ? [{ ...chunk, choices: [], usage }] : []),
      ];
      return `${events.map((event) => serverSentEvent(event)).join('')}data: [DONE]\n\n`;
    },
  };
}

function messageOf({ body }: ModelTurn): JsonObject {
  const [choice = {}] = objectsIn(body.choices);
  return isObject(choice.message) ? choice.message : {};
}

/** A reply's message as a request repeats it. */
function repeatedMessage(turn: ModelTurn): JsonObject {
  const message = messageOf(turn);
  return {
    role: 'assistant',
    content: null,
    ...Object.fromEntries(Object.entries(message).filter(([name, value]) => value !== null && !repliedOnly.has(name))),
  };
}

function resultMessage({ call, text }: CallResult): JsonObject {
  return { role: 'tool', tool_call_id: call.id, content: text };
}

/** By what a message is known again when the agent sends it, in whatever form it kept it. */
function keyOf(previous: JsonObject | undefined, message: JsonObject): string {
  return JSON.stringify([contentOf(previous), contentOf(message), objectsIn(message.tool_calls).map(({ id }) => id)]);
}

function contentOf(message: JsonObject | undefined): string {
  const content = message?.content;
  if (typeof content === 'string') return content.trim();
  return objectsIn(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('')
    .trim();
}

function nameOf({ function: called }: JsonObject): string | null {
  return isObject(called) && typeof called.name === 'string' ? called.name : null;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}
