import { watchSandbox } from '../agent/index.ts';
import { type Agent, type AgentSpec, EpisodeError, type Outcome, type Task } from '../contract/index.ts';
import type { ClientGateway } from './create-gateway.ts';
import type { ServedSandbox } from './session.ts';

export interface ClientOptions {
  /** Breaks off what is being played. */
  readonly signal?: AbortSignal;
  /** Ends the session of a client that is still there. */
  readonly goodbye?: AbortSignal;
  /** Tells where clients may connect. */
  readonly onOpen?: (task: Task, url: string) => void;
}

/**
 * An agent that is whatever MCP client connects. Its episode ends when it ends its session, quits, asks for nothing for
 * as long as is allowed, or is told to; its last words to the user are not known, so its answer is blank.
 */
export function clientAgent(
  spec: AgentSpec,
  gateway: ClientGateway,
  { signal, goodbye, onOpen }: ClientOptions = {},
): Agent {
  const { name, external } = spec;
  if (external?.kind !== 'client') throw new EpisodeError('internal', `${name} is not an MCP client`);
  const { quits, idleTimeoutSeconds } = external;
  return {
    name,
    async play(task, sandbox) {
      const watched = watchSandbox(sandbox);
      const tools = await gateway.open(task, watched.sandbox, { quits, idleTimeoutSeconds });
      try {
        onOpen?.(task, tools.url);
        return await outcomeOf(tools, watched.ended, { signal, goodbye });
      } finally {
        await tools.close();
      }
    },
  };
}

async function outcomeOf(
  tools: ServedSandbox,
  ended: Promise<Outcome>,
  { signal, goodbye }: { signal: AbortSignal | undefined; goodbye: AbortSignal | undefined },
): Promise<Outcome> {
  const settled = new AbortController();
  let quit: Outcome | null = null;
  const how = [
    ended,
    tools.quit.then((reason): Outcome => {
      quit = { kind: 'quit', reason };
      return quit;
    }),
    tools.left.then(() => outcomeOfEnd(tools)),
    ...(signal === undefined ? [] : [told(signal, settled.signal).then(() => interrupted)]),
    ...(goodbye === undefined
      ? []
      : [told(goodbye, settled.signal).then(() => (tools.isVisited ? outcomeOfEnd(tools) : unvisited))]),
  ];
  try {
    const outcome = await Promise.race(how);
    return quit ?? outcome;
  } finally {
    settled.abort();
  }
}

/** The outcome of an episode whose client has left. A client that never used its tools is not a careful agent. */
function outcomeOfEnd({ unheardReason }: ServedSandbox): Outcome {
  return unheardReason === null ? finished : { kind: 'error', code: 'agent', message: `the client ${unheardReason}` };
}

const finished: Outcome = { kind: 'finished', answer: '', asks: false };
const interrupted: Outcome = { kind: 'error', code: 'interrupted', message: 'the run was interrupted' };
const unvisited: Outcome = { kind: 'error', code: 'interrupted', message: 'no client connected' };

async function told(signal: AbortSignal, settled: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true, signal: settled }));
}
