import { statSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { loadModule, ModuleError, playerOf } from '../../agent/index.ts';
import { withCurrentNames } from '../../contract/index.ts';
import { reportOldNames } from '../../platform/index.ts';
import { takenNames } from './agents.ts';
import {
  type AgentEntry,
  type ConfigFile,
  type AgentDefinition,
  ConfigError,
  defineFamilies,
  type Families,
} from '../../run/index.ts';
import type { LoadedConfig } from './define-config.ts';
import { UsageError } from '../terminal/failure.ts';
import { keepOutputForResults } from '../terminal/output.ts';
import { agreeOnConfig } from '../trust/config.ts';

/** The names under which a configuration file is looked for, the first that is there. */
const names = ['toolemu.config.ts', 'toolemu.config.mts', 'toolemu.config.js', 'toolemu.config.mjs'];

const timeoutSeconds = z.number().positive().optional();
const proxyTools = z.enum(['all', 'own']).optional();
const commandSchema = z
  .strictObject({
    command: z.array(z.string()).min(1),
    instruction: z.enum(['stdin', 'argument']).optional(),
    quits: z.boolean().optional(),
    timeoutSeconds,
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
const moduleSchema = z.strictObject({
  module: z.string().min(1),
  export: z.string().min(1).optional(),
  timeoutSeconds,
});
const value = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()), z.record(z.string(), z.number())]);

/** Families whose members a configuration file may add, beside agents. */
const ownFamilies = ['emulators', 'evaluators', 'promptStyles', 'requirements'] as const;
const sources = z.array(z.union([z.string(), z.record(z.string(), z.unknown())])).optional();

/** The fields of a configuration file. */
export const configFields = {
  agents: z
    .record(z.string().regex(/^[^\s,:#.]+$/, 'must be a name without spaces, commas, ":", "#" and "."'), z.unknown())
    .optional(),
  ...Object.fromEntries(ownFamilies.map((family) => [family, z.record(z.string(), z.unknown()).optional()])),
  toolkits: sources,
  cases: sources,
  run: z.record(z.string(), value).optional(),
};
const configSchema = z.strictObject(configFields);

/**
 * Reads the configuration file that is named, else the one in the folder, which is code that is run: a user agrees to that
 * first, or names the file. Null where there is none, and for `false`. Throws {@link UsageError} for one that was not agreed
 * to, cannot be loaded or says what it cannot say.
 */
export async function readConfigFile(
  named: string | boolean | undefined,
  folder = process.cwd(),
): Promise<LoadedConfig | null> {
  if (named === false) return null;
  const file = typeof named === 'string' ? path.resolve(folder, named) : findConfig(folder);
  if (file === undefined) return null;
  await agreeOnConfig(file, { isNamed: typeof named === 'string' });
  const { run = {}, ...rest } = await readExport(file, configSchema);
  return { file, ...readMembers(rest, file), run };
}

/** What a configuration names beside its options. Throws {@link UsageError} with file and field. */
export function readMembers(
  { agents: given, toolkits, cases, ...rest }: Readonly<Record<string, unknown>>,
  file: string,
): Omit<LoadedConfig, 'file' | 'run'> {
  const agents = readAgents(given as Readonly<Record<string, unknown>> | undefined, file);
  const own = Object.fromEntries(
    ownFamilies.flatMap((family) => (rest[family] === undefined ? [] : [[family, rest[family]]])),
  ) as ConfigFile;
  const definitions = definitionsIn(agents);
  const isPlain = Object.keys({ ...own, ...definitions }).length === 0;
  return {
    agents,
    ...own,
    ...(isPlain ? {} : { families: familiesOf({ ...own, agents: definitions }, file) }),
    ...(toolkits === undefined ? {} : { toolkits: fromFolder(toolkits, file) as NonNullable<ConfigFile['toolkits']> }),
    ...(cases === undefined ? {} : { cases: fromFolder(cases, file) as NonNullable<ConfigFile['cases']> }),
  };
}

function familiesOf(own: Parameters<typeof defineFamilies>[0], file: string): Families {
  try {
    return defineFamilies(own);
  } catch (error) {
    if (error instanceof ConfigError) throw new UsageError(`${file}, ${error.message}`);
    throw error;
  }
}

/** Kinds of agents that a run is played with by name; the others are exports of the file. */
function definitionsIn(agents: Readonly<Record<string, AgentEntry>>): Record<string, AgentDefinition> {
  return Object.fromEntries(
    Object.entries(agents).flatMap(([name, entry]) =>
      typeof entry === 'object' && ('codec' in entry || 'create' in entry) ? [[name, entry]] : [],
    ),
  );
}

/** Paths lead from the configuration file's folder; addresses and commands stay. */
function fromFolder(sources: unknown, file: string): unknown[] {
  return (sources as readonly unknown[]).map((source) =>
    typeof source === 'string' && !/^[a-z][a-z0-9+-]+:/.test(source)
      ? path.resolve(path.dirname(file), source)
      : source,
  );
}

/** The default export of a configuration's module, read by its schema. Throws {@link UsageError} with file and field. */
export async function readExport<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
  kind: 'configuration' | 'matrix' = 'configuration',
): Promise<z.infer<Schema>> {
  const example = kind === 'matrix' ? 'defineMatrix({ ... })' : 'defineConfig({ ... })';
  const { value, oldNames } = withCurrentNames(kind, await loadDefault(file, example));
  reportOldNames(file, oldNames);
  const parsed = schema.safeParse(value);
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
  if (isObject && ('codec' in entry || 'create' in entry)) return entry as AgentEntry;
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
