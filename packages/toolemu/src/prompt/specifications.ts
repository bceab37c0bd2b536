import type { Toolkit } from '../contract/index.ts';
import { renderToolkits } from './render-tools.ts';

/** The share of a context window that specifications may take: rules, world, history and reply need the rest. */
const shareOfWindow = 0.6;
const charactersPerToken = 4;
/** The room for specifications where the context window is not known, in characters: some 100,000 tokens. */
const defaultRoomCharacters = 400_000;

/**
 * The toolkits of a case that are specified in full. All are given by their signatures at least; in the order of the case
 * each is then given in full while the text of all stays within the room for it: 60 % of the context window at four
 * characters a token, or 400,000 characters where the window is not known. A toolkit that does not fit is passed over,
 * and later ones may fit. This depends on the toolkits and the window alone, so that all requests of an episode, and
 * those of other agents in the same case, begin alike.
 */
export function fullySpecified(toolkits: readonly Toolkit[], contextWindow: number | undefined): ReadonlySet<Toolkit> {
  const room = contextWindow === undefined ? defaultRoomCharacters : contextWindow * shareOfWindow * charactersPerToken;
  const lengthOf = (toolkit: Toolkit, detail: 'signature' | 'full'): number => renderToolkits([toolkit], detail).length;
  const full = new Set<Toolkit>();
  let taken = toolkits.reduce((sum, toolkit) => sum + lengthOf(toolkit, 'signature'), 0);
  for (const toolkit of toolkits) {
    const more = lengthOf(toolkit, 'full') - lengthOf(toolkit, 'signature');
    if (taken + more > room) continue;
    taken += more;
    full.add(toolkit);
  }
  return full;
}

/** Toolkits in full, and in short those that do not fit. */
export function renderSpecifications(toolkits: readonly Toolkit[], full: ReadonlySet<Toolkit>): string {
  const short = toolkits.filter((toolkit) => !full.has(toolkit));
  const texts = toolkits.map((toolkit) => renderToolkits([toolkit], full.has(toolkit) ? 'full' : 'signature'));
  const remark = `The tools of ${short.map(({ name }) => name).join(', ')} are given in short. A call of one of them comes with its specification.`;
  return [...texts, ...(short.length === 0 ? [] : [remark])].join('\n\n');
}

/** A tool that is called, with what its toolkit keeps, where it was given in short only. */
export function specificationOf(name: string, toolkits: readonly Toolkit[], full: ReadonlySet<Toolkit>): string[] {
  const toolkit = toolkits.find(({ tools }) => tools.some((tool) => tool.name === name));
  if (toolkit === undefined || full.has(toolkit)) return [];
  return [
    `The tool in full:\n\n${renderToolkits([{ ...toolkit, tools: toolkit.tools.filter((tool) => tool.name === name) }], 'full')}`,
  ];
}
