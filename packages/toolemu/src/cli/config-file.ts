import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { loadModule, ModuleError, playerOf } from '../agent/index.ts';
import { takenNames } from './agents.ts';
import type { AgentEntry, LoadedConfig } from './define-config.ts';
import { UsageError } from './failure.ts';
import { keepOutputForResults } from './output.ts';

/** The names under which a configuration file is looked for, the first that is there. */
const names = ['toolemu.config.ts', 'toolemu.config.mts', 'toolemu.config.js', 'toolemu.config.mjs'];

const timeLimit = z.number().positive().optional();
const proxyTools = z.enum(['all', 'own']).optional();
const commandSchema = z
  .strictObject({
    command: z.array(z.string()).min(1),
    instruction: z.enum(['stdin', 'argument']).optional(),
    quits: z.boolean().optional(),
    timeLimit,
    proxy: z
      .union([z.string().min(1), z.strictObject({ model: z.string().min(1), tools: proxyTools })], {
        error: 'must be a model as provider/model, or { model, tools: "all" or "own" }',
      })
      .optional(),
  })
  .refine(
    ({ command, instruction }) => instruction !== 'argument' || command.some((word) => word.includes('{instruction}')),
    { path: ['instruction'], message: 'must be left out, or a word of the command must hold {instruction}' },
  );
const moduleSchema = z.strictObject({ module: z.string().min(1), export: z.string().min(1).optional(), timeLimit });
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.record(z.string(), z.number())]);

/** The fields of a configuration file. */
export const configFields = {
  agents: z
    .record(z.string().regex(/^[^\s,:#.]+$/, 'must be a name without spaces, commas, ":", "#" and "."'), z.unknown())
    .optional(),
  run: z.record(z.string(), value).optional(),
};
const configSchema = z.strictObject(configFields);

/**
 * Reads the configuration file that is named, else the one in the folder; null where there is none. Throws
 * {@link UsageError} for one that cannot be loaded or says what it cannot say.
 */
export async function readConfigFile(named: string | undefined, folder = process.cwd()): Promise<LoadedConfig | null> {
  const file = named === undefined ? findConfig(folder) : path.resolve(folder, named);
  if (file === undefined) return null;
  const { agents, run = {} } = await readExport(file, configSchema);
  return { file, agents: readAgents(agents, file), run };
}

/** The default export of a configuration's module, read by its schema. Throws {@link UsageError} with file and field. */
export async function readExport<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  example = 'defineConfig({ ... })',
): Promise<z.infer<Schema>> {
  const parsed = schema.safeParse(await loadDefault(file, example));
  if (!parsed.success) throw bad(file, parsed.error);
  return parsed.data;
}

/** The agents of a configuration file by name. Throws {@link UsageError} with file and field. */
export function readAgents(agents: Readonly<Record<string, unknown>> = {}, file: string): Record<string, AgentEntry> {
  return Object.fromEntries(Object.entries(agents).map(([name, entry]) => [name, readAgent(entry, name, file)]));
}

function findConfig(folder: string): string | undefined {
  return names
    .map((name) => path.join(folder, name))
    .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile());
}

async function loadDefault(file: string, example: string): Promise<unknown> {
  try {
    keepOutputForResults();
    const module = await loadModule(file);
    if ('default' in module) return module.default;
  } catch (error) {
    if (error instanceof ModuleError) throw new UsageError(`the configuration: ${error.message}`);
    throw error;
  }
  throw new UsageError(`${file} has no default export: write export default ${example}`);
}

function readAgent(entry: unknown, name: string, file: string): AgentEntry {
  if (takenNames.includes(name))
    throw new UsageError(`${file}, agents.${name}: toolemu has an agent of this name; take another`);
  // A function, or an object that can play, is taken as what it is.
  if (playerOf(entry) !== null) return entry as AgentEntry;
  const isObject = typeof entry === 'object' && entry !== null;
  if (!isObject || (!('command' in entry) && !('module' in entry))) {
    throw new UsageError(
      `${file}, agents.${name}: must be { command: [...] }, { module: './agent.ts' }, a function (task, tools) => answer, or an agent { name, play }`,
    );
  }
  const schema = 'command' in entry ? commandSchema : moduleSchema;
  const parsed = schema.safeParse(entry);
  if (!parsed.success) throw bad(`${file}, agents.${name}`, parsed.error);
  // What zod calls optional may be undefined, and is read so.
  return parsed.data as AgentEntry;
}

function bad(where: string, { issues }: z.ZodError): UsageError {
  const [issue] = issues;
  const place = issue?.path.join('.') ?? '';
  return new UsageError(`${where}${place === '' ? '' : `, ${place}`}: ${issue?.message ?? 'not a configuration'}`);
}
