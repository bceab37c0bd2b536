import { hash } from 'node:crypto';
import path from 'node:path';
import { homedir } from 'node:os';
import { z } from 'zod';
import { ownEnvironment } from '../../../platform/index.ts';
import { isObject } from '../../../world/index.ts';
import type { Json, JsonObject } from '../../../contract/index.ts';
import { shellWord } from '../../../words/index.ts';
import type { McpServer, NamedServer, UnusableServer, Variables } from './servers.ts';

/** What the variables of a configuration may stand for. */
interface VariableScope {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Values that VS Code would ask for, where the configuration has one to begin with. */
  readonly inputs: ReadonlyMap<string, string>;
  /** The folder the configuration is for. */
  readonly workspace: string;
}

const wordSchema = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const wordsSchema = z.record(z.string(), wordSchema.nullable());

const entrySchema = z.object({
  type: z.string().optional(),
  command: z.string().min(1).optional(),
  args: z.array(wordSchema).default([]),
  env: wordsSchema.default({}),
  cwd: z.string().optional(),
  url: z.string().optional(),
  serverUrl: z.string().optional(),
  httpUrl: z.string().optional(),
  headers: wordsSchema.default({}),
  disabled: z.boolean().optional(),
});

type Entry = z.infer<typeof entrySchema>;

const inputsSchema = z.array(z.looseObject({ id: z.string(), default: z.string().optional() })).catch([]);

/** Whether this is an `mcp.json`, or settings that hold one. */
export function isMcpConfiguration(value: Json): boolean {
  return serversIn(value) !== null;
}

/**
 * Reads the servers of an `mcp.json` of Claude, Cursor, VS Code and others, with their variables filled in. Each server
 * gets `variables`; these and the environment that this process was started with replace its placeholders.
 */
export function readMcpConfiguration(
  value: Json,
  {
    file,
    variables = {},
    environment = ownEnvironment(),
  }: { file: string; variables?: Variables | undefined; environment?: VariableScope['environment'] },
): (McpServer | UnusableServer)[] {
  const found = serversIn(value);
  if (found === null) return [];
  const inputs = inputsSchema.parse(found.inputs ?? []);
  const scope: VariableScope = {
    environment: { ...environment, ...variables },
    inputs: new Map(inputs.flatMap(({ id, default: first }) => (first === undefined ? [] : [[id, first]]))),
    workspace: workspaceOf(file),
  };
  return Object.entries(found.servers).map(([name, entry]) => {
    const server = readServer(name, entry, scope);
    return 'problem' in server ? server : withVariables(server, variables);
  });
}

function withVariables(server: McpServer, variables: Variables): McpServer {
  if (Object.keys(variables).length === 0) return server;
  const { connection } = server;
  if (connection.kind === 'http') return { ...server, variables };
  return {
    ...server,
    connection: { ...connection, environment: { ...connection.environment, ...variables } },
    variables,
  };
}

function serversIn(value: Json): { servers: JsonObject; inputs: Json | undefined } | null {
  if (!isObject(value)) return null;
  if (isObject(value.mcpServers)) return { servers: value.mcpServers, inputs: value.inputs };
  if (isObject(value.mcp)) return serversIn(value.mcp);
  const { servers } = value;
  if (!isObject(servers) || !Object.values(servers).every(looksLikeServer)) return null;
  return { servers, inputs: value.inputs };
}

function looksLikeServer(value: Json): boolean {
  return isObject(value) && ('command' in value || 'url' in value || 'type' in value);
}

/** The folder above `.vscode`, `.cursor` and their like, else that of the file. */
function workspaceOf(file: string): string {
  const folder = path.dirname(path.resolve(file));
  return path.basename(folder).startsWith('.') ? path.dirname(folder) : folder;
}

function readServer(name: string, value: Json, scope: VariableScope): McpServer | UnusableServer {
  const parsed = entrySchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return { name, problem: `${issue?.path.join('.') ?? 'the entry'}: ${issue?.message ?? 'not a server'}` };
  }
  if (parsed.data.disabled === true) return { name, problem: 'it is disabled in the configuration', isDisabled: true };
  const missing = new Set<string>();
  const server = connect(name, parsed.data, (text) => fillVariables(text, scope, missing));
  if (missing.size === 0) {
    if ('problem' in server) return server;
    const { connection } = server;
    return { ...server, named: namedIn(name, parsed.data, { connection, scope }) };
  }
  const names = [...missing];
  return {
    name,
    problem: `it needs ${names.join(', ')}, which the environment does not have; set ${names.length === 1 ? 'it' : 'them'}, or pass it with ${names.map((one) => `--env ${one}`).join(' ')}`,
  };
}

/**
 * What would be started or asked, as whoever agrees sees it: what the file itself says is filled in, and variables of the
 * environment stay as they are written.
 */
