import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { jsonSchemaOf, schemaNames } from '../contract/index.ts';
import { UsageError } from './failure.ts';
import { note, print, printJson } from './output.ts';
import { version } from './program.ts';

/** The formats, and the HTTP API of `toolemu view`, whose document holds many schemas. */
const names = [...schemaNames, 'openapi'] as const;

/** `toolemu schema`: the contract as JSON Schema, and the HTTP API as OpenAPI. */
export async function schema(name: string | undefined, { out }: { out?: string }): Promise<void> {
  const chosen = names.filter((key) => name === undefined || key === name);
  const [only] = chosen;
  if (only === undefined) throw new UsageError(`there is no schema "${name}"; the schemas are ${names.join(', ')}`);
  if (out !== undefined) {
    mkdirSync(out, { recursive: true });
    for (const key of chosen) {
      const file = path.join(out, key === 'openapi' ? 'openapi.json' : `${key}.schema.json`);
      writeFileSync(file, `${JSON.stringify(await documentOf(key), null, 2)}\n`);
      note(`wrote ${file}`);
    }
    return;
  }
  if (name !== undefined) printJson(await documentOf(only));
  else print(names.join('\n'));
}

async function documentOf(name: (typeof names)[number]): Promise<unknown> {
  if (name !== 'openapi') return jsonSchemaOf(name);
  const [{ endpoints }, { openApiDocument }] = await Promise.all([
    import('../contract/api/index.ts'),
    import('../server/http/openapi.ts'),
  ]);
  return openApiDocument(endpoints, version());
}
