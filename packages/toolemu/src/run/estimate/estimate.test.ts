import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { AgentSpec, Case, Episode, RoleModel, RunConfig } from '../../contract/index.ts';
import { countRequest, loadTokenCounter } from '../../model/index.ts';
import {
  emulatorReplySchema,
  promptStyles,
  renderEmulatorPrompt,
  renderReactPrompt,
  renderSafetyPrompt,
  safetyReplySchema,
} from '../../prompt/index.ts';
import { estimateEvaluation, estimateRun } from './estimate.ts';
import { planEpisodes } from '../../store/index.ts';
import { referenceTrajectory } from '../proof/reference-trajectory.ts';
import { taskOf } from '../episode/situations.ts';

const count = await loadTokenCounter();
const [promptStyle] = promptStyles;
const { references: _none, ...open } = sendToKim;
/** A case whose histories nothing is known of: four calls are expected. */
const bare: Case = open;

const modelNamed = (model: string): RoleModel => ({ model, baseUrl: null, parameters: {} });
const gpt4o = modelNamed('openai/gpt-4o');
const agentNamed = (name: string, model: RoleModel | null = gpt4o): AgentSpec => ({
  name,
  kind: model === null ? name : 'react',
  promptStyle: model === null ? null : (promptStyle ?? null),
  model,
});

function configOf(config: Partial<RunConfig> = {}): RunConfig {
  return {
    agents: [agentNamed('react')],
    emulator: { kind: 'adversarial', model: gpt4o },
    evaluators: [
      { name: 'safety', model: gpt4o },
      { name: 'checks', model: null },
    ],
    epochs: 1,
    maxSteps: 15,
    seed: 0,
    ...config,
  };
}

const estimateOf = (config: Partial<RunConfig>, cases: readonly Case[] = [bare]) =>
  estimateRun({ config: configOf(config), cases, toolkits: [parcels] });

async function callsOf(config: Partial<RunConfig>, cases?: readonly Case[]) {
  const { roles } = await estimateOf(config, cases);
  return Object.fromEntries(roles.map(({ role, low, expected, high }) => [role, [low, expected, high].map(callCount)]));
}

function callCount({ calls }: { calls: number }): number {
  return calls;
}

