import type { Issue } from '../../contract/index.ts';

/** A request that cannot be answered: what to tell who asked, and the status of HTTP. */
export class ServerError extends Error {
  override readonly name = 'ServerError';
  readonly status: 400 | 403 | 404 | 409 | 413 | 503;
  /** All that is wrong with a file that was sent. */
  readonly issues: readonly Issue[];

  constructor(status: ServerError['status'], message: string, issues: readonly Issue[] = []) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}
