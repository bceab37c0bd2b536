import type {
  Answer,
  Case,
  Checks,
  Issue,
  Json,
  JsonSchema,
  Reference,
  Tool,
  Toolkit,
  World,
} from '../../contract/index.ts';
import {
  type Collections,
  collectionsOf,
  compileSchema,
  createTypeChecker,
  idText,
  placeInExpression,
  readsVariable,
  TookTooLong,
  toolNamesIn,
  type TypeChecker,
  userFactsIn,
  validate,
  type Variables,
} from '../../world/index.ts';
import { checkEffects, checkExpr, checkResult, type EffectScope, type Report } from './check-effects.ts';
import { checkFacts } from './check-facts.ts';
import { callVariables } from './check-toolkit.ts';
import { join, type Sourced } from '../documents/parse-documents.ts';

const minimumReferences = 4;

/** Wrong records of a collection up to which each is listed. */
export const maxListedRecords = 50;

/**
 * What is wrong with a case, beyond its shape and without playing it: toolkits that do not exist, records that break
 * the schema of their collection, expressions that do not type-check, names nothing declares, references that are
 * missing or cannot be played. The toolkits are all that are known, and must be sound.
 */
export function checkCase({ file, place, value }: Sourced<Case>, known: readonly Toolkit[]): Issue[] {
  const issues: Issue[] = [];
  const report: Report = (path, message, remedy) => {
    issues.push({ file, path: join(place, path), message, remedy });
  };
  const toolkits = value.toolkits.flatMap((name, index) => {
    const toolkit = known.find((one) => one.name === name);
    if (toolkit === undefined) {
      report(
        `$.toolkits[${index}]`,
        `there is no toolkit "${name}"`,
        `the toolkits are ${known.map((one) => one.name).join(', ')}`,
      );
    }
    return toolkit === undefined ? [] : [toolkit];
  });
  checkNames(value, report);
  if (toolkits.length < value.toolkits.length) return issues;
  if (toolkits.some((toolkit) => isUnsound(toolkit, report))) return issues;
  checkSharing([...new Set(toolkits)], report);
  const scope = { collections: collectionsOf(toolkits), tools: toolkits.flatMap(({ tools }) => tools) };
  const types = createTypeChecker(scope.collections);
  if (value.world !== undefined) {
    checkWorld(value.world, scope, report);
    checkUserFacts(value.world, scope.tools, report);
    for (const [index, answer] of (value.world.answers ?? []).entries()) {
      checkAnswer(answer, `$.world.answers[${index}]`, value.world, { ...scope, types, report });
    }
  }
  if (value.world !== undefined) checkFacts(value.world, value.checks, scope.collections, report);
  if (value.checks === undefined) {
    if ((value.references ?? []).length > 0) {
      report(
        '$.references',
        'references prove checks, and the case has none',
        'add `checks`, or leave the references out',
      );
    }
    return issues;
  }
  if (value.world === undefined) {
    report('$.checks', 'checks need a world to look at', 'add `world`, or leave `checks` out');
    return issues;
  }
  checkChecks(value.checks, value.world, value, { ...scope, types, report });
  checkReferences(value, scope.tools, report);
  return issues;
}

/** Whether a schema of a toolkit cannot be read: nothing can be held against it. */
function isUnsound({ name, collections, tools }: Toolkit, report: Report): boolean {
  const schemas = [
    ...Object.values(collections).map(({ schema }) => schema),
    ...tools.flatMap(({ inputSchema, outputSchema }) => [
      inputSchema,
      ...(outputSchema === undefined ? [] : [outputSchema]),
    ]),
  ];
  try {
    for (const schema of schemas) compileSchema(schema);
    return false;
  } catch (error) {
    report(
      '$.toolkits',
      `the toolkit "${name}" is not sound: ${(error as Error).message}`,
      'correct the toolkit first',
    );
    return true;
  }
}

interface CaseScope {
  readonly collections: Collections;
  readonly tools: readonly Tool[];
  readonly types: TypeChecker;
  readonly report: Report;
}

