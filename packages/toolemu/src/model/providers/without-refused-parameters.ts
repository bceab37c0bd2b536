import { ModelError, type ModelParameters } from '../../contract/index.ts';
import type { CallableModel, ModelCall } from '../calls/model-call.ts';

type Part = keyof ModelParameters | 'schema';

/**
 * Leaves out what an endpoint refuses (temperature, stop sequences, seed, maximum output, reasoning effort, schema), tries
 * again, and remembers it for this model; of an effort, for this effort alone. Without the schema the reply is plain text:
 * prompts describe its shape in words too. A request that waited for its turn is made anew where more is known by then.
 */
export function withoutRefusedParameters(model: CallableModel): CallableModel {
  const refused = new Set<Part>(knownRefusals(model.name));
  const refusedEfforts = new Set<string | undefined>();
  const known = (): number => refused.size + refusedEfforts.size;
  return {
    name: model.name,
    async generate(request) {
      const effort = request.parameters.reasoningEffort;
      const lasting = new Set<Part>();
      const passing = new Set<Part>();
      for (;;) {
        refused.forEach((part) => lasting.add(part));
        if (refusedEfforts.has(effort)) lasting.add('reasoningEffort');
        const current = without(request, new Set([...lasting, ...passing]));
        const knownNow = known();
        const begin = async (): Promise<void> => {
          await request.begin?.();
          if (known() > knownNow) throw outdated;
        };
        try {
          const reply = await model.generate({ ...current, begin });
          // Only now is it sure that these were the reason.
          if (lasting.delete('reasoningEffort')) refusedEfforts.add(effort);
          lasting.forEach((part) => refused.add(part));
          return reply;
        } catch (error) {
          if (error === outdated) continue;
          const refusal = refusalIn(error, current);
          if (refusal === null) {
            throw error;
          }
          refusal.parts.forEach((part) => (refusal.lasting ? lasting : passing).add(part));
        }
      }
    },
  };
}

/** Ends a request that was made before it was known what is refused. It was not sent. */
const outdated = new Error('the request holds what is refused');

/** Reasoning models of OpenAI refuse stop sequences; temperature is left out for them by the AI SDK. */
function knownRefusals(model: string): readonly Part[] {
  return /^openai\/(?:o\d|gpt-5(?!-chat))/.test(model) ? ['stop'] : [];
}

interface Refusal {
  readonly parts: readonly Part[];
  /** Whether it will be refused again, whatever the request. */
  readonly lasting: boolean;
}

/** What an error names as refused, of what the request holds, or null. */
function refusalIn(error: unknown, request: ModelCall): Refusal | null {
  if (!(error instanceof ModelError)) {
    return null;
  }
  const message = withoutModelName(error);
  if (error.kind === 'context-too-long' || /context length/i.test(message)) {
    const mayFit = request.parameters.maxOutputTokens !== undefined && outputCounts.test(message);
    return mayFit ? { parts: ['maxOutputTokens'], lasting: false } : null;
  }
  const named = error.kind === 'bad-request' ? partsNamed(message, request) : [];
  return named.length === 0 ? null : { parts: named, lasting: !thoughtsAreMissed.test(message) };
}

/** A model may be called `seed-oss-36b`. */
function withoutModelName({ message, model }: ModelError): string {
  return message.replaceAll(model, '').replaceAll(model.slice(model.indexOf('/') + 1), '');
}

/** Anthropic, of a dialogue with tools that does not show it its earlier thoughts. Other requests it takes. */
const thoughtsAreMissed = /must start with a thinking block|redacted_thinking/i;

/** vLLM counts the maximum output, whether or not it would be used, against the context. */
const outputCounts = /max_(?:completion_)?tokens|in the completion|output tokens/i;

function partsNamed(message: string, request: ModelCall): readonly Part[] {
  const named = parts.filter((part) => holds(request, part) && names(message, part, request));
  if (named.length > 0) return named;
  // Refusals of other parts say that they are refused because of it.
  return holds(request, 'reasoningEffort') && names(message, 'reasoningEffort', request) ? ['reasoningEffort'] : [];
}

const parts: readonly Part[] = ['temperature', 'stop', 'seed', 'maxOutputTokens', 'schema'];

const patterns: Readonly<Record<Part, RegExp>> = {
  temperature: /temperature/i,
  stop: /\bstop\b|stop_?sequences?/i,
  seed: /\bseed\b/i,
  maxOutputTokens: /max_?(?:completion_?|output_?)?tokens/i,
  reasoningEffort: /reasoning|\bthink(?:ing)?\b|thinking_|\beffort\b|chat_?template/i,
  schema:
    /response_?(?:format|mime_?type|(?:json_?)?schema)|response mime type|json_?(?:schema|mode)|json schema|structured[ _-]?outputs?|output_?(?:config(?!\.effort)|format)|guided|grammar/i,
};

function holds(request: ModelCall, part: Part): boolean {
  return part === 'schema' ? request.schema !== undefined : request.parameters[part] !== undefined;
}

function names(message: string, part: Part, request: ModelCall): boolean {
  // A provider without structured output is held to a schema by a forced tool.
  const toolsAreTheSchema = part === 'schema' && (request.tools ?? []).length === 0;
  return patterns[part].test(message) || (toolsAreTheSchema && /\btools?\b|tool_choice/i.test(message));
}

function without(request: ModelCall, dropped: ReadonlySet<Part>): ModelCall {
  if (dropped.size === 0) {
    return request;
  }
  const parameters = Object.entries(request.parameters).filter(([name]) => !dropped.has(name as Part));
  const { schema, ...rest } = request;
  const kept = schema === undefined || dropped.has('schema') ? {} : { schema };
  return { ...rest, ...kept, parameters: Object.fromEntries(parameters) };
}
