import { emulateTools } from './emulate-tools.ts';
import type { FunctionTools } from './function-tools.ts';
import type { OwnTools } from './own-tools.ts';

/** An agent that has its tools with it: a `ToolLoopAgent` of the AI SDK, or an `Agent` of OpenAI Agents JS. */
export interface AgentWithTools {
  readonly tools: OwnTools;
}

interface CallSettings {
  readonly tools?: OwnTools | undefined;
  readonly prepareCall?: (options: unknown) => unknown;
}

interface ClonedAgent extends AgentWithTools {
  readonly handoffs?: readonly unknown[];
  readonly mcpServers?: readonly unknown[];
  readonly clone: (changed: { readonly tools: OwnTools }) => AgentWithTools;
}

/**
 * A copy of an agent whose tools are emulated as by `emulateTools`; the agent given stays as it is. Throws a `TypeError`
 * for an agent that can reach other tools: by handing over to other agents, or by MCP servers.
 */
export function emulateAgent<AGENT extends AgentWithTools>(agent: AGENT, tools: FunctionTools): AGENT {
  const copy = isCloned(agent) ? clonedAgent(agent, tools) : loopAgent(agent, tools);
  // A copy has the type of what it was made from.
  return copy as AGENT;
}

function isCloned(agent: AgentWithTools): agent is ClonedAgent {
  return 'clone' in agent && typeof agent.clone === 'function';
}

function clonedAgent(agent: ClonedAgent, tools: FunctionTools): AgentWithTools {
  const { handoffs = [], mcpServers = [] } = agent;
  if (handoffs.length > 0)
    throw new TypeError(
      'the agent hands over to other agents, whose tools would not be emulated: give each to emulateAgent where they are made',
    );
  if (mcpServers.length > 0)
    throw new TypeError(
      'the agent has MCP servers, whose tools would not be emulated: leave them out, and import a toolkit of them',
    );
  return agent.clone({ tools: emulateTools(agent.tools, tools) });
}

/** A `ToolLoopAgent` takes all from its settings, so that a copy with other settings is another agent. */
function loopAgent(agent: AgentWithTools, tools: FunctionTools): AgentWithTools {
  const { settings } = agent as { settings?: CallSettings };
  const emulated = emulateTools(agent.tools ?? {}, tools);
  const value = { ...settings, tools: emulated, ...preparing(settings, tools) };
  const copy = Object.create(agent, { settings: { value } }) as AgentWithTools;
  if (settings === undefined || copy.tools !== emulated)
    throw new TypeError('the tools of this agent cannot be exchanged: give it emulateTools(...) where it is made');
  return copy;
}

/** What prepares a call may hand back other tools. */
function preparing(settings: CallSettings | undefined, tools: FunctionTools): Pick<CallSettings, 'prepareCall'> {
  const prepare = settings?.prepareCall;
  if (prepare === undefined) return {};
  return {
    prepareCall: async (options) => {
      const prepared = (await prepare(options)) as CallSettings | undefined;
      return prepared?.tools === undefined ? prepared : { ...prepared, tools: emulateTools(prepared.tools, tools) };
    },
  };
}
