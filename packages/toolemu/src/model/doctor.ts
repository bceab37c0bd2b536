import {
  type LanguageModel,
  messageOf,
  type ModelParameters,
  type ModelReply,
  type ReasoningEffort,
  type ReplySchema,
} from '../contract/index.ts';
import { readReplyJson } from './replies/reply-json.ts';
import { saysReasoning } from './providers/sent-parameters.ts';

/** What one look at a model found. */
export interface ProbeResult {
  readonly name: 'reachable' | 'structured output' | 'usage';
  readonly ok: boolean;
  readonly detail: string;
}

/** Asks a model two small questions: whether it answers, and whether it keeps to a schema. Never throws. */
export async function probe(
  model: LanguageModel,
  { reasoningEffort }: { readonly reasoningEffort?: ReasoningEffort | undefined } = {},
): Promise<ProbeResult[]> {
  const parameters: ModelParameters = {
    temperature: 0,
    maxOutputTokens,
    ...(reasoningEffort === undefined ? {} : { reasoningEffort }),
  };
  const greeting = await ask(model, parameters, 'Reply with the single word: ready');
  if (typeof greeting === 'string') {
    return [{ name: 'reachable', ok: false, detail: greeting }];
  }
  const reply = await ask(model, parameters, question, schema);
  return [reachable(greeting, parameters), usage(greeting), structured(reply)];
}

// Reasoning models spend tokens before the first word.
const maxOutputTokens = 2000;

const question =
  'How many legs does a spider have? Reply with a JSON object of two properties and nothing else: ' +
  '"animal", a string, and "legs", an integer.';

const schema: ReplySchema = {
  name: 'probe',
  schema: {
    type: 'object',
    properties: { animal: { type: 'string' }, legs: { type: 'integer' } },
    required: ['animal', 'legs'],
    additionalProperties: false,
  },
};

/** A reply, or the words of the error. */
async function ask(
  model: LanguageModel,
  parameters: ModelParameters,
  content: string,
  replySchema?: ReplySchema,
): Promise<ModelReply | string> {
  try {
    return await model.generate({
      messages: [{ role: 'user', content }],
      parameters,
      ...(replySchema === undefined ? {} : { schema: replySchema }),
    });
  } catch (error) {
    return messageOf(error);
  }
}

function reachable({ responseModel, finish, sent }: ModelReply, { reasoningEffort }: ModelParameters): ProbeResult {
  const leftOut = [
    ...['temperature', 'maxOutputTokens'].filter((name) => sent[name] === undefined),
    ...(reasoningEffort === undefined || saysReasoning(sent) ? [] : ['reasoningEffort']),
  ];
  const without = leftOut.length === 0 ? '' : `; takes no ${leftOut.join(' and no ')}`;
  return { name: 'reachable', ok: true, detail: `${responseModel ?? 'a model'} answered (${finish})${without}` };
}

function usage({ usage: { inputTokens, outputTokens }, usageEstimated }: ModelReply): ProbeResult {
  const ok = usageEstimated !== true && inputTokens > 0 && outputTokens > 0;
  const detail = ok
    ? `${inputTokens} tokens in, ${outputTokens} out`
    : 'the endpoint reports no token usage: costs and budgets use estimates';
  return { name: 'usage', ok, detail };
}

function structured(reply: ModelReply | string): ProbeResult {
  const name = 'structured output';
  if (typeof reply === 'string') {
    return { name, ok: false, detail: reply };
  }
  const read = readReplyJson(reply.text, { schema: schema.schema });
  if (!read.ok) {
    return { name, ok: false, detail: `${read.reason}: ${reply.text.slice(0, 200)}` };
  }
  const how = reply.sent['schema'] === true ? 'held to the schema by the endpoint' : 'asked for in words';
  return { name, ok: true, detail: read.repaired ? `${how}, repaired` : how };
}
