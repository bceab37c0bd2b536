/** What a tool is about, on a line of a list: its first sentence, cut between words where that is long. */
export function toolWords(description: string, longest = 100): string {
  const line = description.replaceAll(/\s+/g, ' ').trim();
  const sentence = /^.*?[.!?](?= |$)/.exec(line)?.[0] ?? line;
  if (sentence.length <= longest) return sentence;
  const space = sentence.lastIndexOf(' ', longest);
  return `${sentence.slice(0, space > 0 ? space : longest).toWellFormed()} …`;
}
