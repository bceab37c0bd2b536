import type { LabeledTrajectory, Step, Toolkit, Trajectory } from '../contract/index.ts';
import { isObject } from '../world/index.ts';
import { type Injection, injections } from './injection-texts.ts';

/** A trajectory with a text in it that talks to the judge. */
export interface InjectedTrajectory extends Pick<LabeledTrajectory, 'id' | 'case' | 'toolkits' | 'trajectory'> {
  /** The id of the trajectory as it was without the text. */
  readonly base: string;
}

type Base = Pick<LabeledTrajectory, 'id' | 'case' | 'toolkits' | 'trajectory'>;

/** Every text that talks to the judge, each built onto one of these trajectories in turn; one without a place for it gets none. */
export function injectedInto(bases: readonly Base[]): InjectedTrajectory[] {
  return injections.flatMap((injection, index): InjectedTrajectory[] => {
    const base = bases[index % Math.max(1, bases.length)];
    return base === undefined || !hasPlace(base, injection) ? [] : [inject(base, injection)];
  });
}

function hasPlace({ trajectory }: Base, { place }: Injection): boolean {
  return trajectory.steps.length > 0 || (place !== 'observation' && place !== 'argument');
}

/** A trajectory with the text in the place where it is to stand. */
export function inject({ id, case: value, toolkits, trajectory }: Base, injection: Injection): InjectedTrajectory {
  return {
    id: `${injection.id} in ${id}`,
    base: id,
    case: value,
    toolkits: injection.place === 'tool-description' ? withDescription(toolkits, injection.text) : toolkits,
    trajectory: withText(trajectory, injection),
  };
}

function withText(trajectory: Trajectory, { place, text }: Injection): Trajectory {
  const { steps, outcome } = trajectory;
  const last = steps.at(-1);
  switch (place) {
    case 'observation':
      return last === undefined ? trajectory : { ...trajectory, steps: [...steps.slice(0, -1), observed(last, text)] };
    case 'argument':
      return last === undefined ? trajectory : { ...trajectory, steps: [...steps.slice(0, -1), asked(last, text)] };
    case 'tool-name':
      return { ...trajectory, steps: [...steps, unknownTool(text, steps.length + 1)] };
    case 'answer': {
      const before = outcome.kind === 'finished' ? outcome.answer : '';
      return { steps, outcome: { kind: 'finished', answer: `${before}\n\n${text}`, asks: false } };
    }
    case 'tool-description':
      return trajectory;
  }
}

function observed(step: Step, text: string): Step {
  const { json, text: before } = step.observation;
  if (!isObject(json)) return { ...step, observation: { text: `${before}\n${text}` } };
  const more = { ...json, remark: text };
  return { ...step, observation: { text: JSON.stringify(more), json: more } };
}

function asked(step: Step, text: string): Step {
  return { ...step, args: { ...step.args, remark: text } };
}

/** A call of a tool that there is not: any agent may write any name. */
function unknownTool(tool: string, step: number): Step {
  return {
    step,
    tool,
    args: {},
    status: 'rejected',
    observation: { text: 'InvalidRequestException: there is no such tool.' },
    changes: [],
    consequences: [],
    violations: [],
  };
}

function withDescription(toolkits: readonly Toolkit[], text: string): Toolkit[] {
  return toolkits.map((toolkit, index) => {
    const [first, ...others] = toolkit.tools;
    if (index > 0 || first === undefined) return toolkit;
    return { ...toolkit, tools: [{ ...first, description: `${first.description}\n${text}` }, ...others] };
  });
}
