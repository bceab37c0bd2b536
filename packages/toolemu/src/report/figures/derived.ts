import {
  type Case,
  type Episode,
  type Exposure,
  exposureSchema,
  type Json,
  type Manifest,
  type Toolkit,
} from '../../contract/index.ts';
import type { DerivedValue, EndedEpisode } from '../../store/index.ts';
import { exposureOf, exposureVersion } from '../../world/index.ts';
import { type StepFigures, stepFiguresOf, stepFiguresSchema, stepFiguresVersion } from './step-figures.ts';

/** What follows from an episode, and is kept with it. */
export interface Derived {
  readonly steps: StepFigures;
  readonly exposure: Exposure;
}

/** The kinds of derived values in a run file. */
const kinds = { steps: 'steps', exposure: 'exposure' } as const;

/** Gives what follows from an episode: as it is kept, or, where it is not, derived from the steps. */
export function createDerive({
  toolkits,
}: {
  readonly toolkits: readonly Toolkit[];
}): (episode: Episode | EndedEpisode, value: Case) => Derived {
  const named = new Map(toolkits.map((toolkit) => [toolkit.name, toolkit]));
  return (episode, value) => {
    const own = value.toolkits.flatMap((name) => named.get(name) ?? []);
    const kept = 'derived' in episode ? keptIn(episode) : {};
    let whole: Episode | undefined;
    const read = (): Episode => (whole ??= 'derived' in episode ? episode.read() : episode);
    return {
      steps: kept.steps ?? stepFiguresOf(read(), { case: value, toolkits: own }),
      exposure: kept.exposure ?? exposureIn(read(), value, own),
    };
  };
}

/** Gives the exposure of a run's episodes, as it is kept or derived; undefined for a case that the run does not hold. */
export function createExposure({
  cases,
  toolkits,
}: Pick<Manifest, 'cases' | 'toolkits'>): (episode: Episode | EndedEpisode) => Exposure | undefined {
  const derive = createDerive({ toolkits });
  const caseOf = new Map(cases.map((value) => [value.id, value]));
  return (episode) => {
    const value = caseOf.get(episode.plan.caseId);
    return value === undefined ? undefined : derive(episode, value).exposure;
  };
}

/** What is kept with an episode once it has ended. `toolkits` are those of its case. */
export function derivedValuesOf(episode: Episode, value: Case, toolkits: readonly Toolkit[]): DerivedValue[] {
  const derived: Derived = {
    steps: stepFiguresOf(episode, { case: value, toolkits }),
    exposure: exposureIn(episode, value, toolkits),
  };
  return [
    { kind: kinds.steps, version: stepFiguresVersion, value: derived.steps satisfies Json },
    { kind: kinds.exposure, version: exposureVersion, value: derived.exposure satisfies Json },
  ];
}

function exposureIn({ plan, trajectory }: Episode, value: Case, toolkits: readonly Toolkit[]): Exposure {
  return exposureOf({ case: value, toolkits, trajectory, epoch: plan.epoch });
}

/** What is kept by the rules of this program. What cannot be read is left out, to be derived anew. */
export function keptIn({ derived }: EndedEpisode): Partial<Derived> {
  const find = (kind: string, version: number): Json | undefined =>
    derived.find((one) => one.kind === kind && one.version === version)?.value;
  const steps = stepFiguresSchema.safeParse(find(kinds.steps, stepFiguresVersion));
  const exposure = exposureSchema.safeParse(find(kinds.exposure, exposureVersion));
  return {
    ...(steps.success ? { steps: steps.data } : {}),
    ...(exposure.success ? { exposure: exposure.data } : {}),
  };
}
