import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { AgentSpec, Case, RoleModel, RunConfig, Tool, Toolkit } from '../../contract/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { estimateEvaluation, estimateRun } from './estimate.ts';

const { references: _none, ...bare } = sendToKim;

function modelOf(model: string, contextWindow?: number): RoleModel {
  return { model, baseUrl: null, parameters: {}, ...(contextWindow === undefined ? {} : { contextWindow }) };
}

function agentOf(kind: string, model: RoleModel): AgentSpec {
  return { name: kind, kind, promptStyle: promptStyles[0] ?? null, model };
}

const large = modelOf('openai/gpt-5');
const small = modelOf('vllm/small', 3_000);

function configOf(config: Partial<RunConfig>): RunConfig {
  return {
    agents: [agentOf('react', large)],
    emulator: { kind: 'standard', model: large },
    evaluators: [{ name: 'safety', model: large }],
    epochs: 1,
    maxSteps: 15,
    seed: 0,
    ...config,
  };
}

/** The role, the case and the limit of each warning. */
async function warningsOf(config: Partial<RunConfig>, cases: readonly Case[] = [bare], toolkits = [parcels]) {
  const { limits } = await estimateRun({ config: configOf(config), cases, toolkits });
  return limits.map(({ kind, role, model, caseId, limit }) => ({ kind, role, model, caseId, limit }));
}

function createToolkit(tools: number): Toolkit {
  const tool = (index: number): Tool => ({
    name: `Tool${index}`,
    description: 'Does it.',
    inputSchema: { type: 'object', properties: {} },
  });
  return { ...parcels, collections: {}, tools: Array.from({ length: tools }, (_, index) => tool(index)) };
}

const { world: _world, checks: _checks, trap: _trap, ...openCase } = bare;

