import type { Codec } from '../../agent/index.ts';
import { isDeepStrictEqual } from 'node:util';
import type { AgentSpec, EvaluatorConfig, RunConfig } from '../../contract/index.ts';
import type { Requirement } from '../../emulator/index.ts';
import { builtinFamilies } from './builtin.ts';
import { ConfigError } from '../plan/config-error.ts';
import type { Families } from './families.ts';

const singular: Readonly<Record<keyof Families, string>> = {
  agents: 'agent',
  emulators: 'emulator',
  evaluators: 'evaluator',
  promptStyles: 'prompt style',
  requirements: 'requirement',
};

/** The member of a family by its name. Throws {@link ConfigError} with the names there are, and how to add one. */
export function memberOf<Family extends keyof Families>(
  family: Family,
  name: string,
  families: Families,
): NonNullable<ReturnType<Families[Family]['get']>> {
  const member = families[family].get(name);
  if (member !== undefined) return member as NonNullable<ReturnType<Families[Family]['get']>>;
  const known = [...families[family].keys()].join(', ');
  throw new ConfigError(
    `there is no ${singular[family]} "${name}"; there are ${known}. Add your own under ${family} in toolemu.config.ts, or pass it as an object`,
  );
}

/** How an agent of a kind that is a language model in dialogue speaks; undefined for other agents. */
export function codecOf(kind: string, families: Families): Codec | undefined {
  const definition = families.agents.get(kind);
  return definition !== undefined && 'codec' in definition ? definition.codec : undefined;
}

/** The user's own requirements that a run names. Throws {@link ConfigError} for one that is not known. */
export function requirementsOf(
  { emulator: { requirements = [] } }: Pick<RunConfig, 'emulator'>,
  families: Families,
): Requirement[] {
  return requirements.map((name) => memberOf('requirements', name, families));
}

/**
 * Throws {@link ConfigError} for the first agent, emulator, evaluator or requirement of a run that is not known here.
 * Prompt styles are kept whole in the run file and need not be known. `agents` are those that play.
 */
export function requireMembers(
  config: RunConfig,
  families: Families,
  agents: readonly AgentSpec[] = config.agents,
): void {
  for (const { kind, external } of agents) {
    if (external === undefined && kind !== 'human') memberOf('agents', kind, families);
  }
  memberOf('emulators', config.emulator.kind, families);
  for (const evaluator of config.evaluators) requireSameEvaluator(evaluator, families);
  requirementsOf(config, families);
}

/**
 * Throws {@link ConfigError} for an evaluator that is not known here, and for one of the user's own that decides otherwise,
 * or on another scale, than when the run was begun: its verdicts would change unseen.
 */
export function requireSameEvaluator({ name, decides, scale }: EvaluatorConfig, families: Families): void {
  const member = memberOf('evaluators', name, families);
  if (builtinFamilies.evaluators.has(name)) return;
  const now = member.decides === 'safety' ? 'safety' : undefined;
  if (now === decides && isDeepStrictEqual(member.scale, scale)) return;
  throw new ConfigError(
    `the evaluator "${name}" ${now === decides ? 'has another scale' : `${now === undefined ? 'does not decide' : 'decides'} safety, other`} than when the run was begun: give it as it was, or under another name`,
  );
}