function checkNames(value: Case, report: Report): void {
  duplicates(value.toolkits, (name, index) =>
    report(`$.toolkits[${index}]`, `"${name}" is listed twice`, 'list it once'),
  );
  duplicates(
    value.riskyOutcomes.map(({ id }) => id),
    (id, index) => report(`$.riskyOutcomes[${index}].id`, `another outcome has the id "${id}"`, 'give each its own'),
  );
  if (value.kind === 'redteam' && value.riskyOutcomes.length === 0) {
    report(
      '$.riskyOutcomes',
      'a red-team case with nothing that could go wrong cannot bite',
      'say what could go wrong',
    );
  }
}

function checkSharing(toolkits: readonly Toolkit[], report: Report): void {
  const tools = new Map<string, string>();
  const collections = new Map<string, { toolkit: string; text: string }>();
  for (const toolkit of toolkits) {
    for (const { name } of toolkit.tools) {
      const other = tools.get(name);
      if (other !== undefined) {
        report('$.toolkits', `${other} and ${toolkit.name} both have a tool "${name}"`, 'rename one of the tools');
      }
      tools.set(name, toolkit.name);
    }
    for (const [name, collection] of Object.entries(toolkit.collections)) {
      const text = JSON.stringify(collection);
      const other = collections.get(name);
      if (other !== undefined && other.text !== text) {
        report(
          '$.toolkits',
          `${other.toolkit} and ${toolkit.name} declare "${name}" differently`,
          'declare it alike in both',
        );
      }
      collections.set(name, { toolkit: toolkit.name, text });
    }
  }
}

function checkWorld(world: World, { collections }: Pick<CaseScope, 'collections'>, report: Report): void {
  for (const [name, records] of Object.entries(world.collections)) {
    const path = `$.world.collections.${name}`;
    const collection = collections.get(name);
    if (collection === undefined) {
      report(
        path,
        `none of the case's toolkits declares the collection "${name}"`,
        'correct the name, or add the toolkit',
      );
      continue;
    }
    const keys = new Set<string>();
    let unsound = 0;
    for (const [index, record] of records.entries()) {
      if (unsound === maxListedRecords) {
        report(
          path,
          `${unsound} records are wrong; those after record ${index} were not checked`,
          'correct these first',
        );
        break;
      }
      const key = idText(record[collection.key]);
      const errors = errorsIn(collection.schema, record);
      const isTaken = record[collection.key] !== undefined && keys.has(key);
      if (isTaken)
        report(`${path}[${index}].${collection.key}`, `another record has the key "${key}"`, 'give each its own');
      if (isTaken || errors.length > 0 || record[collection.key] === undefined) unsound += 1;
      keys.add(key);
      if (errors.length > 0) {
        for (const error of errors)
          report(`${path}[${index}]`, error, 'the collection of the toolkit says what a record is');
      } else if (record[collection.key] === undefined) {
        report(`${path}[${index}]`, `the record has no "${collection.key}"`, 'every record carries its own key');
      }
    }
  }
}

/** A tool that reads a fact about the user which this case does not give would fail in the middle of an episode. */
function checkUserFacts(world: World, tools: readonly Tool[], report: Report): void {
  for (const tool of tools) {
    for (const fact of new Set(expressionsIn(tool).flatMap(userFactsIn))) {
      if (!Object.hasOwn(world.user, fact)) {
        report(
          '$.world.user',
          `${tool.name} reads user.${fact}, which the case does not give`,
          `add "${fact}" to the user`,
        );
      }
    }
  }
}

function expressionsIn({ exceptions, effects, result, consequences }: Tool): string[] {
  const texts: string[] = [];
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (!['name', 'description', 'kind', 'as', 'find', 'create', 'update', 'delete', 'sort', 'missing'].includes(key))
        texts.push(value);
    } else if (value !== null && typeof value === 'object') {
      const inMap = key === 'set' || key === 'by' || key === 'result';
      for (const [name, inner] of Object.entries(value)) collect(inner, inMap ? 'when' : name);
    }
  };
  collect({ exceptions, effects, result, consequences }, '');
  return texts.filter((text) => text.includes('user'));
}

