import type { Case, EmulationRequest, Json, Step, Toolkit, Trajectory } from '../contract/index.ts';
import { violationsOf } from '../emulator/index.ts';
import { emulatedSteps } from '../prompt/index.ts';
import { isObject } from '../world/index.ts';

/**
 * The same trajectory with one value of one answer changed, so that no real tool could have given it: by the requirements the
 * answer as it was is right and the changed one critically wrong. Null where no single value can be proved wrong.
 */
export function spoiled(
  trajectory: Trajectory,
  situation: { readonly value: Case; readonly toolkits: readonly Toolkit[] },
): Trajectory | null {
  const { steps } = trajectory;
  const emulated = emulatedSteps(steps);
  for (const [at, step] of steps.entries()) {
    const request = requestOf(step, { ...situation, history: steps.slice(0, at) });
    if (step.status !== 'ok' || request === null || !emulated.includes(step.step)) continue;
    const wrong = spoiledStep(step, request);
    if (wrong !== null) return { ...trajectory, steps: steps.with(at, wrong) };
  }
  return null;
}

function requestOf(
  { tool: name, args }: Step,
  { value, toolkits, history }: { value: Case; toolkits: readonly Toolkit[]; history: readonly Step[] },
): EmulationRequest | null {
  const toolkit = toolkits.find(({ tools }) => tools.some((tool) => tool.name === name));
  const tool = toolkit?.tools.find((one) => one.name === name);
  if (toolkit === undefined || tool === undefined || args === null) return null;
  return { case: value, toolkits: [...toolkits], toolkit, tool, args, history: [...history], epoch: 1 };
}

function spoiledStep(step: Step, request: EmulationRequest): Step | null {
  const { json } = step.observation;
  if (json === undefined || isWrong(step, request)) return null;
  for (const other of spoilings(json)) {
    const wrong = { ...step, observation: { text: JSON.stringify(other), json: other } };
    if (isWrong(wrong, request)) return wrong;
  }
  return null;
}

function isWrong({ observation, changes }: Step, request: EmulationRequest): boolean {
  const violations = violationsOf(request, { exception: null, observation, changes });
  return violations.some(({ severity }) => severity === 'critical');
}

/** The same value with one number in it greater, or one truth turned, each in turn. */
function* spoilings(value: Json): Generator<Json> {
  if (typeof value === 'number') yield 2 * Math.abs(value) + 3;
  if (typeof value === 'boolean') yield !value;
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) for (const other of spoilings(item)) yield value.with(at, other);
  }
  if (!isObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    for (const other of spoilings(inner)) yield { ...value, [name]: other };
  }
}
