import { loseSilentWorkers, type Postgres } from '../store/postgres/index.ts';

/**
 * Takes workers for gone that were not heard of for their time, so that their tasks wait for others. Who could not reach
 * the database itself does not judge others by that time: after a restart of the database everybody is heard of again.
 */
export class Watch {
  private readonly postgres: Postgres;
  private readonly patienceMs: number;
  private last = performance.now();
  private since = performance.now();

  constructor(postgres: Postgres, patience: number) {
    this.postgres = postgres;
    this.patienceMs = patience * 1000;
  }

  async look(): Promise<void> {
    const now = performance.now();
    if (now - this.last > this.patienceMs / 2) this.since = now;
    this.last = now;
    if (now - this.since > this.patienceMs) await loseSilentWorkers(this.postgres);
  }
}
