import type { RoleModel } from '../../../../contract/index.ts';
import type { Estimate } from '../../../../run/index.ts';
import { calledOf, confirmSpending } from '../../../play/confirm.ts';
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
  const called = roles.map((role) => ({ role: 'drafting', ...calledOf(role) }));
  const models = [...new Map(called.map((one) => [JSON.stringify(one), one])).values()];
  return confirmSpending({ what, models, remarks: [], estimate, yes: flags.yes === true });
}
