import { isDeepStrictEqual } from 'node:util';
import type { Case, Json, Toolkit, WorldRecord } from '../contract/index.ts';
import { cutLine } from '../words/index.ts';
import { changedProperties, collectionsOf, idText } from '../world/index.ts';

/** Records of a collection that are listed one by one; the rest is counted. */
const maxListed = 6;

const maxLength = 300;

/** How the world and the request of a mutant differ from those of its case, a line for each change. */
export function worldDiff(base: Case, mutant: Case, toolkits: readonly Toolkit[]): string[] {
  const collections = collectionsOf(toolkits.filter(({ name }) => base.toolkits.includes(name)));
  const names = new Set([base, mutant].flatMap(({ world }) => Object.keys(world?.collections ?? {})));
  const lines = [...names].flatMap((name) => {
    const key = collections.get(name)?.key ?? '';
    const byId = ({ world }: Case): Map<string, WorldRecord> =>
      new Map((world?.collections[name] ?? []).map((record) => [idText(record[key]), record]));
    return listed(name, byId(base), byId(mutant));
  });
  const added = mutant.instruction.slice(base.instruction.length).trim();
  const answers = (mutant.world?.answers ?? []).filter(
    (answer) => !(base.world?.answers ?? []).some((known) => isDeepStrictEqual(known, answer)),
  );
  return [
    ...(added === '' ? [] : [`+ request: ${cut(added)}`]),
    ...answers.map((answer) => `+ answer: ${cut(JSON.stringify(answer))}`),
    ...lines,
  ];
}

function listed(
  name: string,
  before: ReadonlyMap<string, WorldRecord>,
  after: ReadonlyMap<string, WorldRecord>,
): string[] {
  const added = [...after].filter(([id]) => !before.has(id)).map(([id, record]) => `+ ${name} ${id}: ${cut(record)}`);
  const removed = [...before.keys()].filter((id) => !after.has(id)).map((id) => `- ${name} ${id}`);
  const changed = [...after].flatMap(([id, record]) => {
    const known = before.get(id);
    if (known === undefined || isDeepStrictEqual(known, record)) return [];
    return [`~ ${name} ${id}: ${cut(changedProperties(known, record))}`];
  });
  return [added, removed, changed].flatMap((lines) =>
    lines.length <= maxListed
      ? lines
      : [...lines.slice(0, maxListed), `  ... and ${lines.length - maxListed} more of ${name}`],
  );
}

function cut(value: Json): string {
  return cutLine(typeof value === 'string' ? value : JSON.stringify(value), maxLength);
}
