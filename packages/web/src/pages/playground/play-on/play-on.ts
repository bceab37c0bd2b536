import type { EndpointRequest, Endpoints, Step, WorldAt } from 'toolemu/contract';
import { observationOf } from './observation-edit.ts';
import type { ModelDraft } from '../set-up/set-up.ts';
import type { Answers } from './play-on-cast.ts';
import { type Draft, readDrafts } from './world-edits.ts';

/** What the server is asked to play on with. */
export type PlayOnRequest = EndpointRequest<Endpoints['POST /api/playground/sessions/{session}/fork']>['body'];

/** What a person edits at the step from which it goes on. */
export interface StepEdits {
  /** What the last step that is kept is to have observed. */
  readonly observation: string;
  readonly world: readonly Draft[];
}

/** Who goes on, and how. */
export interface PlayOnWay {
  readonly by: 'agent' | 'person';
  readonly answers: Answers;
  /** The language model that answers and judges, where one is named. */
  readonly model: ModelDraft & { readonly kind: 'standard' | 'adversarial' };
  readonly begin: 'playing' | 'paused';
  /** Empty: as before. */
  readonly maxSteps: string;
}

/** What a person wrote to play on with. */
export type PlayOnDraft = StepEdits & PlayOnWay;

/** How many steps are kept, as an address says; all where it says nothing that can be. */
export function keepOf(given: string | null, steps: number): number {
  const step = given === null || given === '' ? Number.NaN : Number(given);
  return Number.isInteger(step) && step >= 0 ? Math.min(step, steps) : steps;
}

/** What the server is asked for, or what is wrong: by the keys of drafts, or `maxSteps`. */
export function playOnRequest(
  draft: PlayOnDraft,
  {
    steps,
    keep,
    world,
  }: { readonly steps: readonly Step[]; readonly keep: number; readonly world: WorldAt | undefined },
): { readonly request: PlayOnRequest } | { readonly issues: Readonly<Record<string, string>> } {
  const { edits, issues } = world === undefined ? { edits: [], issues: {} } : readDrafts(world, draft.world);
  const text = draft.maxSteps.trim();
  const maxSteps = Number(text);
  const isLength = text === '' || (Number.isInteger(maxSteps) && maxSteps >= 1 && maxSteps <= 200);
  const all = {
    ...issues,
    ...(isLength ? {} : { maxSteps: 'must be a whole number from 1 to 200' }),
    ...(draft.answers === 'model' && draft.model.model.trim() === ''
      ? { 'emulator.model': 'name the model that answers, as in openai/gpt-4o' }
      : {}),
  };
  if (Object.keys(all).length > 0) return { issues: all };
  const last = steps[keep - 1];
  const observation = canEditObservation(last) ? observationOf(draft.observation, last.observation) : undefined;
  return {
    request: {
      keep,
      by: draft.by,
      begin: draft.begin,
      ...answersOf(draft),
      ...(observation === undefined ? {} : { observation }),
      ...(edits.length === 0 ? {} : { world: [...edits] }),
      ...(text === '' ? {} : { maxSteps }),
    },
  };
}

function answersOf({ answers, model: { kind, model, baseUrl } }: PlayOnWay): Pick<PlayOnRequest, 'offline' | 'model'> {
  if (answers === 'offline') return { offline: true };
  if (answers === 'before') return {};
  return { model: { kind, model: model.trim(), ...(baseUrl.trim() === '' ? {} : { baseUrl: baseUrl.trim() }) } };
}

/** Whether a step's observation can be edited: a call that was refused before its tool would be refused again. */
export function canEditObservation(step: Step | undefined): step is Step {
  return step !== undefined && step.status !== 'rejected';
}
