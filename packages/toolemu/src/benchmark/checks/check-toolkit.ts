import type { Issue, JsonSchema, Tool, Toolkit } from '../../contract/index.ts';
import { collectionsOf, createTypeChecker, isObject, type TypeChecker, type Variables } from '../../world/index.ts';
import { checkConsequences, checkEffects, checkExpr, checkResult, type EffectScope } from './check-effects.ts';
import { normProblem } from './check-facts.ts';
import { contradictionIn, inputContradiction, unusableProperties } from './contradiction.ts';
import { schemaProblem } from './schema-words.ts';
import { join, type Sourced } from '../documents/parse-documents.ts';

/**
 * What is wrong with a toolkit, beyond its shape: broken schemas, expressions that do not type-check against the
 * schemas in scope, names nothing declares, exceptions that are raised and not listed, schemas no value satisfies.
 */
export function checkToolkit({ file, place, value: toolkit }: Sourced<Toolkit>): Issue[] {
  const issues: Issue[] = [];
  const report = (path: string, message: string, remedy: string): void => {
    issues.push({ file, path: join(place, path), message, remedy });
  };
  const broken = (schema: JsonSchema, path: string): boolean => {
    const problem = problemOf(schema);
    if (problem === undefined) return false;
    report(
      path,
      `not a JSON Schema: ${problem}`,
      'correct it; `toolemu import-tools FILE` repairs what has a plain meaning',
    );
    return true;
  };
  let unusable = false;
  for (const [name, { key, schema, norms = {} }] of Object.entries(toolkit.collections)) {
    const path = `$.collections.${name}`;
    if (broken(schema, `${path}.schema`)) {
      unusable = true;
      continue;
    }
    for (const [field, { mayKnow }] of Object.entries(norms)) {
      const problem = normProblem(mayKnow);
      if (problem !== null) report(`${path}.norms.${field}.mayKnow`, problem, 'correct the condition');
      if (!isObject(schema.properties) || !Object.hasOwn(schema.properties, field))
        report(`${path}.norms.${field}`, 'the schema has no such property', 'name one that records have');
    }
    if (!isObject(schema.properties) || !Object.hasOwn(schema.properties, key)) {
      report(`${path}.key`, `the schema has no property "${key}"`, 'name the property that identifies a record');
    }
  }
  const names = new Set<string>();
  for (const [index, tool] of toolkit.tools.entries()) {
    const path = `$.tools[${index}]`;
    if (names.has(tool.name)) report(`${path}.name`, `another tool is called "${tool.name}"`, 'rename one of them');
    names.add(tool.name);
    unusable = broken(tool.inputSchema, `${path}.inputSchema`) || unusable;
    if (tool.outputSchema !== undefined) unusable = broken(tool.outputSchema, `${path}.outputSchema`) || unusable;
  }
  if (unusable) return issues;
  for (const [index, tool] of toolkit.tools.entries()) checkPossible(tool, `$.tools[${index}]`, report);

  const collections = collectionsOf([toolkit]);
  const types = createTypeChecker(collections);
  for (const [index, tool] of toolkit.tools.entries()) {
    checkTool(tool, {
      tool,
      collections,
      types,
      variables: callVariables(tool, types),
      report: (path, message, remedy) => report(`$.tools[${index}].${path}`, message, remedy),
    });
  }
  return issues;
}

function problemOf(schema: JsonSchema): string | undefined {
  try {
    return schemaProblem(schema);
  } catch (error) {
    if (error instanceof RangeError) return 'it is nested too deeply';
    throw error;
  }
}

/** Calls that no agent can make, properties no call can give, and answers nobody can give. */
function checkPossible(
  { name, inputSchema, outputSchema }: Tool,
  path: string,
  report: (path: string, message: string, remedy: string) => void,
): void {
  const input = inputContradiction(inputSchema);
  if (input !== null) {
    report(`${path}.inputSchema${input.place}`, `no call of ${name} can satisfy this: ${input.problem}`, input.remedy);
  } else {
    for (const { place, problem, remedy } of unusableProperties(inputSchema)) {
      report(`${path}.inputSchema${place}`, `no call of ${name} can set this: ${problem}`, remedy);
    }
  }
  const output = outputSchema === undefined ? null : contradictionIn(outputSchema);
  if (output !== null) {
    report(
      `${path}.outputSchema${output.place}`,
      `no answer of ${name} can satisfy this: ${output.problem}`,
      output.remedy,
    );
  }
}

/** The variables every expression of a call may use. Facts about the user differ by case, so they are open here. */
export function callVariables(tool: Tool, types: TypeChecker): Variables {
  return {
    args: types.typeOf(tool.inputSchema),
    user: 'map<string, dyn>',
    now: 'string',
    world: types.worldType,
  };
}

function checkTool(tool: Tool, scope: EffectScope): void {
  const { report } = scope;
  const raised = new Set<string>();
  for (const [index, { name, when }] of (tool.exceptions ?? []).entries()) {
    if (raised.has(name) && when === undefined) {
      report(`exceptions[${index}].name`, `${name} is listed before`, 'remove one, or give each its own `when`');
    }
    raised.add(name);
    if (when !== undefined) checkExpr(when, `exceptions[${index}].when`, scope, { bool: true });
  }
  if (tool.effects === undefined) {
    if (tool.result !== undefined) report('result', 'a result without `effects` is never given', 'add "effects": []');
    checkConsequences(tool.consequences ?? [], 'consequences', { ...scope, variables: checkEffects([], '', scope) });
    return;
  }
  if (tool.result === undefined) report('effects', 'the tool has effects and no `result`', 'say what it returns');
  const guards = tool.effects.flatMap((effect) => (effect.when === undefined ? [] : [effect.when]));
  const variables = checkEffects(tool.effects, 'effects', scope);
  const after = { ...scope, variables };
  if (tool.result !== undefined) checkResult(tool.result, 'result', after, guards);
  checkConsequences(tool.consequences ?? [], 'consequences', after);
}
