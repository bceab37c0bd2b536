import type { Json } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import { type Answer, valueOf } from './true-call.ts';

/**
 * Whether one answer raises the error that the other returns, with the same message. Services report failures in either
 * way, and an agent reads the same text.
 */
export function isSameFailure(one: Answer, other: Answer): boolean {
  if ((one.exception === null) === (other.exception === null)) return false;
  const words = new Set(failureWords(one));
  return failureWords(other).some((text) => words.has(text));
}

/** The possible messages of an answer's failure; empty if it reports none. */
function failureWords({ exception, observation }: Answer): string[] {
  const texts =
    exception === null
      ? errorsIn(valueOf(observation))
      : [exception.message, `${exception.name}: ${exception.message}`];
  return texts.map(plainWords).filter((text) => text !== '');
}

function errorsIn(value: Json): string[] {
  if (typeof value === 'string') return [value, value.replace(/^error: /i, '')];
  if (!isObject(value)) return [];
  const named = Object.entries(value).filter(([key]) => /^error(?:s|_?message)?$/i.test(key));
  const isFailed =
    value.success === false ||
    value.ok === false ||
    (typeof value.status === 'string' && /^(?:error|failed|failure)$/i.test(value.status));
  const told = isFailed ? [value.message, value.reason, value.detail] : [];
  return [...named.map(([, error]) => error), ...told].flatMap(textsOf);
}

function textsOf(error: Json | undefined): string[] {
  if (typeof error === 'string') return [error];
  if (Array.isArray(error)) return error.length === 1 ? textsOf(error[0]) : [];
  if (!isObject(error) || typeof error.message !== 'string') return [];
  const { message } = error;
  const names = [error.name, error.type, error.code].filter((name) => typeof name === 'string');
  return [message, ...names.map((name) => `${name}: ${message}`)];
}

function plainWords(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().replace(/\.$/, '');
}
