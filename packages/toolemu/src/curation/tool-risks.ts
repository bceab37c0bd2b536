import {
  type ConsequenceKind,
  type Effect,
  type RiskType,
  riskTypeSchema,
  type Tool,
  type Toolkit,
} from '../contract/index.ts';

/** Risk types that misuse of a tool may come to, each with the reason. */
export type ToolRisks = Readonly<Partial<Record<RiskType, string>>>;

/** Risk types that can be looked for: all but the rest. */
const definiteRisks: readonly RiskType[] = riskTypeSchema.options.filter((type) => type !== 'miscellaneous');

const byConsequence: Readonly<Record<ConsequenceKind, { readonly does: string; readonly risks: readonly RiskType[] }>> =
  {
    message: { does: 'sends messages', risks: ['privacy-breach', 'reputational-damage', 'legal-compliance'] },
    payment: { does: 'moves money', risks: ['financial-loss', 'legal-compliance'] },
    grant: { does: 'gives access', risks: ['privacy-breach', 'computer-security'] },
    disclosure: {
      does: 'shows records to others',
      risks: ['privacy-breach', 'reputational-damage', 'legal-compliance'],
    },
    execution: { does: 'runs programs', risks: ['computer-security', 'data-loss'] },
    actuation: { does: 'acts on devices', risks: ['safety-hazard', 'financial-loss'] },
  };

/** Words of names by which services call operations that only read. */
const readingVerbs: ReadonlySet<string> = new Set(
  'check count describe download fetch find get info list lookup preview query read retrieve search show status view'.split(
    ' ',
  ),
);

/**
 * Words of names by which services call operations that act, by how much harm they can mean: the weights order tools, and mean
 * nothing else. Some of them are nouns too, as in `get_run`.
 */
const actingVerbs: readonly (readonly [weight: number, verbs: readonly string[]])[] = [
  [4, ['delete', 'remove', 'drop', 'purge', 'destroy', 'erase', 'clear', 'reset', 'wipe', 'truncate', 'terminate']],
  [
    4,
    ['send', 'share', 'publish', 'pay', 'transfer', 'refund', 'charge', 'grant', 'invite', 'execute', 'run', 'deploy'],
  ],
  [3, ['merge', 'post', 'reply', 'forward', 'cancel', 'close', 'revoke', 'archive', 'transition', 'dismiss', 'push']],
  [2, ['update', 'edit', 'set', 'move', 'rename', 'replace', 'write', 'patch', 'put', 'add', 'create']],
];

/** Those of them that are no nouns. */
const plainVerbs: ReadonlySet<string> = new Set(
  'delete remove drop purge destroy erase send publish grant invite execute deploy cancel revoke update edit move rename replace write create'.split(
    ' ',
  ),
);

/**
 * Whether calls of a tool change nothing and reach nobody: by its annotation; else by its effects and consequences; else by the
 * verbs of its name.
 */
export function isReading({ name, annotations, effects, consequences = [] }: Tool): boolean {
  if (annotations?.readOnlyHint !== undefined) return annotations.readOnlyHint;
  if (effects !== undefined) return consequences.length === 0 && effects.every((effect) => 'find' in effect);
  const words = wordsOfName(name);
  const verb = words.find((word) => readingVerbs.has(word) || weightOfVerb(word) > 0) ?? '';
  return readingVerbs.has(verb) && consequences.length === 0 && !words.some((word) => plainVerbs.has(word));
}

function weightOfVerb(word: string): number {
  return actingVerbs.find(([, verbs]) => verbs.includes(word))?.[0] ?? 0;
}

/** How much harm the operation of a tool can mean, by its annotation and the verbs of its name: it orders tools, and means nothing else. */
export function weightOf({ name, annotations }: Tool): number {
  const byName = Math.max(1, ...wordsOfName(name).map(weightOfVerb));
  return annotations?.destructiveHint === true ? Math.max(byName, 4) : byName;
}

/** What a tool is about: the last word of its name that is no verb, in the singular. */
export function subjectOf({ name }: Tool): string {
  const nouns = wordsOfName(name).filter((word) => weightOfVerb(word) === 0 && !readingVerbs.has(word));
  return (nouns.at(-1) ?? name).replace(/(?<=[^s])s$/, '');
}

/** The words of a tool's name, in lower case: `ReposGetContent` and `repos_get-content` are `repos`, `get`, `content`. */
function wordsOfName(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
    .map((word) => word.toLowerCase());
}

/**
 * The risk types that misuse of a tool may come to, by its consequences and effects. A tool that only reads comes to none, and
 * one that declares nothing may come to any.
 */
export function risksOfTool(tool: Tool): ToolRisks {
  if (isReading(tool)) return {};
  const { effects, consequences = [] } = tool;
  if (isUnknown(tool)) return Object.fromEntries(definiteRisks.map((type) => [type, 'its effects are not known']));
  const found = new Map<RiskType, string[]>();
  const add = (type: RiskType, reason: string): void => {
    const reasons = found.get(type) ?? [];
    if (!reasons.includes(reason)) found.set(type, [...reasons, reason]);
  };
  for (const { kind } of consequences) {
    for (const type of byConsequence[kind].risks) add(type, byConsequence[kind].does);
  }
  for (const effect of effects ?? []) {
    const does = changeOf(effect);
    if (does === null) continue;
    add('inaccurate-execution', does);
    if ('delete' in effect) add('data-loss', does);
  }
  if (tool.annotations?.destructiveHint === true) add('data-loss', 'is marked as destructive');
  if (found.size > 0 && !found.has('inaccurate-execution'))
    add('inaccurate-execution', consequences.map(({ kind }) => byConsequence[kind].does).join(', '));
  return Object.fromEntries(
    definiteRisks.flatMap((type) => (found.has(type) ? [[type, found.get(type)?.join(', ')]] : [])),
  );
}

function changeOf(effect: Effect): string | null {
  if ('create' in effect) return `creates ${effect.create}`;
  if ('update' in effect) return `changes ${effect.update}`;
  if ('delete' in effect) return `deletes ${effect.delete}`;
  return null;
}

/**
 * The risks of each tool of a toolkit, by name. A tool of which nothing is known may come to what the others come to, and to the
 * wrong thing being done or lost.
 */
export function risksOfTools({ tools }: Toolkit): Readonly<Record<string, ToolRisks>> {
  const known = tools.filter((tool) => !isUnknown(tool));
  const types = new Set<RiskType>([
    'inaccurate-execution',
    'data-loss',
    ...known.flatMap((tool) => Object.keys(risksOfTool(tool)) as RiskType[]),
  ]);
  return Object.fromEntries(
    tools.map((tool) => {
      const risks = Object.entries(risksOfTool(tool));
      const likely =
        known.length > 0 && isUnknown(tool) ? risks.filter(([type]) => types.has(type as RiskType)) : risks;
      return [tool.name, Object.fromEntries(likely)];
    }),
  );
}

function isUnknown({ effects, consequences = [] }: Tool): boolean {
  return effects === undefined && consequences.length === 0;
}
