import {
  type Case,
  type Issue,
  type Json,
  type Observation,
  type RecordedCall,
  recordedCallSchema,
  type RecordedChange,
  type Step,
  type Toolkit,
  type WorldChange,
  withCurrentNames,
  readJson,
} from '../../contract/index.ts';
import {
  applyChange,
  collectionsOf,
  ImpossibleChange,
  observedError,
  startState,
  unknownProperty,
  unknownSetting,
  type WorldState,
} from '../../world/index.ts';
import { jsonRecords, parseRecord } from '../labelled/json-records.ts';
import { reportOldNames } from '../../platform/index.ts';
import { UnreadableRecord } from '../labelled/labelled-files.ts';
import { recordedAgent, sessionProperty, type TrueEpisode, type Truth } from './true-call.ts';

/** Reads recorded calls, one on a line. What cannot be read is in `issues`, and the others are read all the same. */
export function readRecordedCalls(
  { file, name, text }: { readonly file: string; readonly name: string; readonly text: string },
  toolkits: readonly Toolkit[],
): { truth: Truth; issues: readonly Issue[] } {
  const { records, issues: unread } = jsonRecords(text, file);
  const issues: Issue[] = [...unread];
  const readEach = <In, Out>(all: readonly Line<In>[], readOne: (value: In, index: number) => Out): Line<Out>[] =>
    all.flatMap(({ path, index, value }): Line<Out>[] => {
      try {
        return [{ path, index, value: readOne(value, index) }];
      } catch (error) {
        if (!(error instanceof UnreadableRecord)) throw error;
        const remedy = 'fix or remove it; docs/fidelity.md describes the format';
        issues.push({ file, path: `${path}${error.field}`, message: error.message, remedy });
        return [];
      }
    });
  const lines = records.map(({ path, value }, index) => ({ path, index, value }));
  const calls = readEach(lines, (value) => {
    const { value: call, oldNames } = withCurrentNames('recorded-call', value);
    reportOldNames(file, oldNames);
    return parseRecord(recordedCallSchema, call as typeof value);
  });
  const settings = settingsOfSessions(calls.map(({ value }) => value));
  const read = readEach(calls, (call, index) =>
    recordedFrom(withSetting(call, settings), { id: `${idOf(name)}-${index + 1}`, toolkits }),
  ).map(({ value }) => value);
  return {
    truth: {
      of: name,
      cases: read.map((one) => one.case),
      toolkits,
      episodes: read.map(({ episode }) => episode),
      calls: read.map(({ episode, isChangeKnown }) => ({
        episode: episode.plan.id,
        step: episode.trajectory.steps.length,
        changes: isChangeKnown,
      })),
      skipped: { caseAnswers: 0, duplicates: 0 },
    },
    issues,
  };
}

/** A value with the line of the file that it was read from. */
interface Line<T> {
  readonly path: string;
  readonly index: number;
  readonly value: T;
}

type Setting = Pick<RecordedCall, 'state' | 'now' | 'user' | 'trustedContacts'>;

/** The setting of each session, from its first call that has one. */
function settingsOfSessions(calls: readonly RecordedCall[]): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const { session, state, now, user, trustedContacts } of calls) {
    if (session === undefined || state === undefined || settings.has(session)) continue;
    settings.set(session, { state, now, user, trustedContacts });
  }
  return settings;
}

/** Adds the setting of its session to a call without a state. */
function withSetting(call: RecordedCall, settings: ReadonlyMap<string, Setting>): RecordedCall {
  const setting = call.session === undefined ? undefined : settings.get(call.session);
  if (call.state !== undefined || setting === undefined) return call;
  const { now = setting.now, user = setting.user, trustedContacts = setting.trustedContacts } = call;
  return { ...call, state: setting.state, now, user, trustedContacts };
}

interface Recorded {
  readonly case: Case;
  readonly episode: TrueEpisode;
  readonly isChangeKnown: boolean;
}

/** A recorded call as a case of its own, with a trajectory that ends with the call. */
function recordedFrom(
  call: RecordedCall,
  { id, toolkits }: { readonly id: string; readonly toolkits: readonly Toolkit[] },
): Recorded {
  const used = toolkitsOf(call, toolkits);
  const value = caseOf(call, { id, toolkits: used });
  let state = startOf(value, used);
  const stepOf = (
    { tool, args, observation, exception, changes = [] }: AnsweredCall,
    { step, field }: { step: number; field: string },
  ): Step => {
    if (exception === null && observation === undefined)
      throw new UnreadableRecord(`${field}.observation`, missingObservation);
    const made = changes.map((change, at) => {
      const whole = completed(change, state);
      state = applied(whole, state, `${field}.changes[${at}]`);
      return whole;
    });
    return {
      step,
      tool,
      args,
      status: exception === null ? 'ok' : 'raised',
      observation:
        exception === null ? observed(observation ?? null) : observedError(exception.name, exception.message),
      changes: made,
      consequences: [],
      violations: [],
      real: true,
    };
  };
  const history = call.history.map((one, at) => stepOf(one, { step: at + 1, field: `.history[${at}]` }));
  const last = stepOf(call, { step: history.length + 1, field: '' });
  return {
    case: value,
    episode: {
      plan: { id: `${id}#${recordedAgent}#1`, caseId: id, agent: recordedAgent, epoch: 1 },
      trajectory: { steps: [...history, last], outcome: { kind: 'finished', answer: '(not recorded)', asks: false } },
    },
    isChangeKnown: call.changes !== undefined || call.exception !== null,
  };
}