describe('the limits that an estimate knows', () => {
  it('are not exceeded if everything fits', async () => {
    expect(await warningsOf({})).toEqual([]);
  });

  it.each<[string, Partial<RunConfig>, string]>([
    ['an agent', { agents: [agentOf('react', modelOf('vllm/small', 1_200))] }, 'agent react'],
    ['an agent that calls tools natively', { agents: [agentOf('tools', modelOf('vllm/small', 800))] }, 'agent tools'],
    ['the emulator', { emulator: { kind: 'adversarial', model: small } }, 'emulator adversarial'],
    [
      'a judge',
      { evaluators: [{ name: 'helpfulness', model: modelOf('vllm/small', 2_000) }] },
      'evaluator helpfulness',
    ],
    [
      'a judge of a panel',
      { evaluators: [{ name: 'safety', model: large, panel: [modelOf('vllm/small', 2_000)] }] },
      'evaluator safety',
    ],
  ])('are those of %s', async (_what, config, role) => {
    const [warning, ...others] = await warningsOf(config);
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ kind: 'context', role, model: 'vllm/small', caseId: bare.id });
  });

  it('include those of a model that is known by its name', async () => {
    const long = { ...bare, instruction: 'word '.repeat(9_000) };
    expect(await warningsOf({ agents: [agentOf('react', modelOf('openai/gpt-4'))] }, [long])).toEqual([
      { kind: 'context', role: 'agent react', model: 'openai/gpt-4', caseId: bare.id, limit: 8_192 },
    ]);
  });

  it('count the expected history and the reply', async () => {
    const { limits, roles } = await estimateRun({
      config: configOf({ agents: [agentOf('react', modelOf('vllm/small', 100))] }),
      cases: [bare],
      toolkits: [parcels],
    });
    const first = (roles.find(({ role }) => role === 'agent react')?.expected.inputTokens ?? 0) / 5 - 2 * 250;
    expect(limits[0]?.needed).toBe(Math.round(first + 4 * 250));
  });

  it('only name an unknown model', async () => {
    const unknown = modelOf('vllm/Qwen/Qwen3-8B');
    const estimate = await estimateRun({
      config: configOf({ agents: [agentOf('react', unknown)] }),
      cases: [{ ...bare, instruction: 'word '.repeat(100_000) }],
      toolkits: [parcels],
    });
    expect(estimate.limits.filter(({ role }) => role.startsWith('agent'))).toEqual([]);
    expect(estimate.unknownWindows).toEqual(['vllm/Qwen/Qwen3-8B']);
  });

  it('are checked for every case, also for those whose prompts are not counted', async () => {
    const cases = Array.from({ length: 60 }, (_, index) => ({ ...bare, id: `case-${index}` }));
    for (const at of [0, 31, 59]) {
      const long = cases.map((one, index) => (index === at ? { ...one, instruction: 'word '.repeat(9_000) } : one));
      const config = {
        agents: [agentOf('react', modelOf('openai/gpt-4'))],
        emulator: { kind: 'offline', model: null },
      };
      expect(await warningsOf({ ...config, evaluators: [] }, long)).toMatchObject([{ caseId: `case-${at}` }]);
    }
  });

  it('name the worst case, and the number of cases above the limit', async () => {
    const cases = [200, 9_000, 8_500].map((words, index) => ({
      ...bare,
      id: `case-${index}`,
      instruction: 'word '.repeat(words),
    }));
    const config = configOf({ agents: [agentOf('react', modelOf('openai/gpt-4'))], evaluators: [] });
    const { limits } = await estimateRun({ config, cases, toolkits: [parcels] });
    expect(limits).toMatchObject([{ caseId: 'case-1', cases: 2, toolkits: bare.toolkits }]);
  });

  it('consider that the prompt of the emulator is shortened', async () => {
    const inputWith = async (contextWindow: number): Promise<number> => {
      const emulator = { kind: 'standard', model: modelOf('vllm/small', contextWindow) };
      const config = configOf({ agents: [agentOf('react', large)], emulator, evaluators: [] });
      const { roles } = await estimateRun({ config, cases: [bare], toolkits: [parcels] });
      return roles.find(({ role }) => role === 'emulator standard')?.expected.inputTokens ?? 0;
    };
    expect(await inputWith(300)).toBeLessThan(await inputWith(100_000));
    expect(await inputWith(50_000)).toBe(await inputWith(100_000));
  });

  it('include the number of tools, except for react', async () => {
    const of = (kind: string, tools: number, model = 'openai/gpt-4o') =>
      warningsOf(
        { agents: [agentOf(kind, modelOf(model))], emulator: { kind: 'standard', model: null }, evaluators: [] },
        [openCase],
        [createToolkit(tools)],
      );
    expect(await of('tools', 130)).toEqual([
      { kind: 'tools', role: 'agent tools', model: 'openai/gpt-4o', caseId: bare.id, limit: 128 },
    ]);
    expect(await of('tools', 120)).toEqual([]);
    expect(await of('react', 130)).toEqual([]);
    expect(await of('tools', 130, 'anthropic/claude-haiku-4-5')).toEqual([]);
  });

  it('are those of the judges if a run is judged again', async () => {
    const trajectory = {
      steps: [],
      outcome: { kind: 'finished', answer: 'word '.repeat(9_000), asks: false } as const,
    };
    const episode = {
      plan: { id: `${bare.id}#a#1`, caseId: bare.id, agent: 'a', epoch: 1 },
      trajectory,
    };
    const of = (model: string) =>
      estimateEvaluation({
        config: configOf({ evaluators: [{ name: 'safety', model: modelOf(model) }] }),
        cases: [bare],
        toolkits: [parcels],
        episodes: [episode] as unknown as Parameters<typeof estimateEvaluation>[0]['episodes'],
        log: { find: () => undefined },
      });
    expect((await of('openai/gpt-4')).limits).toMatchObject([
      { kind: 'context', role: 'evaluator safety', model: 'openai/gpt-4', caseId: bare.id, limit: 8_192 },
    ]);
    expect((await of('openai/gpt-4o')).limits).toEqual([]);
  });
});
