import { createHash } from 'node:crypto';
import type { Tool } from '../contract/index.ts';
import { quitTool } from '../prompt/index.ts';

const longest = 64;

/**
 * The names by which a model is offered tools, by their own: what providers accept is 64 characters of letters,
 * digits, `_` and `-`. Names that fit stay; others are rewritten, and no two become one, nor the tool by which to quit.
 */
export function modelNamesOf(tools: readonly Pick<Tool, 'name'>[]): ReadonlyMap<string, string> {
  const names = new Map(tools.flatMap(({ name }) => (isAccepted(name) ? [[name, name]] : [])));
  const taken = new Set([quitTool.name, ...names.values()]);
  for (const { name } of tools) {
    if (names.has(name)) continue;
    const rewritten = rewrittenName(name, taken);
    names.set(name, rewritten);
    taken.add(rewritten);
  }
  return names;
}

/** As it is but for the characters that are not accepted; where that is too long or taken, with some of a hash. */
function rewrittenName(name: string, taken: ReadonlySet<string>): string {
  return distinctName(name, { plain: name.replaceAll(/[^A-Za-z0-9_-]/g, '_'), taken, maxLength: longest });
}

/** Returns the plain name if it is short and free, or else its beginning with part of a hash of the name. */
export function distinctName(
  name: string,
  { plain, taken, maxLength }: { plain: string; taken: ReadonlySet<string>; maxLength: number },
): string {
  if (plain.length <= maxLength && !taken.has(plain)) return plain;
  for (let attempt = 0; ; attempt += 1) {
    const hash = createHash('sha256').update(`${name}\n${attempt}`).digest('hex').slice(0, 8);
    const candidate = `${plain.slice(0, maxLength - 9)}_${hash}`;
    if (!taken.has(candidate)) return candidate;
  }
}

function isAccepted(name: string): boolean {
  return name.length <= longest && /^[A-Za-z0-9_-]+$/.test(name) && name !== quitTool.name;
}
