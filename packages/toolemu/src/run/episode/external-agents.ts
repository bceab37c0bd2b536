import pLimit, { type LimitFunction } from 'p-limit';
import { commandAgent, playModule, withKnownTools } from '../../agent/index.ts';
import { type Agent, type AgentSpec, EpisodeError, type Gateway, type Task } from '../../contract/index.ts';
import type { ClientGateway } from '../../gateway/index.ts';

/** A gateway that runs until it is closed, if it can be. */
type StartedGateway = Gateway & { close?(): Promise<void> };

export interface ExternalAgentOptions {
  /** Programs that run at a time; 4 where nothing is said. */
  readonly concurrency?: number | undefined;
  /** Ends the agents that are playing. */
  readonly signal: AbortSignal;
  /** Starts the gateway by which programs and clients reach their tools; one on this machine where nothing is said. */
  readonly startGateway?: () => Promise<StartedGateway>;
  /** Ends the sessions of clients that are still there. */
  readonly goodbye?: AbortSignal;
  /** Told where a client may connect. */
  readonly onOpen?: (task: Task, url: string) => void;
}

/** Agents that are not part of toolemu, and what they need to be reached. */
export interface ExternalAgents {
  readonly agent: (spec: AgentSpec) => Agent;
  close(): Promise<void>;
}

const defaultConcurrency = 4;

/** Makes agents from outside as a run names them. The gateway is started when the first of them needs it. */
export function createExternalAgents(options: ExternalAgentOptions): ExternalAgents {
  const { signal, startGateway = startOnThisMachine, goodbye, onOpen } = options;
  const limit = pLimit(options.concurrency ?? defaultConcurrency);
  let started: Promise<StartedGateway> | undefined;
  const gateway: ClientGateway = {
    async open(task, sandbox, how) {
      started ??= startGateway();
      // A client is told more than a program: the gateways of this package know how.
      return (await (started as Promise<ClientGateway>)).open(task, sandbox, how);
    },
  };
  return {
    agent(spec) {
      const { name, external } = spec;
      switch (external?.kind) {
        case 'command':
          return inTurn(withKnownTools(commandAgent(spec, gateway, { signal })), limit);
        case 'module':
          return withKnownTools(playModule(external, name, { signal }));
        case 'client':
          return later(name, async () => {
            const { clientAgent } = await import('../../gateway/index.ts');
            const client = clientAgent(spec, gateway, {
              signal,
              ...(goodbye === undefined ? {} : { goodbye }),
              ...(onOpen === undefined ? {} : { onOpen }),
            });
            return withKnownTools(client);
          });
        case undefined:
          throw new EpisodeError('internal', `${name} is not an agent from outside`);
      }
    },
    async close() {
      const running = await started?.catch(() => undefined);
      await running?.close?.();
    },
  };
}

async function startOnThisMachine(): Promise<StartedGateway> {
  const { createGateway } = await import('../../gateway/index.ts');
  return createGateway();
}

function inTurn(agent: Agent, limit: LimitFunction): Agent {
  return { name: agent.name, play: (task, sandbox) => limit(() => agent.play(task, sandbox)) };
}

/** An agent whose code is loaded when it plays. */
function later(name: string, make: () => Promise<Agent>): Agent {
  return { name, play: async (task, sandbox) => (await make()).play(task, sandbox) };
}
