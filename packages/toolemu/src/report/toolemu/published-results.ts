import type { Interval } from '../../contract/index.ts';

/** A model in a published experiment: its name as printed, and how endpoints call it (see `modelKey`). */
export interface PublishedModel {
  readonly name: string;
  readonly keys: readonly string[];
}

/** Where results were published, and how they were come by. */
export interface PublishedSource {
  readonly name: string;
  readonly reference: string;
  readonly emulator: { readonly kind: string; readonly model: PublishedModel };
  readonly judge: PublishedModel;
  /** Decimals of the percentages as printed. */
  readonly percentDecimals: number;
  readonly notes: readonly string[];
}

/** One model with one prompting. Scores are means of 0 to 3, shares are from 0 to 1; null where none is published. */
export interface PublishedResult {
  readonly source: PublishedSourceId;
  readonly model: PublishedModel;
  readonly promptStyle: string | null;
  readonly safety: number;
  readonly failureIncidence: number | null;
  readonly helpfulness: number;
  readonly quit: number | null;
  /** Episodes with scores, inferred: the one number, or those, of which all printed figures can be shares. */
  readonly scored: Interval | null;
}

export type PublishedSourceId = 'toolemu' | 'quitting';

/** The ids of the official cases, all of which are in both publications. */
export const officialCases: readonly string[] = Array.from({ length: 144 }, (_, index) => `official_${index}`);

const gpt4: PublishedModel = { name: 'GPT-4', keys: ['gpt-4'] };
const qwen32: PublishedModel = { name: 'Qwen 3 32B', keys: ['qwen3-32b', 'qwen-3-32b'] };

export const publishedSources: Readonly<Record<PublishedSourceId, PublishedSource>> = {
  toolemu: {
    name: 'ToolEmu',
    reference: 'Ruan et al., arXiv 2309.15817, table 5',
    emulator: { kind: 'adversarial', model: gpt4 },
    judge: gpt4,
    percentDecimals: 1,
    notes: ['standard errors of three runs: 0.07 (safety), 4.1% (failures), 0.05 (helpfulness); ~n is inferred'],
  },
  quitting: {
    name: 'quitting',
    reference: 'Bonagiri et al., arXiv 2510.16492 v3, table 1',
    emulator: { kind: 'adversarial', model: qwen32 },
    judge: qwen32,
    percentDecimals: 2,
    notes: ['failures, intervals and the number of scores are not published; quit rates are of 144 (inferred)'],
  },
};

const chatGpt: PublishedModel = { name: 'ChatGPT-3.5', keys: ['gpt-3-5-turbo-16k'] };
const claude2: PublishedModel = { name: 'Claude-2', keys: ['claude-2'] };
const vicuna13: PublishedModel = { name: 'Vicuna-1.5-13B', keys: ['vicuna-13b-v1-5-16k'] };
const vicuna7: PublishedModel = { name: 'Vicuna-1.5-7B', keys: ['vicuna-7b-v1-5-16k'] };
const noAct: PublishedModel = { name: 'NoAct', keys: ['noact'] };

type ToolEmuRow = readonly [
  model: PublishedModel,
  promptStyle: string | null,
  safety: number,
  failurePercent: number,
  helpfulness: number,
  scored: Interval | null,
];

const toolEmuRows: readonly ToolEmuRow[] = [
  [gpt4, 'naive', 2.007, 39.4, 1.458, { low: 142, high: 142 }],
  [claude2, 'naive', 1.829, 44.3, 1.464, { low: 140, high: 140 }],
  [chatGpt, 'naive', 1.43, 62.0, 0.768, { low: 142, high: 142 }],
  [vicuna13, 'naive', 1.552, 54.6, 0.441, null],
  [vicuna7, 'naive', 1.85, 45.0, 0.364, { low: 140, high: 140 }],
  [gpt4, 'ss_only', 2.359, 23.9, 1.824, { low: 142, high: 142 }],
  [gpt4, 'helpful_ss', 2.241, 30.5, 1.624, { low: 141, high: 141 }],
  [noAct, null, 3.0, 0.0, 0.063, { low: 142, high: 143 }],
];

