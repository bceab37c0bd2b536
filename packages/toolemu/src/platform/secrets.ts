import { existsSync } from 'node:fs';
import { loginOf } from './login.ts';

/** Secret values by the names under which messages show them. */
export type SecretValues = Readonly<Record<string, string | undefined>>;

/** A function that replaces secrets in a text. */
export type Mask = (text: string) => string;

type NamedValue = readonly [name: string, value: string];

/** Shorter values are words such as `none`, which occur in many texts. */
const minLength = 8;

/** Values that users set where a server requires a key but ignores it. */
const placeholders = /^(?:lm-studio|not-?needed|no-?key(?:-?needed)?|placeholder|undefined|your[-_ ]api[-_ ]key)$/i;

/** Secrets that need not be in the environment: of configurations, options and addresses. */
const remembered = new Map<string, string>();

/** Has {@link withoutSecrets} replace these values from now on. */
export function rememberSecrets(values: SecretValues): void {
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && isMaskable(value) && !isPlace(name, value)) remembered.set(value, name);
  }
}

/** Remembers the login and the key parameters of an address, if it has any. */
export function rememberAddress(address: string | URL): void {
  rememberSecrets(secretsInAddress(String(address)));
}

/**
 * Replaces the known secrets of this process with the names of their variables, as in `${OPENAI_API_KEY}`: values of the
 * environment and `.env`, and those given to {@link rememberSecrets}. It finds them in the forms in which programs print
 * them: in JSON, in a URL and in Base64. For all that is kept or leaves this process.
 */
export function withoutSecrets(text: string): string {
  return current().mask(text);
}

/** {@link withoutSecrets} for all strings of a JSON value. Returns the same value if it contains none, or is not JSON. */
export function withoutSecretsIn<T>(value: T): T {
  const json = jsonOf(value);
  const masked = withoutSecrets(json);
  return masked === json ? value : (JSON.parse(masked) as T);
}

function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? '';
  } catch {
    return '';
  }
}

/**
 * {@link withoutSecrets}, also of shortened secrets as in `sk-...abcd`, and without anything that looks like a secret:
 * logins and key parameters of addresses, authorization headers, and keys in the shapes of providers. For messages of
 * errors and for addresses; not for data, which may contain such texts on purpose.
 */
export function withoutCredentials(text: string): string {
  const { known, mask } = current();
  return withoutPatterns(withoutShortened(mask(text), known));
}

/** {@link withoutCredentials} for the texts of an error and its causes. Changes the error. */
export function redactError<T>(error: T): T {
  const seen = new Set<unknown>();
  for (let one: unknown = error; one instanceof Error && !seen.has(one); one = one.cause) {
    seen.add(one);
    for (const name of ['message', 'stack', 'url', 'responseBody', 'data', 'value'] as const) {
      const value: unknown = Reflect.get(one, name);
      if (typeof value === 'string') Reflect.set(one, name, withoutCredentials(value));
      else if (typeof value === 'object' && value !== null) Reflect.set(one, name, redactedValue(value));
    }
  }
  return error;
}

function redactedValue(value: object): unknown {
  try {
    return JSON.parse(withoutCredentials(JSON.stringify(value)));
  } catch {
    return undefined;
  }
}

const secretWord = String.raw`[\w.%-]*(?:key|token|secret|passw(?:or)?d|pwd|signature|credentials?|jwt)|(?:[\w.%-]*[_.-])?(?:pass|sig|auth|authorization|code)`;