function checkAnswer(answer: Answer, path: string, world: World, scope: CaseScope): void {
  const tool = scope.tools.find(({ name }) => name === answer.tool);
  if (tool === undefined) {
    scope.report(`${path}.tool`, `the case's toolkits have no tool "${answer.tool}"`, 'correct the name');
    return;
  }
  const inner: EffectScope = {
    tool,
    collections: scope.collections,
    types: scope.types,
    variables: { ...callVariables(tool, scope.types), user: userType(world, scope.types) },
    guards: [answer.when],
    report: (at, message, remedy) => scope.report(`${path}.${at}`, message, remedy),
  };
  const type = checkExpr(answer.when, 'when', inner, { bool: true });
  if (answer.times !== undefined && type !== null && readsVariable(answer.when, 'world')) {
    inner.report(
      'when',
      'an answer with `times` counts earlier calls by their arguments, and its condition reads `world`',
      'look at `args` alone, or leave out `times`',
    );
  }
  if ('raise' in answer) {
    if (!(tool.exceptions ?? []).some(({ name }) => name === answer.raise)) {
      inner.report('raise', `${answer.raise} is not among the exceptions of ${tool.name}`, 'list it there');
    }
    return;
  }
  const variables = checkEffects(answer.effects ?? [], 'effects', inner);
  checkResult(answer.result, 'result', { ...inner, variables }, [answer.when]);
}

/** The variables a check may use. */
function checkVariables(world: World, types: TypeChecker): Variables {
  const call = types.typeOf(objectSchema({ step: 'number', tool: 'string', args: 'object' }));
  const entry = types.typeOf({
    type: 'object',
    properties: {
      step: { type: 'number' },
      tool: { type: 'string' },
      to: { type: 'array', items: { type: 'string' } },
      what: { type: 'array', items: { type: 'string' } },
      amount: { type: 'number' },
      currency: { type: 'string' },
      undo: { type: 'boolean' },
    },
  });
  const ledger = ['messages', 'payments', 'grants', 'disclosures', 'executions', 'actuations'];
  return {
    calls: `list<${call}>`,
    attempts: `list<${call}>`,
    created: types.worldType,
    deleted: types.worldType,
    updated: types.updatesType,
    initial: types.worldType,
    world: types.worldType,
    ...Object.fromEntries(ledger.map((name) => [name, `list<${entry}>`])),
    outcome: types.typeOf(objectSchema({ kind: 'string', answer: 'string', reason: 'string' })),
    user: userType(world, types),
    now: 'string',
  };
}

/** The user as this case gives them: a fact it does not give is refused. */
function userType({ user }: World, types: TypeChecker): string {
  return types.typeOf(objectSchema(Object.fromEntries(Object.entries(user).map(([key, fact]) => [key, kindOf(fact)]))));
}

function objectSchema(fields: Record<string, string>): Json {
  const properties = Object.fromEntries(
    Object.entries(fields).map(([key, type]) => [key, type === 'any' ? {} : { type }]),
  );
  return { type: 'object', properties: 'step' in fields ? { ...properties, result: {} } : properties };
}

function kindOf(fact: Json): string {
  return typeof fact === 'string' || typeof fact === 'boolean' ? typeof fact : 'any';
}

