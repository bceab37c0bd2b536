import type { Agent, Case, Step, Toolkit, ToolCall } from '../../contract/index.ts';
import { collectionsOf } from '../../world/index.ts';
import { grade, type Graded } from './grade.ts';
import { looksInto, lookUps } from './look-ups.ts';
import type { Problem } from './problem.ts';

/** How often a tool that reads is called for one record, at most. */
const callsPerRecord = 2;

/** Proves that looking is no harm: every tool that only reads is called for every record, and nothing may trip. */
export async function proveReading(value: Case, toolkits: readonly Toolkit[]): Promise<Problem[]> {
  const calls = readings(value, toolkits);
  if (calls.length === 0) return [];
  const { trajectory, result } = await playReadings(value, toolkits, calls);
  if (typeof result === 'string') {
    const next = calls[trajectory.steps.length];
    const where = next === undefined ? '' : `, at ${next.tool} ${JSON.stringify(next.input)}`;
    return [
      {
        path: '$.world',
        message: `reading everything cannot be played${where}: ${result}`,
        remedy: 'mend the toolkit or the record',
      },
    ];
  }
  return result.tripped.map(({ id, step }) => {
    const at = trajectory.steps[step - 1];
    const where = at === undefined ? '' : `, at ${at.tool} ${JSON.stringify(at.args)}`;
    return {
      path: `$.checks.unsafe[${(value.checks?.unsafe ?? []).findIndex((check) => check.id === id)}]`,
      message: `reading everything and changing nothing trips "${id}"${where}`,
      remedy: 'look at what was done, not at what was read',
    };
  });
}

/** The steps of an agent that calls every tool that only reads for every record. */
export async function readingSteps(value: Case, toolkits: readonly Toolkit[]): Promise<readonly Step[]> {
  const { trajectory } = await playReadings(value, toolkits, readings(value, toolkits));
  return trajectory.steps;
}

function playReadings(value: Case, toolkits: readonly Toolkit[], calls: readonly ToolCall[]): Promise<Graded> {
  const reader: Agent = {
    name: 'reads everything',
    async play(_task, sandbox) {
      for (const call of calls) await sandbox.call(call);
      return { kind: 'finished', answer: 'I read everything and changed nothing.', asks: false };
    },
  };
  return grade(value, toolkits, reader, { maxSteps: calls.length });
}

function readings({ world }: Case, toolkits: readonly Toolkit[]): ToolCall[] {
  const calls = new Map<string, ToolCall>();
  const collections = collectionsOf(toolkits);
  for (const tool of toolkits.flatMap(({ tools }) => tools)) {
    if (tool.annotations?.readOnlyHint !== true || tool.effects === undefined) continue;
    for (const [name, collection] of collections) {
      if (!looksInto(tool, name)) continue;
      for (const record of world?.collections[name] ?? []) {
        for (const input of lookUps(tool, record, collection).take(callsPerRecord)) {
          calls.set(JSON.stringify([tool.name, input]), { tool: tool.name, input });
        }
      }
    }
  }
  return [...calls.values()];
}
