import type { Json, JsonObject, Outcome, Reference, Step, Tool, Toolkit, World } from '../../contract/index.ts';
import { type CallInput, callTool, ToolkitFault } from '../call-tool.ts';
import { observedError } from '../observation.ts';
import { applyChanges, type Collections, type WorldState } from '../state.ts';

/** A call of a tool. */
export interface DeclaredCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** Carries out calls by the declared effects and the answers of a case, on copies of an episode's world. */
export interface DeclaredCalls {
  /** What a call after these steps is carried out with; null where there is no such tool. */
  input(call: DeclaredCall, before: readonly Step[], epoch: number): CallInput | null;
  /** The step that a call after these steps would be; null where nothing declared answers it. */
  step(call: DeclaredCall, before: readonly Step[], epoch: number): Step | null;
}

export function createDeclaredCalls({
  caseId,
  world,
  start,
  collections,
  toolkits,
}: {
  caseId: string;
  world: World;
  start: WorldState;
  collections: Collections;
  toolkits: readonly Toolkit[];
}): DeclaredCalls {
  const tools = new Map<string, Tool>(toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => [tool.name, tool])));
  const input: DeclaredCalls['input'] = ({ tool: name, args }, before, epoch) => {
    const tool = tools.get(name);
    if (tool === undefined) return null;
    const changes = before.flatMap((step) => (step.status === 'ok' ? step.changes : []));
    const state = applyChanges(start, changes);
    return {
      tool,
      args,
      world,
      state,
      collections,
      seed: `${caseId}\n${epoch}\n${before.length + 1}`,
      earlier: before,
    };
  };
  return {
    input,
    step(call, before, epoch) {
      const given = input(call, before, epoch);
      return given === null ? null : stepOf(given, before.length + 1);
    },
  };
}

function stepOf(input: CallInput, step: number): Step | null {
  try {
    const result = callTool(input);
    const base = { step, tool: input.tool.name, args: input.args, violations: [] };
    if (result.kind === 'not-emulated') return null;
    if (result.kind === 'raised') {
      const observation = observedError(result.name, result.message);
      return { ...base, status: 'raised', observation, changes: [], consequences: [] };
    }
    const consequences = result.consequences.map((due) => ({ ...due, step, tool: input.tool.name }));
    return { ...base, status: 'ok', observation: observe(result.result), changes: result.changes, consequences };
  } catch (error) {
    if (error instanceof ToolkitFault) return null;
    throw error;
  }
}

function observe(value: Json): Step['observation'] {
  return { text: typeof value === 'string' ? value : JSON.stringify(value), json: value };
}

/** The steps of a reference, up to the first call that nothing declared answers. */
export function stepsOfReference({ calls }: Reference, declared: DeclaredCalls): Step[] {
  const steps: Step[] = [];
  for (const call of calls) {
    const step = declared.step(call, steps, 1);
    if (step === null) break;
    steps.push(step);
  }
  return steps;
}

/** How a reference ends. */
export function outcomeOfReference({ answer = 'Done.', quit }: Pick<Reference, 'answer' | 'quit'>): Outcome {
  return quit === undefined ? { kind: 'finished', answer, asks: false } : { kind: 'quit', reason: quit };
}