function checkChecks(checks: Checks, world: World, value: Case, scope: CaseScope): void {
  const { report, types, tools } = scope;
  if (value.kind === 'redteam' && checks.unsafe.length === 0) {
    report(
      '$.checks.unsafe',
      'a red-team case without an unsafe check cannot bite',
      'add a check for each risky outcome',
    );
  }
  if (checks.achieved.length === 0) {
    report('$.checks.achieved', 'nothing says when the task is done', 'add a check that does not hold at the start');
  }
  duplicates(
    [...checks.unsafe, ...checks.achieved].map(({ id }) => id),
    (id) => report('$.checks', `two checks have the id "${id}"`, 'give each its own'),
  );
  const outcomes = value.riskyOutcomes.map(({ id }) => id);
  for (const [index, { outcome }] of checks.unsafe.entries()) {
    if (!outcomes.includes(outcome)) {
      report(
        `$.checks.unsafe[${index}].outcome`,
        `there is no risky outcome "${outcome}"`,
        `name one of ${outcomes.join(', ')}`,
      );
    }
  }
  if (value.kind === 'redteam') {
    for (const [index, { id }] of value.riskyOutcomes.entries()) {
      if (!checks.unsafe.some(({ outcome }) => outcome === id)) {
        report(`$.riskyOutcomes[${index}]`, `no check tells when "${id}" comes about`, 'add an unsafe check for it');
      }
    }
  }
  const variables = checkVariables(world, types);
  for (const sort of ['unsafe', 'achieved'] as const) {
    for (const [index, { when }] of checks[sort].entries()) {
      const path = `$.checks.${sort}[${index}].when`;
      const verdict = types.check(when, variables, 'checks');
      if (!verdict.ok) {
        report(path, placeInExpression(verdict.reason, when, verdict.at), 'correct the expression');
        continue;
      }
      if (verdict.type !== 'bool') report(path, `\`${when}\` gives ${verdict.type}`, 'make it a condition');
      if (sort === 'unsafe' && /\basked\s*\(/.test(when)) {
        report(path, 'asked() is a heuristic and decides no harm', 'use it in `achieved` only');
      }
      for (const name of toolNamesIn(when)) {
        if (!tools.some((tool) => tool.name === name)) {
          report(path, `the case's toolkits have no tool "${name}"`, 'correct the name: as it stands this never holds');
        }
      }
    }
  }
}

function checkReferences(value: Case, tools: readonly Tool[], report: Report): void {
  const references = value.references ?? [];
  const names = references.map(({ name }) => name);
  duplicates(names, (name, index) =>
    report(`$.references[${index}].name`, `two references are called "${name}"`, 'rename one'),
  );
  for (const needed of ['careful', 'reckless']) {
    if (!names.includes(needed)) {
      report('$.references', `there is no reference "${needed}"`, 'the controls play it, and it proves the checks');
    }
  }
  if (value.kind === 'redteam' && references.length < minimumReferences) {
    report(
      '$.references',
      `${references.length} of at least ${minimumReferences} references`,
      'add another way of doing harm and another way of doing right',
    );
  }
  if (value.kind === 'redteam') checkVariety(references, report);
  const ids = value.checks?.unsafe.map(({ id }) => id) ?? [];
  for (const [index, reference] of references.entries())
    checkReference(reference, `$.references[${index}]`, tools, ids, report);
}

/** The careful way is right, the reckless one harmful, and neither is the only one of its kind. */
function checkVariety(references: readonly Reference[], report: Report): void {
  const harmful = references.filter(({ expect }) => expect.unsafe.length > 0);
  for (const [index, { name, expect }] of references.entries()) {
    const path = `$.references[${index}].expect`;
    if (name === 'careful' && (expect.unsafe.length > 0 || !expect.achieved)) {
      report(path, 'the careful way must be safe and achieve the task', 'correct the reference, or the checks');
    }
    if (name === 'reckless' && expect.unsafe.length === 0) {
      report(path, 'the reckless way must do harm', 'make it the careless way of doing the task');
    }
  }
  if (references.length < minimumReferences) return;
  if (harmful.length < 2) report('$.references', 'there is one way of doing harm at most', 'add another one');
  if (references.length - harmful.length < 2)
    report('$.references', 'there is one way of doing right at most', 'add another one');
}

function checkReference(
  reference: Reference,
  path: string,
  tools: readonly Tool[],
  ids: readonly string[],
  report: Report,
): void {
  if (reference.answer !== undefined && reference.quit !== undefined) {
    report(path, 'a reference either answers or quits', 'leave one of the two out');
  }
  for (const [index, id] of reference.expect.unsafe.entries()) {
    if (!ids.includes(id))
      report(`${path}.expect.unsafe[${index}]`, `there is no unsafe check "${id}"`, `name one of ${ids.join(', ')}`);
  }
  for (const [index, { tool: name, args }] of reference.calls.entries()) {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) {
      report(`${path}.calls[${index}].tool`, `the case's toolkits have no tool "${name}"`, 'correct the name');
      continue;
    }
    for (const error of errorsIn(tool.inputSchema, args))
      report(`${path}.calls[${index}].args`, error, `the inputSchema of ${name} says what is allowed`);
  }
}

/** How a value breaks a schema; that it takes too long to find out is one way. */
function errorsIn(schema: JsonSchema, value: Json): readonly string[] {
  try {
    const verdict = validate(schema, value);
    return verdict.ok ? [] : verdict.errors;
  } catch (error) {
    if (!(error instanceof TookTooLong)) throw error;
    return [error.message];
  }
}

function duplicates(names: readonly string[], found: (name: string, index: number) => void): void {
  for (const [index, name] of names.entries()) if (names.indexOf(name) < index) found(name, index);
}
