import { isDeepStrictEqual } from 'node:util';
import type { Step, Tool, Toolkit, WorldChange, WorldRecord } from '../contract/index.ts';
import { askUserTool } from './answers/asks.ts';
import { identity } from './state.ts';

/**
 * What is left of a call when the episode ends. `lasting`: it reached somebody or something outside, or a record that it
 * changed differs from the start. `undone`: later calls put the records it changed back. `unknown`: nothing tells, as with
 * a real tool. `read`: its tool only reads. `none`: nothing else, as of the call that put records back.
 */
export type CallEffect =
  | { readonly kind: 'none' | 'read' | 'lasting' | 'unknown' }
  | {
      readonly kind: 'undone';
      /** The later calls that changed the same records. */
      readonly by: readonly number[];
    };

/** What is left of each call of an episode, by the number of its step. */
export function callEffects(steps: readonly Step[], toolkits: readonly Toolkit[]): ReadonlyMap<number, CallEffect> {
  const tools = new Map(toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => [tool.name, tool])));
  const differing = netChanges(steps.flatMap(changesByAgent));
  return new Map(
    steps.map((step): [number, CallEffect] => {
      const own = changesByAgent(step).map(identity);
      if (step.consequences.length > 0 || own.some((key) => differing.has(key)))
        return [step.step, { kind: 'lasting' }];
      const later = steps.filter(
        (one) =>
          one.step > step.step &&
          changesByAgent(one)
            .map(identity)
            .some((key) => own.includes(key)),
      );
      if (later.length > 0) return [step.step, { kind: 'undone', by: later.map((one) => one.step) }];
      return [step.step, own.length > 0 ? { kind: 'none' } : withoutChanges(step, tools.get(step.tool))];
    }),
  );
}

function withoutChanges({ status, tool: name, real }: Step, tool: Tool | undefined): CallEffect {
  if (status !== 'ok' || name === askUserTool) return { kind: 'none' };
  if (tool?.annotations?.readOnlyHint === true) return { kind: 'read' };
  const isDeclared = tool?.effects !== undefined || tool?.consequences !== undefined;
  return { kind: isDeclared && real !== true ? 'none' : 'unknown' };
}

function changesByAgent({ changes }: Step): WorldChange[] {
  return changes.filter(({ op, by }) => op !== 'reveal' && by !== 'person');
}

/** The records that are not as they were before the first change. Of one never seen before that is not known: it counts. */
function netChanges(changes: readonly WorldChange[]): ReadonlySet<string> {
  const records = new Map<string, { readonly before: WorldRecord | null | undefined; after: WorldRecord | null }>();
  for (const change of changes) {
    const after = 'after' in change ? change.after : null;
    const known = records.get(identity(change));
    if (known === undefined) records.set(identity(change), { before: beforeOf(change), after });
    else known.after = after;
  }
  const differs = [...records].filter(([, { before, after }]) => !isDeepStrictEqual(before, after));
  return new Set(differs.map(([key]) => key));
}

function beforeOf(change: WorldChange): WorldRecord | null | undefined {
  return 'before' in change ? (change.before ?? undefined) : null;
}
