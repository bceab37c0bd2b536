import type { Tool, Toolkit } from '../../contract/index.ts';
import { type Finding, propertiesIn, speaksOf, usesOf } from './checklist-uses.ts';

/**
 * Whether what tools change can be read, and each id that a tool requires is returned by another. Whether what is made
 * ought to be changed and ended too is named, and left to a reader.
 */
export function completenessOf(toolkit: Toolkit): Finding {
  const lacking = [...unreadIn(toolkit), ...unfoundIn(toolkit)];
  if (lacking.length > 0) return { found: 'unmet', why: sentence(lacking) };
  if (toolkit.tools.some(({ effects }) => effects === undefined))
    return { found: 'undecided', why: 'Not all tools declare which records they work on.' };
  const lasting = lastingIn(toolkit);
  if (lasting.length > 0)
    return {
      found: 'undecided',
      why: `What is made in ${lasting.join(', ')} can be neither changed nor deleted; whether it should be is for a reader to say.`,
    };
  return { found: 'met', why: 'What tools change can be read, and each id that they require is returned by another.' };
}

function sentence(parts: readonly string[]): string {
  const text = parts.join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

function unreadIn(toolkit: Toolkit): string[] {
  const uses = toolkit.tools.map((tool) => usesOf(tool, toolkit));
  const changed = new Set(uses.flatMap(({ created, updated, deleted }) => [...created, ...updated, ...deleted]));
  const shown = new Set(uses.flatMap((one) => [...one.shown]));
  // A credential is shown once, when it is made.
  const isOnce = (name: string): boolean => {
    const { key, secret = [] } = toolkit.collections[name] ?? { key: '' };
    return secret.includes(key);
  };
  return [...changed]
    .filter((name) => !shown.has(name) && !isOnce(name))
    .map((name) => `no tool shows what is in ${name}`);
}

/** Collections in which records are made that no tool changes or deletes. */
function lastingIn(toolkit: Toolkit): string[] {
  const uses = toolkit.tools.map((tool) => usesOf(tool, toolkit));
  const ended = new Set(uses.flatMap(({ updated, deleted }) => [...updated, ...deleted]));
  return [...new Set(uses.flatMap(({ created }) => [...created]))].filter((name) => !ended.has(name));
}

/** Ids that a tool requires and no other one returns without requiring such an id itself. */
function unfoundIn(toolkit: Toolkit): string[] {
  return toolkit.tools.flatMap((tool) =>
    requiredIn(tool).flatMap((name) => {
      const key = keyOf(name, toolkit);
      if (key === null || toolkit.tools.some((other) => returns(other, key))) return [];
      return [`no other tool returns the ${name} that ${tool.name} requires`];
    }),
  );
}

/** What an argument that is an id points to: the key of a collection, or itself where no collection has such a key. */
function keyOf(name: string, { collections }: Toolkit): string | null {
  const keys = Object.values(collections)
    .map(({ key }) => key)
    .filter((key) => speaksOf(name, key))
    .toSorted((a, b) => b.length - a.length);
  return keys[0] ?? (/[a-z]Ids?$/.test(name) ? name.replace(/s$/, '') : null);
}

/** A tool that requires such an id helps nobody to find one. */
function returns(tool: Tool, key: string): boolean {
  if (requiredIn(tool).some((name) => speaksOf(name, key))) return false;
  return propertiesIn(tool.outputSchema ?? {}).some((property) => speaksOf(property, key) || speaksOf(key, property));
}

function requiredIn({ inputSchema }: Tool): string[] {
  return Array.isArray(inputSchema.required) ? inputSchema.required.map(String) : [];
}