function namedIn(
  name: string,
  { command, args, env, cwd, headers, ...entry }: Entry,
  { connection, scope }: { connection: McpServer['connection']; scope: VariableScope },
): NamedServer {
  const address = entry.httpUrl ?? entry.url ?? entry.serverUrl ?? '';
  const texts = [command, ...args, cwd, address, ...Object.values(env), ...Object.values(headers)];
  const gets = [...new Set(texts.flatMap((text) => variablesIn(text ?? '', scope)))];
  const named = {
    name,
    gets,
    hash: hash('sha256', JSON.stringify([...texts, ...Object.keys(env), ...Object.keys(headers)])),
  };
  if (connection.kind === 'http') {
    const { origin, pathname } = connection.url;
    return { ...named, kind: 'address', words: `${origin}${pathname}`, files: [] };
  }
  const own = (text: string): string => fillOwn(text, scope);
  const variables = Object.entries(env).flatMap(([key, value]) =>
    value === null ? [] : [`${key}=${mayBeSecret.test(key) && !value.includes('${') ? '…' : shellWord(own(value))}`],
  );
  const folder = cwd === undefined ? [] : ['cd', shellWord(own(cwd)), '&&'];
  const words = [command ?? '', ...args].map(own);
  return {
    ...named,
    kind: 'command',
    words: [...folder, ...variables, ...words.map(shellWord)].join(' '),
    files: words.map((word) => path.resolve(connection.folder ?? '.', word.replace(/^--?[\w-]+=/, ''))),
  };
}

const placeholder = /\$\{([^{}]+)\}/g;

/** A text with what the configuration itself says in the place of its variables. */
function fillOwn(text: string, scope: VariableScope): string {
  return text.replaceAll(placeholder, (whole, inside: string) =>
    isOfEnvironment(inside, scope) ? whole : (valueOf(inside, scope) ?? whole),
  );
}

/** Whether a variable is one of the environment: not a folder, and not what the file says where the environment has nothing. */
function isOfEnvironment(inside: string, { environment, inputs }: VariableScope): boolean {
  if (/^(?:userHome|workspaceFolder|workspaceFolderBasename)$/.test(inside)) return false;
  const id = inputIn(inside);
  return environment[variableIn(inside)] !== undefined || (id !== null && !inputs.has(id));
}

const mayBeSecret = /key|token|secret|password|passwd|auth|credential/i;

/** The variables of the environment that a text of a configuration takes. */
function variablesIn(text: string, scope: VariableScope): string[] {
  const inside = [...text.matchAll(placeholder)].map(([, one = '']) => one);
  return inside.filter((one) => isOfEnvironment(one, scope)).map(variableIn);
}

function connect(name: string, entry: Entry, fill: (text: string) => string): McpServer | UnusableServer {
  const address = entry.httpUrl ?? entry.url ?? entry.serverUrl;
  if (entry.command !== undefined) {
    const { command, args, env, cwd } = entry;
    const odd = Object.keys(env).find((key) => !/^[A-Za-z_]\w*$/.test(key));
    if (odd !== undefined)
      return { name, problem: `its "env" has ${JSON.stringify(odd)}, which is no name of a variable` };
    return {
      name,
      connection: {
        kind: 'command',
        command: fill(command),
        args: args.map(fill),
        environment: filled(env, fill),
        ...(cwd === undefined ? {} : { folder: fill(cwd) }),
      },
    };
  }
  if (address === undefined) return { name, problem: 'it has neither "command" nor "url"' };
  const filledIn = fill(address);
  const url = /[\\\s\p{Cc}]/u.test(filledIn) ? null : URL.parse(filledIn);
  if (url === null || !/^https?:$/.test(url.protocol)) return { name, problem: 'its "url" is no address of the web' };
  return {
    name,
    connection: { kind: 'http', url, headers: filled(entry.headers, fill), isSse: entry.type === 'sse' },
  };
}

function filled(
  words: Readonly<Record<string, string | null>>,
  fill: (text: string) => string,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(words).flatMap(([name, text]) => (text === null ? [] : [[name, fill(text)]])),
  );
}

/**
 * Fills `${NAME}`, `${env:NAME}`, `${NAME:-default}`, `${input:ID}`, `${userHome}` and `${workspaceFolder}`. An input is
 * looked up in the environment as ID in capitals. What is not known stays, and is told to `missing`.
 */
function fillVariables(text: string, scope: VariableScope, missing: Set<string>): string {
  return text.replaceAll(placeholder, (whole, inside: string) => {
    const value = valueOf(inside, scope);
    if (value !== undefined) return value;
    missing.add(variableIn(inside));
    return whole;
  });
}

function valueOf(inside: string, { environment, inputs, workspace }: VariableScope): string | undefined {
  if (inside === 'userHome') return homedir();
  if (inside === 'workspaceFolder') return workspace;
  if (inside === 'workspaceFolderBasename') return path.basename(workspace);
  const id = inputIn(inside);
  const value = environment[variableIn(inside)];
  if (id !== null) return value ?? inputs.get(id);
  const [, fallback] = split(inside);
  // As in a shell, a default also stands for a variable that is empty.
  return fallback === undefined ? value : value || fallback;
}

/** The name of the variable of the environment that a placeholder asks for. */
function variableIn(inside: string): string {
  const id = inputIn(inside);
  return id === null ? split(inside)[0].replace(/^env:/, '') : id.replaceAll(/[^A-Za-z0-9]+/g, '_').toUpperCase();
}

/** The id of the input that a placeholder asks for; null where it asks for none. */
function inputIn(inside: string): string | null {
  return inside.startsWith('input:') ? inside.slice('input:'.length) : null;
}

function split(inside: string): [string, string | undefined] {
  const at = inside.indexOf(':-');
  return at === -1 ? [inside, undefined] : [inside.slice(0, at), inside.slice(at + 2)];
}
