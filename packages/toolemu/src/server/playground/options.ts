import type { Case, PlaygroundOptions } from '../../contract/index.ts';
import { type Environment, type ProviderInfo, providerTable } from '../../model/index.ts';
import { builtinFamilies, controls, type Families, modelAgents, personAgent } from '../../run/index.ts';
import type { Kept, Library } from '../library/library.ts';

/**
 * What can be chosen, of a library and in an environment: members of `families` by their names, built-in ones first. Of
 * keys it tells whether they are there, and no more.
 */
export function optionsOf(library: Library, env: Environment, families: Families = builtinFamilies): PlaygroundOptions {
  const builtinAgents = [...controls, personAgent.kind, ...modelAgents];
  const ownAgents = [...families.agents.keys()].filter((kind) => !builtinAgents.includes(kind));
  return {
    agents: [...builtinAgents, ...ownAgents].map((kind) => ({
      kind,
      needsModel: isModelAgent(kind, families),
      needsReference: referenceOf(kind, families) !== undefined,
    })),
    promptStyles: [...families.promptStyles.values()],
    emulators: [...families.emulators.values()].map(({ name, usesModel = false, needsWorld = false }) => ({
      kind: name,
      needsModel: usesModel,
      needsWorld,
    })),
    evaluators: [...families.evaluators.values()].map(({ name, usesModel = false, needsChecks = false }) => ({
      name,
      needsModel: usesModel,
      needsChecks,
    })),
    cases: library.cases.map((kept) => ({ ...factsOf(kept.value), from: fromOf(kept) })),
    toolkits: library.toolkits.map((kept) => ({
      name: kept.value.name,
      category: kept.value.category,
      description: kept.value.description,
      tools: kept.value.tools.map((tool) => tool.name),
      from: fromOf(kept),
    })),
    providers: Object.entries(providerTable).map(([name, info]) => providerOf(name, info, env)),
    issues: [...library.issues],
  };
}

function fromOf({ source }: Kept<unknown>): 'built-in' | 'folder' {
  return source.file === null ? 'built-in' : 'folder';
}

/** Whether an agent is a language model. */
export function isModelAgent(kind: string, { agents }: Families): boolean {
  const definition = agents.get(kind);
  return definition !== undefined && ('codec' in definition || definition.usesModel === true);
}

/** The reference of the case that an agent replays; undefined where it replays none. */
export function referenceOf(kind: string, { agents }: Families): string | undefined {
  const definition = agents.get(kind);
  return definition !== undefined && 'reference' in definition ? definition.reference : undefined;
}

function factsOf({ id, kind, instruction, toolkits, world, checks, references = [] }: Case) {
  return {
    id,
    kind,
    instruction,
    toolkits,
    world: world !== undefined,
    checks: checks !== undefined,
    references: references.map(({ name }) => name),
  };
}

function providerOf(
  name: string,
  { baseUrl, baseUrlVariable, keyVariables, needsKey }: ProviderInfo,
  env: Environment,
): PlaygroundOptions['providers'][number] {
  const isSet = (variable: string): boolean => (env[variable] ?? '').trim() !== '';
  return {
    name,
    needsKey,
    hasKey: keyVariables.some(isSet),
    needsAddress: baseUrl === null && !isSet(baseUrlVariable),
  };
}
