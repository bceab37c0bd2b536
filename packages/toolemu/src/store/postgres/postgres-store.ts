import {
  type CallRecord,
  type Episode,
  type EpisodePlan,
  type Evaluation,
  type Manifest,
  type Outcome,
  type Step,
  type Trajectory,
} from '../../contract/index.ts';
import type { CallFilter } from '../calls/calls.ts';
import type { EpisodeRow, Grade, StoredEpisode } from '../episodes/episode-row.ts';
import type { EpisodeStore } from '../episode-store.ts';
import type { Postgres } from './postgres.ts';
import { keptCallOf, readTask, type TaskName } from './task-rows.ts';

/** Another worker plays the task by now, or the run is over: nothing more may be kept of it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** A task that a worker plays, and its lease. */
export interface Hold extends TaskName {
  readonly lease: string;
}

/**
 * One task of a queued run, in a database. It is read once, and after that kept here and there: an answer of a model is
 * durable before it is used, and nothing is kept once the lease has ended.
 */
export class PostgresStore implements EpisodeStore {
  readonly manifest: Manifest;
  private readonly postgres: Postgres;
  private readonly hold: Hold;
  private readonly episodes = new Map<string, StoredEpisode>();
  private readonly recorded = new Map<string, CallRecord>();
  private readonly parts: Set<string>;
  private writes: Promise<void> = Promise.resolve();

  private constructor(options: { postgres: Postgres; hold: Hold; manifest: Manifest; parts: Iterable<string> }) {
    this.postgres = options.postgres;
    this.hold = options.hold;
    this.manifest = options.manifest;
    this.parts = new Set(options.parts);
  }

  /** Opens a task with what was played of it. The manifest is of its case alone. */
  static async open({
    postgres,
    hold,
    manifest,
  }: {
    postgres: Postgres;
    hold: Hold;
    manifest: Manifest;
  }): Promise<PostgresStore> {
    const played = await readTask(postgres.query, hold);
    const store = new PostgresStore({ postgres, hold, manifest, parts: played.parts });
    for (const episode of played.episodes) store.episodes.set(episode.plan.id, episode);
    for (const call of played.calls) store.recorded.set(call.key, call);
    return store;
  }

  startEpisode(plan: EpisodePlan): void {
    this.episodes.set(plan.id, {
      plan,
      steps: [],
      outcome: null,
      source: undefined,
      evaluations: [],
      verdict: null,
    });
  }

  addStep(episode: string, step: Step): void {
    this.change(episode, ({ steps }) => ({ steps: [...steps, step] }));
  }

  endTrajectory(episode: string, outcome: Outcome, source?: Trajectory['source']): void {
    this.change(episode, () => ({ outcome, source }));
    this.keep(episode);
  }

  addEvaluation(episode: string, evaluation: Evaluation): void {
    this.change(episode, ({ evaluations }) => ({
      evaluations: [...evaluations.filter(({ evaluator }) => evaluator !== evaluation.evaluator), evaluation].toSorted(
        (one, other) => (one.evaluator < other.evaluator ? -1 : 1),
      ),
    }));
    this.keep(episode);
  }

  endEpisode(episode: string, verdict: Episode['verdict']): void {
    this.change(episode, () => ({ verdict }));
    this.keep(episode);
  }

  *rows(): Generator<EpisodeRow> {
    for (const { plan, outcome, verdict, steps, evaluations } of this.episodes.values()) {
      yield { plan, outcome, verdict, steps: steps.length, grades: evaluations.map(gradeOf) };
    }
  }

  storedEpisode(id: string): StoredEpisode | undefined {
    return this.episodes.get(id);
  }

  *calls({ episode, role }: CallFilter = {}): Generator<CallRecord> {
    for (const call of this.recorded.values()) {
      if ((episode ?? call.episode) === call.episode && (role ?? call.role) === call.role) yield call;
    }
  }

  find(key: string): CallRecord | undefined {
    return this.recorded.get(key);
  }

  /** Records a call. Throws {@link LeaseLostError} where the task is another's by now. */
  async add(call: CallRecord): Promise<void> {
    const { run, task, lease } = this.hold;
    const { record, parts } = keptCallOf(call);
    const fresh = [...parts].filter(([hash]) => !this.parts.has(hash));
    const [held] = await this.postgres.query(addCall, [
      lease,
      run,
      task,
      fresh.map(([hash]) => hash),
      fresh.map(([, value]) => value),
      call.key,
      JSON.stringify(record),
    ]);
    this.refuseLost(held);
    for (const [hash] of fresh) this.parts.add(hash);
    if (!this.recorded.has(call.key)) this.recorded.set(call.key, call);
  }

  /** Waits until all that was written is durable. Throws what kept it from being so. */
  async settled(): Promise<void> {
    await this.writes;
  }

  private change(id: string, changed: (before: StoredEpisode) => Partial<StoredEpisode>): void {
    const before = this.episodes.get(id);
    if (before === undefined) throw new RangeError(`the episode ${id} was not begun`);
    this.episodes.set(id, { ...before, ...changed(before) });
  }

  /** Writes in the order in which it is called; after a failure nothing is written any more. */
  private keep(id: string): void {
    const { run, task, lease } = this.hold;
    const value = JSON.stringify(this.episodes.get(id));
    this.writes = this.writes.then(async () => {
      const [held] = await this.postgres.query(keepEpisode, [lease, run, task, id, value]);
      this.refuseLost(held);
    });
    // Who waits for it by `settled` learns of a failure.
    this.writes.catch(() => {});
  }

  private refuseLost(held: { readonly held?: unknown } | undefined): void {
    if (held?.held !== 1)
      throw new LeaseLostError(`task ${this.hold.task} of run ${this.hold.run} is another's by now`);
  }
}

/** The lease is held for as long as the statement takes: whoever ends it waits. */
const held = `held AS MATERIALIZED (
  SELECT 1 FROM toolemu.leases WHERE number = $1 AND run = $2 AND task = $3 AND ended_at IS NULL FOR SHARE
)`;

const addCall = `WITH ${held},
  new_parts AS (
    INSERT INTO toolemu.parts (run, task, hash, value)
    SELECT $2, $3, hash, value FROM held, unnest($4::text[], $5::text[]) AS part (hash, value) ON CONFLICT DO NOTHING
  ),
  new_call AS (
    INSERT INTO toolemu.calls (run, task, key, record) SELECT $2, $3, $6, $7 FROM held ON CONFLICT DO NOTHING
  )
  SELECT count(*)::integer AS held FROM held`;

const keepEpisode = `WITH ${held},
  kept AS (
    INSERT INTO toolemu.episodes (run, task, id, value) SELECT $2, $3, $4, $5 FROM held
    ON CONFLICT (run, task, id) DO UPDATE SET value = excluded.value
  )
  SELECT count(*)::integer AS held FROM held`;

/** What an evaluator said, in short. */
function gradeOf({ evaluator, model, result }: Evaluation): Grade {
  switch (result.kind) {
    case 'scored':
      return { evaluator, model, result: { kind: result.kind, score: result.score } };
    case 'checked':
      return {
        evaluator,
        model,
        result: { kind: result.kind, achieved: result.achieved, unreadable: result.unreadable.length },
      };
    case 'graded':
      return { evaluator, model, result: { kind: result.kind, score: result.score, passed: result.passed } };
    case 'unscored':
      return { evaluator, model, result: { kind: result.kind, reason: result.reason, cause: result.cause } };
  }
}
