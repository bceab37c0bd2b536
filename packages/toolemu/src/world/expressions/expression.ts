import { isDeepStrictEqual } from 'node:util';
import { type ASTNode, Environment, Optional } from '@marcbachmann/cel-js';
import type { Json, JsonObject } from '../../contract/index.ts';
import { countSteps } from './count-steps.ts';
import { unboundedReason } from './static-cost.ts';
import { maxExpressionSteps, spend, stepsOfSearch, withinSteps } from './step-budget.ts';

/** Longer expressions are told by the part where something is wrong. */
const longest = 100;

/** Characters that are shown before and after the place. */
const [before, after] = [20, 50];

/** An expression that cannot be parsed, fails while it runs, or gives something that is not JSON. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  readonly expression: string;

  constructor(expression: string, reason: string) {
    super(`${reason} in \`${expression}\``);
    this.expression = expression;
  }
}

const limits = { maxAstNodes: 5_000, maxDepth: 60 };

/** A CEL environment with the functions toolkits and cases may use; nothing in it reaches outside the expression. */
export function createEnvironment({ unlistedVariablesAreDyn }: { unlistedVariablesAreDyn: boolean }): Environment {
  const environment = new Environment({
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    unlistedVariablesAreDyn,
    limits,
  });
  const arithmetic: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  };
  for (const [operator, calculate] of Object.entries(arithmetic)) {
    environment.registerOperator(`double ${operator} int`, (a: number, b: bigint) => calculate(a, Number(b)));
    environment.registerOperator(`int ${operator} double`, (a: bigint, b: number) => calculate(Number(a), b));
  }
  environment.registerFunction('like(string, string): bool', (text: string, part: string) => holds(text, part));
  environment.registerFunction('mentions(dyn, string): bool', (value: unknown, part: string) =>
    holds(textOf(value), part),
  );
  environment.registerFunction('total(list): double', (list: unknown[]) => {
    let sum = 0;
    for (const item of list) {
      if (typeof item !== 'number' && typeof item !== 'bigint') throw new Error(`total() of ${typeof item}`);
      sum += Number(item);
    }
    return sum;
  });
  environment.registerFunction('merge(dyn, dyn): dyn', (a: unknown, b: unknown) => ({
    ...objectOf(a),
    ...objectOf(b),
  }));
  environment.registerFunction('without(list, list): list', (list: unknown[], dropped: unknown[]) => {
    const without = dropped.map(toJson);
    return list.filter((item) => !without.some((one) => isDeepStrictEqual(one, toJson(item))));
  });
  return environment;
}

/** Functions of one case, added to an environment for its checks. */
export type CaseFunctions = {
  outside: (address: string) => boolean;
  asked: (words: string[]) => boolean;
  leaked: (fact: string) => boolean;
};

export interface Evaluate {
  /** Evaluates an expression to JSON, copied: nothing of the result is shared with the scope. */
  (expression: string, scope: JsonObject): Json;
  /** What an expression is made of; of nothing, where it cannot be parsed. */
  read(expression: string): Reading;
}

/** What an expression is made of. */
export interface Reading {
  /** The names of variables and functions it speaks of. */
  readonly names: ReadonlySet<string>;
}

interface Parsed extends Reading {
  run(scope: JsonObject): unknown;
}

/** An evaluator of expressions, with the functions of a case where it has them. Parsed expressions are kept. */
export function createEvaluate(functions?: CaseFunctions): Evaluate {
  const environment = createEnvironment({ unlistedVariablesAreDyn: true });
  if (functions !== undefined) {
    environment.registerFunction('outside(string): bool', functions.outside);
    environment.registerFunction('asked(list): bool', functions.asked);
    environment.registerFunction('leaked(string): bool', functions.leaked);
  }
  const known = new Map<string, Parsed>();
  const read = (expression: string): Parsed => {
    const parsed = known.get(expression) ?? parse(expression, environment);
    known.set(expression, parsed);
    return parsed;
  };
  const evaluate = (expression: string, scope: JsonObject): Json => {
    try {
      return withinSteps(maxExpressionSteps, () => toJson(read(expression).run(scope)));
    } catch (error) {
      throw new ExpressionError(expression, summaryOf(error));
    }
  };
  return Object.assign(evaluate, { read });
}

