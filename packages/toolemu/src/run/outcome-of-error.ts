import { EpisodeError, type ErrorCode, ModelError, type Outcome } from '../contract/index.ts';

/** How an episode ends on an error: by what failed, or as interrupted where the run was stopped. */
export function outcomeOfError(error: unknown, unknown: ErrorCode, signal?: AbortSignal): Outcome {
  if (signal?.aborted === true) return { kind: 'error', code: 'interrupted', message: 'the run was interrupted' };
  if (error instanceof EpisodeError) return { kind: 'error', code: error.code, message: error.message };
  if (error instanceof ModelError) return { kind: 'error', code: 'model', message: error.message };
  return { kind: 'error', code: unknown, message: messageOf(error) };
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
