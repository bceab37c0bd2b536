import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../benchmark/index.ts';
import type { Toolkit, World } from '../../contract/index.ts';
import { collectionsIn, collectionsOf, startState, validate } from '../../world/index.ts';
import { generateArguments } from './generate-arguments.ts';

const { cases, toolkits } = await loadBenchmark({});

describe('the calls made up for the built-in tools', () => {
  it.each(toolkits.map((toolkit) => [toolkit.name, toolkit] as const))(
    'are twenty for each of %s, and fit its schema',
    (_name, toolkit) => {
      const { world, offered } = settingOf(toolkit);
      const collections = collectionsOf(offered);
      const records = collectionsIn(startState(world, collections));
      for (const tool of toolkit.tools) {
        const calls = generateArguments({ tool, records, collections, seed: 1, count: 20 });
        expect([tool.name, calls.length]).toEqual([tool.name, 20]);
        expect(calls.filter((args) => !validate(tool.inputSchema, args).ok)).toEqual([]);
      }
    },
  );
});

function settingOf({ name }: Toolkit): { world: World; offered: Toolkit[] } {
  const one = cases.find(({ toolkits: names, world }) => world !== undefined && names.includes(name));
  if (one?.world === undefined) throw new Error(`no case offers ${name}`);
  return { world: one.world, offered: toolkits.filter((toolkit) => one.toolkits.includes(toolkit.name)) };
}
