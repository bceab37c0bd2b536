/** A reply without the reasoning some models write before it, as in `<think>...</think>`. */
export function withoutReasoning(text: string): string {
  return text.replace(/^\s*<(think|thinking|reasoning)>[\s\S]*?<\/\1>/i, '');
}
