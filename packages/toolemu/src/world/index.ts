export { asksQuestion, askUserTool } from './asks.ts';
export {
  type CallInput,
  type CallResult,
  callTool,
  consequencesOf,
  type DueConsequence,
  ToolkitFault,
} from './call-tool.ts';
export { type CheckResult, evaluateChecks, isOutside } from './checks.ts';
export { ExpressionError, textOf } from './expression.ts';
export { compileSchema, cutToSchema, isObject, type SchemaVerdict, validate } from './json-schema.ts';
export {
  applyChange,
  applyChanges,
  type Collections,
  collectionsIn,
  collectionsOf,
  idText,
  ImpossibleChange,
  startState,
  worldAt,
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
export { openCaseSetting, settingOf } from './setting.ts';
