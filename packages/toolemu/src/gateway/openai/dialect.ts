import type { Json, JsonObject, JsonSchema } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** A function tool as a model is offered it. */
export interface ProxyTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A tool call in a model's reply. */
export interface ModelCall {
  readonly id: string;
  readonly name: string;
  /** The arguments as the model wrote them: JSON, as a rule. */
  readonly arguments: string;
}

/** The result of a call that the proxy carried out. */
export interface CallResult {
  readonly call: ModelCall;
  readonly text: string;
}

/** A model's reply to a request. */
export interface ModelTurn {
  readonly body: JsonObject;
  readonly calls: readonly ModelCall[];
  /** Its text, without the calls. */
  readonly text: string;
}

/** The turns between a request of the agent and the reply it gets: messages or items, as the API names them. */
export interface HiddenTurns {
  /** The calls and results of the turns that the agent sees nothing of, in their order. */
  readonly before: readonly JsonObject[];
  /** The last turn. */
  readonly turn: ModelTurn;
  /** The calls of the last turn that the proxy carried out. */
  readonly results: readonly CallResult[];
}

/**
 * One of OpenAI's two APIs, in the terms that the proxy needs. A dialect is made for one episode, because it remembers the
 * turns that the agent did not see.
 */
export interface Dialect {
  /** Why the proxy cannot answer a request; null if it can. */
  readonly problemOf: (request: JsonObject) => string | null;
  /** The names of the function tools that a request offers. */
  readonly offeredNames: (request: JsonObject) => string[];
  /** Offers tools. They replace the agent's own tools of the same names. */
  readonly withTools: (request: JsonObject, tools: readonly ProxyTool[]) => JsonObject;
  /** Puts the turns that the agent did not see back into the history it sends. */
  readonly withHiddenTurns: (request: JsonObject) => JsonObject;
  /** Reads a reply; null for what is no reply of this API. */
  readonly readTurn: (body: Json) => ModelTurn | null;
  /** What a turn and the results of its calls add to the history. */
  readonly historyOf: (request: JsonObject, turn: ModelTurn, results: readonly CallResult[]) => JsonObject[];
  /** The next request: with this added to the history, and free to answer without a call. */
  readonly continued: (request: JsonObject, added: readonly JsonObject[]) => JsonObject;
  /** The reply that the agent gets, without the calls that were carried out. `said` is its text if it has none. */
  readonly replyOf: (turns: HiddenTurns, said: string) => JsonObject;
  /** Remembers what the agent did not see of a reply. */
  readonly remember: (request: JsonObject, reply: JsonObject, turns: HiddenTurns) => void;
  /** A reply as the server-sent events of a streaming request. */
  readonly eventsOf: (reply: JsonObject, request: JsonObject) => string;
}

/** `auto` in the place of a choice that demands a call: after the call it would demand the next one, without end. */
export function relaxedChoice(choice: Json | undefined): Json | undefined {
  if (choice === undefined || choice === 'none' || choice === 'auto') return choice;
  return 'auto';
}

/** One server-sent event. */
export function serverSentEvent(data: Json, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** The objects of a list; none where the value is no list. */
export function objectsIn(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
