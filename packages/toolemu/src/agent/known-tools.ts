import { type Agent, EpisodeError, type Sandbox } from '../contract/index.ts';

const namedAtMost = 5;

/** Why an agent that made these calls was not at work with these tools: none of them is there. Null where one is. */
export function whyLost(tools: Sandbox['tools'], called: readonly string[]): string | null {
  const names = tools.map(({ name }) => name);
  if (called.length === 0 || called.some((name) => names.includes(name))) return null;
  return `no call named a tool that is there: the agent called ${few([...new Set(called)])}, and the case has ${few(names)}. Are these the agent's tools?`;
}

/**
 * An agent from outside that must have found its tools: one that called nothing but tools that are not there was
 * played with tools that are not its own, and is no careful agent.
 */
export function withKnownTools(agent: Agent): Agent {
  return {
    name: agent.name,
    async play(task, sandbox) {
      const called: string[] = [];
      const outcome = await agent.play(task, {
        ...sandbox,
        call(toolCall) {
          called.push(toolCall.tool);
          return sandbox.call(toolCall);
        },
      });
      const why = outcome.kind === 'finished' || outcome.kind === 'quit' ? whyLost(sandbox.tools, called) : null;
      if (why !== null) throw new EpisodeError('agent', why);
      return outcome;
    },
  };
}

function few(names: readonly string[]): string {
  const more = names.length - namedAtMost;
  return `${names
    .slice(0, namedAtMost)
    .map((name) => (/^[\w.:/-]+$/.test(name) ? name : JSON.stringify(name)))
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}
