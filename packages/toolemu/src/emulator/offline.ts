import { type Emulation, type EmulationRequest, type Emulator, EpisodeError, type Json } from '../contract/index.ts';
import { callTool, type CallResult, collectionsOf, observedError, ToolkitFault } from '../world/index.ts';
import { callInput, stateBefore } from './draft.ts';

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

function carryOut(request: EmulationRequest): CallResult {
  const { id, world } = request.case;
  if (world === undefined) {
    throw new EpisodeError(
      'not-emulated',
      `the case "${id}" has no world, and the offline emulator needs one. Use an emulator with a language model`,
    );
  }
  const collections = collectionsOf(request.toolkits);
  try {
    return callTool({ ...callInput(request, collections, stateBefore(request, collections)), world });
  } catch (error) {
    if (error instanceof ToolkitFault) throw new EpisodeError('toolkit', error.message, { cause: error });
    throw error;
  }
}

function raised(name: string, message: string): Emulation {
  return {
    exception: { name, message },
    observation: observedError(name, message),
    changes: [],
    consequences: [],
    violations: [],
  };
}

function observe(value: Json): Emulation['observation'] {
  return { text: typeof value === 'string' ? value : JSON.stringify(value), json: value };
}
