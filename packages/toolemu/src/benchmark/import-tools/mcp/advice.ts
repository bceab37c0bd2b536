import { existsSync } from 'node:fs';
import path from 'node:path';
import { entryOf } from '../../../contract/index.ts';
import type { CommandConnection, McpServer } from './servers.ts';

/** How a started server failed, with its output so far. */
export interface ProcessFailure {
  readonly kind: 'not-started' | 'ended' | 'timeout' | 'other';
  /** Error code, if the server could not be started. */
  readonly code?: string | undefined;
  /** Whether it ended with exit code 0. */
  readonly isQuiet?: boolean;
  readonly stderr: string;
  /** Its standard output before the first message. */
  readonly greeting: string;
}

/** Suggests a fix for a started server that did not list its tools, or returns null. */
export function adviseOnProcess({ name, connection }: McpServer, failure: ProcessFailure): string | null {
  if (connection.kind !== 'command') return null;
  const program = programOf(connection);
  if (failure.kind === 'not-started') return adviseOnStart(connection, program, failure.code);
  const said = `${failure.stderr}\n${failure.greeting}`;
  const known = signs.find(({ pattern }) => pattern.test(said));
  const variable = missingVariable(failure.stderr);
  if (variable !== null) return adviseOnVariable(variable, { connection, program, isConfigured: name !== null });
  if (known !== undefined) return known.advice;
  if (failure.kind === 'timeout') return adviseOnTimeout(program);
  if (failure.isQuiet === true) return 'it may need other arguments, such as `stdio`: see its documentation';
  return failure.stderr.trim() === '' ? 'run its command by itself to see what it does' : null;
}

const runners = new Set(['npx', 'npm', 'pnpm', 'pnpx', 'yarn', 'bunx', 'uvx', 'uv', 'pipx', 'docker', 'podman']);

function programOf({ command }: CommandConnection): string {
  return path.basename(command).replace(/\.(?:exe|cmd)$/i, '');
}

function adviseOnStart({ command, folder }: CommandConnection, program: string, code: string | undefined): string {
  if (folder !== undefined && !existsSync(folder)) return `its folder ${folder} does not exist: correct "cwd"`;
  if (code === 'EACCES') {
    return 'make it executable (chmod +x), or start the command with the program that runs it, such as `node`';
  }
  if (/[\\/]/.test(command)) return 'check the path of the program';
  if (process.platform === 'win32' && /^(?:npx|npm|pnpm|yarn)$/.test(program)) {
    return `on Windows, start the command with \`cmd /c ${program}\``;
  }
  return entryOf(installing, program) ?? 'install the program, or write its full path: it is not on PATH';
}

const node = 'install Node.js, which includes it, or write its full path';
const uv = 'install uv (https://docs.astral.sh/uv/), which includes it, or write its full path';
const installing: Readonly<Record<string, string>> = {
  npx: node,
  npm: node,
  node,
  uvx: uv,
  uv,
  python: 'install Python, or write `python3`',
  docker: 'install Docker, and start it',
  bunx: 'install Bun (https://bun.sh), which includes it',
};

