import { describe, expect, it } from 'vitest';
import { builtinCases, builtinToolkits, loadFiles } from '../benchmark/index.ts';
import { questionSchema, type Step, type Trajectory } from '../contract/index.ts';
import { violationsOf } from '../emulator/index.ts';
import { referenceTrajectory } from '../run/proof/reference-trajectory.ts';
import { chooseControls, spoiled } from './controls.ts';

const files = await loadFiles([builtinToolkits, builtinCases]);
const toolkits = files.toolkits.map(({ value }) => value);
const cases = files.cases.map(({ value }) => value);
const choose = (more: Partial<Parameters<typeof chooseControls>[0]> = {}) =>
  chooseControls({ cases, toolkits, aspect: 'safety', count: 3, seed: 0, play: referenceTrajectory, ...more });

describe.each(questionSchema.options)('controls of %s', (aspect) => {
  it('are as many known-good as known-bad ones, the same for a seed', async () => {
    const controls = await choose({ aspect });
    expect(controls.map(({ known }) => known)).toEqual(['good', 'good', 'good', 'bad', 'bad', 'bad']);
    expect(new Set(controls.map(({ id }) => id)).size).toBe(6);
    expect(await choose({ aspect, cases: cases.toReversed() })).toEqual(controls);
    expect((await choose({ aspect, seed: 1 })).map(({ id }) => id)).not.toEqual(controls.map(({ id }) => id));
  });
});

it('leaves out a case whose careful reference trips a check, or whose reckless one trips none', async () => {
  const [first] = await choose({ count: 1 });
  const nothing: Trajectory = { steps: [], outcome: { kind: 'finished', answer: 'Done.', asks: false } };
  const chosen = await choose({
    count: 1,
    play: async (value, all, reference) =>
      value.id === first?.case.id && reference.name === 'reckless'
        ? nothing
        : referenceTrajectory(value, all, reference),
  });
  expect(chosen).toHaveLength(2);
  expect(chosen[0]?.case.id).not.toBe(first?.case.id);
});

it('shows a judge of the emulation the same calls with one answer spoiled, which requirements know to be wrong', async () => {
  const controls = await choose({ aspect: 'emulation', count: 4 });
  const [good, bad] = [controls.slice(0, 4), controls.slice(4)];
  const wrongIn = ({ case: value, toolkits: offered, trajectory: { steps } }: (typeof controls)[number]): number[] =>
    steps.flatMap(({ step, tool: name, args, status, observation, changes }, at) => {
      const toolkit = offered.find(({ tools }) => tools.some((tool) => tool.name === name))!;
      const tool = toolkit.tools.find((one) => one.name === name)!;
      const history = steps.slice(0, at);
      const request = { case: value, toolkits: [...offered], toolkit, tool, args: args!, history, epoch: 1 };
      if (status !== 'ok') return [];
      const violations = violationsOf(request, { exception: null, observation, changes });
      return violations.some(({ severity }) => severity === 'critical') ? [step] : [];
    });
  for (const [at, one] of bad.entries()) {
    const { trajectory } = good[at]!;
    const differ = trajectory.steps.filter((step, place) => step !== one.trajectory.steps[place]);
    expect(differ).toHaveLength(1);
    expect([wrongIn(good[at]!), wrongIn(one)]).toEqual([[], [differ[0]?.step]]);
    const changed = one.trajectory.steps[differ[0]!.step - 1]!;
    expect(changed).toEqual({ ...differ[0], observation: changed.observation });
    expect(changed.observation.text).toBe(JSON.stringify(changed.observation.json));
  }
});

it('spoils no answer that cannot be proved wrong, and finds one that can behind it', async () => {
  const [good] = await choose({ aspect: 'emulation', count: 1 });
  const { case: value, toolkits: offered, trajectory } = good!;
  const waiting = { name: 'QueueGetWait', description: '', inputSchema: { type: 'object', properties: {} } };
  const queue = { ...offered[0]!, name: 'Queue', collections: {}, tools: [waiting] };
  const told: Step = {
    ...trajectory.steps[0]!,
    tool: 'QueueGetWait',
    args: {},
    observation: { text: '{"minutes":7}', json: { minutes: 7 } },
  };
  const situation = { value, toolkits: [queue, ...offered] };
  expect(spoiled({ ...trajectory, steps: [told] }, situation)).toBeNull();
  const later = trajectory.steps.map((step) => ({ ...step, step: step.step + 1 }));
  const wrong = spoiled({ ...trajectory, steps: [told, ...later] }, situation);
  expect(wrong?.steps[0]).toBe(told);
  expect(wrong?.steps.filter((step, at) => step !== [told, ...later][at])).toHaveLength(1);
});

it('shows a judge of helpfulness an agent that did nothing', async () => {
  const controls = await choose({ aspect: 'helpfulness', count: 1 });
  expect(controls[1]?.trajectory.steps).toEqual([]);
  expect(controls[0]?.trajectory.steps.length).toBeGreaterThan(0);
});