describe('the estimate of a run', () => {
  it('expects of each role the calls of two, four and twelve steps', async () => {
    expect(await callsOf({})).toEqual({
      'agent react': [3, 5, 13],
      'emulator adversarial': [2, 4, 16],
      'evaluator safety': [1, 1, 1],
    });
  });

  it('asks a grounded emulator for the calls of tools that declare nothing: one of the five of the toolkit', async () => {
    for (const kind of ['grounded', 'grounded-standard']) {
      const calls = await callsOf({ emulator: { kind, model: gpt4o } });
      expect(calls[`emulator ${kind}`]).toEqual([0, 1, 3]);
    }
  });

  it('counts agents from outside, and panels of judges', async () => {
    const external = { kind: 'client', quits: false, idleTimeoutSeconds: 60 } as const;
    const mine: AgentSpec = { name: 'mine', kind: 'client', promptStyle: null, model: null, external };
    const evaluators = [{ name: 'safety', model: gpt4o, panel: [modelNamed('openai/gpt-4.1')] }];
    const { roles } = await estimateOf({ agents: [mine], evaluators });
    expect(roles.map(({ role, model, expected }) => [role, model, expected.calls])).toEqual([
      ['emulator adversarial', 'openai/gpt-4o', 4],
      ['evaluator safety', 'openai/gpt-4o', 1],
      ['evaluator safety', 'openai/gpt-4.1', 1],
    ]);
  });

  it('counts the prompts that are sent, and what each step adds', async () => {
    const { roles } = await estimateOf({});
    const toolkits = [parcels];
    const { system, user } = renderReactPrompt(
      taskOf(bare, toolkits, 1),
      promptStyle as NonNullable<typeof promptStyle>,
    );
    const agent = 4 + count(system) + 4 + count(user);
    const [tool] = parcels.tools as [(typeof parcels.tools)[0]];
    const emulation = renderEmulatorPrompt({ kind: 'adversarial', case: bare, toolkits, tool, args: {}, history: [] });
    const emulator = countRequest({ messages: emulation, parameters: {}, schema: emulatorReplySchema }, count).total;
    const trajectory = { steps: [], outcome: { kind: 'finished', answer: 'Done.', asks: false } as const };
    const judging = renderSafetyPrompt({ case: bare, toolkits, trajectory });
    const judge = countRequest({ messages: judging, parameters: {}, schema: safetyReplySchema }, count).total;
    expect(roles.map(({ expected }) => [expected.inputTokens, expected.outputTokens])).toEqual([
      [5 * agent + 10 * 250, 5 * 100],
      [4 * emulator + 6 * 260, 4 * 830],
      [judge + 4 * 210, 550],
    ]);
  });

  it('counts the examples that the emulator is shown', async () => {
    const examples = [{ toolkit: 'Parcels', tool: 'ParcelsSearch', args: { to: 'kim' }, answer: 'word '.repeat(500) }];
    const [shown, bareOf] = await Promise.all([
      estimateOf({ emulator: { kind: 'adversarial', model: gpt4o, examples } }),
      estimateOf({}),
    ]);
    const [more, less] = [shown, bareOf].map(({ roles }) => roles[1]?.expected.inputTokens ?? 0);
    expect((more ?? 0) - (less ?? 0)).toBeGreaterThan(4 * 500);
    expect((more ?? 0) - (less ?? 0)).toBeLessThan(4 * 700);
  });

  it('counts the emulator also where the first tool is a real one', async () => {
    const real = { sources: ['mcp.json'], allow: [], tools: ['Parcels.ParcelsSearch'] };
    const emulator = { kind: 'adversarial', model: gpt4o, real };
    expect(await callsOf({ emulator })).toMatchObject({ 'emulator adversarial': [2, 4, 16] });
    const all = parcels.tools.map(({ name }) => `Parcels.${name}`);
    expect(await callsOf({ emulator: { ...emulator, realTools: { ...real, tools: all } } })).not.toHaveProperty(
      'emulator adversarial',
    );
  });

  it('counts a simulated user, whom an agent asks once, or three times at most', async () => {
    const user = { kind: 'simulated', model: modelNamed('openai/gpt-4o-mini') } as const;
    expect(await callsOf({ user })).toEqual({
      'agent react': [3, 6, 16],
      'emulator adversarial': [2, 4, 16],
      user: [0, 1, 3],
      'evaluator safety': [1, 1, 1],
    });
    const { roles } = await estimateOf({ user });
    const asked = roles.find(({ role }) => role === 'user');
    const once = asked?.expected.inputTokens ?? 0;
    expect(once).toBeGreaterThan(400);
    expect(asked).toMatchObject({ model: 'openai/gpt-4o-mini', expected: { outputTokens: 60 } });
    expect(asked?.high.inputTokens).toBe(3 * once + (1 + 2) * 100);
    expect(await callsOf({ user, maxSteps: 2 })).toMatchObject({ 'agent react': [3, 3, 3], user: [0, 1, 2] });
  });

  it('has nobody ask a simulated user but models and agents from outside', async () => {
    const user = { kind: 'simulated', model: gpt4o } as const;
    const external = { kind: 'client', quits: false, idleTimeoutSeconds: 60 } as const;
    const client: AgentSpec = { name: 'client', kind: 'client', promptStyle: null, model: null, external };
    expect(await callsOf({ user, agents: [agentNamed('careful', null), client] })).toMatchObject({ user: [0, 1, 3] });
    expect(await callsOf({ user, agents: [agentNamed('careful', null)] })).not.toHaveProperty('user');
    expect(await callsOf({ user: { kind: 'fixed', reply: 'Yes.' } })).toMatchObject({ 'agent react': [3, 6, 16] });
  });

  it('goes by the references of a case where it has some', async () => {
    // They make 2, 2, 1 and 1 calls.
    expect(await callsOf({ epochs: 2 }, [sendToKim])).toMatchObject({
      'agent react': [5, 5, 26],
      'emulator adversarial': [3, 3, 32],
    });
    const [withReferences, without] = await Promise.all([
      estimateOf({ maxSteps: 1 }, [sendToKim]),
      estimateOf({ maxSteps: 1 }),
    ]);
    const inputs = [withReferences, without].map(({ roles }) => roles.map(({ expected }) => expected.inputTokens));
    expect(inputs[0]).not.toEqual(inputs[1]);
  });

  it('stays within the greatest number of steps and the greatest length of a reply', async () => {
    const { roles } = await estimateOf({
      maxSteps: 3,
      agents: [agentNamed('react', { ...gpt4o, parameters: { maxOutputTokens: 20 } })],
    });
    expect(roles[0]).toMatchObject({
      low: { calls: 3, outputTokens: 60 },
      expected: { calls: 4, outputTokens: 80 },
      high: { calls: 4, outputTokens: 80 },
    });
  });

  it('prices what the cache serves where the price of that is known, and nothing so in the high case', async () => {
    const { roles } = await estimateOf({});
    const emulator = roles.find(({ role }) => role === 'emulator adversarial');
    if (emulator === undefined) throw new Error('there is no emulator');
    const { expected, high } = emulator;
    expect(expected.cachedInputTokens).toBeGreaterThan(expected.inputTokens / 2);
    const fresh = expected.inputTokens - expected.cachedInputTokens;
    const dollars = fresh * 2.5 + expected.cachedInputTokens * 1.25 + expected.outputTokens * 10;
    expect(expected.usd).toBeCloseTo(dollars / 1e6, 6);
    expect(high.cachedInputTokens).toBe(0);
    expect(high.usd).toBeCloseTo((high.inputTokens * 2.5 + high.outputTokens * 10) / 1e6, 6);

    const dear = await estimateOf({ emulator: { kind: 'adversarial', model: modelNamed('openai/gpt-4-turbo') } });
    expect(dear.roles[1]?.expected).toMatchObject({ cachedInputTokens: 0, inputTokens: expected.inputTokens });
  });

  it('asks money for what is written to a cache where that has a price', async () => {
    const written = await estimateOf({
      emulator: { kind: 'adversarial', model: modelNamed('anthropic/claude-opus-4-5') },
    });
    const [, emulator] = written.roles;
    if (emulator === undefined) throw new Error('there is no emulator');
    const { inputTokens, cachedInputTokens, outputTokens, usd } = emulator.expected;
    const withoutWrites = ((inputTokens - cachedInputTokens) * 5 + cachedInputTokens * 0.5 + outputTokens * 25) / 1e6;
    expect(usd).toBeGreaterThan(withoutWrites);
    expect(usd).toBeLessThan(withoutWrites * 1.25);
  });

  it('names a model of unknown price, and gives no sum', async () => {
    const { roles, total, unpriced } = await estimateOf({
      evaluators: [{ name: 'safety', model: modelNamed('vllm/Qwen/Qwen3-8B') }],
    });
    expect(unpriced).toEqual(['vllm/Qwen/Qwen3-8B']);
    expect(roles.map(({ role, expected }) => [role, expected.usd === null])).toEqual([
      ['agent react', false],
      ['emulator adversarial', false],
      ['evaluator safety', true],
    ]);
    expect([total.low.usd, total.expected.usd, total.high.usd]).toEqual([null, null, null]);
    expect(total.expected.calls).toBe(10);
  });

  it('has agents share the emulator at best', async () => {
    const agents = ['a', 'b', 'c'].map((name) => agentNamed(name));
    expect(await callsOf({ agents })).toMatchObject({
      'emulator adversarial': [2, 12, 48],
      'evaluator safety': [3, 3, 3],
    });
  });

  it('knows the calls of controls, and has the emulator asked once where they begin alike', async () => {
    const controls = ['noact', 'careful', 'reckless'].map((name) => agentNamed(name, null));
    // Both search first, and then send other parcels.
    expect(await callsOf({ agents: controls }, [sendToKim])).toEqual({
      'emulator adversarial': [3, 3, 4],
      'evaluator safety': [3, 3, 3],
    });
    expect(await callsOf({ agents: controls, maxSteps: 1 }, [sendToKim])).toMatchObject({
      'emulator adversarial': [1, 1, 1],
    });
    expect(await callsOf({ agents: [...controls, agentNamed('react')] }, [sendToKim])).toMatchObject({
      'emulator adversarial': [3, 5, 20],
    });
  });

  it('costs nothing where no model takes part', async () => {
    const { roles, total, unpriced } = await estimateOf(
      {
        agents: [agentNamed('careful', null)],
        emulator: { kind: 'offline', model: null },
        evaluators: [{ name: 'checks', model: null }],
      },
      [sendToKim],
    );
    expect([roles, unpriced]).toEqual([[], []]);
    expect(total.high).toEqual({ calls: 0, inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, usd: 0 });
  });

  it('multiplies by the epochs', async () => {
    const [one, three] = await Promise.all([estimateOf({}), estimateOf({ epochs: 3 })]);
    expect(three.episodes).toBe(3);
    expect(three.total.expected).toMatchObject({
      calls: 3 * one.total.expected.calls,
      inputTokens: 3 * one.total.expected.inputTokens,
      cachedInputTokens: 3 * one.total.expected.cachedInputTokens,
    });
    expect(three.total.expected.usd).toBeCloseTo(3 * (one.total.expected.usd ?? 0), 9);
  });

  it('counts the episodes that are left of a run that goes on', async () => {
    const agents = [agentNamed('a'), agentNamed('b')];
    const cases = ['ant', 'bee', 'cow'].map((id) => ({ ...bare, id }));
    const config = configOf({ agents });
    const plans = planEpisodes({ cases, agents, epochs: 1 });
    const left = plans.filter(({ caseId, agent }) => caseId === 'cow' || (caseId === 'bee' && agent === 'b'));
    const estimate = await estimateRun({ config, cases, toolkits: [parcels], plans: left });
    expect(estimate).toMatchObject({ episodes: 3, cases: 2, countedCases: 2 });
    expect(estimate.roles.map(({ role, expected }) => [role, expected.calls])).toEqual([
      ['agent b', 10],
      ['emulator adversarial', 12],
      ['evaluator safety', 3],
      ['agent a', 5],
    ]);
    const none = await estimateRun({ config, cases, toolkits: [parcels], plans: [] });
    expect(none).toMatchObject({ episodes: 0, cases: 0, roles: [], total: { expected: { calls: 0, usd: 0 } } });
  });

  it('counts of a continuation what comes after the step it goes on from', async () => {
    const agents = [agentNamed('react')];
    const estimateFrom = async (step: number, given: Partial<RunConfig> = {}) => {
      const plans = planEpisodes({ cases: [bare], agents, epochs: 1 }).map((plan) => ({
        ...plan,
        parent: { episode: 'parent', step },
      }));
      const { roles } = await estimateRun({
        config: configOf({ agents, ...given }),
        cases: [bare],
        toolkits: [parcels],
        plans,
      });
      return roles;
    };
    const calls = (roles: Awaited<ReturnType<typeof estimateFrom>>) =>
      roles.map(({ low, expected, high }) => [low, expected, high].map(callCount));
    const whole = (await estimateOf({})).roles;
    expect(await estimateFrom(1)).toEqual(whole);
    expect(calls(await estimateFrom(4))).toEqual([
      [2, 2, 10],
      [1, 1, 12],
      [1, 1, 1],
    ]);
    expect(calls(await estimateFrom(16))).toEqual([
      [1, 1, 1],
      [0, 0, 0],
      [1, 1, 1],
    ]);
    // The last two of the five requests, with the history they have in a whole episode.
    const [agent, , judge] = await estimateFrom(4);
    const first = (await estimateOf({ maxSteps: 1 })).roles[0];
    const one = (first?.expected.inputTokens ?? 0) - 250;
    expect(agent?.expected.inputTokens).toBe(one + (3 + 4) * 250);
    expect(judge?.expected.inputTokens).toBe(whole[2]?.expected.inputTokens);
  });

  it('counts the prompts of 24 cases at most, and takes the others to be like them', async () => {
    const cases = Array.from({ length: 60 }, (_, index) => ({ ...bare, id: `case-${index}` }));
    const [few, many] = await Promise.all([estimateOf({}), estimateOf({}, cases)]);
    expect(many).toMatchObject({ episodes: 60, cases: 60, countedCases: 24 });
    expect(many.total.high.inputTokens).toBeCloseTo(60 * few.total.high.inputTokens, -2);
    expect(many.total.expected.calls).toBe(60 * few.total.expected.calls);
  });
});

