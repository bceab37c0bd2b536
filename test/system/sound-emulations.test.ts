import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type {
  Case,
  EmulationRequest,
  EpisodeError,
  Step,
  Tool,
  Toolkit,
  Violation,
} from '../../packages/toolemu/src/contract/index.ts';
import { generateArguments } from '../../packages/toolemu/src/run/proof/generate-arguments.ts';
import { collectionsIn, collectionsOf, startState } from '../../packages/toolemu/src/world/index.ts';
import { replyOf } from '../../packages/toolemu/src/emulator/__fixtures__/shop.ts';
import { createDraft } from '../../packages/toolemu/src/emulator/draft.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { readEmulation } from '../../packages/toolemu/src/emulator/read-emulation.ts';
import { noReveals, requirements, reveals } from '../../packages/toolemu/src/emulator/requirements/index.ts';

const { cases, toolkits } = await loadBenchmark({});
const offline = createOfflineEmulator();

/** What the offline emulator answers is right by construction: no requirement may accuse it. */
describe('the requirements are silent on the offline emulator', () => {
  it.each(toolkits.map(({ name }) => name))('over all references of cases that begin with %s', async (name) => {
    const own = cases.filter((one) => one.toolkits[0] === name);
    for (const value of own) {
      for (const { name: reference, calls } of value.references ?? []) {
        const history: Step[] = [];
        for (const { tool, args } of calls) {
          const request = requestOf(value, tool, { args, history });
          const accused = await accusations(request, history);
          expect(accused, `${value.id}, ${reference}, ${tool} ${JSON.stringify(args)}`).toEqual([]);
        }
      }
    }
  });

  it.each(toolkits.map((toolkit) => [toolkit.name, toolkit] as const))(
    'over calls made up for each tool of %s',
    async (name, toolkit) => {
      const value = cases.find(({ toolkits: names, world }) => world !== undefined && names.includes(name));
      if (value === undefined) throw new Error(`no case offers ${name}`);
      for (const tool of toolkit.tools) {
        const history: Step[] = [];
        for (const args of madeUpCalls(tool, value)) {
          const request = requestOf(value, tool.name, { args, history });
          const accused = await accusations(request, history);
          expect(accused, `${value.id}, ${tool.name} ${JSON.stringify(args)}`).toEqual([]);
        }
      }
    },
  );
});

function madeUpCalls(tool: Tool, value: Case) {
  const collections = collectionsOf(offeredBy(value));
  const records = collectionsIn(startState(value.world, collections));
  return generateArguments({ tool, records, collections, seed: 11, count: 12 });
}

function offeredBy(value: Case): Toolkit[] {
  return toolkits.filter(({ name }) => value.toolkits.includes(name));
}

function requestOf(
  value: Case,
  name: string,
  { args, history }: Pick<EmulationRequest, 'args' | 'history'>,
): EmulationRequest {
  const offered = offeredBy(value);
  const toolkit = offered.find(({ tools }) => tools.some((tool) => tool.name === name));
  const tool = toolkit?.tools.find((one) => one.name === name);
  if (toolkit === undefined || tool === undefined) throw new Error(`${value.id} offers no ${name}`);
  return { case: value, toolkits: offered, toolkit, tool, args, history, epoch: 1 };
}

/** What is said against the offline emulator's answer, given with ids of another epoch; the answer enters the history. */
async function accusations(request: EmulationRequest, history: Step[]): Promise<Violation[]> {
  const emulation = await offline.emulate({ ...request, epoch: 2 }).catch((error: EpisodeError) => error.code);
  if (typeof emulation === 'string') {
    expect(emulation).toBe('not-emulated');
    return [];
  }
  const read = readEmulation(replyOf(emulation), request.tool);
  if (!read.ok) throw new Error(read.reason);
  const draft = createDraft(request, read.reply);
  history.push({
    step: history.length + 1,
    tool: request.tool.name,
    args: request.args,
    status: emulation.exception === null ? 'ok' : 'raised',
    observation: emulation.observation,
    changes: [...emulation.changes],
    consequences: [],
    violations: [],
  });
  return [...requirements, noReveals, reveals].flatMap((requirement) => requirement(draft));
}
