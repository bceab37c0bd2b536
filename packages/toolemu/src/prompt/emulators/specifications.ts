import type { Toolkit } from '../../contract/index.ts';
import { enclose } from '../parts/enclose.ts';
import { nameOf } from '../parts/render-lines.ts';
import { renderToolkits } from '../parts/render-tools.ts';

/** Share of the context window for specifications: rules, world, history and reply need the rest. */
const shareOfWindow = 0.6;
const charactersPerToken = 4;
/** Characters for specifications if the context window is unknown: about 100,000 tokens. */
const defaultRoomCharacters = 400_000;

/**
 * Chooses the toolkits of a case that are specified in full. The prompt has at least the signatures of each; in the order
 * of the case, each is then written in full while the whole text fits: 60 % of the context window at four characters per
 * token, or 400,000 characters if the window is unknown. A toolkit that does not fit is skipped, and later ones may fit.
 * The choice depends only on the toolkits and the window, so that all requests of an episode, and those of other agents
 * in the same case, share a prefix.
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

/** Renders toolkits in full, and those that do not fit by their signatures, which it says. */
export function renderSpecifications(toolkits: readonly Toolkit[], full: ReadonlySet<Toolkit>): string {
  const short = toolkits.filter((toolkit) => !full.has(toolkit));
  const texts = toolkits.map((toolkit) => renderToolkits([toolkit], full.has(toolkit) ? 'full' : 'signature'));
  const remark = `The tools of ${short.map(({ name }) => nameOf(name)).join(', ')} are given by their signatures. A call to one of them comes with its full specification.`;
  return [enclose('tools', texts.join('\n\n')), ...(short.length === 0 ? [] : [remark])].join('\n\n');
}

/** Renders a called tool in full, with its toolkit's collections, if the head has only its signature. */
export function specificationOf(name: string, toolkits: readonly Toolkit[], full: ReadonlySet<Toolkit>): string[] {
  const toolkit = toolkits.find(({ tools }) => tools.some((tool) => tool.name === name));
  if (toolkit === undefined || full.has(toolkit)) return [];
  return [renderToolkits([{ ...toolkit, tools: toolkit.tools.filter((tool) => tool.name === name) }], 'full')];
}
