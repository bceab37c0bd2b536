import {
  EpisodeError,
  type ErrorCode,
  messageOf,
  ModelError,
  type ModelErrorKind,
  type Outcome,
} from '../../contract/index.ts';

/** How an episode ends on an error: by what failed, or as interrupted where the run was stopped. */
export function outcomeOfError(error: unknown, unknown: ErrorCode, signal?: AbortSignal): Outcome {
  if (signal?.aborted === true) return { kind: 'error', code: 'interrupted', message: 'the run was interrupted' };
  if (error instanceof EpisodeError) return { kind: 'error', code: error.code, message: error.message };
  if (error instanceof ModelError) return outcomeOfModelError(error);
  return { kind: 'error', code: unknown, message: messageOf(error) };
}

function outcomeOfModelError({ kind, message }: ModelError): Outcome {
  if (kind === 'budget') return { kind: 'budget', message };
  return { kind: 'error', code: codeOf(kind), message };
}

function codeOf(kind: ModelErrorKind): ErrorCode {
  if (infrastructure.has(kind)) return 'infrastructure';
  return unanswerable.has(kind) ? 'unanswerable' : 'model';
}

/** Failures of an endpoint or a network, which say nothing of the request: another time it may be answered. */
const infrastructure: ReadonlySet<ModelErrorKind> = new Set([
  'rate-limit',
  'overloaded',
  'network',
  'timeout',
  'incomplete',
]);

/** Answers to this one request: asked again, it is refused again. */
const unanswerable: ReadonlySet<ModelErrorKind> = new Set(['refused', 'context-too-long']);

/** Why a call failed that may be answered another time, also once an account is in order; undefined where it would not. */
export function passingCause(error: unknown): 'model' | 'budget' | 'not-recorded' | undefined {
  if (!(error instanceof ModelError)) return undefined;
  if (error.kind === 'budget' || error.kind === 'not-recorded') return error.kind;
  return infrastructure.has(error.kind) || error.kind === 'bad-key' ? 'model' : undefined;
}
