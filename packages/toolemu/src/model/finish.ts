import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import type { ModelReply } from '../contract/index.ts';

type Finish = ModelReply['finish'];

/** How a completion ended: with a reply, broken off by its endpoint, or because the model's context was full. */
type End = Finish | 'failed' | 'context-full';

/**
 * Returns how a completion ended. Any reason that does not complete a reply (`error`, `abort`,
 * `MALFORMED_FUNCTION_CALL`, `pause_turn`) is a failure: a partial reply is never an answer.
 */
export function endOf({ unified, raw }: LanguageModelV4FinishReason): End {
  const named = endNamed(raw);
  if (unified === 'content-filter' || named === 'content-filter') return 'content-filter';
  if (named === 'context-full' || named === 'failed') return named;
  if (unified === 'error' || unified === 'interrupted') return 'failed';
  return unified === 'other' ? (named ?? 'other') : unified;
}

/** The meaning of a provider's finish reason; undefined if there is none, as some servers omit it for complete replies. */
export function endNamed(raw: string | null | undefined): End | undefined {
  const name = (raw ?? '').toLowerCase().replaceAll(/[^a-z]+/g, '_');
  if (/^(?:|null|none|_)$/.test(name)) return undefined;
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'failed';
}

/** Finish reasons of OpenAI, Anthropic, Google, Cohere, Mistral, TGI and other servers. */
const names: readonly (readonly [End, RegExp])[] = [
  [
    'stop',
    /^(?:stop(?:ped|_sequence|_word)?|end(?:_turn|_of_(?:text|turn|sequence))?|eos(?:_token|_found)?|complete(?:d)?|done|finish(?:ed)?|success|normal)$/,
  ],
  [
    'length',
    /^(?:length|max_(?:output_|completion_|new_)?tokens|max_length|model_length|token_limit|continuation|truncated)$/,
  ],
  ['tool-calls', /^(?:tool|function)_(?:calls?|use)$/],
  [
    'content-filter',
    /^(?:(?:content_)?(?:filter(?:ed)?|policy|moderation)|(?:image_)?(?:safety|recitation|prohibited_content)|refusal|blocklist|spii|sensitive|model_armor|guardrails?(?:_intervened)?|flagged|blocked|error_toxic)$/,
  ],
  ['context-full', /^(?:model_)?context_(?:window|length)_exceeded$|^error_limit$/],
];
