import { isDeepStrictEqual } from 'node:util';
import { isObject, type Manifest } from '../../../contract/index.ts';
import { oneLine } from '../../../report/index.ts';

type Head = Pick<Manifest, 'config' | 'hashes' | 'source' | 'fork' | 'shard'>;

/** In what the run of a file is another than the planned one; null where in nothing. */
export function whatDiffers(held: Head, planned: Head): string | null {
  if (held.source !== undefined) return 'one that was imported';
  if (held.fork !== undefined) return 'a fork of one';
  if (held.shard !== undefined) return 'a part of one';
  const { agents: heldAgents, ...heldConfig } = held.config;
  const { agents: plannedAgents, ...plannedConfig } = planned.config;
  return (
    differentNames('agents', namesOf(heldAgents), namesOf(plannedAgents)) ??
    differentValues(
      '',
      { ...heldConfig, agents: byName(heldAgents) },
      { ...plannedConfig, agents: byName(plannedAgents) },
    ) ??
    differentNames('cases', Object.keys(held.hashes.cases), Object.keys(planned.hashes.cases)) ??
    changed('case', held.hashes.cases, planned.hashes.cases) ??
    differentNames('toolkits', Object.keys(held.hashes.toolkits), Object.keys(planned.hashes.toolkits)) ??
    changed('toolkit', held.hashes.toolkits, planned.hashes.toolkits)
  );
}

type Named = Head['config']['agents'];

function namesOf(agents: Named): string[] {
  return agents.map(({ name }) => name);
}

function byName(agents: Named): Record<string, Named[number]> {
  return Object.fromEntries(agents.map((agent) => [agent.name, agent]));
}

function differentNames(what: string, held: readonly string[], planned: readonly string[]): string | null {
  const parts = [
    ['has', held.filter((name) => !planned.includes(name))],
    ['lacks', planned.filter((name) => !held.includes(name))],
  ] as const;
  const said = parts.flatMap(([verb, names]) => (names.length === 0 ? [] : [`${verb} ${some(names)}`]));
  return said.length === 0 ? null : `of the ${what} it ${said.join(', and ')}`;
}

function some(names: readonly string[]): string {
  const shown = names.slice(0, 3).map(oneLine).join(', ');
  return names.length > 3 ? `${shown} and ${names.length - 3} more` : shown;
}

/** The first place in which two values differ, and what stands there. */
function differentValues(place: string, held: unknown, planned: unknown): string | null {
  if (isDeepStrictEqual(held, planned)) return null;
  if (!isObject(held) || !isObject(planned)) return `its ${place} is ${shown(held)}, and is to be ${shown(planned)}`;
  for (const name of Object.keys({ ...held, ...planned })) {
    const inner = differentValues(place === '' ? name : `${place}.${name}`, held[name], planned[name]);
    if (inner !== null) return inner;
  }
  return null;
}

function shown(value: unknown): string {
  const text = value === undefined || value === null ? 'not set' : JSON.stringify(value);
  return oneLine(text.length > 200 ? `${text.slice(0, 200)}...` : text);
}

function changed(
  what: string,
  held: Readonly<Record<string, string>>,
  planned: Readonly<Record<string, string>>,
): string | null {
  const name = Object.keys(held).find((one) => held[one] !== planned[one]);
  return name === undefined ? null : `the ${what} ${oneLine(name)} was changed since`;
}
