import type { Json, JsonObject } from '../contract/index.ts';
import { isObject } from '../world/index.ts';
import type { Hearing } from './hearing.ts';

/** Follows the messages of one HTTP request or one connection, to find the results of a client's requests. */
export interface MessageLog {
  /** Logs a message of a client. Ignores text that is not JSON. */
  readonly receive: (text: string) => void;
  /** Logs a response to a client. */
  readonly send: (message: object) => void;
  /** Whether one of the received messages may be a call, which is also true if none could be read. */
  readonly mayHoldCall: () => boolean;
}

/** A response of the SDK. */
interface Answer {
  readonly id?: string | number | null;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Protocol methods that do not call a tool. Any other method counts as an attempted call. */
const methodsBesideCalls =
  /^(initialize|ping|tools\/list|(completion|elicitation|logging|notifications|prompts|resources|roots|sampling|server|subscriptions|tasks)\/.*)$/;

/** Creates a log that reports answered and refused requests to a hearing. */
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
