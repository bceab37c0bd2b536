import { STATUS_CODES } from 'node:http';
import type { JsonObject, JsonSchema, ToolException } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import type { Reading } from './input.ts';
import { chooseMedia } from './media.ts';
import type { Operation } from './operations.ts';
import { type Located, Unreachable } from './references.ts';
import { createSchemaWriter } from './schema-writer.ts';

/** What an operation answers. */
export interface Answers {
  readonly outputSchema?: JsonSchema;
  readonly exceptions: readonly ToolException[];
}

interface Response {
  /** `200`, `4XX` or `default`. */
  readonly status: string;
  /** Undefined where it cannot be reached. */
  readonly value: JsonObject | undefined;
  readonly base: string;
}

/**
 * The first success that has a body, as the output's schema, and each error as an exception. A success without a body is
 * its status; `default` is the success where no other is named.
 */
export function readAnswers(operation: Operation, reading: Reading): Answers {
  const responses = listResponses(operation, reading);
  const named = responses.filter(({ status }) => /^[123]/.test(status));
  const isSuccess = ({ status }: Response): boolean =>
    /^[123]/.test(status) || (status === 'default' && named.length === 0);
  const outputSchema = readOutput(responses.filter(isSuccess), reading);
  const exceptions = responses.filter((response) => !isSuccess(response)).map(exceptionOf);
  return { ...(outputSchema === undefined ? {} : { outputSchema }), exceptions };
}

function listResponses({ value: { responses }, base }: Operation, reading: Reading): Response[] {
  if (!isObject(responses)) return [];
  const known = Object.entries(responses).filter(([status]) => /^(?:[1-5](?:\d\d|XX)|default)$/i.test(status));
  const all = known.map(([key, value]): [string, Response] => {
    // `4xx` and `4XX` are one.
    const status = key.toLowerCase() === 'default' ? 'default' : key.toUpperCase();
    return [status, readResponse(status, { value, base }, reading)];
  });
  return [...new Map(all).values()];
}

function readResponse(status: string, response: Located, { references, note }: Reading): Response {
  try {
    const { value, base } = references.resolve(response);
    return { status, value: isObject(value) ? value : {}, base };
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    note(`of an answer with status ${status} nothing is known: ${error.message}`);
    return { status, value: undefined, base: response.base };
  }
}

function readOutput(successes: readonly Response[], { references, note, shared }: Reading): JsonSchema | undefined {
  const best = successes.filter(({ status }) => /^(?:2|default)/.test(status));
  for (const response of best) {
    if (response.value === undefined) return undefined;
    const media = chooseMedia(response);
    if (media === undefined) continue;
    if (media.schema.value === undefined) return undefined;
    const writer = createSchemaWriter({ references, direction: 'response', note, shared });
    const written = writer.write(media.schema);
    return isObject(written) ? writer.finish(written) : undefined;
  }
  const [first] = [...best, ...successes];
  return first?.value === undefined ? undefined : statusSchema(first.status, first.value);
}

function statusSchema(status: string, { description }: JsonObject): JsonSchema {
  return {
    type: 'object',
    ...(typeof description === 'string' && description !== '' ? { description } : {}),
    properties: { status: { type: 'integer', ...statusRange(status) } },
    required: ['status'],
    additionalProperties: false,
  };
}

function statusRange(status: string): JsonObject {
  if (status === 'default') return { minimum: 200, maximum: 299 };
  if (/^\d+$/.test(status)) return { const: Number(status) };
  const hundreds = Number(status[0]) * 100;
  return { minimum: hundreds, maximum: hundreds + 99 };
}

function exceptionOf({ status, value }: Response): ToolException {
  const description = value?.description;
  const words = wordsOf(status);
  const plain = words.replaceAll(/[^A-Za-z0-9 ]/g, '').split(' ');
  return {
    name: `${plain.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}Exception`,
    description: typeof description === 'string' && description !== '' ? description : words,
  };
}

function wordsOf(status: string): string {
  if (status === 'default') return 'Unexpected';
  if (status === '4XX') return 'Client Error';
  if (status === '5XX') return 'Server Error';
  return STATUS_CODES[status] ?? `Status ${status}`;
}
