import { describe, expect, it } from 'vitest';
import type { AgentSpec } from '../contract/index.ts';
import { modelsIn } from './judge-models.ts';
import { externalAgentSpec } from './plan/external-entry.ts';
import { requireCallable, requirePrices } from './run-models.ts';

const unpriced = 'compatible/of-our-own';

describe('a budget', () => {
  const run = (agents: readonly AgentSpec[]) =>
    modelsIn({ agents: [...agents], emulator: { kind: 'offline', model: null }, evaluators: [] });
  const program = externalAgentSpec('program', { command: ['python', 'agent.py'], proxy: unpriced });
  const asked: AgentSpec = {
    name: 'asked',
    kind: 'react',
    promptStyle: null,
    model: { model: unpriced, baseUrl: null, parameters: {} },
  };

  it('is kept beside a program whose own model has no known price: it is not counted', () => {
    expect(() => requirePrices(run([program]), 1)).not.toThrow();
  });

  it('is refused for a model of toolemu that has no known price', () => {
    expect(() => requirePrices(run([program, asked]), 1)).toThrow(/the price of compatible\/of-our-own is not known/);
  });

  it('is not begun where the model of a program has no address', () => {
    const check = () => requireCallable(run([program]), { env: {}, maxCostUsd: 1, allowAddresses: [] });
    expect(check).toThrow(/COMPATIBLE_BASE_URL/);
  });
});
