import { z } from 'zod';
import type { Json, JsonObject } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { type CallResult, type Dialect, objectsIn, relaxedChoice, serverSentEvent } from './dialect.ts';

/** What the agent did not see of a response. */
interface HiddenItems {
  /** What the items of the response are known by when the agent sends them. */
  readonly keys: ReadonlySet<string>;
  readonly before: readonly JsonObject[];
  /** The first call that the agent carries out itself, and the calls beside it that it did not see. */
  readonly ownCallId: string | null;
  readonly calls: readonly JsonObject[];
  readonly results: readonly JsonObject[];
}

/** An event of a streamed response. */
type StreamEvent = JsonObject & { readonly type: string };

const replySchema = z.looseObject({ id: z.string().optional(), output: z.array(z.looseObject({ type: z.string() })) });
const callSchema = z.looseObject({ type: z.literal('function_call'), call_id: z.string(), name: z.string() });

/** The Responses API. */
export function createResponsesDialect(): Dialect {
  const hidden: HiddenItems[] = [];
  return {
    problemOf(request) {
      if (request.background === true) return '"background" is not supported';
      if (request.input === undefined && request.prompt === undefined)
        return '"input" must be a text or a list of items';
      return null;
    },
    offeredNames: ({ tools }) => objectsIn(tools).flatMap((tool) => nameOf(tool) ?? []),
    withTools(request, tools) {
      if (tools.length === 0) return request;
      const replaced = new Set(tools.map(({ name }) => name));
      const own = objectsIn(request.tools).filter((tool) => !replaced.has(nameOf(tool) ?? ''));
      const offered = tools.map(({ name, description, parameters }): JsonObject => {
        return { type: 'function', name, description, parameters, strict: false };
      });
      return { ...request, ...encryptedReasoning(request), tools: [...own, ...offered] };
    },
    withHiddenTurns(request) {
      if (!Array.isArray(request.input)) return request;
      const left = new Set(hidden);
      const input = request.input.flatMap((item): Json[] => {
        if (!isObject(item)) return [item];
        const keys = keysOf(item);
        const seen = [...left].find((one) => keys.some((key) => one.keys.has(key)));
        if (seen !== undefined) left.delete(seen);
        const id = item.call_id;
        const beside = hidden.find(({ ownCallId }) => ownCallId !== null && ownCallId === id);
        const besides = item.type === 'function_call' ? beside?.calls : beside?.results;
        return [...(seen?.before ?? []), ...(besides ?? []), item];
      });
      return { ...request, input };
    },
    readTurn(value) {
      const { success, data } = replySchema.safeParse(value);
      if (!success) return null;
      return {
        body: value as JsonObject,
        text: data.output.map((item) => textOf(item as JsonObject)).join(''),
        calls: data.output.flatMap((item) => {
          const call = callSchema.safeParse(item);
          if (!call.success) return [];
          const { call_id: id, name, arguments: args } = call.data;
          return [{ id, name, arguments: typeof args === 'string' ? args : JSON.stringify(args ?? {}) }];
        }),
      };
    },
    historyOf: ({ store }, turn, results) => {
      const output = objectsIn(turn.body.output);
      return [...(store === false ? output.flatMap(unstoredItem) : output), ...results.map(resultItem)];
    },
    continued: ({ tool_choice: choice, ...request }, added) => {
      const relaxed = relaxedChoice(choice);
      return {
        ...request,
        // A conversation keeps what was sent and replied before.
        input: isKept(request)
          ? added.filter(({ type }) => type === resultType)
          : [...itemsOf(request.input), ...added],
        ...(relaxed === undefined ? {} : { tool_choice: relaxed }),
      };
    },
    replyOf({ turn, results }, said) {
      const output = objectsIn(turn.body.output).filter((item) => !isCarriedOut(item, results));
      const isEmpty = results.length > 0 && !output.some(({ type }) => type === 'message' || type === 'function_call');
      return { ...turn.body, output: isEmpty ? [...output, messageItem(said)] : output };
    },
    remember(_, reply, { before, turn, results }) {
      if (before.length === 0 && results.length === 0) return;
      const visible = objectsIn(reply.output);
      const own = visible.find(({ type }) => type === 'function_call')?.call_id;
      hidden.push({
        keys: new Set(visible.flatMap(keysOf)),
        before,
        ownCallId: typeof own === 'string' ? own : null,
        calls: objectsIn(turn.body.output).filter((item) => isCarriedOut(item, results)),
        results: results.map(resultItem),
      });
    },
    eventsOf(reply) {
      const events: StreamEvent[] = [];
      const response = { ...reply, status: 'in_progress', output: [] };
      events.push({ type: 'response.created', response }, { type: 'response.in_progress', response });
      for (const [index, item] of objectsIn(reply.output).entries()) events.push(...itemEvents(item, index));
      const status = reply.status === 'incomplete' || reply.status === 'failed' ? reply.status : 'completed';
      events.push({ type: `response.${status}`, response: reply });
      return events.map((event, index) => serverSentEvent({ ...event, sequence_number: index }, event.type)).join('');
    },
  };
}

