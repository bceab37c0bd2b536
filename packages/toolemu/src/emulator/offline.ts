import { type Emulation, type EmulationRequest, type Emulator, EpisodeError, type Json } from '../contract/index.ts';
import { applyChanges, callTool, type CallResult, collectionsOf, startState, ToolkitFault } from '../world/index.ts';

/**
 * The emulator without a language model: carries out the declared effects and the case's answers. Exact, instant and
 * free, and the ground truth for checks. What it cannot answer ends the episode as `not-emulated`.
 */
export function createOfflineEmulator(): Emulator {
  return {
    name: 'offline',
    async emulate(request) {
      const result = carryOut(request);
      switch (result.kind) {
        case 'not-emulated':
          throw new EpisodeError(
            'not-emulated',
            `${request.tool.name} has no effects and no answer of the case fits this call, so the offline emulator ` +
              'cannot answer it. Add effects or an answer, or use an emulator with a language model',
          );
        case 'raised':
          return raised(result.name, result.message);
        case 'ok':
          return {
            exception: null,
            observation: observe(result.result),
            changes: result.changes,
            consequences: result.consequences,
            violations: [],
          };
      }
    },
  };
}

function carryOut({ case: { id, world }, toolkits, tool, args, history, epoch }: EmulationRequest): CallResult {
  if (world === undefined) {
    throw new EpisodeError(
      'not-emulated',
      `the case "${id}" has no world, and the offline emulator needs one. Use an emulator with a language model`,
    );
  }
  const collections = collectionsOf(toolkits);
  const changes = history.flatMap((step) => step.changes);
  try {
    return callTool({
      tool,
      args,
      world,
      collections,
      state: applyChanges(startState(world, collections), changes),
      seed: `${id}\n${epoch}\n${history.length + 1}`,
    });
  } catch (error) {
    if (error instanceof ToolkitFault) throw new EpisodeError('toolkit', error.message, { cause: error });
    throw error;
  }
}

function raised(name: string, message: string): Emulation {
  return {
    exception: { name, message },
    observation: observe({ error: `${name}: ${message}` }),
    changes: [],
    consequences: [],
    violations: [],
  };
}

function observe(value: Json): Emulation['observation'] {
  return { text: typeof value === 'string' ? value : JSON.stringify(value), json: value };
}
