import type { ASTNode } from '@marcbachmann/cel-js';
import { maxExpressionSteps, stepsOfText } from './step-budget.ts';

/** Items that are assumed of each list whose length the expression does not say. Records and texts count alike. */
const assumedItems = 10;

/** What can be said of a value before anything is evaluated. */
interface Extent {
  /** Items of a list. */
  readonly items: number;
  /** Steps that it takes to go through all of it. */
  readonly size: number;
  /** An item of it; undefined where all items are as large. */
  readonly item?: Extent;
}

/** The extents of the variables that loops and `cel.bind` declare. */
type Variables = ReadonlyMap<string, Extent>;

const small: Extent = { items: 1, size: 1 };
const open: Extent = { items: assumedItems, size: assumedItems };

const loops = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);

/** Functions whose result is as large as all they are given. */
const gathering = new Set(['merge', 'join', 'dyn', 'orValue', 'or', 'string', 'bytes', 'split', 'without']);

/** Why an expression is not evaluated at all: what it may cost has no bound, or is too much for lists of few items. */
export function unboundedReason(tree: ASTNode): string | null {
  const cost = new Cost();
  const { size } = cost.of(tree, new Map());
  if (cost.callsMatches)
    return 'matches() is not allowed: it backtracks without bound; use like(), contains() or startsWith()';
  if (cost.steps + size <= maxExpressionSteps) return null;
  return `it takes more than ${maxExpressionSteps.toLocaleString('en-US')} steps even where each list has ${assumedItems} items: write it with fewer loops inside each other, and without values that grow in each`;
}

/** Adds up what an expression costs. A part is looked at once, however often it is evaluated. */
class Cost {
  steps = 0;
  callsMatches = false;
  /** How often the part that is looked at is evaluated. */
  private times = 1;

  of(node: ASTNode, variables: Variables): Extent {
    this.steps += this.times;
    const extent = this.extentOf(node, variables);
    this.steps += this.times * (node.op === '+' ? extent.size : 0);
    return extent;
  }

  private extentOf(node: ASTNode, variables: Variables): Extent {
    switch (node.op) {
      case 'value':
        return typeof node.args === 'string' ? { items: 1, size: Math.max(1, stepsOfText(node.args)) } : small;
      case 'id':
        return variables.get(node.args) ?? open;
      case 'call':
        return this.result(node.args[0], node.args[1], variables);
      case 'rcall':
        return this.callOn(node.args, variables);
      case 'list':
        return listOf(node.args.map((item) => this.of(item, variables)));
      case 'map':
        return listOf(node.args.flat().map((part) => this.of(part, variables)));
      case '.':
      case '.?':
        return itemOf(this.of(node.args[0], variables));
      case '[]':
      case '[?]':
        this.of(node.args[1], variables);
        return itemOf(this.of(node.args[0], variables));
      case '?:': {
        this.of(node.args[0], variables);
        return larger(this.of(node.args[1], variables), this.of(node.args[2], variables));
      }
      case '+':
        return joined(this.of(node.args[0], variables), this.of(node.args[1], variables));
      case '!_':
      case '-_':
        this.of(node.args, variables);
        return small;
      default:
        for (const part of node.args) this.of(part, variables);
        return small;
    }
  }

  private callOn([name, receiver, args]: [string, ASTNode, ASTNode[]], variables: Variables): Extent {
    const [variable, body, last] = args;
    if (loops.has(name) && variable?.op === 'id' && body !== undefined) {
      return this.loop(name, this.of(receiver, variables), [variable.args, body, last], variables);
    }
    if (name === 'bind' && variable?.op === 'id' && body !== undefined && last !== undefined) {
      return this.of(last, new Map([...variables, [variable.args, this.of(body, variables)]]));
    }
    return this.result(name, [receiver, ...args], variables);
  }

  private loop(
    name: string,
    list: Extent,
    [variable, body, last]: readonly [string, ASTNode, ASTNode | undefined],
    variables: Variables,
  ): Extent {
    const outer = this.times;
    this.times *= list.items;
    const inside = new Map([...variables, [variable, itemOf(list)]]);
    const first = this.of(body, inside);
    const item = last === undefined ? first : this.of(last, inside);
    this.times = outer;
    if (name === 'filter') return list;
    return name === 'map' ? { items: list.items, size: 1 + list.items * item.size, item } : small;
  }

  private result(name: string, args: readonly ASTNode[], variables: Variables): Extent {
    if (name === 'matches') this.callsMatches = true;
    const given = args.map((arg) => this.of(arg, variables));
    return gathering.has(name) ? given.reduce(joined, { items: 0, size: 0 }) : small;
  }
}

function listOf(items: readonly Extent[]): Extent {
  const item = items.reduce(larger, { items: 0, size: 0 });
  return { items: items.length, size: items.reduce((sum, { size }) => sum + size, 1), item };
}

function itemOf({ item }: Extent): Extent {
  return item ?? open;
}

function larger(a: Extent, b: Extent): Extent {
  return b.size > a.size ? b : a;
}

function joined(a: Extent, b: Extent): Extent {
  const { item } = larger(a, b);
  return { items: a.items + b.items, size: a.size + b.size, ...(item === undefined ? {} : { item }) };
}
