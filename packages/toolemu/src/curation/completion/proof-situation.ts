import type { Tool, Toolkit, World } from '../../contract/index.ts';
import type { ServiceRecords } from '../../prompt/index.ts';

/** A world in which declarations are tried: nothing but the examples. */
export function proofWorld({ examples }: ServiceRecords): World {
  return {
    now: '2026-03-03T09:12:00Z',
    user: { name: 'Ines Vidal', email: 'ines.vidal@quarrystone.io' },
    trustedContacts: ['@quarrystone.io'],
    collections: Object.fromEntries(Object.entries(examples).map(([name, records]) => [name, [...records]])),
  };
}

/**
 * A toolkit in which each collection has a tool that lists it: many a service takes in what none of its tools shows, and
 * that is no fault of what is declared of the others.
 */
export function withListings(toolkit: Toolkit): Toolkit {
  const readers = toolkit.tools
    .filter(isReader)
    .map(({ effects, result }) => JSON.stringify([effects, result ?? null]));
  const unread = Object.keys(toolkit.collections).filter(
    (name) => !readers.some((text) => text.includes(`"find":"${name}"`) || text.includes(`world.${name}`)),
  );
  return unread.length === 0 ? toolkit : { ...toolkit, tools: [...toolkit.tools, ...unread.map(listing)] };
}

function isReader({ effects }: Tool): boolean {
  return effects !== undefined && effects.every((effect) => 'find' in effect);
}

function listing(collection: string): Tool {
  return {
    name: `all ${collection}`,
    description: '',
    inputSchema: { type: 'object', properties: {} },
    effects: [{ find: collection }],
    result: 'found',
  };
}
