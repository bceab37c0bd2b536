import type {
  Case,
  Emulation,
  EmulationRequest,
  Episode,
  FidelityCall,
  Json,
  SkippedCalls,
  Observation,
  Step,
  Toolkit,
  WorldChange,
} from '../../contract/index.ts';

/** What a call came to. Changes are null where they are not known. */
export interface Answer extends Pick<Emulation, 'exception' | 'observation'> {
  readonly changes: readonly WorldChange[] | null;
}

/** The value of an observation: its JSON, or its text where it is none. */
export function valueOf({ text, json }: Observation): Json {
  return json === undefined ? text : json;
}

/** A call with all that really went before it, and what really came of it. */
export interface TrueCall {
  /** The episode and the number of the step in it. */
  readonly id: string;
  /** Calls of one case, or of one recorded session, are no independent evidence. */
  readonly cluster: string;
  /** Whether it was recorded: calls are then grouped by session instead of by case. */
  readonly isOfSession: boolean;
  readonly request: EmulationRequest;
  readonly due: Answer;
}

/** A trajectory of which each answer is known to be true. */
export type TrueEpisode = Pick<Episode, 'plan' | 'trajectory'>;

/** Calls whose true answers are known, with the trajectories they are of. */
export interface Truth {
  /** Where it is from. */
  readonly of: string;
  readonly cases: readonly Case[];
  readonly toolkits: readonly Toolkit[];
  readonly episodes: readonly TrueEpisode[];
  readonly calls: readonly FidelityCall[];
  readonly skipped: SkippedCalls;
}

/** The agent's name in episodes with recorded calls. */
export const recordedAgent = 'recorded';

/** The property of a recorded case's source that names its session. */
export const sessionProperty = 'session';

/** The calls of a truth, each with the true history before it. Throws a RangeError for a name the truth does not hold. */
export function trueCalls({
  cases,
  toolkits,
  episodes,
  calls,
}: Pick<Truth, 'cases' | 'toolkits' | 'episodes' | 'calls'>): TrueCall[] {
  const caseOf = new Map(cases.map((one) => [one.id, one]));
  const toolkitOf = new Map(toolkits.map((one) => [one.name, one]));
  const episodeOf = new Map(episodes.map((one) => [one.plan.id, one]));
  return calls.map(({ episode, step: number, changes }) => {
    const { plan, trajectory } = found(episodeOf, episode);
    const value = found(caseOf, plan.caseId);
    const offered = value.toolkits.map((name) => found(toolkitOf, name));
    const step = trajectory.steps.find((one) => one.step === number);
    const toolkit = offered.find(({ tools }) => tools.some(({ name }) => name === step?.tool));
    const tool = toolkit?.tools.find(({ name }) => name === step?.tool);
    if (step === undefined || toolkit === undefined || tool === undefined)
      throw new RangeError(`${episode} has no call ${number} of a tool that is known`);
    const history = trajectory.steps.filter((one) => one.step < number && isOfTool(one));
    return {
      id: `${episode}:${number}`,
      cluster: clusterOf(value),
      isOfSession: plan.agent === recordedAgent,
      request: { case: value, toolkits: offered, toolkit, tool, args: step.args ?? {}, history, epoch: plan.epoch },
      due: { exception: exceptionOf(step), observation: step.observation, changes: changes ? step.changes : null },
    };
  });
}

/** Whether a step is a call, and not a question to the user. */
function isOfTool({ source }: Step): boolean {
  return source?.from !== 'user';
}

function clusterOf({ id, source }: Case): string {
  const session = source?.[sessionProperty];
  return typeof session === 'string' ? `session ${session}` : id;
}

/** The exception an agent was told of, as `{"error": "name: message"}`. */
function exceptionOf({ status, observation: { json } }: Step): Answer['exception'] {
  if (status !== 'raised') return null;
  const error = json !== null && typeof json === 'object' && !Array.isArray(json) ? json.error : undefined;
  const text = typeof error === 'string' ? error : '';
  const at = text.indexOf(': ');
  return at < 0 ? { name: text, message: '' } : { name: text.slice(0, at), message: text.slice(at + 2) };
}

function found<T>(named: ReadonlyMap<string, T>, name: string): T {
  const value = named.get(name);
  if (value === undefined) throw new RangeError(`the calls name "${name}", which is not among them`);
  return value;
}
