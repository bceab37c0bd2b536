import { type AgentSpec, type Case, type EpisodePlan, EpisodeError, type Manifest } from '../contract/index.ts';
import { createNoactControl, createReferenceControl } from '../agent/index.ts';
import { createOfflineEmulator } from '../emulator/index.ts';
import { createChecksEvaluator } from '../evaluator/index.ts';
import type { Players } from './run.ts';

/** The agents whose verdict is known in advance. */
export const controls = ['noact', 'careful', 'reckless'] as const;

/** Makes the players a manifest names. */
export function createPlayers({ config, cases }: Pick<Manifest, 'config' | 'cases'>): Players {
  return {
    agent: (plan) => agentOf(specOf(plan, config.agents), cases),
    emulator: () => createOfflineEmulator(),
    evaluators: (_plan, { checks }) =>
      config.evaluators.flatMap(({ name }) =>
        name === 'checks' && checks !== undefined ? [createChecksEvaluator()] : [],
      ),
  };
}

function specOf(plan: EpisodePlan, specs: readonly AgentSpec[]): AgentSpec {
  const spec = specs.find(({ name }) => name === plan.agent);
  if (spec === undefined) throw new EpisodeError('internal', `the run has no agent "${plan.agent}"`);
  return spec;
}

function agentOf({ kind }: AgentSpec, cases: readonly Case[]) {
  switch (kind) {
    case 'noact':
      return createNoactControl();
    case 'careful':
    case 'reckless':
      return createReferenceControl(kind, (id) => cases.find((one) => one.id === id)?.references ?? []);
    default:
      throw new EpisodeError('internal', `there is no agent "${kind}"`);
  }
}
