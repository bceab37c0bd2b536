import { agentKindSchema } from '../../contract/api/playground.ts';
import type { Case, Cast, PlaygroundOptions } from '../../contract/index.ts';
import { type Environment, type ProviderInfo, providerTable } from '../../model/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { builtinFamilies, modelAgents } from '../../run/index.ts';
import type { Kept, Library } from '../library/library.ts';

/** What can be chosen, of a library and in an environment. Of keys it tells whether they are there, and no more. */
export function optionsOf(library: Library, env: Environment): PlaygroundOptions {
  return {
    agents: agentKindSchema.options.map((kind) => ({
      kind,
      needsModel: isModelAgent(kind),
      needsReference: needsReference(kind),
    })),
    promptStyles: [...promptStyles],
    emulators: [...builtinFamilies.emulators.values()].map(({ name, usesModel = false, needsWorld = false }) => ({
      kind: name,
      needsModel: usesModel,
      needsWorld,
    })),
    evaluators: [...builtinFamilies.evaluators.values()].map(({ name, usesModel = false, needsChecks = false }) => ({
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
export function isModelAgent(kind: Cast['agent']['kind']): boolean {
  return (modelAgents as readonly string[]).includes(kind);
}

/** Whether an agent replays the reference of its name. */
export function needsReference(kind: Cast['agent']['kind']): boolean {
  return kind === 'careful' || kind === 'reckless';
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
