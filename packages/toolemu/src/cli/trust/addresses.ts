import type { RoleModel } from '../../contract/index.ts';
import { type StrayKey, strayKeyOf } from '../../model/index.ts';
import { shellWord } from '../../words/index.ts';
import { askToGoOn } from '../terminal/ask.ts';
import { UsageError } from '../terminal/failure.ts';
import { note } from '../terminal/output.ts';
import { isAgreed, keepAgreement, refuseMasked } from './agreements.ts';

/** Options that name addresses. */
export interface AddressFlags {
  readonly allowAddress?: readonly string[] | undefined;
  readonly baseUrl?: string | undefined;
}

/** Keys with their addresses that were agreed to since this process began. */
const agreed = new Map<string, StrayKey>();

/** The addresses that may get keys: those on the command line, and those that were agreed to. */
export function allowedAddresses(flags: AddressFlags): string[] {
  return [...saidIn(flags), ...[...agreed.values()].map(({ address }) => address)];
}

/**
 * Asks whether a key may go to an address that a file or `.env` names, unless the command line or an earlier answer says so:
 * `--yes` does not. Throws {@link UsageError} where the answer is no, and where nobody can be asked.
 */
export async function agreeOnAddresses(models: readonly (RoleModel | null)[], flags: AddressFlags): Promise<void> {
  const env = process.env;
  const allowed = saidIn(flags);
  const strays = new Map<string, StrayKey>();
  for (const model of models) {
    const key = model === null ? null : strayKeyOf(model, { env, allowed: [] });
    if (model === null || key === null) continue;
    const id = JSON.stringify(key);
    if (strayKeyOf(model, { env, allowed }) === null || agreed.has(id) || isAgreed({ ...key })) allow(key);
    else strays.set(id, key);
  }
  if (strays.size === 0) return;
  const open = [...strays.values()];
  for (const { address } of open) refuseMasked('a file or .env', address);
  for (const { address, variable } of open) note(`requests go to ${address}, with the key ${variable}`);
  const options = [...new Set(open.map(({ address }) => `--allow-address ${shellWord(address)}`))].join(' ');
  const which = open.length === 1 ? 'an address that a file names' : 'addresses that a file names';
  const isYes = await askToGoOn({
    question: open.length === 1 ? 'Send the key there?' : 'Send the keys there?',
    without: `a key would go to ${which}. If that is meant: ${options}; else unset ${[...new Set(open.map(({ variable }) => variable))].join(', ')}`,
  });
  if (!isYes) throw new UsageError('no key was sent');
  for (const key of open) allow(key);
}

function allow(key: StrayKey): void {
  agreed.set(JSON.stringify(key), key);
  keepAgreement({ ...key });
}

/** Addresses of `--allow-address`, and of `--base-url`, `--agent-base-url` and their like. */
function saidIn(flags: AddressFlags): string[] {
  const named = Object.entries(flags).flatMap(([name, value]) =>
    /baseUrl$/i.test(name) && typeof value === 'string' ? [value] : [],
  );
  return [...(flags.allowAddress ?? []), ...named];
}
