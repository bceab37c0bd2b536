import type { ASTNode } from '@marcbachmann/cel-js';
import { spend, spendOn, stepsOfSearch, stepsOfText, trySpend } from './step-budget.ts';

/** A node as the library evaluates it, beyond what its types declare. */
interface Node {
  readonly op: string;
  readonly args: unknown;
  /** Carries out an operator or a function with values, which are its first arguments. */
  handle?: (...given: never[]) => unknown;
  evaluate: (evaluator: unknown, node: unknown, context: unknown) => unknown;
  /** What stands for the node: the loop that a macro was expanded to, or its parts. */
  readonly meta: {
    readonly alternate?: Node;
    readonly macro?: Partial<Record<'receiver' | 'arg' | 'val' | 'exp', Node>>;
  };
}

/** The loop that `all`, `exists`, `exists_one`, `map` and `filter` are expanded to. */
interface Loop {
  readonly iterable: Node;
  readonly init: Node;
  readonly step: Node;
  condition?: (result: unknown) => boolean;
}

/** Steps of a failure that is caught in a loop or by an operator, and characters of its expression that cost a further one. */
const [stepsPerFailure, charactersPerFailureStep] = [250, 64];

/** Counts the steps of an expression from its first evaluation on: by then the library has chosen how to carry it out. */
export function countSteps(tree: ASTNode): void {
  const root = tree as unknown as Node;
  root.evaluate = (evaluator, node, context) => {
    Reflect.deleteProperty(root, 'evaluate');
    count(root, stepsPerFailure + Math.ceil(tree.end / charactersPerFailureStep));
    return root.evaluate(evaluator, node, context);
  };
}

/** Makes each part of a tree spend its steps, and gives how many nodes it has. */
function count(node: Node, failureSteps: number): number {
  const { alternate, macro } = node.meta;
  if (alternate !== undefined) return 1 + count(alternate, failureSteps);
  if (node.op === 'comprehension') return countLoop(node.args as Loop, failureSteps);
  const parts = macro === undefined ? [node.args] : [macro.receiver, macro.arg, macro.val, macro.exp];
  const nodes = nodesIn(parts).reduce((sum, part) => sum + count(part, failureSteps), 1);
  if (node.op === '||' || node.op === '&&') spendOnFailure((node.args as readonly [Node])[0], failureSteps);
  const { handle } = node;
  if (handle !== undefined && !isAccess(node.op)) {
    node.handle = (...given: never[]) => {
      spendBefore(node, given);
      const result = handle(...given);
      if (growing.has(node.op)) spendOnLength(result);
      return result;
    };
  }
  return nodes;
}

/** A loop ends with the budget: the errors of single rounds are caught in it. */
function countLoop(loop: Loop, failureSteps: number): number {
  const { iterable, init, step, condition } = loop;
  const round = count(step, failureSteps);
  spendOnFailure(step, failureSteps);
  loop.condition = (result) => trySpend(round) && (condition === undefined || condition(result));
  return 1 + count(iterable, failureSteps) + count(init, failureSteps) + round;
}

/** Makes a part spend steps where it fails: to write what is wrong takes far longer than to evaluate it. */
function spendOnFailure(node: Node, failureSteps: number): void {
  let evaluate = node.evaluate;
  const counted: Node['evaluate'] = (...given) => {
    try {
      return evaluate.call(node, ...given);
    } catch (error) {
      trySpend(failureSteps);
      throw error;
    }
  };
  // The library replaces the method by a faster one as soon as it is called.
  const set = (faster: Node['evaluate']): void => void (evaluate = faster);
  Object.defineProperty(node, 'evaluate', { get: () => counted, set, configurable: true });
}

function nodesIn(part: unknown): Node[] {
  if (Array.isArray(part)) return part.flatMap(nodesIn);
  return typeof part === 'object' && part !== null && 'op' in part && 'args' in part ? [part as Node] : [];
}

function isAccess(op: string): boolean {
  return op === '.' || op === '.?' || op === '[]' || op === '[?]';
}

/** Operators and functions whose result may be longer than what they are given. */
const growing = new Set(['+', 'call', 'rcall']);

/** Functions that take as long for a large value as for a small one. */
const constant = new Set(['dyn', 'type', 'orValue', 'hasValue', 'optional.of', 'of', 'value', 'or']);

/** Functions of the library that search a text for another. */
const searching = new Set(['contains', 'indexOf', 'lastIndexOf', 'split']);

/** Steps of a part of a timestamp in a time zone, which the system is asked for. */
const stepsOfTimeZone = 2_000;

/** Spends what an operator or a function needs for the values it is given, before it is carried out. */
function spendBefore({ op, args }: Node, given: readonly unknown[]): void {
  if (op !== 'call' && op !== 'rcall') return spendOnOperator(op, given);
  const name = (args as readonly [string])[0];
  const values = given[0] as readonly unknown[];
  if (constant.has(name)) return;
  if (name === 'size') return spend(typeof values[0] === 'string' ? 1 + stepsOfText(values[0]) : 1);
  spend(1 + extraSteps(name, values));
  for (const value of values) spendOn(value);
}

/** Steps beyond those of going through each value once. */
function extraSteps(name: string, [first, second]: readonly unknown[]): number {
  if (searching.has(name) && typeof first === 'string' && typeof second === 'string')
    return stepsOfSearch(first, second);
  if (name === 'join' && Array.isArray(first) && typeof second === 'string') return first.length * stepsOfText(second);
  // Its pattern tries each beginning and each end of a number.
  if (name === 'duration' && typeof first === 'string') return first.length ** 3;
  return name.startsWith('get') && typeof second === 'string' ? stepsOfTimeZone : 0;
}

function spendOnOperator(op: string, [left, right]: readonly unknown[]): void {
  if (op === '==' || op === '!=') {
    // As soon as one side ends, they differ.
    spendOn(typeof left === 'object' && typeof right === 'object' ? left : null);
    if (typeof left === 'string' && left.length === (right as string)?.length) spend(stepsOfText(left));
  } else if (op === 'in') {
    if (Array.isArray(right)) spendOnMembership(left, right);
    else spend(1);
  } else if (typeof left === 'string') spend(stepsOfText(left));
  else spend(1);
}

/** Each item is compared with the value: at a glance where either is no list or object. */
function spendOnMembership(value: unknown, list: readonly unknown[]): void {
  spend(list.length * (typeof value === 'string' ? 1 + stepsOfText(value) : 1));
  if (typeof value === 'object' && value !== null) for (const item of list) spendOn(item);
}

function spendOnLength(value: unknown): void {
  if (typeof value === 'string') spend(stepsOfText(value));
  else if (Array.isArray(value) || value instanceof Uint8Array) spend(value.length);
}