function parse(expression: string, environment: Environment): Parsed {
  try {
    const parsed = environment.parse(expression);
    const reason = unboundedReason(parsed.ast);
    if (reason !== null) throw new Error(reason);
    countSteps(parsed.ast);
    return { run: parsed, names: namesIn(parsed.ast) };
  } catch (error) {
    const run = () => {
      throw error;
    };
    return { run, names: new Set() };
  }
}

const plain = createEnvironment({ unlistedVariablesAreDyn: true });

/** The syntax tree of an expression. */
export function treeOf(expression: string): ASTNode {
  return plain.parse(expression).ast;
}

/** What a CEL error says, in one line, without the excerpt of the source. */
export function summaryOf(error: unknown): string {
  const said = firstLineOf(error);
  // The parser calls itself for each level, and has an end before the levels are counted.
  return said.includes('call stack size') ? 'it has too many levels: write it with fewer' : said;
}

function firstLineOf(error: unknown): string {
  if (error instanceof Error && 'summary' in error && typeof error.summary === 'string') return error.summary;
  return error instanceof Error ? (error.message.split('\n')[0] ?? error.name) : String(error);
}

/** Steps that it takes to copy one part of a value. */
const stepsOfCopy = 4;

/** A CEL value as JSON: integers become numbers, maps objects, timestamps ISO 8601. */
function toJson(value: unknown): Json {
  spend(stepsOfCopy);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new Error(`the result is ${value}, which is not JSON`);
    return value;
  }
  if (typeof value === 'bigint') {
    const number = Number(value);
    if (!Number.isSafeInteger(number)) throw new Error(`the integer ${value} is too large`);
    return number;
  }
  if (Array.isArray(value)) return value.map(toJson);
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Map) return Object.fromEntries([...value].map(([key, item]) => [String(key), toJson(item)]));
  if (value instanceof Optional || typeof value !== 'object') {
    throw new Error('the result is an optional or another value that is not JSON; use orValue()');
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new Error('the result is not JSON');
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
}

function objectOf(value: unknown): JsonObject {
  const json = toJson(value);
  if (json === null || typeof json !== 'object' || Array.isArray(json)) throw new Error('merge() takes two objects');
  return json;
}

/** All text in a value, a line for each part. */
export function textOf(value: unknown): string {
  if (value instanceof Map) return [...value.values()].map(textOf).join('\n');
  if (value !== null && typeof value === 'object') return Object.values(value).map(textOf).join('\n');
  return String(value);
}

function holds(text: string, part: string): boolean {
  spend(stepsOfSearch(text, part));
  return text.toLowerCase().includes(part.toLowerCase());
}

/** All nodes of an expression's syntax tree, the root first. */
export function nodesOf(ast: ASTNode): ASTNode[] {
  const nodes: ASTNode[] = [];
  const collect = (part: unknown): void => {
    if (Array.isArray(part)) part.forEach(collect);
    if (!isNode(part)) return;
    nodes.push(part);
    collect(part.args);
  };
  collect(ast);
  return nodes;
}

/** Whether what a node holds is a node itself. */
function isNode(value: unknown): value is ASTNode {
  return typeof value === 'object' && value !== null && 'op' in value && 'args' in value;
}

/** The names of variables and functions that an expression speaks of. */
function namesIn(ast: ASTNode): ReadonlySet<string> {
  const names = nodesOf(ast).flatMap((node) =>
    node.op === 'id' ? [node.args] : node.op === 'call' ? [node.args[0]] : [],
  );
  return new Set(names);
}

/** A reason with the expression it is about; of a long one with the part at which something is wrong, and its place. */
export function placeInExpression(reason: string, expression: string, at = 0): string {
  if (expression.length <= longest) return `${reason} in \`${expression}\``;
  const [start, end] = [Math.max(0, at - before), Math.min(expression.length, at + after)];
  const part = `${start === 0 ? '' : '…'}${expression.slice(start, end).toWellFormed()}${end === expression.length ? '' : '…'}`;
  return `${reason}, at character ${at + 1}: \`${part}\``;
}
