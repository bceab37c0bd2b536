/** Whether the clients of a session were at work with its tools, by what they were given and what they were refused. */
export interface Hearing {
  readonly isVisited: boolean;
  /**
   * Why no client was at work with the tools, in words that follow "the program"; null where one was. A client that
   * listed the tools and then called none has seen what it declined. One whose calls were all refused was not heard.
   */
  readonly whyUnheard: string | null;
  /** A client made a request, whatever became of it. */
  readonly visit: () => void;
  /** A client got a result. */
  readonly answer: () => void;
  /** A client got the list of its tools. */
  readonly list: () => void;
  /** A client's call is carried out. */
  readonly act: () => void;
  /** A client was refused a request. One that could not be read may have been a call. */
  readonly refuse: (cause: string, mayBeCall: boolean) => void;
  /** Somebody made a request to an address that leads to no session, perhaps a client of this one. */
  readonly stray: (cause: string) => void;
}

const maxCauseCharacters = 300;

/** Starts with nobody heard. */
export function createHearing(): Hearing {
  const requests = createRefusals('request');
  const calls = createRefusals('call');
  let isVisited = false;
  let isAnswered = false;
  let hasListed = false;
  let hasActed = false;
  let stray = '';
  return {
    get isVisited() {
      return isVisited;
    },
    get whyUnheard() {
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