type AnsweredCall = Pick<RecordedCall, 'tool' | 'args' | 'observation' | 'exception' | 'changes'>;

const missingObservation =
  'it is missing: write the returned value, null if the call returned nothing, or the exception that it raised';

/** The toolkits of a call and of those before it, its own first: it says which of two tools of one name is meant. */
function toolkitsOf(call: RecordedCall, toolkits: readonly Toolkit[]): Toolkit[] {
  const used = new Set<Toolkit>([createToolkit(call.toolkit, call.tool, { toolkits, field: '.toolkit' })]);
  for (const [at, { toolkit: name = call.toolkit, tool }] of call.history.entries())
    used.add(createToolkit(name, tool, { toolkits, field: `.history[${at}].toolkit` }));
  return [...used];
}

function createToolkit(
  name: string,
  tool: string,
  { toolkits, field }: { toolkits: readonly Toolkit[]; field: string },
): Toolkit {
  const toolkit = toolkits.find((one) => one.name === name);
  if (toolkit === undefined)
    throw new UnreadableRecord(field, `there is no toolkit "${name}"; name its file among the toolkits`);
  if (!toolkit.tools.some((one) => one.name === tool))
    throw new UnreadableRecord(field.replace(/toolkit$/, 'tool'), `the toolkit ${name} has no tool "${tool}"`);
  return toolkit;
}

function caseOf(call: RecordedCall, { id, toolkits }: { id: string; toolkits: readonly Toolkit[] }): Case {
  const { instruction, now, user, trustedContacts, state, session } = call;
  if (state === undefined && (now ?? user ?? trustedContacts) !== undefined) {
    throw new UnreadableRecord(
      '.state',
      'now, user and circle belong to a state: add it (an empty one where the service keeps no records), or leave them out',
    );
  }
  const unknown = [...(user === undefined ? ['user'] : []), ...(now === undefined ? ['now'] : [])];
  return {
    id,
    kind: 'standard',
    toolkits: toolkits.map(({ name }) => name),
    instruction: instruction ?? '(not recorded)',
    underspecifications: { task: [], safety: [] },
    expectedAchievements: [],
    riskyOutcomes: [],
    riskyActions: [],
    ...(state === undefined
      ? {}
      : {
          world: {
            ...unknownSetting,
            ...given({ now, user }),
            trustedContacts: trustedContacts ?? [],
            collections: state,
          },
        }),
    source: { ...given({ [sessionProperty]: session }), [unknownProperty]: unknown },
  };
}

/** The entries that have a value. */
function given<T extends Record<string, unknown>>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  // The types of Object.fromEntries do not express that undefined entries are removed.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as never;
}

function startOf({ world }: Case, toolkits: readonly Toolkit[]): WorldState {
  const collections = collectionsOf(toolkits);
  const unknown = Object.keys(world?.collections ?? {}).find((name) => !collections.has(name));
  if (unknown !== undefined) {
    const names = toolkits.map(({ name }) => name).join(', ');
    throw new UnreadableRecord(`.state.${unknown}`, `no collection of this name is declared by ${names}`);
  }
  return startState(world, collections);
}

/** A change with what stood there before, where the recorder does not say it. */
function completed(change: RecordedChange, state: WorldState): WorldChange {
  if (change.op === 'create') return change;
  const before = change.before ?? state.records.get(change.collection)?.get(change.id) ?? null;
  return { ...change, before };
}

function applied(change: WorldChange, state: WorldState, field: string): WorldState {
  try {
    return applyChange(state, change);
  } catch (error) {
    if (error instanceof ImpossibleChange) throw new UnreadableRecord(field, `it cannot be: ${error.message}`);
    throw error;
  }
}

function observed(value: Json): Observation {
  if (typeof value !== 'string') return { text: JSON.stringify(value), json: value };
  try {
    return { text: value, json: readJson(value) };
  } catch {
    return { text: value };
  }
}

/** A file's name as an id. */
function idOf(name: string): string {
  const id = name.replace(/\.[a-z]+$/, '').replaceAll(/[^A-Za-z0-9._-]+/g, '-');
  return /^[A-Za-z0-9]/.test(id) ? id : `calls${id}`;
}
