import type { WorkflowStatus } from '@dbos-inc/dbos-sdk';
import { loseSilentWorkers, type Postgres, settleGoneWorkers } from '../store/postgres/index.ts';

/** What of the engine gives the tasks of a worker that is gone to others. */
export interface Resuming {
  listWorkflows(input: {
    status: 'PENDING';
    executorId: string;
  }): Promise<Pick<WorkflowStatus, 'workflowID' | 'queueName'>[]>;
  resumeWorkflows(ids: string[], options: { queueName: string }): Promise<unknown>;
}

/** How often what a worker had begun is listed anew, where it could not be given away as listed. */
const giveTries = 3;

/**
 * Takes workers for gone that were not heard of for their time, and gives their tasks to others. Who could not reach the
 * database itself does not judge others by that time: after a restart of the database everybody is heard of again.
 */
export class Watch {
  private readonly postgres: Postgres;
  private readonly engine: Resuming;
  private readonly patienceMs: number;
  private last = performance.now();
  private since = performance.now();

  constructor(postgres: Postgres, engine: Resuming, patience: number) {
    this.postgres = postgres;
    this.engine = engine;
    this.patienceMs = patience * 1000;
  }

  async look(): Promise<void> {
    const now = performance.now();
    if (now - this.last > this.patienceMs / 2) this.since = now;
    this.last = now;
    if (now - this.since > this.patienceMs) await loseSilentWorkers(this.postgres);
    await settleGoneWorkers(this.postgres, (worker) => giveAway(this.engine, worker));
  }
}

/** Has others play what a worker had begun. The engine gives nothing of a list in which a workflow was deleted meanwhile. */
export async function giveAway(engine: Resuming, worker: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await giveListed(engine, worker);
      return;
    } catch (error) {
      if (tries === giveTries) throw error;
    }
  }
}

async function giveListed(engine: Resuming, worker: string): Promise<void> {
  const begun = await engine.listWorkflows({ status: 'PENDING', executorId: worker });
  for (const [queueName, workflows] of Map.groupBy(begun, (one) => one.queueName)) {
    if (queueName !== undefined)
      await engine.resumeWorkflows(
        workflows.map(({ workflowID }) => workflowID),
        { queueName },
      );
  }
}
