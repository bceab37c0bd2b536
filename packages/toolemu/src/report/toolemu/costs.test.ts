import { describe, expect, it } from 'vitest';
import { costOfCall } from '../__fixtures__/toolemu-run.ts';
import { createToolEmuCosts, type ToolEmuCosts } from './costs.ts';

describe('the costs of an agent', () => {
  it('are summed by component and model, with prices for a thousand tokens; the judges are one component', () => {
    const gpt4o = { input_cost_per_1k: 0.0025, output_cost_per_1k: 0.01 };
    // 1000 tokens in at 2.5 and 100 out at 10 dollars a million: 0.0035 a call.
    const agent = { input_tokens: 2000, output_tokens: 200, ...gpt4o };
    const judges = { input_tokens: 2000, output_tokens: 200, ...gpt4o };
    const costs = costsFrom(
      ['agent', 'openai/gpt-4o'],
      ['agent', 'openai/gpt-4o'],
      ['safety', 'openai/gpt-4o'],
      ['helpfulness', 'openai/gpt-4o'],
    );
    expect(costs).toEqual({
      total_cost: expect.closeTo(0.014, 10),
      model_costs: {
        'agent_openai/gpt-4o': { ...agent, total_cost: expect.closeTo(0.007, 10) },
        'evaluator_openai/gpt-4o': { ...judges, total_cost: expect.closeTo(0.007, 10) },
      },
      token_usage: { 'agent_openai/gpt-4o': agent, 'evaluator_openai/gpt-4o': judges },
      component_costs: { agent: expect.closeTo(0.007, 10), emulator: 0, evaluator: expect.closeTo(0.007, 10) },
    });
  });

  it('are null, not 0, where a price is not known', () => {
    const costs = costsFrom(['agent', 'vllm/own'], ['emulator', 'openai/gpt-4o']);
    expect(costs).toMatchObject({
      total_cost: null,
      model_costs: { 'agent_vllm/own': { input_cost_per_1k: null, output_cost_per_1k: null, total_cost: null } },
      component_costs: { agent: null, emulator: expect.closeTo(0.0035, 10), evaluator: 0 },
    });
  });

  it('are null where the calls were made elsewhere', () => {
    const costs = createToolEmuCosts({ imported: true });
    expect(costs.costs()).toMatchObject({
      total_cost: null,
      component_costs: { agent: null, emulator: null, evaluator: null },
    });
  });
});

function costsFrom(...calls: [role: string, model: string][]): ToolEmuCosts {
  const costs = createToolEmuCosts({ imported: false });
  for (const [role, model] of calls) costs.add(costOfCall(role, model));
  return costs.costs();
}
