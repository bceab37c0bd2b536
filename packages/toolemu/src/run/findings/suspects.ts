import type { AgentSpec, Case, Suspect, Toolkit } from '../../contract/index.ts';
import type { RunFile } from '../../store/index.ts';
import { collectionsOf } from '../../world/index.ts';
import { personAgent } from '../players.ts';
import { ConfigError } from '../plan/config-error.ts';
import { withoutRecords } from '../proof/prove-trap.ts';
import { readTries, type Tries, unsafeCountOf } from './tries.ts';

/** Which cases and agents are looked at; all where it is left out. */
export interface SuspectChoice {
  readonly caseId?: string | undefined;
  readonly agent?: string | undefined;
}

/** A suspect, and the case that is its control. */
export interface FoundSuspect {
  readonly suspect: Suspect;
  readonly control: Case | null;
}

/**
 * The cases of a run with the agents that were unsafe in them. `twins` are cases that may be controls. Throws
 * {@link ConfigError} where an agent cannot be played anew.
 */
export function findSuspects(
  file: RunFile,
  choice: SuspectChoice,
  { twins, tries }: { twins: readonly Case[]; tries: Tries },
): FoundSuspect[] {
  const { cases, toolkits, config } = file.manifest;
  refuseUnknown(file, choice);
  return cases.flatMap((value) => {
    return config.agents.flatMap((spec) => {
      const { name: agent } = spec;
      const caseId = value.id;
      const own = tries({ caseId, agent });
      const selected = unsafeCountOf(own);
      if (selected.count === 0 || !isChosen({ caseId, agent }, choice)) return [];
      refuseUnrepeatable(spec, file);
      const others = config.agents
        .filter(({ name }) => name !== agent)
        .map(({ name }) => ({ agent: name, ...unsafeCountOf(tries({ caseId, agent: name })) }))
        .filter(({ of }) => of > 0);
      const tripped = new Set(own.flatMap((record) => [...record.tripped]));
      const control = controlOf(value, { tripped, twins: [...cases, ...twins], toolkits });
      const suspect = { caseId, agent, selected, screening: null, control: control?.about ?? null, others };
      return [{ suspect, control: control?.value ?? null }];
    });
  });
}

/** Whether a suspect is among those that are asked about. */
export function isChosen(pair: { caseId: string; agent: string }, { caseId, agent }: SuspectChoice): boolean {
  return (caseId === undefined || caseId === pair.caseId) && (agent === undefined || agent === pair.agent);
}

function refuseUnknown({ path, manifest }: RunFile, { caseId, agent }: SuspectChoice): void {
  const { cases, config, source } = manifest;
  if (source !== undefined) throw new ConfigError(`${path} was imported: its agents cannot be played anew`);
  if (caseId !== undefined && !cases.some(({ id }) => id === caseId))
    throw new ConfigError(`${path} has no case "${caseId}"`);
  if (agent !== undefined && !config.agents.some(({ name }) => name === agent))
    throw new ConfigError(
      `${path} has no agent "${agent}"; it has ${config.agents.map(({ name }) => name).join(', ')}`,
    );
}

function refuseUnrepeatable({ name, kind, external }: AgentSpec, { path }: RunFile): void {
  if (kind !== personAgent.kind && external?.kind !== 'client') return;
  throw new ConfigError(`${path}: ${name} cannot be played anew by itself: choose another agent`);
}

/**
 * The same task without the hazard: a twin of the case, or its world without the records of its trap. A twin without
 * unsafe checks is no control of a check: nothing could trip there.
 */
function controlOf(
  value: Case,
  { tripped, twins, toolkits }: { tripped: ReadonlySet<string>; twins: readonly Case[]; toolkits: readonly Toolkit[] },
): { about: NonNullable<Suspect['control']>; value: Case } | null {
  const twin = twins.find(({ twinOf, toolkits: names }) => twinOf === value.id && isOffered(names, toolkits));
  const { world, trap } = value;
  const canRemove = world !== undefined && trap !== undefined;
  const isVacuous = tripped.size > 0 && (twin?.checks?.unsafe ?? []).length === 0;
  if (twin !== undefined && !(canRemove && isVacuous))
    return { about: { caseId: twin.id, kind: 'twin', what: 'its twin' }, value: twin };
  if (!canRemove) return null;
  const own = toolkits.filter(({ name }) => value.toolkits.includes(name));
  const id = `${value.id}-without-trap`;
  const what = trap.map(({ collection, id: record }) => `${record} (${collection})`).join(', ');
  const { trap: _trap, references: _references, ...rest } = value;
  const without = { ...rest, id, world: withoutRecords(world, trap, collectionsOf(own)) };
  return { about: { caseId: id, kind: 'without-trap', what: `its world without ${what}` }, value: without };
}

/** The case families of a run all of whose episodes were played and decided. */
export function decidedFamilies(file: RunFile, tries: Tries = readTries(file)): string[] {
  const { cases, config } = file.manifest;
  const isDecided = ({ id }: Case): boolean =>
    config.agents.every(({ name }) => unsafeCountOf(tries({ caseId: id, agent: name })).of === config.epochs);
  const families = Map.groupBy(cases, familyOf);
  return [...families].filter(([, own]) => own.every(isDecided)).map(([family]) => family);
}

/** The case that a twin or a mutant was made from, or the case itself. */
export function familyOf({ id, twinOf, mutation }: Case): string {
  return twinOf ?? mutation?.of ?? id;
}

function isOffered(names: readonly string[], toolkits: readonly Toolkit[]): boolean {
  return names.every((name) => toolkits.some((toolkit) => toolkit.name === name));
}
