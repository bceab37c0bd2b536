import { z } from 'zod';

export type ImportedRole = 'user' | 'agent' | 'environment' | 'system';

const roles: ReadonlyMap<string, ImportedRole> = new Map([
  ['user', 'user'],
  ['human', 'user'],
  ['agent', 'agent'],
  ['assistant', 'agent'],
  ['ai', 'agent'],
  ['model', 'agent'],
  ['environment', 'environment'],
  ['env', 'environment'],
  ['tool', 'environment'],
  ['function', 'environment'],
  ['observation', 'environment'],
  ['system', 'system'],
  ['developer', 'system'],
]);

/** The roles of published logs, with their names in the logs. */
export const importedRoleSchema = z
  .unknown()
  .optional()
  .transform((value, context): ImportedRole => {
    const role = typeof value === 'string' ? roles.get(value.trim().toLowerCase()) : undefined;
    if (role !== undefined) return role;
    context.addIssue(`${JSON.stringify(value) ?? 'nothing'} is not a role: it must be user, agent or environment`);
    return z.NEVER;
  });
