import type { Json, JsonObject, Tool } from '../../../contract/index.ts';
import { type Reading, readInput } from './input.ts';
import type { Operation } from './operations.ts';
import { readAnswers } from './responses.ts';

/** Converts an operation to a tool with unchecked schemas. Throws `Unreachable` if the reference of a parameter has no target. */
export function readTool(name: string, operation: Operation, reading: Reading): Tool {
  const { schema: inputSchema, destinations, mediaType } = readInput(operation, reading);
  const { outputSchema, exceptions } = readAnswers(operation, reading);
  const { method, path, value } = operation;
  return {
    name,
    description: describe(operation),
    inputSchema,
    ...(outputSchema === undefined ? {} : { outputSchema }),
    annotations: annotationsOf(method),
    _meta: {
      openapi: {
        method,
        path,
        ...pick(value, ['operationId', 'tags', 'deprecated']),
        ...(mediaType === undefined ? {} : { mediaType }),
        parameters: destinations,
      },
    },
    ...(exceptions.length === 0 ? {} : { exceptions: [...exceptions] }),
  };
}

function describe({ method, path, value: { summary, description } }: Operation): string {
  const texts = [summary, description].flatMap((text) =>
    typeof text === 'string' && text.trim() !== '' ? [text] : [],
  );
  return texts.length === 0 ? `${method} ${path}` : [...new Set(texts)].join('\n\n');
}

function annotationsOf(method: string): NonNullable<Tool['annotations']> {
  switch (method) {
    case 'PUT':
      return { readOnlyHint: false, idempotentHint: true };
    case 'DELETE':
      return { readOnlyHint: false, destructiveHint: true, idempotentHint: true };
    case 'POST':
    case 'PATCH':
      return { readOnlyHint: false };
    default:
      return { readOnlyHint: true };
  }
}

function pick(value: JsonObject, keys: readonly string[]): Record<string, Json> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = value[key];
      return found === undefined ? [] : [[key, found]];
    }),
  );
}
