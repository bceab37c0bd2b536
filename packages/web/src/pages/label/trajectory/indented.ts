/** A text that is JSON on as few lines as can be read well, each of its parts as it was written; any other as it is. */
export function indented(text: string): string {
  try {
    JSON.parse(text);
  } catch {
    return text;
  }
  return text.length > longest ? text : laidOut(text.match(tokens) ?? [], '');
}

/** Longer ones stay as they are. */
const longest = 200_000;
const width = 88;
/** The parts of a JSON text: signs, texts, and all else. */
export const tokens = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Lays out the value that the tokens begin with, and takes it from them. */
function laidOut(rest: string[], indent: string): string {
  const open = rest.shift() ?? '';
  if (open !== '{' && open !== '[') return open;
  const inner = `${indent}  `;
  const parts: string[] = [];
  let close = rest[0];
  while (close !== '}' && close !== ']') {
    const name = open === '{' ? `${rest.splice(0, 2)[0]}: ` : '';
    parts.push(`${name}${laidOut(rest, inner)}`);
    if (rest[0] === ',') rest.shift();
    close = rest[0];
  }
  rest.shift();
  const line = `${open}${parts.join(', ')}${close}`;
  if (parts.length === 0 || indent.length + line.length <= width) return line;
  return `${open}\n${parts.map((part) => `${inner}${part}`).join(',\n')}\n${indent}${close}`;
}
