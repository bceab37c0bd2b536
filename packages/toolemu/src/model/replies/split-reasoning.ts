import { findObjects } from './json-objects.ts';

/** The text of a reply, split into its reasoning and the rest. */
export interface SplitReply {
  readonly said: string;
  readonly reasoning: string;
}

/** The reasoning markers of a family of models. */
interface Delimiters {
  readonly open: RegExp;
  readonly close: RegExp;
  /** A chat template may drop the opening mark: then everything before the closing one is reasoning. */
  readonly closesAlone: boolean;
}

const tags = (open: string, close: string, closesAlone = true): Delimiters => ({
  open: new RegExp(open, 'gi'),
  close: new RegExp(close, 'gi'),
  closesAlone,
});

/** Ordinary words: they count as tags only where they begin a line. */
const words =
  '(?:thoughts?|thought_process|reason(?:ing)?(?:_content)?|scratch_?pad|analysis|reflection|chain_of_thought|cot|inner_monologue|antthinking)';

/**
 * The delimiters that providers and model servers document: DeepSeek, Qwen, GLM, Seed-OSS, MiniMax, LongCat and many
 * others (tags), EXAONE (`<thought>`), Magistral (`[THINK]`), Kimi (`◁think▷`), Command A, Sky-T1, MiniCPM, Apertus,
 * Pangu, Gemma 4, Solar, Granite 3.2 and Apriel (words). gpt-oss's channels are read by `splitHarmony`.
 */
const delimiters: readonly Delimiters[] = [
  tags('<(?:[a-z_]+[:_])?think(?:ing)?\\s*>', '</(?:[a-z_]+[:_])?think(?:ing)?\\s*>'),
  tags(`(?<=^|[\\r\\n])[ \\t]*<${words}>`, `</${words}>`),
  { open: /\[THINK(?:ING)?\]/g, close: /\[\/THINK(?:ING)?\]/g, closesAlone: true },
  tags('◁think▷', '◁/think▷'),
  tags('<\\|START_THINKING\\|>', '<\\|END_THINKING\\|>'),
  tags('<\\|begin_of_thought\\|>', '<\\|end_of_thought\\|>'),
  tags('<\\|(?:think|thought)_start\\|>', '<\\|(?:think|thought)_end\\|>'),
  tags('<\\|inner_prefix\\|>', '<\\|inner_suffix\\|>'),
  tags('\\[unused16\\]', '\\[unused17\\]'),
  tags('<\\|channel>thought', '<channel\\|>'),
  tags('<\\|think(?:ing)?\\|>', '<\\|/think(?:ing)?\\|>|<\\|end\\|>'),
  tags("^\\s*Here(?:'s| is) my thought process:", "Here(?:'s| is) my response:", false),
  tags('^\\s*Here are my reasoning steps:', '(?=\\[BEGIN FINAL RESPONSE\\])', false),
];

/**
 * Separates the reasoning that some models write into a reply from the rest, with any of the documented markers.
 * Reasoning without a closing marker extends to the end of the reply. If a chat template dropped the opening marker,
 * everything before the closing marker is reasoning. A marker inside a JSON object, or directly after a quotation mark,
 * is content. Never throws.
 */
