import type { ASTNode } from '@marcbachmann/cel-js';
import { isNode } from './syntax-tree.ts';

/** Functions that evaluate an expression for each item of a list, and the one that names what an expression gives. */
const repeating = new Set(['all', 'exists', 'exists_one', 'map', 'filter', 'bind']);

/** As deep as loops may be in each other, and still be soon done. */
const shallow = 2;

/** Whether an expression matches patterns, or goes through lists in lists in lists. */
export function mayTakeLong(ast: ASTNode): boolean {
  return depthOf(ast) > shallow;
}

function depthOf(part: unknown): number {
  if (Array.isArray(part)) return Math.max(0, ...part.map(depthOf));
  if (!isNode(part)) return 0;
  if (part.op !== 'rcall') return depthOf(part.args);
  const [name, receiver, args] = part.args;
  if (name === 'matches') return Infinity;
  return Math.max(depthOf(receiver), depthOf(args) + (repeating.has(name) ? 1 : 0));
}
