import type { ASTNode, Environment } from '@marcbachmann/cel-js';

/** A part of an expression that is wrong, and why. */
export interface Fault {
  readonly reason: string;
  /** Where it begins in the expression, in characters from 0. */
  readonly at: number;
}

/** The first call of a function that there is none of, with the names that are near; null where all are known. */
export function unknownFunction(
  nodes: readonly ASTNode[],
  { expression, environment }: { readonly expression: string; readonly environment: Environment },
): Fault | null {
  const calls = nodes.filter((node) => node.op === 'call' || node.op === 'rcall');
  if (calls.length === 0) return null;
  const known = new Set(environment.getDefinitions().functions.map(({ name }) => name));
  for (const node of calls) {
    const [name] = node.args;
    if (known.has(name)) continue;
    const from = node.op === 'rcall' ? node.args[1].end : node.start;
    return { reason: wordsFor(name, [...known]), at: Math.max(from, expression.indexOf(name, from)) };
  }
  return null;
}

function wordsFor(name: string, known: readonly string[]): string {
  const near = nearNames(name, known);
  return `there is no function ${name}()${near.length === 0 ? '' : `: did you mean ${near.map((one) => `${one}()`).join(' or ')}?`}`;
}

/** So many names are offered. */
const most = 3;

/** The names that share most of their pairs of letters with one, the nearest first. */
function nearNames(name: string, known: readonly string[]): string[] {
  return known
    .map((one) => ({ one, share: likeness(one, name) }))
    .filter(({ share }) => share >= 0.5)
    .toSorted((a, b) => b.share - a.share)
    .slice(0, most)
    .map(({ one }) => one);
}

/** From 0 to 1: twice the pairs of letters that both have, as a share of all. */
function likeness(one: string, other: string): number {
  const [own, others] = [pairsOf(one), pairsOf(other)];
  const shared = [...own].filter((pair) => others.has(pair));
  return (2 * shared.length) / Math.max(1, own.size + others.size);
}

function pairsOf(name: string): ReadonlySet<string> {
  const letters = name.toLowerCase();
  return new Set(Array.from(letters, (_, at) => letters.slice(at, at + 2)).filter((pair) => pair.length === 2));
}
