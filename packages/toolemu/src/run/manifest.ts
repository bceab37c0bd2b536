import { createHash } from 'node:crypto';
import type { Case, Json, Manifest, RunConfig, Toolkit } from '../contract/index.ts';

/** The head of a new run: the cases and the toolkits they name as they are now, with their hashes. */
export function createManifest({
  version,
  config,
  cases,
  toolkits,
  prompts = {},
}: {
  version: string;
  config: RunConfig;
  cases: readonly Case[];
  toolkits: readonly Toolkit[];
  prompts?: Record<string, string>;
}): Omit<Manifest, 'format'> {
  const named = new Set(cases.flatMap((one) => one.toolkits));
  const used = toolkits.filter(({ name }) => named.has(name));
  return {
    toolemu: version,
    createdAt: new Date().toISOString(),
    config,
    cases: [...cases],
    toolkits: used,
    hashes: {
      cases: Object.fromEntries(cases.map((one) => [one.id, hashOf(one)])),
      toolkits: Object.fromEntries(used.map((one) => [one.name, hashOf(one)])),
      prompts,
    },
  };
}

/** Hash of a JSON value, whatever the order of its keys. */
export function hashOf(value: unknown): string {
  return createHash('sha256')
    .update(canonical(value as Json))
    .digest('base64url')
    .slice(0, 22);
}

function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`).join(',')}}`;
}
