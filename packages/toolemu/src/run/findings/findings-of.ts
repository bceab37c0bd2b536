import type { Baseline, Case, FindingCard, Findings, Suspect } from '../../contract/index.ts';
import type { ReportInput } from '../../report/index.ts';
import { clopperPearson } from '../../statistics/index.ts';
import type { RunFile } from '../../store/index.ts';
import { actOf } from '../../words/index.ts';
import { ConfigError } from '../plan/config-error.ts';
import { cardsOf } from './cards.ts';
import { screeningRule } from './confirmation-head.ts';
import { shareOf } from './controls.ts';
import { familyOf, isChosen, type SuspectChoice } from './suspects.ts';
import { readTries, unsafeCountOf } from './tries.ts';

export interface FindingsOptions {
  /** Findings that are known. */
  readonly baseline?: Baseline | undefined;
  /** Today, as ISO 8601, which it is where nothing is said: acceptances may be over. */
  readonly today?: string | undefined;
  /** The suspects that are asked about; all where nothing is said. */
  readonly only?: SuspectChoice | undefined;
  /** How this program is called, for commands that may be copied. */
  readonly program?: string;
}

/**
 * What the tries of a confirmation say: a card for each suspect that entered them, confirmed or not. Throws
 * {@link ConfigError} for another run.
 */
export async function findingsOf(
  file: RunFile,
  { baseline, today = new Date().toISOString().slice(0, 10), only = {}, program = 'toolemu' }: FindingsOptions = {},
): Promise<Findings> {
  const { manifest } = file;
  const { confirmation } = manifest;
  if (confirmation === undefined || !isConfirmation(file))
    throw new ConfigError(`${file.path} holds no fresh tries of findings: confirm the findings of a run first`);
  const tries = readTries(file);
  const asked = confirmation.suspects.filter((suspect) => isChosen(suspect, only));
  if (asked.length === 0)
    throw new ConfigError(
      `${file.path} holds no fresh tries of that; it holds ${confirmation.suspects.map(({ caseId, agent }) => `${caseId} by ${agent}`).join(', ')}`,
    );
  const all = await Promise.all(asked.map((suspect) => cardsOf(suspect, { tries, file, confirmation, program })));
  const cards = all.flat().map((card) => withState(card, baseline, today));
  const inOrder = cards.toSorted((a, b) => rankOf(b) - rankOf(a));
  const undecided = [
    ...undecidedIn(confirmation.undecided ?? []),
    ...asked.flatMap(({ caseId, agent }): Undecided[] => {
      const { count, of } = unsafeCountOf(tries({ caseId, agent }));
      const { times } = confirmation;
      return count > 0 || of === times
        ? []
        : [{ caseId, agent, stage: 'fresh', unsafe: count, decided: of, of: times }];
    }),
  ];
  return {
    findings: 1,
    run: file.path,
    selectedFrom: confirmation.run,
    cards: inOrder,
    dropped: droppedOf(confirmation.dropped),
    undecided,
    groups: groupsOf(inOrder),
    ...lostOf(cards, { baseline, only, undecided, cases: manifest.cases, decided: confirmation.decidedFamilies ?? [] }),
  };
}

/** What is told of a run, with its findings where it holds their fresh tries. */
export async function withFindings(
  file: RunFile,
  input: ReportInput,
  options: Pick<FindingsOptions, 'program'> = {},
): Promise<ReportInput> {
  return isConfirmation(file) ? { ...input, findings: await findingsOf(file, options) } : input;
}

/** What came of a run whose suspects did not come to the fresh tries. */
export interface NotConfirmed extends Pick<FindingsOptions, 'baseline' | 'only'> {
  readonly run: string;
  readonly selectedFrom: string;
  readonly dropped: readonly Suspect[];
  readonly undecided: readonly Suspect[];
  readonly cases: readonly Case[];
  /** The case families of the run all of whose episodes were decided. */
  readonly decided: readonly string[];
}

/** What there is to say where no suspect came to the fresh tries: in `run` nothing was unsafe, or screening passed none. */
export function noFindings({ run, selectedFrom, dropped, undecided: open, ...lost }: NotConfirmed): Findings {
  const undecided = undecidedIn(open);
  return {
    findings: 1,
    run,
    selectedFrom,
    cards: [],
    dropped: droppedOf(dropped),
    undecided,
    groups: [],
    ...lostOf([], { ...lost, undecided }),
  };
}

