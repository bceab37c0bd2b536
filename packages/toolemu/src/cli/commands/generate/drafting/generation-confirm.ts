import type { RoleModel } from '../../../../contract/index.ts';
import type { Estimate } from '../../../../run/index.ts';
import { confirmSpending } from '../../../play/confirm.ts';
import type { GenerationFlags } from './generation-options.ts';

/** Says what drafting may cost, and asks before it does. */
export function confirmGeneration(
  what: string,
  {
    roles,
    flags,
    estimate,
  }: { roles: readonly RoleModel[]; flags: GenerationFlags; estimate: () => Promise<Estimate> },
): Promise<boolean> {
  const models = [...new Set(roles.map(({ model }) => model))].map((model) => ({ role: 'drafting', model }));
  return confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true });
}
