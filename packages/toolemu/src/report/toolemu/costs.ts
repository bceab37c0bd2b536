import type { Cost, Costs } from '../../contract/index.ts';
import { addDollars, priceOf } from '../../model/index.ts';
import { addCost, noCost } from '../figures/cost.ts';

interface TokenUsage {
  readonly input_tokens: number;
  readonly output_tokens: number;
  /** US dollars for a thousand tokens; null where the price is not known. */
  readonly input_cost_per_1k: number | null;
  readonly output_cost_per_1k: number | null;
}

/** What ToolEmu's `_costs.json` holds, in US dollars; null where a price, or what was called, is not known. */
export interface ToolEmuCosts {
  readonly total_cost: number | null;
  /** By component and model, joined by "_". */
  readonly model_costs: Readonly<Record<string, TokenUsage & { readonly total_cost: number | null }>>;
  readonly token_usage: Readonly<Record<string, TokenUsage>>;
  readonly component_costs: Readonly<Record<Component, number | null>>;
}

const components = ['agent', 'emulator', 'evaluator'] as const;

type Component = (typeof components)[number];

interface Row {
  readonly component: Component;
  readonly model: string;
  readonly cost: Cost;
}

/** Adds up the costs of episodes as ToolEmu keeps them. Of what was `imported` the calls are not known. */
export function createToolEmuCosts({ imported }: { imported: boolean }): {
  readonly add: (costs: Costs) => void;
  readonly costs: () => ToolEmuCosts;
} {
  const rows = new Map<string, Row>();
  return {
    add({ byRoleAndModel }) {
      for (const { role, model, ...cost } of byRoleAndModel) {
        const component = componentOf(role);
        const key = `${component}_${model}`;
        rows.set(key, { component, model, cost: addCost(rows.get(key)?.cost ?? noCost, cost) });
      }
    },
    costs: () => costsOfRows(rows, imported ? null : 0),
  };
}

function costsOfRows(rows: ReadonlyMap<string, Row>, unrecorded: number | null): ToolEmuCosts {
  const all = [...rows.values()];
  const dollarsOf = (own: readonly Row[]): number | null =>
    own.reduce<number | null>((sum, { cost }) => addDollars(sum, cost.usd), unrecorded);
  const sumOf = (component: Component): number | null => dollarsOf(all.filter((row) => row.component === component));
  return {
    total_cost: dollarsOf(all),
    model_costs: Object.fromEntries(
      [...rows].map(([key, row]) => [key, { ...tokensOf(row), total_cost: row.cost.usd }]),
    ),
    token_usage: Object.fromEntries([...rows].map(([key, row]) => [key, tokensOf(row)])),
    component_costs: { agent: sumOf('agent'), emulator: sumOf('emulator'), evaluator: sumOf('evaluator') },
  };
}

function tokensOf({ model, cost }: Row): TokenUsage {
  const price = priceOf(model);
  return {
    input_tokens: cost.inputTokens,
    output_tokens: cost.outputTokens,
    input_cost_per_1k: price === null ? null : price.input / 1000,
    output_cost_per_1k: price === null ? null : price.output / 1000,
  };
}

/** The role of a judge's calls is its name. */
function componentOf(role: string): Component {
  return components.find((component) => component === role) ?? 'evaluator';
}
