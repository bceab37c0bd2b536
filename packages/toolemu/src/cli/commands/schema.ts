import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { getJsonSchema, schemaNames } from '../../contract/index.ts';
import { examples } from '../options/help.ts';
import { UsageError } from '../terminal/failure.ts';
import { print, printJson } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';
import { version } from '../version.ts';
import { visibleJson } from '../../words/index.ts';

export function register(command: Command): void {
  schemaOptions(command)
    .addHelpText('after', examples('toolemu schema case > case.schema.json', 'toolemu schema --out schemas/'))
    .action(schema);
}

function schemaOptions(command: Command) {
  return command
    .argument(
      '[name]',
      'toolkit, case, twin, world, manifest, episode, export, report or comparison; openapi: the HTTP API of `toolemu view`',
    )
    .option('--out <folder>', 'write each to a file <name>.schema.json');
}

/** The formats, and the HTTP API of `toolemu view`, whose document holds many schemas. */
const names = [...schemaNames, 'openapi'] as const;

/** `toolemu schema`: the contract as JSON Schema, and the HTTP API as OpenAPI. */
export async function schema(name: string | undefined, { out }: { out?: string }): Promise<void> {
  const chosen = names.filter((key) => name === undefined || key === name);
  const [only] = chosen;
  if (only === undefined) throw new UsageError(`there is no schema "${name}"; the schemas are ${names.join(', ')}`);
  if (out !== undefined) {
    for (const key of chosen) {
      const file = path.join(out, key === 'openapi' ? 'openapi.json' : `${key}.schema.json`);
      writeWhole(file, [`${visibleJson(await documentOf(key), 2)}\n`]);
    }
    return;
  }
  if (name !== undefined) printJson(await documentOf(only));
  else print(names.join('\n'));
}

async function documentOf(name: (typeof names)[number]): Promise<unknown> {
  if (name !== 'openapi') return getJsonSchema(name);
  const [{ endpoints }, { openApiDocument }] = await Promise.all([
    import('../../contract/api/index.ts'),
    import('../../server/http/openapi.ts'),
  ]);
  return openApiDocument(endpoints, version());
}
