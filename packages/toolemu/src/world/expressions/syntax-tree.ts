import type { ASTNode } from '@marcbachmann/cel-js';

/** All nodes of an expression's syntax tree, the root first. */
export function nodesOf(ast: ASTNode): ASTNode[] {
  const nodes: ASTNode[] = [];
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(collect);
    if (!isNode(part)) return;
    nodes.push(part);
    collect(part.args);
  };
  collect(ast);
  return nodes;
}

/** Whether what a node holds is a node itself. */
export function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** The names of variables and functions that an expression speaks of. */
export function namesIn(ast: ASTNode): ReadonlySet<string> {
  const names = nodesOf(ast).flatMap((node) =>
    node.op === 'id' ? [node.args] : node.op === 'call' ? [node.args[0]] : [],
  );
  return new Set(names);
}
