/**
 * A reply without the reasoning some models write before it, as in `<think>...</think>`, however often they do. One
 * that is cut off in it says nothing.
 */
export function withoutReasoning(text: string): string {
  let rest = text;
  for (;;) {
    const opened = /^\s*<(think|thinking|reasoning)>/i.exec(rest);
    // The templates of some models leave the opening tag out.
    const closing =
      opened === null ? /<\/(?:think|thinking|reasoning)>(?=\s*(?:[\r\n]|$))/i : new RegExp(`</${opened[1]}>`, 'i');
    const closed = closing.exec(rest);
    if (closed === null) return opened === null ? rest : '';
    rest = rest.slice(closed.index + closed[0].length);
  }
}
