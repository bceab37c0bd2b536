import { oneLine, onOneLine } from '../terminal/terminal.ts';

/**
 * Text of agents, tools and models as a code span of GitHub-flavoured Markdown, on one line and cut to 240 characters.
 * Nothing in a code span is markup, HTML, a mention, a reference or a link. A bar, which would end a cell of a table
 * even there, becomes a broken one.
 */
export function codeSpan(text: string): string {
  return wholeCodeSpan(oneLine(text));
}

/** The same with all of the text. */
export function wholeCodeSpan(text: string): string {
  const content = onOneLine(text).replaceAll('|', '¦').trim().toWellFormed();
  if (content === '') return '`(empty)`';
  const longestRun = Math.max(0, ...(content.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longestRun + 1);
  const space = content.startsWith('`') || content.endsWith('`') ? ' ' : '';
  return `${fence}${space}${content}${space}${fence}`;
}