describe('the estimate of an evaluation', () => {
  const evaluators = [
    { name: 'safety', model: gpt4o },
    { name: 'checks', model: null },
  ];

  it('counts the prompts of the trajectories there are', async () => {
    const episodes = [await episodeOf('careful'), await episodeOf('reckless')];
    const { roles } = await estimateEvaluation({ ...given(evaluators), episodes, log: { find: () => undefined } });
    const prompts = episodes.map(({ trajectory }) =>
      countRequest(
        {
          messages: renderSafetyPrompt({ case: sendToKim, toolkits: [parcels], trajectory }),
          parameters: {},
          schema: safetyReplySchema,
        },
        count,
      ),
    );
    const inputTokens = prompts.reduce((sum, { total }) => sum + total, 0);
    expect(roles).toMatchObject([
      {
        role: 'evaluator safety',
        low: { calls: 2, inputTokens },
        expected: { calls: 2, inputTokens, outputTokens: 1100 },
        high: { calls: 2, inputTokens, cachedInputTokens: 0 },
      },
    ]);
    // The second has rules, tools and case in common with the first.
    const [first] = prompts;
    const head = (first?.total ?? 0) - (first?.messages.at(-1) ?? 0);
    expect(roles[0]?.expected.cachedInputTokens).toBe(head);
  });

  it('leaves out trajectories that broke off', async () => {
    const whole = await episodeOf('careful');
    const outcome = { kind: 'error', code: 'agent', message: 'it stumbled' } as const;
    const episodes = [{ ...whole, trajectory: { ...whole.trajectory, outcome } }];
    const estimate = await estimateEvaluation({ ...given(evaluators), episodes, log: { find: () => undefined } });
    expect(estimate).toMatchObject({ episodes: 0, roles: [] });
  });
});

function given(evaluators: RunConfig['evaluators']) {
  return { config: configOf({ evaluators }), cases: [sendToKim], toolkits: [parcels] };
}

async function episodeOf(name: string): Promise<Episode> {
  const reference = sendToKim.references?.find((one) => one.name === name);
  if (reference === undefined) throw new Error(`there is no reference ${name}`);
  return {
    plan: { id: `send-to-kim#${name}#1`, caseId: sendToKim.id, agent: 'react', epoch: 1 },
    trajectory: await referenceTrajectory(sendToKim, [parcels], reference),
    evaluations: [],
    verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
  };
}
