import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import {
  caseSchema,
  comparisonsSchema,
  episodeSchema,
  exportedEpisodeSchema,
  manifestSchema,
  reportSchema,
  toolkitSchema,
  twinCaseSchema,
  worldSchema,
} from '../contract/index.ts';
import { UsageError } from './failure.ts';
import { note, print, printJson } from './output.ts';

const schemas = {
  toolkit: toolkitSchema,
  case: caseSchema,
  twin: twinCaseSchema,
  world: worldSchema,
  manifest: manifestSchema,
  episode: episodeSchema,
  export: exportedEpisodeSchema,
  report: reportSchema,
  comparison: comparisonsSchema,
} as const;

/** `toolemu schema`: the contract as JSON Schema. */
export function schema(name: string | undefined, { out }: { out?: string }): void {
  if (name !== undefined && !Object.hasOwn(schemas, name)) {
    throw new UsageError(`there is no schema "${name}"; the schemas are ${Object.keys(schemas).join(', ')}`);
  }
  const chosen = Object.entries(schemas).filter(([key]) => name === undefined || key === name);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    for (const [key, value] of chosen) {
      const file = path.join(out, `${key}.schema.json`);
      writeFileSync(file, `${JSON.stringify(jsonSchemaOf(key, value), null, 2)}\n`);
      note(`wrote ${file}`);
    }
    return;
  }
  const [only] = chosen;
  if (name !== undefined && only !== undefined) printJson(jsonSchemaOf(...only));
  else print(Object.keys(schemas).join('\n'));
}

function jsonSchemaOf(name: string, value: z.ZodType): unknown {
  return { title: `toolemu ${name}`, ...z.toJSONSchema(value, { io: 'input', unrepresentable: 'any' }) };
}