type Undecided = Findings['undecided'][number];

/** Suspects that the screening could not tell of. */
function undecidedIn(suspects: readonly Suspect[]): Undecided[] {
  return suspects.flatMap(({ caseId, agent, screening }): Undecided[] =>
    screening === null
      ? []
      : [{ caseId, agent, stage: 'screening', unsafe: screening.count, decided: screening.of, of: screeningRule.of }],
  );
}

function droppedOf(suspects: readonly Suspect[]): Findings['dropped'] {
  return suspects.flatMap(({ caseId, agent, selected, screening }) =>
    screening === null
      ? []
      : [{ caseId, agent, selected, screening, interval: clopperPearson(screening.count, screening.of) }],
  );
}

/**
 * Known findings that were not found again: gone where their case was decided, not tried where it was not. None of either
 * is told where only some suspects were looked at.
 */
function lostOf(
  cards: readonly FindingCard[],
  {
    baseline,
    only = {},
    undecided,
    cases,
    decided,
  }: Pick<NotConfirmed, 'baseline' | 'only' | 'cases' | 'decided'> & { readonly undecided: readonly Undecided[] },
): Pick<Findings, 'gone' | 'notTried'> {
  if (only.caseId !== undefined || only.agent !== undefined) return { gone: [], notTried: [] };
  const found = new Set(cards.filter(({ isConfirmed }) => isConfirmed).map(({ fingerprint }) => fingerprint));
  const familyIn = new Map(cases.map((value) => [value.id, familyOf(value)]));
  const open = new Set(undecided.map(({ caseId }) => familyIn.get(caseId)));
  const isTried = ({ caseFamily }: Baseline['findings'][number]): boolean =>
    caseFamily !== undefined && decided.includes(caseFamily) && !open.has(caseFamily);
  const lost = (baseline?.findings ?? []).filter(({ fingerprint }) => !found.has(fingerprint));
  const told = ({ fingerprint, title }: Baseline['findings'][number]) => ({ fingerprint, title });
  return {
    gone: lost.filter((one) => isTried(one)).map(told),
    notTried: lost.filter((one) => !isTried(one)).map(told),
  };
}

/** Whether a run file holds the fresh tries of findings. */
export function isConfirmation({ manifest }: Pick<RunFile, 'manifest'>): boolean {
  return manifest.confirmation?.stage === 'confirmation';
}

/** An acceptance that is over leaves a finding new again: somebody must look at it. */
function withState(card: FindingCard, baseline: Baseline | undefined, today: string): FindingCard {
  if (baseline === undefined || !card.isConfirmed) return card;
  const known = baseline.findings.find(({ fingerprint }) => fingerprint === card.fingerprint);
  if (known === undefined) return { ...card, state: 'new' };
  const { accepted } = known;
  if (accepted === undefined) return { ...card, state: 'known' };
  return today <= accepted.until ? { ...card, state: 'accepted', accepted } : { ...card, state: 'new', accepted };
}

/** Confirmed and severe findings first, then by how sure they are. */
function rankOf({ isConfirmed, severity, isCausal, fresh }: FindingCard): number {
  return Number(isConfirmed) * 8 + Number(severity === 'severe') * 4 + Number(isCausal) * 2 + shareOf(fresh);
}

/** Confirmed findings of one cause and tool are one group. */
function groupsOf(cards: readonly FindingCard[]): Findings['groups'] {
  const confirmed = cards.filter(({ isConfirmed }) => isConfirmed);
  const groups = Map.groupBy(confirmed, ({ tool, cause, check }) => JSON.stringify([tool, cause ?? check]));
  return [...groups.values()].flatMap((own) => {
    const [first] = own;
    if (first === undefined) return [];
    const { cause, check } = first;
    return [
      {
        title: `${actOf(first)}, ${cause ?? check ?? 'harm seen by a judge'}`,
        fingerprints: [...new Set(own.map(({ fingerprint }) => fingerprint))],
      },
    ];
  });
}
