import type { EndpointRequest, Endpoints, PlaygroundOptions } from 'toolemu/contract';
import { caseInputOf } from './case/case-input.ts';
import type { FieldIssue } from './field-issues.ts';
import { isModelAgent, type ModelDraft, ownWords, type SetUp } from './set-up.ts';

/** What the server is asked to begin a session with. */
export type SessionRequest = EndpointRequest<Endpoints['POST /api/playground/sessions']>['body'];

/** What a form asks the server to begin, or what is wrong with it. */
export function requestOf(
  setUp: SetUp,
  options: Pick<PlaygroundOptions, 'agents'>,
): { readonly request: SessionRequest } | { readonly issues: readonly FieldIssue[] } {
  const { input, issues } = caseInputOf(setUp);
  const withModel = isModelAgent(setUp.agent.kind, options);
  const maxSteps = Number(setUp.maxSteps);
  const temperature = setUp.agent.temperature.trim() === '' ? undefined : Number(setUp.agent.temperature);
  const all: FieldIssue[] = [
    ...issues,
    ...(input === null && issues.length === 0 ? [{ field: 'case', message: 'choose a case, write or paste one' }] : []),
    ...(withModel && setUp.agent.model.trim() === ''
      ? [{ field: 'agent.model', message: 'name the model that plays, as in openai/gpt-4o' }]
      : []),
    ...(temperature === undefined || (temperature >= 0 && temperature <= 2)
      ? []
      : [{ field: 'agent.temperature', message: 'must be a number from 0 to 2' }]),
    ...(Number.isInteger(maxSteps) && maxSteps >= 1 && maxSteps <= 200
      ? []
      : [{ field: 'maxSteps', message: 'must be a whole number from 1 to 200' }]),
  ];
  if (input === null || all.length > 0) return { issues: all };
  return { request: { ...input, cast: castOf(setUp, { withModel, maxSteps, temperature }), begin: setUp.begin } };
}

function castOf(
  setUp: SetUp,
  { withModel, maxSteps, temperature }: { withModel: boolean; maxSteps: number; temperature: number | undefined },
): SessionRequest['cast'] {
  const { agent, emulator, evaluators } = setUp;
  return {
    agent: {
      kind: agent.kind,
      ...(withModel
        ? {
            promptStyle: promptStyleOf(setUp),
            ...(temperature === undefined ? {} : { temperature }),
            ...typedModel(agent),
          }
        : {}),
    },
    emulator: { kind: emulator.kind, ...(emulator.kind === 'offline' ? {} : typedModel(emulator)) },
    evaluators: {
      ...(evaluators.names === null ? {} : { names: [...evaluators.names] }),
      ...typedModel(evaluators),
    },
    maxSteps,
  };
}

function promptStyleOf({ agent: { promptStyle }, words }: SetUp): SessionRequest['cast']['agent']['promptStyle'] {
  return promptStyle === ownWords ? { text: words } : promptStyle;
}

function typedModel({ model, baseUrl }: ModelDraft): { model?: string; baseUrl?: string } {
  return {
    ...(model.trim() === '' ? {} : { model: model.trim() }),
    ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }),
  };
}
