/** A reply without the reasoning some models write before it, as in `<think>...</think>`. One cut off in it says nothing. */
export function withoutReasoning(text: string): string {
  const opened = /^\s*<(think|thinking|reasoning)>/i.exec(text);
  // The templates of some models leave the opening tag out.
  const closing =
    opened === null ? /<\/(?:think|thinking|reasoning)>(?=\s*(?:[\r\n]|$))/i : new RegExp(`</${opened[1]}>`, 'i');
  const closed = closing.exec(text);
  if (closed !== null) return text.slice(closed.index + closed[0].length);
  return opened === null ? text : '';
}
