import type { Json, PlaygroundOptions, PlaygroundSession } from 'toolemu/contract';
import { promptStyleText } from './roles/prompt-style-text.ts';
import type { SessionRequest } from './session-request.ts';

/** What asks for the same session again; null where its agent or emulator is none that can begin one. */
export function requestAgain(
  session: PlaygroundSession,
  { agents, emulators, evaluators }: Pick<PlaygroundOptions, 'agents' | 'emulators' | 'evaluators'>,
): SessionRequest | null {
  const { config, case: value, toolkits } = session;
  const [agent] = config.agents;
  const kind = agents.find((one) => one.kind === agent?.kind)?.kind;
  const emulator = emulators.find((one) => one.kind === config.emulator.kind)?.kind;
  const known = new Set(evaluators.map(({ name }) => name));
  if (agent === undefined || kind === undefined || emulator === undefined) return null;
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
      emulator: { kind: emulator, ...modelOf(config.emulator.model) },
      evaluators: {
        names: config.evaluators.map(({ name }) => name).filter((name) => known.has(name)),
        ...modelOf(judge),
      },
      ...(config.maxSteps === null ? {} : { maxSteps: config.maxSteps }),
    },
    begin: 'playing',
  };
}

function modelOf(model: { model: string; baseUrl: string | null } | null): { model?: string; baseUrl?: string } {
  if (model === null) return {};
  return { model: model.model, ...(model.baseUrl === null ? {} : { baseUrl: model.baseUrl }) };
}
