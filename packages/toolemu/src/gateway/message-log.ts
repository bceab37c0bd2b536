import type { Json, JsonObject } from '../contract/index.ts';
import { isObject } from '../world/index.ts';
import type { Hearing } from './hearing.ts';

/** Reads the messages of one HTTP request, or of one connection, for what became of a client's requests. */
export interface MessageLog {
  /** Notes what a client sends. Text that is no JSON is ignored. */
  readonly receive: (text: string) => void;
  /** Notes what a client is answered. */
  readonly send: (message: object) => void;
  /** Whether one of the messages received may be a call: also where none could be read. */
  readonly mayHoldCall: () => boolean;
}

/** An answer as the SDK makes it. */
interface Answer {
  readonly id?: string | number | null;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Methods of the protocol that call no tool. A client that uses any other means to call one. */
const methodsBesideCalls =
  /^(initialize|ping|tools\/list|(completion|elicitation|logging|notifications|prompts|resources|roots|sampling|server|subscriptions|tasks)\/.*)$/;

/** Tells a hearing what clients get and what they are refused. */
export function createMessageLog(hearing: Hearing): MessageLog {
  const methods: string[] = [];
  const methodOf = new Map<Json, string>();
  return {
    receive(text) {
      for (const { id, method } of messagesIn(text)) {
        if (typeof method !== 'string') continue;
        methods.push(method);
        if (id !== undefined) methodOf.set(id, method);
        else if (isCall(method)) hearing.refuse(`no answer: "${method}" has no id, so it is a notification`, true);
      }
    },
    send(message) {
      const { id = null, error, result } = message as Answer;
      const method = methodOf.get(id);
      methodOf.delete(id);
      if (error !== undefined) hearing.refuse(describeError(error, method), method === undefined || isCall(method));
      else if (result !== undefined) hearing.answer();
    },
    mayHoldCall: () => methods.length === 0 || methods.some(isCall),
  };
}

/** The JSON objects in a text: one message, or a list of them. */
export function messagesIn(text: string): JsonObject[] {
  try {
    return [JSON.parse(text) as Json].flat().filter(isObject);
  } catch {
    return [];
  }
}

function isCall(method: string): boolean {
  return !methodsBesideCalls.test(method);
}

function describeError({ code, message }: NonNullable<Answer['error']>, method: string | undefined): string {
  return `error ${code}${method === undefined ? '' : ` for "${method}"`}: ${message}`;
}
