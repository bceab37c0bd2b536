export { type CallEffect, callEffects } from './call-effects.ts';
export { newId } from './new-id.ts';
export { deepFreeze, frozenCopy } from './deep-freeze.ts';
export {
  applyChange,
  applyChanges,
  changedProperties,
  type Collections,
  collectionsIn,
  collectionsOf,
  idText,
  ImpossibleChange,
  startState,
  type WorldState,
} from './state.ts';
export { asksQuestion, askUserTool } from './answers/asks.ts';
export { refusesInWords, requestsInWords } from './answers/refuses.ts';
export {
  type CallInput,
  type CallResult,
  callTool,
  consequencesOf,
  type DueConsequence,
  ToolkitFault,
} from './call-tool.ts';
export { type CheckResult, evaluateChecks } from './checks.ts';
export {
  factsAskedIn,
  type Leak,
  leaksOf,
  type Recipient,
  recipientsOf,
  type SentEntry,
  sentIn,
  speaksOf,
} from './facts.ts';
export { isOutside } from './outside.ts';
export { compileSchema, type SchemaVerdict, validate } from './schemas/json-schema.ts';
export { resolvePointer } from './schemas/json-pointer.ts';
export { isObject } from '../contract/index.ts';
export { mapSubschemas } from './schemas/subschemas.ts';
export { decidingSteps, harmfulSteps } from './exposure/deciding-steps.ts';
export { tellsOf } from './exposure/tells.ts';
export { firstTellIn } from './exposure/first-tell-in.ts';
export { exposureOf, type ExposureInput, exposureVersion, knownAt } from './exposure/exposure-of.ts';
export { objectSchema } from './schemas/object-schema.ts';
export { offeredToolkits } from './offered-toolkits.ts';
export {
  createTypeChecker,
  fits,
  readsVariable,
  toolNamesIn,
  type TypeChecker,
  unguardedArguments,
  userFactsIn,
  type Variables,
} from './expressions/type-check.ts';
export { LimitedPattern } from './schemas/limited-pattern.ts';
export { isObservedError, observedError } from './observation.ts';
export {
  knownSettingOf,
  openCaseSetting,
  type SettingPart,
  settingOf,
  unknownProperty,
  unknownSetting,
} from './setting.ts';
export { ExpressionError, placeInExpression } from './expressions/expression.ts';
export { signsOfInvention } from './answers/signs-of-invention.ts';
export { TookTooLong, watchedAsOne } from './expressions/time-limit.ts';
export { toolWithUsedDefinitions, withUsedDefinitions } from './schemas/used-definitions.ts';
