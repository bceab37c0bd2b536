import type { Json, JsonObject } from './json.ts';

/** Kinds of JSON whose keys were renamed. */
export type RenamedKind =
  | 'case'
  | 'draft'
  | 'recorded-call'
  | 'calibration'
  | 'run-config'
  | 'manifest'
  | 'configuration'
  | 'matrix';

/** A key that a value has under its old name. */
export interface OldName {
  /** Where it stands, as in `$.world.circle`. */
  readonly path: string;
  readonly old: string;
  readonly current: string;
}

/** A renamed key. `at` leads to the object that has it; `*` stands for every key and every item. */
interface Rule {
  readonly at: string;
  readonly old: string;
  readonly current: string;
  /** A key that the object has only in its old shape, where `old` is also the name of another current key. */
  readonly beside?: string;
}

const worldRule = (at: string): Rule => ({ at: below(at, 'world'), old: 'circle', current: 'trustedContacts' });

const agentRules = (at: string): Rule[] => [
  { at, old: 'prompting', current: 'promptStyle' },
  { at, old: 'outside', current: 'external' },
  { at: below(at, 'external'), old: 'timeLimit', current: 'timeoutSeconds' },
  { at: below(at, 'external'), old: 'idleLimit', current: 'idleTimeoutSeconds' },
];

const configRules = (at: string): Rule[] => [
  ...agentRules(below(at, 'agents.*')),
  { at: below(at, 'emulator'), old: 'real', current: 'realTools' },
];

/** Options of `toolemu run` by their names in configurations, old and current. */
export const oldOptionNames: Readonly<Record<string, string>> = {
  prompting: 'promptStyle',
  start: 'offset',
  others: 'fallbackEmulator',
};

const optionRules = (at: string): Rule[] =>
  Object.entries(oldOptionNames).map(([old, current]) => ({ at, old, current }));

const configurationRules: readonly Rule[] = [
  { at: 'agents.*', old: 'timeLimit', current: 'timeoutSeconds' },
  ...optionRules('run'),
];

const rules: Readonly<Record<RenamedKind, readonly Rule[]>> = {
  case: [worldRule('')],
  draft: [
    { at: 'request', old: 'kind', current: 'caseKind', beside: 'sort' },
    { at: 'request', old: 'sort', current: 'kind' },
    ...['request.given', 'value', 'generated', 'attempt'].map(worldRule),
  ],
  'recorded-call': [{ at: '', old: 'circle', current: 'trustedContacts' }],
  calibration: [{ at: 'set', old: 'unlabelled', current: 'unlabeled' }],
  'run-config': configRules(''),
  manifest: [
    worldRule('cases.*'),
    ...configRules('config'),
    { at: 'fork', old: 'prompting', current: 'promptStyle' },
    ...agentRules('fork.agents.*'),
    { at: 'source', old: 'begun', current: 'studyCreatedAt' },
    { at: 'source', old: 'leftOut', current: 'skipped' },
    { at: 'source.skipped', old: 'answers', current: 'caseAnswers' },
    { at: 'source.skipped', old: 'alike', current: 'duplicates' },
  ],
  configuration: configurationRules,
  matrix: [...configurationRules, ...optionRules('vary')],
};

/**
 * A value whose keys have their current names, in the order in which they stand, and the keys that were renamed. A value
 * without an old name is returned as it is. An old name beside its current one stays: a schema then refuses it.
 */
export function withCurrentNames(kind: RenamedKind, value: unknown): { value: unknown; oldNames: readonly OldName[] } {
  const oldNames: OldName[] = [];
  const renamed = rules[kind].reduce((whole, rule) => applyRule(whole, rule, oldNames), value);
  return { value: renamed, oldNames };
}

/**
 * The same value under the names that it had in version 0.1: hashes are made of these, so that files from before and after
 * the renaming compare as equal, and prompts that show a case use them.
 */
export function withOldNames(kind: RenamedKind, value: unknown): unknown {
  const backwards = rules[kind].toReversed().map(({ at, old, current }) => ({ at, old: current, current: old }));
  return backwards.reduce((whole, rule) => applyRule(whole, rule, []), value);
}

function applyRule(value: unknown, rule: Rule, oldNames: OldName[]): unknown {
  return changeAt(value, rule.at === '' ? [] : rule.at.split('.'), '$', (object, path) => {
    const { old, current, beside } = rule;
    if (!Object.hasOwn(object, old) || Object.hasOwn(object, current)) return object;
    if (beside !== undefined && !Object.hasOwn(object, beside)) return object;
    oldNames.push({ path: `${path}.${old}`, old, current });
    return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key === old ? current : key, inner]));
  });
}

/** A copy in which the objects at a path are changed; parts that stay are shared with the value. */
function changeAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  path: string,
  change: (object: JsonObject, path: string) => JsonObject,
): unknown {
  if (Array.isArray(value)) {
    if (key !== '*') return value;
    const items = value.map((item, at) => changeAt(item, rest, `${path}[${at}]`, change));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  if (key === undefined) return change(value, path);
  const keys = key === '*' ? Object.keys(value) : Object.hasOwn(value, key) ? [key] : [];
  const changed = new Map(keys.map((one) => [one, changeAt(value[one], rest, `${path}.${one}`, change)]));
  if (keys.every((one) => changed.get(one) === value[one])) return value;
  return Object.fromEntries(
    Object.entries(value).map(([one, inner]) => [one, changed.has(one) ? (changed.get(one) as Json) : inner]),
  );
}

// Functions and class instances of a configuration are nobody's JSON.
function isJsonObject(value: unknown): value is JsonObject {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

function below(at: string, key: string): string {
  return at === '' ? key : `${at}.${key}`;
}
