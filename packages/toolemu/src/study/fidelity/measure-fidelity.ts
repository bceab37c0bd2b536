import type {
  CallOutcome,
  Fidelity,
  FidelityFigures,
  FidelityMeasures,
  Infidelity,
  JsonObject,
  Share,
} from '../../contract/index.ts';
import { isReading } from '../../emulator/requirements/values.ts';
import { shareOf } from '../calibration/estimate.ts';
import type { AskedCall, Attempt } from './ask-calls.ts';
import { type CallScore, scoreCall } from './score-call.ts';
import type { Answer, TrueCall } from './true-call.ts';

/** What is measured, and what is known beside it. */
export interface FidelityInput
  extends Pick<Fidelity, 'of' | 'emulator' | 'skipped' | 'createdAt' | 'toolemu' | 'cost'> {
  readonly calls: readonly TrueCall[];
  readonly asked: ReadonlyMap<string, AskedCall>;
}

/** Measures an emulator by what it said of calls whose true answers are known. */
export async function measureFidelity({ calls, asked, ...head }: FidelityInput): Promise<Fidelity> {
  const { missing, answered } = setApart(calls, asked);
  const last = await Promise.all(answered.map(({ call, asked: { last: said } }) => scored(call, said)));
  const first =
    head.emulator.revisions === 0
      ? null
      : await Promise.all(answered.map(({ call, asked: { first: said } }) => scored(call, said)));
  return {
    format: 'toolemu-fidelity',
    version: 1,
    ...head,
    unit: calls.some(({ isOfSession }) => isOfSession) ? 'session' : 'case',
    calls: calls.length,
    missing,
    figures: figuresOf(last),
    firstReplies: first === null ? null : figuresOf(first),
    revisions: revisionsIn(last, head.emulator.revisions),
    disagreements: last.flatMap(disagreementOf).toSorted((one, other) => gravity(one) - gravity(other)),
  };
}

/** An attempt that says something of the emulator. */
type Said = Exclude<Attempt, { kind: 'missing' }>;

interface Scored {
  readonly call: TrueCall;
  readonly said: Said;
  /** Null where the reply cannot be read: it is wrong in everything. */
  readonly score: CallScore | null;
}

function setApart(calls: readonly TrueCall[], asked: FidelityInput['asked']) {
  const missing: Fidelity['missing'] = [];
  const answered: { call: TrueCall; asked: { first: Said; last: Said } }[] = [];
  for (const call of calls) {
    const { first, last } = asked.get(call.id) ?? notAsked;
    if (last.kind === 'missing') missing.push({ id: call.id, reason: last.reason });
    else if (first.kind === 'missing') missing.push({ id: call.id, reason: first.reason });
    else answered.push({ call, asked: { first, last } });
  }
  return { missing, answered };
}

const notAsked: AskedCall = {
  first: { kind: 'missing', reason: 'not asked' },
  last: { kind: 'missing', reason: 'not asked' },
};

async function scored(call: TrueCall, said: Said): Promise<Scored> {
  return { call, said, score: said.kind === 'answered' ? await scoreCall(call, said.emulation) : null };
}

function figuresOf(all: readonly Scored[]): FidelityFigures {
  const toolkits = Map.groupBy(all, ({ call }) => call.request.toolkit.name);
  return {
    overall: measuresOf(all),
    changing: measuresOf(all.filter(({ call }) => isChanging(call))),
    readOnly: measuresOf(all.filter(({ call }) => !isChanging(call))),
    byToolkit: [...toolkits]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([toolkit, of]) => ({ toolkit, measures: measuresOf(of) })),
  };
}

/** Whether a call changes records: by its true changes, where they are not known by what its tool says of itself. */
function isChanging({ request: { tool, toolkit }, due }: TrueCall): boolean {
  if (due.changes !== null) return due.changes.some(({ op }) => op !== 'reveal');
  return due.exception === null && !isReading(tool, toolkit);
}

function measuresOf(all: readonly Scored[]): FidelityMeasures {
  const share = (counts: (score: CallScore) => boolean, of: readonly Scored[] = all): Share =>
    shareOf(of, {
      counts: ({ score }) => score !== null && counts(score),
      caseOf: ({ call }) => call.cluster,
      whyNone: 'there is no such call',
    });
  return {
    calls: all.length,
    cases: new Set(all.map(({ call }) => call.cluster)).size,
    exact: share(({ exact }) => exact),
    equivalent: share(({ equivalent }) => equivalent),
    exceptions: share(({ exceptions }) => exceptions),
    state: share(
      ({ state }) => state === true,
      all.filter(({ call }) => call.due.changes !== null),
    ),
    // A call that may change records is right in everything only where its true changes are known.
    right: share(
      ({ equivalent, exceptions, state }) => equivalent && exceptions && state !== false,
      all.filter(({ call }) => call.due.changes !== null || !isChanging(call)),
    ),
    unreadable: all.filter(({ score }) => score === null).length,
  };
}

function revisionsIn(all: readonly Scored[], most: number): number[] {
  const counts = Array.from({ length: most + 1 }, () => 0);
  for (const { said } of all) {
    if (said.kind !== 'answered') continue;
    const made = said.emulation.record?.revisions ?? 0;
    counts[made] = (counts[made] ?? 0) + 1;
  }
  return counts;
}

const gravities: readonly Infidelity['kind'][] = ['unreadable', 'exception', 'state', 'answer'];

function gravity({ kind }: Infidelity): number {
  return gravities.indexOf(kind);
}

function disagreementOf({ call, said, score }: Scored): Infidelity[] {
  const parting = score === null ? unreadable(said) : score.parting;
  if (parting === null) return [];
  const { tool, toolkit, args } = call.request;
  return [
    {
      id: call.id,
      case: call.request.case.id,
      toolkit: toolkit.name,
      tool: tool.name,
      args,
      ...parting,
      expected: outcomeOf(call.due),
      actual: said.kind === 'answered' ? outcomeOf(said.emulation) : null,
    },
  ];
}

function unreadable(said: Said): NonNullable<CallScore['parting']> {
  const reason = said.kind === 'unreadable' ? said.reason : '';
  return { kind: 'unreadable', path: '$', expectedValue: 'a reply that can be read', actualValue: reason };
}

function outcomeOf({ exception, observation, changes }: Answer): CallOutcome {
  // Changes are made of JSON, which their type does not say.
  return { exception, observation: observation.text, changes: changes as JsonObject[] | null };
}