/** Signs of a cause in the output of servers and package runners, from the most to the least specific. */
const signs: readonly { readonly pattern: RegExp; readonly advice: string }[] = [
  {
    pattern:
      /Cannot connect to the Docker daemon|docker daemon (?:is )?not running|failed to connect to the docker API|error during connect:.*docker/i,
    advice: 'start Docker',
  },
  {
    pattern: /permission denied while trying to connect to the [Dd]ocker/i,
    advice: 'allow your user to use Docker: add it to the group `docker`',
  },
  {
    pattern: /pull access denied|manifest (?:unknown|for .* not found)|repository does not exist/i,
    advice: 'check the name of the image, or log in to its registry with `docker login`',
  },
  {
    pattern: /\bE401\b|\bENEEDAUTH\b|\b401 Unauthorized\b.*(?:index|simple|registry)/i,
    advice: 'the package registry requires a login: pass the token variable with --env, or write the token to .npmrc',
  },
  {
    pattern:
      /SELF_SIGNED_CERT|UNABLE_TO_(?:VERIFY|GET)|CERT_UNTRUSTED|certificate verify failed|invalid peer certificate|UnknownIssuer|self[- ]signed certificate/i,
    advice:
      'a certificate is not trusted: set NODE_EXTRA_CA_CERTS (npx) or SSL_CERT_FILE (uvx) to the file of your certificate authority',
  },
  {
    pattern:
      /\bE404\b|is not in (?:this|the npm) registry|not found in the package registry|No matching distribution found|ETARGET|No matching version/i,
    advice: 'check the name and the version of the package: its registry has no such package',
  },
  {
    pattern:
      /could not determine executable to run|executable .* (?:is not provided|was not found)|does not provide any executables/i,
    advice: 'the package has no program with this name: see its documentation for the command that starts its server',
  },
  {
    pattern: /Ok to proceed\?|Need to install the following packages/i,
    advice: 'write `npx -y`, so that npx installs the package without asking',
  },
  {
    pattern:
      /\bEAI_AGAIN\b|\bgetaddrinfo\b|network (?:request|connectivity)|error sending request|dns error|Failed to (?:fetch|download)|Could not connect to|\bETIMEDOUT\b|\bENETUNREACH\b|ERR_SOCKET_TIMEOUT/i,
    advice:
      'check the network connection: behind a proxy set HTTPS_PROXY; for a private registry set npm_config_registry or UV_INDEX_URL',
  },
  {
    pattern:
      /Cannot find module ['"](?:[/.]|[A-Za-z]:\\)|can't open file|No such file or directory: ['"].*\.py|Module not found ["']file:/i,
    advice: 'check the path of the script: a relative path starts at the current folder',
  },
  {
    pattern: /Cannot find (?:module|package) |ERR_MODULE_NOT_FOUND|No module named|ModuleNotFoundError/i,
    advice: 'install the packages that the server needs, in its own environment',
  },
  {
    pattern: /^\s*usage:/im,
    advice: 'it requires other arguments: write them after the command, inside the same quotes',
  },
  {
    pattern: /(?:listening|running|started|serving)\b[^\n]*\b(?:port\b|https?:\/\/)|Uvicorn running/i,
    advice:
      'it serves over HTTP: start it yourself and pass its address, as in mcp:http://localhost:3000/mcp, or use its option for standard input and output',
  },
  {
    pattern:
      /\bENOENT\b|no such file or directory|(?:cannot|could not|unable to|failed to) (?:access|find|open|read) (?:the )?(?:director|file|folder|path)/i,
    advice: 'check the paths in its arguments: a relative path starts at the current folder',
  },
];

function adviseOnTimeout(program: string): string {
  const first = runners.has(program) ? `the first ${program} of a package downloads it: ` : '';
  return `${first}give it more time with --timeout, as in \`toolemu import-tools --timeout 120\``;
}

/** Matches a line about a missing variable, and the name of a variable. */
const missing =
  /not set|unset|missing|requir|must|undefined|not defined|not found|not provided|no \w+ (?:was )?(?:given|provided)|please|provide|environment variable|KeyError|Field required|expected/i;
const variableName = /(?<![\w.${-])[A-Z][A-Z\d]*(?:_[A-Z\d]+)+(?![\w(-])/g;
const errorCode =
  /^(?:ERR_|E[A-Z]+_|MODULE_NOT_FOUND|UNABLE_TO|SELF_SIGNED|CERT_|DEPTH_ZERO|NODE_MODULE|ETIMEDOUT|HTTP_)/;

function missingVariable(stderr: string): string | null {
  const lines = stderr.split('\n').filter((line) => missing.test(line) && !/^\s+at /.test(line));
  const names = lines.flatMap((line) => line.match(variableName) ?? []);
  return names.find((name) => !errorCode.test(name)) ?? null;
}

function adviseOnVariable(
  variable: string,
  {
    connection: { args, environment },
    program,
    isConfigured,
  }: { readonly connection: CommandConnection; readonly program: string; readonly isConfigured: boolean },
): string {
  if (environment[variable] !== undefined) return `check the value of ${variable}, which the server received`;
  const passed = /^(?:docker|podman)$/.test(program) && !args.some((word) => word.includes(variable));
  const inside = passed ? `, and pass it on with \`-e ${variable}\` in the command` : '';
  const where = isConfigured ? `set ${variable} in "env" of its entry, or pass it with` : `pass ${variable} with`;
  return `${where} --env ${variable}${inside}`;
}

/** Suggests a fix for a server at an address that responded with this status, or returns null. */
export function adviseOnStatus(status: number, { name }: McpServer): string | null {
  if (status === 401 || status === 403) {
    const headers =
      name === null
        ? 'write an mcp.json with its address and "headers": { "Authorization": "Bearer ${TOKEN}" }'
        : 'check the "headers" of its entry, which may name variables such as ${TOKEN}';
    return `it requires a login: ${headers}; set TOKEN, or pass it with --env TOKEN`;
  }
  if (status === 404 || status === 405 || status === 410) {
    return 'check the path of the address: most servers answer at /mcp (streamable HTTP) or /sse (the older SSE)';
  }
  if (status === 400 || status === 406 || status === 415 || status === 422) {
    return 'check that an MCP server answers at this address, over streamable HTTP or SSE';
  }
  if (status >= 300 && status < 400) return 'use the address that it redirects to';
  if (status === 429) return 'it limits requests: try again later';
  return status >= 500 ? 'the server or a proxy in front of it failed: try again later, or ask its operator' : null;
}
