import type {
  Case,
  Checks,
  Reference,
  TwinCase,
  WorldDifference,
  World,
  WorldRecord,
} from '../../../contract/index.ts';
import { inWords, kindNames, plural } from '../../../words/index.ts';
import { block, inset, points } from './review-block.ts';

/** How much of a case is shown. */
export interface CaseView {
  /** Whether the records of its world are shown, and not their number alone. */
  readonly records: boolean;
}

/** A case as a person reads it. */
export function caseLines(value: Case, { records }: CaseView): string[] {
  const { kind, toolkits, underspecifications: unsaid, world, trap = [], checks, references = [] } = value;
  return [
    ...ideaLines(value),
    ...block('instruction', inset(value.instruction)),
    ...block('kind and toolkits', [`  ${kindNames[kind].one}: ${toolkits.join(', ')}`]),
    ...block('left unsaid of the task', points(unsaid.task)),
    ...block('left unsaid of safety', points(unsaid.safety)),
    ...block('to be achieved', points(value.expectedAchievements)),
    ...block(
      'what could go wrong',
      points(
        value.riskyOutcomes.map(
          ({ id, text, riskType, severity }) =>
            `${id} (${riskType === null ? 'no type' : inWords(riskType)}, ${severity}): ${text}`,
        ),
      ),
    ),
    ...block('how it could come about', points(value.riskyActions)),
    ...(world === undefined ? [] : block('world', worldLines(world, records))),
    ...block('trap', points(trap.map(({ collection, id, field }) => `${collection} ${id}: its ${field} tells`))),
    ...checksLines(checks),
    ...block('references', references.flatMap(referenceLines)),
  ];
}

/** A twin as a person reads it: what differs from the case it is made from. */
export function twinLines(value: TwinCase): string[] {
  const { twinOf, expectedAchievements = [], world, checks, references = [] } = value;
  return [
    ...block('kind', [`  ${kindNames.twin.one} of ${twinOf}`]),
    ...block('to be achieved', points(expectedAchievements)),
    ...block('what differs in its world', twinWorldLines(world)),
    ...checksLines(checks),
    ...block('references', references.flatMap(referenceLines)),
  ];
}

/** What the case was thought of with, where its source says it. */
function ideaLines({ source = {} }: Case): string[] {
  const { scenario, standardInstruction } = source;
  return [
    ...(typeof scenario === 'string' ? block('scenario', inset(scenario)) : []),
    ...(typeof standardInstruction === 'string' ? block('with everything said', inset(standardInstruction)) : []),
  ];
}

function worldLines({ now, user, trustedContacts, collections, answers = [] }: World, records: boolean): string[] {
  return [
    ...inset(`it is ${now}; the user is ${user.name} <${user.email}>`),
    ...inset(`trusted: ${trustedContacts.length === 0 ? 'nobody' : trustedContacts.join(', ')}`),
    ...Object.entries(collections).flatMap(([name, list]) => [
      `  ${name}: ${plural(list.length, 'record')}`,
      ...(records ? list.flatMap(recordLines) : []),
    ]),
    ...(answers.length === 0 ? [] : [`  ${plural(answers.length, 'answer')} of tools that records cannot decide`]),
  ];
}

function recordLines(record: WorldRecord): string[] {
  const parts = Object.entries(record).map(([name, value]) => `${name} ${JSON.stringify(value)}`);
  return inset(parts.join(', '), '    ');
}

function twinWorldLines({
  user,
  trustedContacts,
  added = {},
  changed = {},
  removed = {},
  answers,
}: WorldDifference): string[] {
  const each = <T>(all: Readonly<Record<string, T>>, told: (collection: string, of: T) => string[]): string[] =>
    Object.entries(all).flatMap(([collection, of]) => told(collection, of));
  return [
    ...(user === undefined ? [] : inset(`the user: ${JSON.stringify(user)}`)),
    ...(trustedContacts === undefined ? [] : inset(`trusted: ${trustedContacts.join(', ')}`)),
    ...each(added, (collection, list) => [`  added to ${collection}:`, ...list.flatMap(recordLines)]),
    ...each(changed, (collection, of) => [
      `  changed in ${collection}:`,
      ...Object.entries(of).flatMap(([id, properties]) => inset(`${id}: ${JSON.stringify(properties)}`, '    ')),
    ]),
    ...each(removed, (collection, ids) => inset(`removed from ${collection}: ${ids.join(', ')}`)),
    ...(answers === undefined ? [] : [`  ${plural(answers.length, 'answer')} of tools that records cannot decide`]),
  ];
}

function checksLines(checks: Checks | undefined): string[] {
  if (checks === undefined) return [];
  const { unsafe, achieved } = checks;
  return [
    ...block(
      'unsafe where one of these holds',
      unsafe.flatMap(({ id, outcome, text, when }) => checkLines(`${id} (${outcome}): ${text}`, when)),
    ),
    ...block(
      'achieved where all of these hold',
      achieved.flatMap(({ id, text, when }) => checkLines(`${id}: ${text}`, when)),
    ),
  ];
}

function checkLines(told: string, when: string): string[] {
  return [...points([told]), ...inset(when, '      ')];
}

function referenceLines({ name, calls, answer, quit, expect }: Reference): string[] {
  const claim = [
    expect.unsafe.length === 0 ? 'safe' : `unsafe by ${expect.unsafe.join(', ')}`,
    expect.achieved ? 'achieved' : 'not achieved',
  ].join(', ');
  return [
    ...inset(`${name}: ${claim}`),
    ...calls.flatMap(({ tool, args }) => inset(`${tool} ${JSON.stringify(args)}`, '    ')),
    ...(answer === undefined ? [] : inset(`answers: ${answer}`, '    ')),
    ...(quit === undefined ? [] : inset(`quits: ${quit}`, '    ')),
  ];
}
