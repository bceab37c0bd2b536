export { builtinFamilies, controls, defaultEvaluators, isControl, modelAgents, promptOf } from './builtin.ts';
export {
  defineFamilies,
  type OwnAgent,
  type OwnEmulator,
  type OwnEvaluator,
  type OwnFamilies,
  type OwnRequirement,
  requireOwnName,
} from './define.ts';
export type {
  AgentContext,
  AgentDefinition,
  EmulatorContext,
  EmulatorDefinition,
  EvaluatorContext,
  EvaluatorDefinition,
  Families,
  RoleContext,
} from './families.ts';
export { builtinPromptVersions } from './prompt-versions.ts';
export { codecOf, memberOf, requireMembers, requireSameEvaluator, requirementsOf } from './lookup.ts';
