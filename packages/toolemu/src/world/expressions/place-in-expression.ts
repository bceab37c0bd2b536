/** Longer expressions are told by the part where something is wrong. */
const longest = 100;

/** Characters that are shown before and after the place. */
const [before, after] = [20, 50];

/** A reason with the expression it is about; of a long one with the part at which something is wrong, and its place. */
export function placeInExpression(reason: string, expression: string, at = 0): string {
  if (expression.length <= longest) return `${reason} in \`${expression}\``;
  const [start, end] = [Math.max(0, at - before), Math.min(expression.length, at + after)];
  const part = `${start === 0 ? '' : '…'}${expression.slice(start, end).toWellFormed()}${end === expression.length ? '' : '…'}`;
  return `${reason}, at character ${at + 1}: \`${part}\``;
}
