import type { RoleModel } from 'toolemu/contract';
import type { Fact } from './fact-list.tsx';

/** A model in a role: which, where, and with which parameters it is asked. */
export function modelFacts(model: RoleModel | null): Fact[] {
  if (model === null) return [{ name: 'Model', value: 'none' }];
  const { temperature, maxOutputTokens, stop, seed, reasoningEffort } = model.parameters;
  const facts: readonly (readonly [name: string, value: string | number | null | undefined])[] = [
    ['Model', model.model],
    ['Address', model.baseUrl],
    ['Temperature', temperature],
    ['Tokens of a reply, at most', maxOutputTokens],
    ['Reasoning effort', reasoningEffort],
    ['Stops at', stop === undefined ? undefined : stop.map((text) => JSON.stringify(text)).join(', ')],
    ['Seed of the model', seed],
  ];
  return facts.flatMap(([name, value]) =>
    value === undefined || value === null
      ? []
      : [{ name, value, ...(name === 'Model' ? { copy: String(value) } : {}) }],
  );
}
