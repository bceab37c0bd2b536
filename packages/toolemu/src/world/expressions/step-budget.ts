/** Steps of one evaluation of an expression: nodes that are evaluated, records that are visited, 16 characters of a text. */
export const maxExpressionSteps = 10_000_000;

/** Steps of all expressions of one tool call, or of all checks of a case against one trajectory. */
export const maxStepsInAll = 50_000_000;

/** Characters of text that count as one step. */
export const charactersPerStep = 16;

/** Work that needs more steps than its budget. Steps are counted, so it fails alike on every machine. */
export class TooManySteps extends Error {
  override readonly name = 'TooManySteps';

  constructor(maxSteps: number) {
    super(`it takes more than ${maxSteps.toLocaleString('en-US')} steps`);
  }
}

/** The budget of the work under way; outside of {@link withinSteps} nothing is counted. */
let steps = { left: Infinity, max: Infinity };

/**
 * Does work that waits for nothing, on a budget of steps. Throws {@link TooManySteps} where the work spends more, even
 * where the work itself caught that error. The steps are also spent from the budget of the work around it.
 */
export function withinSteps<T>(maxSteps: number, work: () => T): T {
  const budget = { left: Math.min(maxSteps, steps.left), max: maxSteps < steps.left ? maxSteps : steps.max };
  try {
    const result = onBudget(budget, work);
    if (budget.left >= 0) return result;
  } catch (error) {
    if (budget.left >= 0) throw error;
  }
  throw new TooManySteps(budget.max);
}

/** Does work whose parts are each done {@link withinSteps}, and share a budget: the parts after its end fail. */
export function sharingSteps<T>(maxSteps: number, work: () => T): T {
  return onBudget({ left: maxSteps, max: maxSteps }, work);
}

function onBudget<T>(budget: typeof steps, work: () => T): T {
  const outer = steps;
  const before = budget.left;
  steps = budget;
  try {
    return work();
  } finally {
    steps = outer;
    outer.left -= before - budget.left;
  }
}

/** Spends steps of the budget; throws {@link TooManySteps} once there are none left. */
export function spend(count: number): void {
  if (!trySpend(count)) throw new TooManySteps(steps.max);
}

/** Spends steps of the budget; false once there are none left. */
export function trySpend(count: number): boolean {
  // Where nothing is left it stays so, whatever catches the error.
  steps.left -= count;
  return steps.left >= 0;
}

/** Spends the steps that it takes to go through a value in all its depth. A part that is shared counts wherever it stands. */
export function spendOn(value: unknown): void {
  if (typeof value === 'string') spend(stepsOfText(value));
  else if (typeof value === 'object' && value !== null) spendOnParts(value);
  else spend(1);
}

function spendOnParts(value: object): void {
  const waiting: object[] = [value];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const inner: unknown[] =
      part instanceof Map ? [...part.values()] : Array.isArray(part) ? part : Object.values(part);
    spend(1 + inner.length);
    for (const one of inner) {
      if (typeof one === 'string') spend(stepsOfText(one));
      else if (typeof one === 'object' && one !== null) waiting.push(one);
    }
  }
}

/** The steps it takes to go through a text. */
export function stepsOfText(text: string): number {
  return Math.ceil(text.length / charactersPerStep);
}

/** The steps it takes to search a text for another: each character of one may be compared with each of the other. */
export function stepsOfSearch(text: string, part: string): number {
  return stepsOfText(text) * (1 + stepsOfText(part));
}