const resultType = 'function_call_output';

function isCarriedOut({ type, call_id: id }: JsonObject, results: readonly CallResult[]): boolean {
  return type === 'function_call' && results.some(({ call }) => call.id === id);
}

/** Whether the server keeps what a request adds to a conversation. */
function isKept({ conversation }: JsonObject): boolean {
  return conversation !== undefined && conversation !== null;
}

/** The server keeps no reasoning of requests with `store: false`, so it must hand out what the next request repeats. */
function encryptedReasoning({ store, model, include }: JsonObject): JsonObject {
  if (store !== false || typeof model !== 'string' || !/^(?:o\d|gpt-5(?!-chat))/.test(model)) return {};
  const asked = Array.isArray(include) ? include : [];
  return { include: [...new Set([...asked, 'reasoning.encrypted_content'])] };
}

/** An item that the server did not keep cannot be named by its id, and reasoning is nothing without its content. */
function unstoredItem({ id, ...item }: JsonObject): JsonObject[] {
  if (item.type !== 'reasoning') return [item];
  return typeof item.encrypted_content === 'string' ? [{ ...item, ...(id === undefined ? {} : { id }) }] : [];
}

function resultItem({ call, text }: CallResult): JsonObject {
  return { type: resultType, call_id: call.id, output: text };
}

function messageItem(text: string): JsonObject {
  return {
    type: 'message',
    id: 'msg_end',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
  };
}

function itemsOf(input: Json | undefined): Json[] {
  if (Array.isArray(input)) return input;
  return input === undefined || input === null ? [] : [{ role: 'user', content: input }];
}

/** By what an item is known again when the agent sends it: its id, or what is in it. */
function keysOf(item: JsonObject): string[] {
  const { id, type, call_id: callId, role } = item;
  const keys = typeof id === 'string' ? [`id:${id}`] : [];
  if (type === 'function_call') return [...keys, `call:${JSON.stringify(callId)}`];
  const text = role === 'assistant' ? textOf(item).trim() : '';
  return text === '' ? keys : [...keys, `text:${text}`];
}

function textOf({ content }: JsonObject): string {
  if (typeof content === 'string') return content;
  return objectsIn(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}

/** The events by which one output item is streamed. */
function itemEvents(item: JsonObject, index: number): StreamEvent[] {
  const place = { output_index: index };
  const named = { ...place, item_id: item.id ?? '' };
  const done = { type: 'response.output_item.done', ...place, item };
  const added = (opened: JsonObject): StreamEvent => ({ type: 'response.output_item.added', ...place, item: opened });
  if (item.type === 'function_call') {
    const { arguments: args = '' } = item;
    return [
      added({ ...item, status: 'in_progress', arguments: '' }),
      { type: 'response.function_call_arguments.delta', ...named, delta: args },
      { type: 'response.function_call_arguments.done', ...named, name: item.name ?? '', arguments: args },
      done,
    ];
  }
  if (item.type !== 'message') return [added(item), done];
  const parts = objectsIn(item.content).flatMap((part, content) =>
    partEvents(part, { ...named, content_index: content }),
  );
  return [added({ ...item, status: 'in_progress', content: [] }), ...parts, done];
}

function partEvents(part: JsonObject, place: JsonObject): StreamEvent[] {
  const opened = { type: 'response.content_part.added', ...place };
  const done = { type: 'response.content_part.done', ...place, part };
  if (part.type !== 'output_text') return [{ ...opened, part }, done];
  const { text = '' } = part;
  return [
    { ...opened, part: { ...part, text: '' } },
    { type: 'response.output_text.delta', ...place, delta: text, logprobs: [] },
    { type: 'response.output_text.done', ...place, text, logprobs: [] },
    done,
  ];
}

function nameOf({ type, name }: JsonObject): string | null {
  return type === 'function' && typeof name === 'string' ? name : null;
}
