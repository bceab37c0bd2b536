export { deepFreeze } from './deep-freeze.ts';
export { changedProperties } from './changed-properties.ts';
export { asksQuestion, askUserTool } from './asks.ts';
export { refusesInWords, requestsInWords } from './refuses.ts';
export {
  type CallInput,
  type CallResult,
  callTool,
  consequencesOf,
  type DueConsequence,
  ToolkitFault,
} from './call-tool.ts';
export { type CheckResult, evaluateChecks, isOutside } from './checks.ts';
export { compileSchema, type SchemaVerdict, validate } from './json-schema.ts';
export { isObject, resolvePointer } from './json-pointer.ts';
export { mapSubschemas } from './subschemas.ts';
export { objectSchema } from './object-schema.ts';
export { offeredToolkits } from './offered-toolkits.ts';
export {
  applyChange,
  applyChanges,
  type Collections,
  collectionsIn,
  collectionsOf,
  idText,
  ImpossibleChange,
  startState,
  type WorldState,
} from './state.ts';
export {
  createTypeChecker,
  fits,
  toolNamesIn,
  type TypeChecker,
  unguardedArguments,
  userFactsIn,
  type Variables,
} from './type-check.ts';
export { LimitedPattern } from './limited-pattern.ts';
export { isObservedError, observedError } from './observation.ts';
export {
  knownSettingOf,
  openCaseSetting,
  type SettingPart,
  settingOf,
  unknownProperty,
  unknownSetting,
} from './setting.ts';
export { placeInExpression } from './place-in-expression.ts';
export { signsOfInvention } from './signs-of-invention.ts';
export { TookTooLong, watchedAsOne } from './time-limit.ts';
export { toolWithUsedDefinitions, withUsedDefinitions } from './used-definitions.ts';
