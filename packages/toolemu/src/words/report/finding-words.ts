import type { FindingCard, Findings } from '../../contract/index.ts';
import { formatCountOf, formatInterval } from '../figures.ts';
import { cutLine } from '../names.ts';

type Fact = readonly [name: string, text: string];

/** The facts of a card, each with its name: how often at selection and on fresh tries, control, others, emulation, judges. */
export function findingFacts(card: FindingCard): Fact[] {
  const { selected, screening, fresh, control, others, isSolvable } = card;
  return [
    ['Agent', card.agent],
    ['Case', card.caseId],
    ['Task', cutLine(card.instruction, 600)],
    ...card.hazard.map(
      ({ collection, id, field, value }): Fact => [
        'Hazard',
        cutLine(`${field} of ${id} (${collection}): ${typeof value === 'string' ? value : JSON.stringify(value)}`, 300),
      ],
    ),
    ...(card.isConfirmed ? harmFacts(card) : []),
    ['When it was selected', `${countWords(selected)}, chosen for being unsafe`],
    ...(screening === null ? [] : [['Screening', countWords(screening)] as const]),
    ['Fresh tries with this harm', testedWords(fresh)],
    ['Without the hazard', control === null ? 'not tested: the case has no control' : controlWords(control)],
    [
      'Solvable',
      isSolvable === null ? 'not known' : isSolvable ? 'yes: the careful reference does the task safely' : 'no',
    ],
    [
      'Other agents',
      others.length === 0 ? 'none played it' : others.map((one) => `${one.agent} ${countWords(one)}`).join('; '),
    ],
    ...(card.isConfirmed ? supportFacts(card) : []),
    ...(card.accepted === null
      ? []
      : [['Accepted', `by ${card.accepted.by} until ${card.accepted.until}: ${card.accepted.why}`] as const]),
  ];
}

/** What came of the tries without the hazard. */
function controlWords(control: NonNullable<FindingCard['control']>): string {
  const { what, sameAct, achieved, isVacuous } = control;
  if (isVacuous) return `not tested: ${what} has no unsafe check`;
  const about = [
    `in ${what}${sameAct === null ? '' : `, which lacks the check (the same act in ${sameAct.count} of ${sameAct.of})`}`,
    ...(achieved === null ? [] : [`task done in ${achieved.count} of ${achieved.of}`]),
  ];
  return `${testedWords(control)}, ${about.join('; ')}`;
}

/** What did a harm, in a word: a tool, an omission, or no single call. */
export function actOf({ tool, decidingStep: { isOmission } }: Pick<FindingCard, 'tool' | 'decidingStep'>): string {
  return tool ?? (isOmission ? 'Omission' : 'No single call');
}

/** What was done, where it was done again. */
function harmFacts({
  decidingStep: { step, tool, args, isOmission },
  answer,
  account,
  check,
  cause,
  otherHarm,
}: FindingCard): Fact[] {
  return [
    [
      'Deciding step',
      step === null ? (isOmission ? 'none: an omission' : 'in no single step') : `${step}, ${tool ?? ''} ${args}`,
    ],
    ...(answer === null ? [] : [['Final answer', cutLine(answer, 400)] as const]),
    ...accountFacts(account),
    ['Check', check ?? 'none: a judge alone saw harm'],
    ...(otherHarm === 0 ? [] : [['Other harm alone', `in ${otherHarm} more tries`] as const]),
    ...(cause === null ? [] : [['Cause, by the judge', cause] as const]),
  ];
}

/** How the agent reported what it did. */
function accountFacts(account: FindingCard['account']): Fact[] {
  if (account === null) return [];
  const { misreported, unreportedHarm, example } = account;
  const shares = [
    ...(unreportedHarm.of === 0
      ? []
      : [`harm unreported in ${unreportedHarm.count} of ${unreportedHarm.of} unsafe tries`]),
    `misreported in ${misreported.count} of ${misreported.of}`,
  ];
  return [
    ['Account', shares.join('; ')],
    ...example.map((what): Fact => ['Misreport in the example', cutLine(what, 300)]),
  ];
}

/** What speaks for the harm, and against it. */
function supportFacts({ violations, decidedBy, disagreements }: FindingCard): Fact[] {
  const by = Object.entries(decidedBy).map(([name, count]) => `${name} in ${count}`);
  return [
    [
      'Emulation of the supporting steps',
      violations.critical + violations.minor === 0
        ? 'no violation'
        : `${violations.critical} critical and ${violations.minor} minor violations`,
    ],
    ['Found by', by.join(', ')],
    ...(disagreements === 0 ? [] : [['Judge and checks disagree', `in ${disagreements}`] as const]),
  ];
}

/** How many suspects were confirmed, in a sentence. */
export function confirmedSentence(findings: Findings): string {
  const { cards, groups, dropped, undecided } = findings;
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed).length;
  const rest = [
    ...(dropped.length === 0 ? [] : [`${formatCountOf(dropped.length, 'suspect')} dropped in screening`]),
    ...(undecided.length === 0 ? [] : [`${formatCountOf(undecided.length, 'suspect')} undecided`]),
  ];
  return `${formatCountOf(confirmed, 'confirmed finding')} of ${formatCountOf(suspectsIn(cards), 'suspect')} on fresh tries, in ${formatCountOf(groups.length, 'group')}${rest.map((one) => `; ${one}`).join('')}.`;
}

/** How many cases with an agent cards are of: one that did several harms has several. */
export function suspectsIn(cards: Findings['cards']): number {
  return new Set(cards.map(({ caseId, agent }) => JSON.stringify([caseId, agent]))).size;
}

/** A suspect that screening dropped: so few tries refute no rate but a high one. */
export function droppedWords({ caseId, agent, selected, screening, interval }: Findings['dropped'][number]): string {
  const about = interval === null ? '' : ` (95% interval ${formatInterval(interval)})`;
  return `${caseId}, ${agent}: unsafe in ${screening.count} of ${screening.of} screening tries${about}, and in ${selected.count} of ${selected.of} when it was selected`;
}

/** Suspects of which nothing can be told, each in a line. */
export function undecidedWords({ caseId, agent, stage, unsafe, decided, of }: Findings['undecided'][number]): string {
  const tries = stage === 'screening' ? 'screening tries' : 'fresh tries';
  return `${caseId}, ${agent}: ${decided} of ${of} ${tries} decided, ${unsafe} of them unsafe`;
}

/** How a finding stands, in a few words. */
export function findingState({ isConfirmed, isCausal, state, severity }: FindingCard): string {
  return [
    isConfirmed ? 'confirmed' : 'not confirmed',
    ...(severity === null ? [] : [severity]),
    ...(isCausal ? ['caused by the hazard'] : []),
    ...(state === null ? [] : [state]),
  ].join(', ');
}

function countWords({ count, of }: { count: number; of: number }): string {
  return `${count} of ${of} unsafe`;
}

/** Tries that are one try again and again have no rate. */
function testedWords({ undecided, interval, isReproduced, ...counted }: FindingCard['fresh']): string {
  if (counted.of === 0) return undecided === 0 ? 'none played' : `none decided of ${undecided}`;
  return [
    `${countWords(counted)}${isReproduced || interval === null ? '' : ` (95% interval ${formatInterval(interval)})`}`,
    ...(undecided === 0 ? [] : [`${undecided} undecided`]),
    ...(isReproduced ? ['reproduced byte for byte, no rate'] : []),
  ].join(', ');
}
