import { createHash } from 'node:crypto';
import type { Tool } from '../contract/index.ts';

const longest = 64;

/**
 * The name by which a model is offered a tool: what providers accept is 64 characters of letters, digits, `_` and
 * `-`. Names that fit stay; others are rewritten, with a few characters of a hash so that no two become one.
 */
export function modelNameOf(name: string, tools: readonly Pick<Tool, 'name'>[]): string {
  if (isAccepted(name)) return name;
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_');
  const short = plain.slice(0, longest);
  const unique = tools.every(
    (other) => other.name === name || (other.name !== short && rewritten(other.name) !== short),
  );
  if (plain.length <= longest && unique) return short;
  const hash = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return `${plain.slice(0, longest - 9)}_${hash}`;
}

function rewritten(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, longest);
}

function isAccepted(name: string): boolean {
  return name.length <= longest && /^[A-Za-z0-9_-]+$/.test(name) && name !== 'quit';
}
