import type { Json, PlaygroundSession } from 'toolemu/contract';
import { promptStyleText } from './prompt-style-text.ts';
import type { SessionRequest } from './session-request.ts';
import type { AgentKind } from './set-up.ts';

/** What asks for the same session again; null where its agent is none that can begin one. */
export function requestAgain(session: PlaygroundSession, kinds: readonly AgentKind[]): SessionRequest | null {
  const { config, case: value, toolkits } = session;
  const [agent] = config.agents;
  const kind = kinds.find((one) => one === agent?.kind);
  if (agent === undefined || kind === undefined) return null;
  const { temperature } = agent.model?.parameters ?? {};
  const judge = config.evaluators.find(({ model }) => model !== null)?.model ?? null;
  return {
    case: { json: value as unknown as Json },
    toolkits: toolkits as unknown as Json[],
    cast: {
      agent: {
        kind,
        ...(agent.promptStyle === null ? {} : { promptStyle: { text: promptStyleText(agent.promptStyle) } }),
        ...(temperature === undefined ? {} : { temperature }),
        ...modelOf(agent.model),
      },
      emulator: { kind: config.emulator.kind, ...modelOf(config.emulator.model) },
      evaluators: { names: config.evaluators.map(({ name }) => name), ...modelOf(judge) },
      maxSteps: config.maxSteps,
    },
    begin: 'playing',
  };
}

function modelOf(model: { model: string; baseUrl: string | null } | null): { model?: string; baseUrl?: string } {
  if (model === null) return {};
  return { model: model.model, ...(model.baseUrl === null ? {} : { baseUrl: model.baseUrl }) };
}
