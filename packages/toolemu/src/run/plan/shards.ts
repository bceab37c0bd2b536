import { createHash } from 'node:crypto';
import { type Case, type Manifest, withOldNames } from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import { ConfigError } from './prepare-run.ts';

/** A part of a run: the `index`-th, from 1, of so many. */
export interface ShardChoice {
  readonly index: number;
  readonly of: number;
}

/** Calls of a case without references: the paper's mean is 3.57 (appendix A.3). */
const usualCalls = 4;

/**
 * The cases of a part, in their order. The parts are about equally long by the calls that references make, and do not
 * depend on the order of the cases: the longest first, each goes to the part that has least.
 */
export function casesOfShard(cases: readonly Case[], { index, of }: ShardChoice): Case[] {
  if (of > cases.length) {
    throw new ConfigError(
      `\`shard: '${index}/${of}'\`: there are only ${cases.length} cases, and a case is never split`,
    );
  }
  const loads = Array.from({ length: of }, () => 0);
  const mine = new Set<string>();
  for (const { id, length } of cases.map(lengthOf).toSorted(longestFirst)) {
    const least = loads.indexOf(Math.min(...loads));
    loads[least] = (loads[least] ?? 0) + length;
    if (least === index - 1) mine.add(id);
  }
  return cases.filter(({ id }) => mine.has(id));
}

/** The head of a part of a run, from the head of the whole. */
export function headOfShard(head: Omit<Manifest, 'format'>, choice: ShardChoice): Omit<Manifest, 'format'> {
  const cases = casesOfShard(head.cases, choice);
  const named = new Set(cases.flatMap((one) => one.toolkits));
  const toolkits = head.toolkits.filter(({ name }) => named.has(name));
  return {
    ...head,
    cases,
    toolkits,
    hashes: {
      ...head.hashes,
      cases: only(
        head.hashes.cases,
        cases.map(({ id }) => id),
      ),
      toolkits: only(
        head.hashes.toolkits,
        toolkits.map(({ name }) => name),
      ),
    },
    shard: {
      ...choice,
      run: hashOf({ toolemu: head.toolemu, config: withOldNames('run-config', head.config), hashes: head.hashes }),
      cases: head.cases.map(({ id }) => id),
      toolkits: head.toolkits.map(({ name }) => name),
    },
  };
}

function lengthOf({ id, references = [] }: Case): { id: string; length: number; rank: string } {
  const calls = references.reduce((sum, reference) => sum + reference.calls.length, 0);
  const length = 1 + (references.length === 0 ? usualCalls : calls / references.length);
  return { id, length, rank: createHash('sha256').update(id).digest('hex') };
}

function longestFirst(one: ReturnType<typeof lengthOf>, other: ReturnType<typeof lengthOf>): number {
  return other.length - one.length || (one.rank < other.rank ? -1 : 1);
}

function only(all: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, all[name] ?? '']));
}