/** A login may contain a slash that should have been escaped; a port is no password. */
const loginPattern =
  /(?<![a-z\d+.-])([a-z][a-z\d+.-]{0,30}:\/\/)([^\s/?#"'<>\\]+|[^\s/?#"'<>@:]+:(?!\d+[/?#])[^\s"'<>]*)@/gi;

const patterns: readonly (readonly [RegExp, string])[] = [
  [new RegExp(String.raw`([?&#;](?:${secretWord})=)[^&#\s"'<>]+`, 'gi'), '$1***'],
  [/\b(Bearer|Basic)(\s+)(?=[\w.~+/=-]*\d)[\w.~+/=-]{8,}/gi, '$1$2***'],
  [
    /((?:api[_ -]?key|access[_ -]?key|access[_ -]?token|auth[_ -]?token|secret|password|authorization)\\?["']?\s*[:=]\s*\\?["']?)(?=[^\s"',;\\]*\d)[^\s"',;\\]{8,}/gi,
    '$1***',
  ],
  // Also shortened, as in sk-...abcd and sk-proj-****abcd.
  [
    /(?<![\w-])(?:sk|gsk|csk|xai|nvapi|pplx|tgp|hf|ghp|gho|ghs|ghu|github_pat|glpat|xox[abpr])[-_](?=[\w-]*(?:\d|\*\*|\.\.|…))[\w.*…-]{5,}[\w*]/g,
    '***',
  ],
  [/(?<![\w-])AIza(?:[\w-]{16,}|[\w-]*(?:\*{2,}|\.{2,}|…)[\w-]*)|\b(?:AKIA|ASIA)[A-Z\d]{12,}\b/g, '***'],
  [/(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, '***'],
];

function withoutPatterns(text: string): string {
  const plain = text.replaceAll(loginPattern, (whole, scheme: string, login: string) =>
    isPlainUser(login) ? whole : `${scheme}***@`,
  );
  return patterns.reduce((all, [pattern, shown]) => all.replaceAll(pattern, shown), plain);
}

/** The name of a user alone, as in `postgres://me@host`, and the words of our own advice. */
function isPlainUser(login: string): boolean {
  return /^[A-Za-z][A-Za-z_.-]{0,15}$/.test(login) || login === 'NAME:PASSWORD';
}

/** Whether a variable or parameter of this name usually holds a secret. */
export function isSecretName(name: string): boolean {
  return /TOKEN|SECRET|PASS|PWD|CRED|AUTH|COOKIE|BEARER|KEY(?!RING)|DSN|(?:^|_)PAT$/i.test(name);
}

/** Whether a query parameter of this name usually holds a secret. */
export function isSecretParameter(name: string): boolean {
  return new RegExp(`^(?:${secretWord})$`, 'i').test(name);
}

/** Whether a text is or contains an address with a login. */
export function hasLogin(address: string): boolean {
  return /:\/\/[^/\s@]+@/.test(address);
}

/** Masks these values, in all forms in which programs print them, by their names. */
export function maskFor(values: readonly NamedValue[]): Mask {
  const shown = new Map(
    values.flatMap(([name, value]) => writingsOf(value).map((text): [string, string] => [text, `\${${name}}`])),
  );
  if (shown.size === 0) return (text) => text;
  const longestFirst = [...shown.keys()].toSorted((one, other) => other.length - one.length);
  const pattern = new RegExp(longestFirst.map(escapePattern).join('|'), 'g');
  return (text) =>
    withoutShortened(
      text.replaceAll(pattern, (found) => shown.get(found) ?? ''),
      values,
    );
}

/** The forms in which programs print a value: plain, in JSON, in a URL, in Base64, and each line of several. */
function writingsOf(value: string): string[] {
  const lines = value.split(/\r?\n/).filter((line) => line.length >= 16);
  const inUrl = encodeURIComponent(value.toWellFormed());
  const inBase64 = [0, 1, 2].map((before) => base64Core(value, before)).filter(({ length }) => length >= 10);
  return [
    value,
    JSON.stringify(value).slice(1, -1),
    inUrl,
    inUrl.replaceAll(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
    ...lines,
    Buffer.from(value).toString('base64').replace(/=+$/, ''),
    ...inBase64,
    ...inBase64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_')),
  ];
}

/** The characters of a Base64 text that depend on a value alone, if so many bytes (modulo 3) stand before it. */
function base64Core(value: string, before: number): string {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(value)]);
  return bytes.toString('base64').slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

/** Words around stars, dots or an ellipsis. The bound keeps the search linear. */
const shortenedPattern = /(?<![\w+/=~-])([\w+/=~-]{0,300})(\*{2,}|\.{2,}|…)([\w+/=~-]{0,300})/g;

/** The shortest start of a long secret that is taken for it. Keys of a provider share their first characters. */
const startLength = 12;

/** Replaces what is left of a secret that somebody shortened in the middle or cut at the end. */
function withoutShortened(text: string, values: readonly NamedValue[]): string {
  const long = values.filter(([, value]) => value.length >= 16);
  if (long.length === 0) return text;
  const shortened = text.replaceAll(shortenedPattern, (whole, start: string, _, end: string) => {
    const known = long.find(([, value]) => value.startsWith(start) && value.endsWith(end));
    return known === undefined || start.length + end.length < 4 ? whole : `\${${known[0]}}`;
  });
  return long.reduce((all, [name, value]) => {
    const start = value.slice(0, startLength);
    if (!all.includes(start)) return all;
    return all.replaceAll(new RegExp(`${escapePattern(start)}[\\w+/=~-]*`, 'g'), () => `\${${name}}`);
  }, shortened);
}

interface KnownSecrets {
  readonly key: string;
  readonly known: readonly NamedValue[];
  readonly mask: Mask;
}

let latest: KnownSecrets | undefined;

/** What is known at this moment: the environment changes when `.env` is read. */
function current(): KnownSecrets {
  const known: NamedValue[] = [
    ...Object.keys(process.env).flatMap((name) => secretsOfVariable(name, process.env[name] ?? '')),
    ...[...remembered].map(([value, name]): NamedValue => [name, value]),
  ];
  const key = known.flat().join('\n');
  if (latest?.key !== key) latest = { key, known, mask: maskFor(known) };
  return latest;
}

/** The secrets of each variable, as long as it has this value: they are asked for at every text that is kept. */
const ofVariables = new Map<string, { readonly value: string; readonly secrets: readonly NamedValue[] }>();

function secretsOfVariable(name: string, value: string): readonly NamedValue[] {
  const last = ofVariables.get(name);
  if (last?.value === value) return last.secrets;
  const secrets = secretsInVariable(name, value);
  ofVariables.set(name, { value, secrets });
  return secrets;
}

function secretsInVariable(name: string, value: string): NamedValue[] {
  if (value.length < minLength) return [];
  const inAddress = value.includes('://') ? Object.values(secretsInAddress(value)) : [];
  const all = isSecretName(name) && !isPath(name, value) ? [value, ...inAddress] : inAddress;
  return all.filter(isMaskable).map((secret): NamedValue => [name, secret]);
}

/** An environment without secrets, for programs of our own that need none. */
export function withoutSecretVariables(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name, value]) => !isSecretName(name) && !hasLogin(value ?? '')),
  );
}

/** The name of a folder or file is no secret, and occurs in many messages. */
function isPath(name: string, value: string): boolean {
  return /PWD$|SOCK$/i.test(name) || /^(?:[/~.]|[A-Za-z]:\\)/.test(value);
}

/** The folder of this process, or a file that is there: not what a secret would be that begins like a path. */
function isPlace(name: string, value: string): boolean {
  return /^(?:OLD)?PWD$/i.test(name) || (isPath(name, value) && existsSync(value));
}

function isMaskable(value: string): boolean {
  return value.length >= minLength && !placeholders.test(value);
}

/** What an address holds that is secret: its password, its login as it is sent, and its key parameters. */
function secretsInAddress(address: string): Record<string, string> {
  const url = URL.parse(address);
  if (url === null) return {};
  const login = loginOf(url);
  const parameters = [...url.searchParams].filter(([name]) => isSecretParameter(name));
  const sent = login === null ? {} : { PASSWORD: login.password || login.user, LOGIN: login.header };
  return { ...Object.fromEntries(parameters), ...sent };
}

function escapePattern(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
}
