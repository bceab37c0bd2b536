import type { LanguageModelV4FinishReason } from '@ai-sdk/provider';
import type { ModelReply } from '../../contract/index.ts';

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
  const name = (raw ?? '').toLowerCase().replaceAll(/[^a-z]+/g, '');
  if (/^(?:|null|none)$/.test(name)) return undefined;
  return names.find(([, pattern]) => pattern.test(name))?.[0] ?? 'failed';
}

/** Ends by the names of OpenAI, Anthropic, Google, Cohere, Mistral, AI21, TGI and other servers, without their underscores. */
const names: readonly (readonly [End, RegExp])[] = [
  [
    'stop',
    /^(?:stop(?:ped|sequence|word|pattern(?:found)?)?|end(?:turn|of(?:text|turn|sequence))?|eos(?:token|found)?|completed?|done|finish(?:ed)?|success|normal)$/,
  ],
  [
    'length',
    /^(?:length|max(?:output|completion|new|predicted)?tokens|max(?:predicted)?tokensreached|maxlength|modellength|tokenlimit|continuation|truncated)$/,
  ],
  ['tool-calls', /^(?:tool|function)(?:calls?|use)$/],
  [
    'content-filter',
    /^(?:(?:content)?(?:filter(?:ed)?|policy|moderation)|(?:image)?(?:safety|recitation|prohibitedcontent)|refusal|blocklist|spii|sensitive|modelarmor|guardrails?(?:intervened)?|flagged|blocked|errortoxic)$/,
  ],
  ['context-full', /^(?:model)?context(?:window|length)(?:exceeded|reached)$|^errorlimit$/],
];