export function splitReasoning(text: string): SplitReply {
  const harmony = splitHarmony(text);
  if (harmony !== null) return harmony;
  const said: string[] = [];
  const reasoning: string[] = [];
  let rest = text;
  for (let mark = firstMark(rest); mark !== null; mark = firstMark(rest)) {
    const before = rest.slice(0, mark.start);
    rest = rest.slice(mark.end);
    if (mark.close === null) {
      reasoning.push(...said.splice(0), before);
      continue;
    }
    said.push(before);
    const closing = firstMention(rest, mark.close);
    reasoning.push(rest.slice(0, closing?.start ?? rest.length));
    rest = rest.slice(closing?.end ?? rest.length);
  }
  said.push(rest);
  if (reasoning.length === 0) return { said: text, reasoning: '' };
  return { said: withoutWrapper(said.join('')), reasoning: reasoning.join('\n').trim() };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A marker that opens reasoning, with its closing marker; `close` is null for a closing marker without an opening one. */
interface Mark extends Span {
  readonly close: RegExp | null;
}

function firstMark(text: string): Mark | null {
  const objects = findObjects(text).filter(({ closed }) => closed);
  const isContent = ({ start }: Span): boolean =>
    isQuoted(text, start) || objects.some((object) => start > object.start && start < object.end);
  const marks = delimiters.flatMap(({ open, close, closesAlone }): Mark[] => {
    const opened = spansOf(text, open).find((one) => !isContent(one));
    const alone = closesAlone && spansOf(text, close).find((one) => !isContent(one) && !isInProse(text, one));
    return [...(opened === undefined ? [] : [{ ...opened, close }]), ...(alone ? [{ ...alone, close: null }] : [])];
  });
  return marks.reduce<Mark | null>((first, mark) => (first === null || mark.start < first.start ? mark : first), null);
}

function firstMention(text: string, mark: RegExp): Span | undefined {
  return spansOf(text, mark).find(({ start }) => !isQuoted(text, start));
}

function spansOf(text: string, mark: RegExp): Span[] {
  return [...text.matchAll(mark)].map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

/** Whether a mark is only spoken of: in quotation marks, or as a word of a sentence. */
export function isMention(text: string, span: Span): boolean {
  return isQuoted(text, span.start) || /^[`'"”’»]/.test(text.slice(span.end)) || isInProse(text, span);
}

/** Whether a quotation begins right before a place. A quotation mark behind a word, or a fence, ends one. */
function isQuoted(text: string, at: number): boolean {
  return /(?:^|[\s([{:,=])(?:``?|["'“‘«])$|[“‘«]$/.test(text.slice(Math.max(0, at - 3), at));
}

/** Whether a marker is a word of a sentence: `the </think> tag`. */
function isInProse(text: string, { start, end }: Span): boolean {
  return (
    /[\p{L}\p{N},][ \t]$/u.test(text.slice(Math.max(0, start - 2), start)) &&
    /^(?:[ \t]+\p{Ll}|[.,;:!?)]+(?:\s|$))/u.test(text.slice(end))
  );
}

const wrappers =
  /^\s*(?:<(?:answer|response|output)>|<\|START_RESPONSE\|>|<\|begin_of_solution\|>|\[BEGIN FINAL RESPONSE\])|(?:<\/(?:answer|response|output)>|<\|END_RESPONSE\|>|<\|end_of_solution\|>|\[END FINAL RESPONSE\]|<\|end\|>|<\|return\|>)\s*$/g;

/** Removes the markers that some models put around the answer after their reasoning. */
function withoutWrapper(said: string): string {
  return said.replace(wrappers, '');
}

const message = /<\|channel\|>([\s\S]*?)<\|message\|>([\s\S]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/g;

/**
 * Splits gpt-oss's harmony format: messages on the channels `analysis` (reasoning), `commentary` (calls and preambles)
 * and `final`. Keeps calls as they are written. Returns null for a text without channels. Some servers drop the markers
 * and return `analysis...assistantfinal...`.
 */
function splitHarmony(text: string): SplitReply | null {
  const first = /<\|channel\|>/.exec(text);
  if (first === null) return splitBareHarmony(text);
  const isInObject = findObjects(text).some(
    ({ start, end, closed }) => closed && first.index > start && first.index < end,
  );
  const mark = firstMark(text);
  const isInReasoning = mark !== null && mark.close !== null && mark.start < first.index;
  if (isInObject || isInReasoning || isQuoted(text, first.index)) return null;
  const before = text.slice(0, first.index).replace(/<\|start\|>(?:assistant)?\s*$/, '');
  // A message that ends before it and has lost its channel.
  const isMessage = /<\|(?:end|message)\|>/.test(before);
  const said = isMessage ? [] : [before];
  const reasoning = isMessage ? [before] : [];
  for (const { 0: whole, 1: header = '', 2: content = '' } of text.slice(first.index).matchAll(message)) {
    if (/^\s*analysis/.test(header) && !/\bto=/.test(header)) reasoning.push(content);
    else said.push(/\bto=/.test(header) ? whole : content);
  }
  return { said: said.join('').trim(), reasoning: reasoning.join('\n').trim() };
}

function splitBareHarmony(text: string): SplitReply | null {
  if (!/^\s*analysis(?:[A-Z"'“]|[^]*assistant(?:final|commentary))/.test(text)) return null;
  const marks = [...text.matchAll(/assistant(?:final|(?=commentary))/g)];
  const last = marks.find(([mark]) => mark === 'assistantfinal') ?? marks.at(-1);
  const end = last?.index ?? text.length;
  return {
    said: text.slice(end + (last?.[0].length ?? 0)),
    reasoning: text.slice(0, end).replace(/^\s*analysis/, ''),
  };
}
