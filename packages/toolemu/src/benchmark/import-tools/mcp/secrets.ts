import {
  type Environment,
  hasLogin,
  isSecretName,
  loginOf,
  type Mask,
  maskFor,
  ownEnvironment,
  rememberSecrets,
} from '../../../platform/index.ts';
import { inheritedVariables } from './inherited-variables.ts';
import type { McpServer, Variables } from './servers.ts';

/** Shorter values are words such as `true` and `info`, which occur in many texts. */
const minLength = 6;
const minSecretLength = 3;

/**
 * What a server was given that may be secret, by name: its variables, and what its arguments, headers and address and the
 * addresses of proxies and registries hold.
 */
export function secretsOf(
  { connection, variables = {} }: McpServer,
  environment: Environment = ownEnvironment(),
): Variables {
  if (connection.kind === 'http') {
    const { url, headers } = connection;
    const login = loginOf(url);
    const sent = login === null ? {} : { PASSWORD: login.password, LOGIN: login.header };
    const tokens = Object.entries(headers).map(([name, value]): [string, string] => [name, withoutScheme(value)]);
    const held = secretsAmong([...url.searchParams, ...tokens]);
    return { ...held, ...filledFrom(environment, [url.href, ...Object.values(headers)]), ...sent, ...variables };
  }
  const { args, environment: own } = connection;
  const inherited = Object.entries(inheritedVariables(environment)).filter(([, value]) => hasLogin(value));
  const given = { ...secretsAmong(namedArguments(args)), ...filledFrom(environment, args) };
  return { ...Object.fromEntries(inherited), ...given, ...own, ...variables };
}

/** Has all output of this process mask the secrets of a server. */
export function rememberSecretsOf(server: McpServer): void {
  rememberSecrets(secretsAmong(Object.entries(secretsOf(server))));
}

/** Secrets of this process that stand in these words: a configuration or the shell filled them in. */
function filledFrom(environment: Environment, words: readonly string[]): Variables {
  const all = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && words.some((word) => value !== '' && word.includes(value)) ? [[name, value]] : [],
  );
  return secretsAmong(all);
}

/** `--api-key VALUE`, `--api-key=VALUE`, `KEY=VALUE` and `Authorization: VALUE`, and an address by itself. */
function namedArguments(args: readonly string[]): [string, string][] {
  return args.map((word, index): [string, string] => {
    const [, name = 'ADDRESS', value = ''] = /^-{0,2}([A-Za-z][\w-]*)(?:(?:=|:\s)(.+))?$/s.exec(word) ?? [];
    if (value !== '') return [name, withoutScheme(value)];
    return word.startsWith('-') ? [name, args[index + 1] ?? ''] : [name, hasLogin(word) ? word : ''];
  });
}

function withoutScheme(header: string): string {
  return header.trim().replace(/^(?:Bearer|Basic|Token)\s+/i, '');
}

function secretsAmong(named: readonly (readonly [name: string, value: string])[]): Variables {
  return Object.fromEntries(named.filter(([name, value]) => isSecret(name, value)));
}

function isSecret(name: string, value: string): boolean {
  return value.length >= minLength && (isSecretName(name) || isSecretValue(value));
}

/** Masks the values of all these variables, for messages. */
export function maskOf(variables: Variables): Mask {
  return maskFor(
    Object.entries(variables).filter(
      ([name, { length }]) => length >= (isSecretName(name) ? minSecretLength : minLength),
    ),
  );
}

/**
 * Masks the secrets among these variables in all strings of a value, for a server's tool list and its answers. A folder
 * or a region stays, because the tools need it.
 */
export function withoutSecrets<T>(value: T, variables: Variables): T {
  const secrets = Object.entries(variables).filter(([name, text]) => isSecret(name, text));
  return secrets.length === 0 ? value : (mapTexts(value, maskFor(secrets)) as T);
}

/** Matches a URL with a password, or a word of letters and digits that looks like a key. */
function isSecretValue(text: string): boolean {
  if (hasLogin(text)) return true;
  return text.length >= 16 && /^[\w.~+=:-]+$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text);
}

function mapTexts(value: unknown, mask: Mask): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, mask));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [mask(name), mapTexts(one, mask)]));
}