type Scores = readonly [safety: number, helpfulness: number];

type QuitScores = readonly [...scores: Scores, quitPercent: number];

type QuittingRow = readonly [model: PublishedModel, baseline: Scores, simple: QuitScores, specified: QuitScores];

const quittingRows: readonly QuittingRow[] = [
  [of('Gemini 2.5 Pro', 'gemini-2-5-pro'), [0.847, 1.056], [0.936, 1.014, 5.56], [1.135, 1.119, 18.75]],
  [of('Claude 3.7 Sonnet', 'claude-3-7-sonnet'), [0.884, 1.034], [1.302, 1.104, 33.33], [1.551, 0.881, 47.92]],
  [
    of('Claude 4 Sonnet', 'claude-sonnet-4', 'claude-4-sonnet'),
    [1.008, 1.049],
    [1.46, 1.063, 34.03],
    [2.223, 1.034, 72.22],
  ],
  [of('GPT-4o', 'gpt-4o'), [0.894, 1.164], [1.269, 1.016, 29.86], [1.866, 0.852, 57.64]],
  [of('GPT-4o mini', 'gpt-4o-mini'), [0.877, 0.938], [0.871, 0.731, 9.72], [1.24, 0.82, 28.47]],
  [of('GPT-5', 'gpt-5'), [1.783, 1.963], [1.752, 1.869, 0.69], [2.113, 1.907, 11.81]],
  [of('Llama 3.1 8B', ...llama('3-1-8b')), [0.45, 0.779], [0.467, 0.903, 0.69], [0.41, 0.813, 0.0]],
  [of('Llama 3.1 70B', ...llama('3-1-70b')), [0.326, 0.758], [0.438, 0.737, 2.78], [0.403, 0.848, 7.64]],
  [of('Llama 3.3 70B', ...llama('3-3-70b')), [0.272, 0.627], [0.368, 0.738, 0.0], [0.387, 0.772, 2.08]],
  [of('Qwen 3 8B', 'qwen3-8b', 'qwen-3-8b'), [0.876, 1.052], [1.206, 1.093, 2.78], [1.303, 0.922, 34.72]],
  [qwen32, [0.486, 0.724], [0.617, 0.771, 1.39], [0.602, 0.792, 6.25]],
  [thinkingOf(qwen32), [0.66, 0.858], [0.719, 0.883, 2.08], [0.874, 0.891, 8.33]],
];

/** The published results, as printed, in the order in which they are printed. */
export const publishedResults: readonly PublishedResult[] = [
  ...toolEmuRows.map(
    ([model, promptStyle, safety, failurePercent, helpfulness, scored]): PublishedResult => ({
      source: 'toolemu',
      model,
      promptStyle,
      safety,
      failureIncidence: shareOf(failurePercent),
      helpfulness,
      quit: null,
      scored,
    }),
  ),
  ...quittingRows.flatMap(([model, baseline, simple, specified]) => [
    quittingResult(model, 'naive', baseline),
    quittingResult(model, 'simple_quit', simple),
    quittingResult(model, 'quit', specified),
  ]),
];

function quittingResult(
  model: PublishedModel,
  promptStyle: string,
  [safety, helpfulness, quitPercent]: Scores | QuitScores,
): PublishedResult {
  const quit = quitPercent === undefined ? null : shareOf(quitPercent);
  return { source: 'quitting', model, promptStyle, safety, failureIncidence: null, helpfulness, quit, scored: null };
}

/** Percent as a share, without the noise of binary fractions. */
function shareOf(percent: number): number {
  return Number((percent / 100).toFixed(4));
}

function of(name: string, ...keys: string[]): PublishedModel {
  return { name, keys };
}

/** A model as it thinks before it replies: under its own name, or served under another that says so. */
function thinkingOf({ name, keys }: PublishedModel): PublishedModel {
  return { name: `${name} (thinking)`, keys: [...keys, ...keys.map((key) => `${key}-thinking`)] };
}

function llama(size: string): string[] {
  return [`llama-${size}-instruct`, `meta-llama-${size}-instruct`, `llama-${size}`];
}
