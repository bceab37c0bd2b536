import { isProse } from '../../../components/text/is-prose.ts';

/** A block of code whose fence is longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(3, longestTicks(text) + 1));
  return `${fence}${language}\n${text.replaceAll(/\r\n?/g, '\n')}\n${fence}`;
}

/** A text on one line as code, whatever is in it. */
export function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '(empty)';
  const ticks = '`'.repeat(longestTicks(line) + 1);
  return /^`|`$/.test(line) ? `${ticks} ${line} ${ticks}` : `${ticks}${line}${ticks}`;
}

function longestTicks(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

/** A text under its name; nothing where there is none. */
export function named(name: string, text: string | undefined): string[] {
  return text === undefined || text.trim() === '' ? [] : [`${name}:`, quoted(text)];
}

/** A text of people on one line, in which no sign is one of Markdown. */
export function prose(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line === '') return '(empty)';
  return line
    .replaceAll(/[\\`*_{}[\]<>#|~&@!$^]/g, String.raw`\$&`)
    .replaceAll('://', String.raw`\://`)
    .replaceAll(/\bwww\./gi, (www) => `${www.slice(0, -1)}\\.`)
    .replace(/^[-+=]/, String.raw`\$&`)
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`);
}

/** A text of people as a quotation, line by line; as code where it is none of sentences. */
export function quoted(text: string): string {
  if (text.trim() === '' || !isProse(text)) return fenced(text);
  const paragraphs = text.trim().split(/(?:\r\n?|\n)(?:\s*(?:\r\n?|\n))+/);
  return paragraphs
    .map((paragraph) =>
      paragraph
        .split(/\r\n?|\n/)
        .map((line) => `> ${prose(line)}`)
        .join('\\\n'),
    )
    .join('\n>\n');
}

/** Points below one another. */
export function list(items: readonly string[]): string {
  return items.map((item) => `- ${item}`).join('\n');
}
