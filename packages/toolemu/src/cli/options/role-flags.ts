import type { ReasoningEffort } from '../../contract/index.ts';
import type { ModelChoice, Role, RoleRequest } from '../../run/index.ts';

/** Whom an option is for: one role, or all that say nothing else. */
export type ForRole = Role | '';

interface Asking {
  readonly baseUrl: string;
  readonly temperature: number;
  readonly maxTokens: number;
  readonly contextWindow: number;
  readonly reasoningEffort: ReasoningEffort;
}

type OptionOf<Of extends ForRole, Field extends string> = Of extends '' ? Field : `${Of}${Capitalize<Field>}`;

/** Options that say how roles are asked, whichever models they have. */
export type AskingFlags<Of extends ForRole> = { [Field in keyof Asking as OptionOf<Of, Field>]?: Asking[Field] };

/** Options that say which models roles have, and how these are asked. */
export type RoleFlags<Of extends ForRole, Model = string> = AskingFlags<Of> & {
  [Field in OptionOf<Of, 'model'>]?: Model;
};

const asking = [
  'baseUrl',
  'temperature',
  'maxTokens',
  'contextWindow',
  'reasoningEffort',
] as const satisfies (keyof Asking)[];

/** The option of a role by what it says, as `agentBaseUrl`. */
export function roleOption(role: ForRole, field: string): string {
  return role === '' ? field : `${role}${field.charAt(0).toUpperCase()}${field.slice(1)}`;
}

/** How a role is asked, whichever model it has. */
export function askingOf<Of extends ForRole>(flags: AskingFlags<Of>, role: Of): Omit<RoleRequest, 'model'> {
  const said = flags as Readonly<Record<string, unknown>>;
  return Object.fromEntries(asking.map((field) => [field, said[roleOption(role, field)]]));
}

/** The model of a role, and how it is asked; what a model says of itself stands above. */
export function roleOf<Of extends ForRole>(flags: RoleFlags<Of, ModelChoice>, role: Of): RoleRequest {
  const model = (flags as Readonly<Record<string, ModelChoice | undefined>>)[roleOption(role, 'model')];
  const asked = askingOf(flags, role);
  return typeof model === 'object' ? { ...asked, ...model } : { ...asked, model };
}
