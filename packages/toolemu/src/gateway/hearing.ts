import { parserRemedy } from '../agent/index.ts';

/** Tracks whether the clients of a session used its tools, by their answered and refused requests. */
export interface Hearing {
  readonly isVisited: boolean;
  /**
   * Why no client used the tools, in words that follow "the program"; null if one did. A client that listed the tools
   * and then called none has declined to use them. A client whose calls were all refused has not used them.
   */
  readonly unheardReason: string | null;
  /** A client sent a request, with any result. */
  readonly visit: () => void;
  /** A client got a result. */
  readonly answer: () => void;
  /** A client got the list of its tools. */
  readonly list: () => void;
  /** A client's call was carried out. */
  readonly act: () => void;
  /** A client's request was refused. An unreadable request may have been a call. */
  readonly refuse: (cause: string, mayBeCall: boolean) => void;
  /** A model replied. `isCall` says whether its reply is a tool call written as text, which nothing carries out. */
  readonly write: (isCall: boolean) => void;
  /** A request arrived at an address without a session, perhaps from a client of this one. */
  readonly stray: (cause: string) => void;
}

const maxCauseCharacters = 300;

/** Creates a hearing without any requests. */
export function createHearing(): Hearing {
  const requests = createRefusals('request');
  const calls = createRefusals('call');
  let isVisited = false;
  let isAnswered = false;
  let hasListed = false;
  let hasActed = false;
  let endsInCall = false;
  let stray = '';
  return {
    get isVisited() {
      return isVisited;
    },
    get unheardReason() {
      if (endsInCall)
        return `ended after its model wrote a tool call as text, which nothing carries out. ${parserRemedy}`;
      if (hasActed || (hasListed && calls.count === 0)) return null;
      if (hasListed) return `listed its tools, but none of its calls got through: ${calls.describe()}`;
      if (isAnswered || (isVisited && requests.count === 0))
        return `connected, but neither listed its tools nor called one${requests.count === 0 ? '' : `: ${requests.describe()}`}`;
      if (isVisited) return `never reached its tools: ${requests.describe()}`;
      return `ended without connecting to its tools${stray}`;
    },
    visit() {
      isVisited = true;
    },
    answer() {
      isAnswered = true;
    },
    list() {
      hasListed = true;
    },
    act() {
      hasActed = true;
    },
    refuse(cause, mayBeCall) {
      requests.add(cause);
      if (mayBeCall) calls.add(cause);
    },
    write(isCall) {
      endsInCall = isCall;
    },
    stray(cause) {
      stray = `, while a request elsewhere on this server was refused with ${shorten(cause)}`;
    },
  };
}

function createRefusals(noun: string) {
  let count = 0;
  let last = '';
  return {
    get count() {
      return count;
    },
    add(cause: string): void {
      count += 1;
      last = shorten(cause);
    },
    describe: () =>
      count === 1 ? `1 ${noun} was refused, with ${last}` : `${count} ${noun}s were refused, the last with ${last}`,
  };
}

function shorten(cause: string): string {
  const line = cause.replaceAll(/\s+/g, ' ').trim();
  return line.length > maxCauseCharacters ? `${line.slice(0, maxCauseCharacters)}…` : line;
}
