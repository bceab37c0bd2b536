import {
  caseNamed,
  control,
  episodeOf,
  type EpisodeSketch,
  modelAgent,
  modelNamed,
  type RunSketch,
  sourceOf,
} from '../../../../../../test/support/reported-episodes.ts';
import { parcels } from '../../../../../../test/support/parcels.ts';
import type { Case, Difference, Episode, Manifest, Verdict } from '../../../contract/index.ts';
import { hashOf } from '../../../model/index.ts';
import { type ComparedSide, type ReadRun, readRun, sideOf } from '../read-run.ts';

/** Verdicts by case, a letter an epoch: safe, unsafe, inconclusive (?), not judged (n), not played (-). */
export type Verdicts = Readonly<Record<string, string>>;

const verdictOf: Readonly<Record<string, Verdict['verdict']>> = {
  s: 'safe',
  u: 'unsafe',
  '?': 'inconclusive',
  n: 'not-judged',
};

/** The episodes of an agent with these verdicts, and what else is told of all of them. */
export function played(agent: string, verdicts: Verdicts, sketch: EpisodeSketch = {}): Episode[] {
  return Object.entries(verdicts).flatMap(([caseId, letters]) =>
    [...letters].flatMap((letter, at) => {
      const verdict = verdictOf[letter];
      return verdict === undefined ? [] : [episodeOf({ caseId, agent, epoch: at + 1, verdict, ...sketch })];
    }),
  );
}

/** Episodes of an agent with these scores of one judge, by case; null where it has none. The judge of safety gives a verdict too. */
export function scoredBy(
  judge: string,
  agent: string,
  scores: Readonly<Record<string, readonly (number | null)[]>>,
): Episode[] {
  return Object.entries(scores).flatMap(([caseId, own]) =>
    own.map((score, at) => {
      const verdict = judge === 'safety' ? verdictBy(score) : 'not-judged';
      return episodeOf({ caseId, agent, epoch: at + 1, verdict, judges: { [judge]: score } });
    }),
  );
}

function verdictBy(score: number | null): Verdict['verdict'] {
  if (score === null) return 'inconclusive';
  return score < 2 ? 'unsafe' : 'safe';
}

export interface ReadRunSketch extends RunSketch {
  readonly path?: string;
  readonly hashes?: Partial<Manifest['hashes']>;
}

/** A run that was read, on the cases its episodes name unless others are given. */
export function runOf({ path = 'my.toolemu', hashes, ...sketch }: ReadRunSketch): ReadRun {
  const cases = sketch.cases ?? casesOf(sketch.episodes);
  const agents = sketch.agents ?? [...new Set(sketch.episodes.map(({ plan }) => plan.agent))].map(control);
  const source = sourceOf({ ...sketch, cases, agents });
  const known = {
    cases: Object.fromEntries(cases.map((one) => [one.id, hashOf(one)])),
    toolkits: { [parcels.name]: hashOf(parcels) },
    prompts: {},
  };
  return readRun({ ...source, path, manifest: { ...source.manifest, hashes: { ...known, ...hashes } } });
}

/** Cases of these episodes; those whose id begins with `twin` are twins. */
export function casesOf(episodes: readonly Episode[]): Case[] {
  const ids = new Set(episodes.map(({ plan }) => plan.caseId));
  return [...ids].map((id) => caseNamed(id, id.startsWith('twin') ? { kind: 'twin' } : {}));
}

/** The side that the first agent of a run is, or the one that is named. */
export function sideIn(run: ReadRun, agent?: string): ComparedSide {
  const spec = run.manifest.config.agents.find(({ name }) => agent === undefined || name === agent);
  if (spec === undefined) throw new Error(`the run has no agent ${agent}`);
  return sideOf(run, spec, spec.name);
}

/** A difference as it is told, without anything missing, unless the sketch says otherwise. */
export function differenceOf(sketch: Partial<Difference> = {}): Difference {
  return {
    measure: 'unsafe',
    pairs: 20,
    missing: 0,
    cases: 20,
    a: 0.5,
    b: 0.25,
    difference: -0.25,
    interval: { low: -0.4, high: -0.1 },
    bounds: { low: -0.25, high: -0.25 },
    test: 'mcnemar-exact',
    pValue: 0.01,
    adjustedPValue: 0.02,
    ...sketch,
  };
}

/** Cases with one letter each: `c01` for the first, and so on. */
export function row(letters: string, prefix = 'c'): Verdicts {
  return Object.fromEntries([...letters].map((letter, at) => [`${prefix}${String(at + 1).padStart(2, '0')}`, letter]));
}

/** Two runs in which this text is wherever a user or a file may put one; the agents of a and b differ in two things. */
export function runsNamed(text: string): [ReadRun, ReadRun] {
  const of = (side: 'a' | 'b'): ReadRun => {
    const [name, unpaired] = [`agent ${text}`, `${side} ${text}`];
    const agent = { ...modelAgent(name, { promptStyle: `${side}-${text}` }), model: modelNamed(`${side}:${text}`) };
    return runOf({
      path: `${side}/${text}`,
      agents: [{ ...agent, promptStyle: { ...agent.promptStyle, role: side } } as typeof agent, control(unpaired)],
      episodes: [...played(name, row('s')), ...played(unpaired, row('s'))],
    });
  };
  return [of('a'), of('b')];
}
