import { createHash } from 'node:crypto';

/**
 * Text from agents, tools and models between two lines that carry a code made from the text itself. The text is
 * neutralised first, so that nothing in it can end the enclosure: the code is not in it, and no line of it begins
 * like one of the lines.
 */
export function enclose(name: string, text: string): string {
  const inside = neutralise(text);
  const code = createHash('sha256').update(`${name}\n${inside}`).digest('hex').slice(0, 16);
  return `<<${name} ${code}>>\n${inside}\n<</${name} ${code}>>`;
}

/** Angle brackets in a row could pass for the lines of an enclosure; a mark between each two breaks them up. */
function neutralise(text: string): string {
  return text.replaceAll(/<(?=<)|>(?=>)/g, '$&\u2060');
}
