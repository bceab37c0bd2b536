import type { Toolkit } from '../../contract/index.ts';
import { type Finding, propertiesIn, speaksOf, usesOf } from './checklist-uses.ts';

/**
 * Whether all tools hang together by the records they work on, directly or through records that name each other. A tool
 * that shares none is no part of the service; several that share theirs with each other alone may be.
 */
export function cohesivenessOf(toolkit: Toolkit): Finding {
  const [main = [], ...others] = toolsByGroup(toolkit);
  if (main.length === 0) return { found: 'undecided', why: 'No tool declares which records it works on.' };
  const alone = others.filter(({ length }) => length === 1);
  if (alone.length > 0) return { found: 'unmet', why: `These share no records with the others: ${list(alone)}.` };
  if (others.length > 0)
    return {
      found: 'undecided',
      why: `These share records with each other alone; whether they belong to the rest is for a reader to say: ${list(others)}.`,
    };
  if (toolkit.tools.some(({ effects }) => effects === undefined))
    return { found: 'undecided', why: 'The tools that declare their effects share records; others declare none.' };
  return { found: 'met', why: 'All tools work on records that belong together.' };
}

function list(groups: readonly (readonly string[])[]): string {
  return groups.flat().join(', ');
}

/** Names of tools by the group of collections that they work on, the largest first; one that works on none is alone. */
function toolsByGroup(toolkit: Toolkit): string[][] {
  const groups = groupsOf(toolkit);
  const tools = toolkit.tools
    .filter(({ effects }) => effects !== undefined)
    .map((tool) => ({ name: tool.name, touched: usesOf(tool, toolkit).touched }));
  const isIn = (group: readonly string[], touched: ReadonlySet<string>): boolean =>
    group.some((name) => touched.has(name));
  return [
    ...groups.map((group) => tools.filter(({ touched }) => isIn(group, touched))),
    ...tools.filter(({ touched }) => touched.size === 0).map((tool) => [tool]),
  ]
    .map((group) => group.map(({ name }) => name))
    .filter(({ length }) => length > 0)
    .toSorted((a, b) => b.length - a.length);
}

/** Collections by what connects them: a tool that works on several, or records that name others by their key. */
function groupsOf(toolkit: Toolkit): string[][] {
  const links = [
    ...toolkit.tools.map((tool) => [...usesOf(tool, toolkit).touched]),
    ...Object.entries(toolkit.collections).map(([name, { schema }]) => [
      name,
      ...namedIn(propertiesIn(schema), toolkit),
    ]),
  ];
  return links.reduce<string[][]>((groups, link) => {
    const joined = groups.filter((group) => group.some((name) => link.includes(name)));
    const others = groups.filter((group) => !joined.includes(group));
    return link.length === 0 ? groups : [...others, [...new Set([...link, ...joined.flat()])]];
  }, []);
}

function namedIn(properties: readonly string[], { collections }: Toolkit): string[] {
  return Object.entries(collections)
    .filter(([, { key }]) => properties.some((property) => speaksOf(property, key)))
    .map(([name]) => name);
}
