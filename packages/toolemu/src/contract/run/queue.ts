import { z } from 'zod';

/** A process that plays runs of a queue. Times are in seconds. */
export const queueWorkerSchema = z.strictObject({
  id: z.string(),
  host: z.string(),
  pid: z.int(),
  version: z.string(),
  state: z.enum(['here', 'silent', 'gone']).describe('silent: not heard of lately, and soon taken for gone'),
  seenSecondsAgo: z.number(),
  uptimeSeconds: z.number(),
  playing: z.int().describe('cases it plays now'),
  calls: z.int().describe('calls of models that were answered'),
  reason: z.string().nullable().describe('why it failed; null where it did not'),
});

/** A run in a queue. A task is one case in one epoch, with all agents. */
export const queueRunSchema = z.strictObject({
  id: z.string(),
  name: z.string().describe('path of its run file, where it was begun'),
  version: z.string().describe('what its workers must have'),
  state: z.enum(['playing', 'canceled', 'budget']),
  coordinatorSeenSecondsAgo: z.number().describe('seconds since results were last taken into its run file'),
  tasks: z.strictObject({
    waiting: z.int(),
    playing: z.int(),
    done: z.int(),
    setAside: z.int().describe('set aside after several tries'),
    drained: z.int().describe('of those that are over: in the run file already'),
  }),
  tasksPerMinute: z.number().describe('tasks done in the last five minutes, per minute'),
  lost: z.int().describe('times a worker was lost with a task of it'),
  spentUsd: z.number().nullable().describe('US dollars of its budget; null where it has none'),
  maxCostUsd: z.number().nullable(),
});

/** A task that is played for long, or was tried before. */
export const queueStuckSchema = z.strictObject({
  run: z.string(),
  caseId: z.string(),
  epoch: z.int(),
  worker: z.string().nullable(),
  playedSeconds: z.number().describe('seconds'),
  tries: z.int().describe('times a worker was lost with it, or failed at it'),
  reason: z.string().nullable(),
});

/** What goes on in a queue. */
export const queueStatusSchema = z.strictObject({
  workers: z.array(queueWorkerSchema),
  runs: z.array(queueRunSchema),
  stuck: z.array(queueStuckSchema).describe('the most tried first, ten at most'),
});

export type QueueStatus = z.infer<typeof queueStatusSchema>;
