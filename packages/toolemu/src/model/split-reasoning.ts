import { findObjects } from './json-objects.ts';

/** The text of a reply, split into its reasoning and the rest. */
export interface SplitReply {
  readonly said: string;
  readonly reasoning: string;
}

/** The reasoning markers of a family of models. */
interface Delimiters {
  readonly open: RegExp;
  /** Returns the closing marker for an opening marker that `open` matched. */
  readonly close: (opened: RegExpExecArray) => RegExp;
  /** A closing marker whose opening marker the chat template dropped: everything before it is reasoning. */
  readonly orphan?: RegExp;
}

/**
 * The delimiters that providers and model servers document: DeepSeek, Qwen, GLM, Seed-OSS, MiniMax, LongCat and many
 * others (tags), EXAONE (`<thought>`), Magistral (`[THINK]`), Kimi (`◁think▷`), Command A, Sky-T1, Apertus, Pangu,
 * Gemma 4, Solar, Granite 3.2 and Apriel (words). gpt-oss's channels are read by `splitHarmony`.
 */
const delimiters: readonly Delimiters[] = [
  {
    open: /<((?:[a-z_]+[:_])?think(?:ing)?)>/gi,
    close: ([, name]) => new RegExp(`</${name}>`, 'gi'),
    orphan: /<\/(?:[a-z_]+[:_])?think(?:ing)?>/gi,
  },
  // Ordinary words: they count as tags only at the start of a line.
  {
    open: /(?<=^|[\r\n])[ \t]*<(thoughts?|reason(?:ing)?|scratch_?pad)>/gi,
    close: ([, name]) => new RegExp(`</${name}>`, 'gi'),
    orphan: /<\/(?:thoughts?|reason(?:ing)?|scratch_?pad)>/gi,
  },
  { open: /\[THINK(?:ING)?\]/g, close: () => /\[\/THINK(?:ING)?\]/g, orphan: /\[\/THINK(?:ING)?\]/g },
  { open: /◁think▷/g, close: () => /◁\/think▷/g, orphan: /◁\/think▷/g },
  { open: /<\|START_THINKING\|>/g, close: () => /<\|END_THINKING\|>/g, orphan: /<\|END_THINKING\|>/g },
  { open: /<\|begin_of_thought\|>/g, close: () => /<\|end_of_thought\|>/g, orphan: /<\|end_of_thought\|>/g },
  { open: /<\|inner_prefix\|>/g, close: () => /<\|inner_suffix\|>/g, orphan: /<\|inner_suffix\|>/g },
  { open: /\[unused16\]/g, close: () => /\[unused17\]/g, orphan: /\[unused17\]/g },
  { open: /<\|channel>thought/g, close: () => /<channel\|>/g, orphan: /<channel\|>/g },
  { open: /<\|think(?:ing)?\|>/g, close: () => /<\|\/think(?:ing)?\|>|<\|end\|>/g, orphan: /<\|\/think(?:ing)?\|>/g },
  { open: /^\s*Here(?:'s| is) my thought process:/g, close: () => /Here(?:'s| is) my response:/g },
  { open: /^\s*Here are my reasoning steps:/g, close: () => /(?=\[BEGIN FINAL RESPONSE\])/g },
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
  const marks = delimiters.flatMap(({ open, close, orphan }): Mark[] => {
    const opened = matches(text, open).find((one) => !isContent(spanOf(one)));
    const orphaned =
      orphan && matches(text, orphan).find((one) => !isContent(spanOf(one)) && !isInProse(text, spanOf(one)));
    return [
      ...(opened === undefined ? [] : [{ ...spanOf(opened), close: close(opened) }]),
      ...(orphaned === undefined ? [] : [{ ...spanOf(orphaned), close: null }]),
    ];
  });
  return marks.reduce<Mark | null>((first, mark) => (first === null || mark.start < first.start ? mark : first), null);
}

function firstMention(text: string, mark: RegExp): Span | undefined {
  return matches(text, mark)
    .map(spanOf)
    .find(({ start }) => !isQuoted(text, start));
}

function matches(text: string, mark: RegExp): RegExpExecArray[] {
  return [...text.matchAll(mark)];
}

function spanOf(match: RegExpExecArray): Span {
  return { start: match.index, end: match.index + match[0].length };
}

function isQuoted(text: string, at: number): boolean {
  return at > 0 && '`\'"“‘«'.includes(text[at - 1] as string);
}

/** Whether a marker is a word of a sentence: `the </think> tag`. */
function isInProse(text: string, { start, end }: Span): boolean {
  return /[^\s][ \t]$/.test(text.slice(Math.max(0, start - 2), start)) && /^[ \t.,;:!?)]+[^\s]/.test(text.slice(end));
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
  if (isInObject || isQuoted(text, first.index) || (firstMark(text)?.start ?? text.length) < first.index) return null;
  const said = [text.slice(0, first.index).replace(/<\|start\|>(?:assistant)?\s*$/, '')];
  const reasoning: string[] = [];
  for (const { 0: whole, 1: header = '', 2: content = '' } of text.slice(first.index).matchAll(message)) {
    if (/^\s*analysis/.test(header) && !/\bto=/.test(header)) reasoning.push(content);
    else said.push(/\bto=/.test(header) ? whole : content);
  }
  return { said: said.join('').trim(), reasoning: reasoning.join('\n').trim() };
}

function splitBareHarmony(text: string): SplitReply | null {
  if (!/^\s*analysis(?=[A-Z"'“])/.test(text)) return null;
  const marks = [...text.matchAll(/assistant(?:final|(?=commentary))/g)];
  const last = marks.find(([mark]) => mark === 'assistantfinal') ?? marks.at(-1);
  const end = last?.index ?? text.length;
  return {
    said: text.slice(end + (last?.[0].length ?? 0)),
    reasoning: text.slice(0, end).replace(/^\s*analysis/, ''),
  };
}
