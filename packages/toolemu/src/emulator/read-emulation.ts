import {
  type Json,
  type JsonObject,
  type JsonSchema,
  parseJson,
  type Tool,
  type WorldChange,
} from '../contract/index.ts';
import { readReplyJson } from '../model/index.ts';
import { emulatorReplySchema } from '../prompt/index.ts';
import { isObject } from '../world/index.ts';

/** A change as an emulator writes it; the program fills in what was there before. */
export interface ClaimedChange {
  readonly op: WorldChange['op'];
  readonly collection: string;
  readonly id: string;
  readonly record: JsonObject;
}

/** An emulator's reply, read. `observation.json` is undefined where a tool with an output schema got what is not JSON. */
export interface EmulationReply {
  readonly thought: string;
  readonly exception: { readonly name: string; readonly message: string } | null;
  readonly changes: readonly ClaimedChange[];
  readonly observation: { readonly text: string; readonly json?: Json };
  readonly settled: readonly string[];
  readonly summary: string;
}

export type ReadEmulation =
  | { readonly ok: true; readonly reply: EmulationReply }
  | { readonly ok: false; readonly reason: string };

/** Reads a reply: one JSON object, in which records and the observation are JSON or JSON text. Never throws. */
export function readEmulation(text: string, tool: Tool): ReadEmulation {
  const read = readReplyJson(text, { schema: tolerant });
  if (!read.ok) return { ok: false, reason: read.reason };
  const value = read.value as {
    thought?: string;
    exception: EmulationReply['exception'];
    changes: { op: WorldChange['op']; collection: string; id: string | number; record?: Json }[];
    observation: Json;
    settled?: Json;
    summary?: string;
  };
  const changes: ClaimedChange[] = [];
  for (const [index, { op, collection, id, record }] of value.changes.entries()) {
    const object = recordOf(record, op);
    if (object === null)
      return { ok: false, reason: `changes[${index}].record is not a JSON object written as a string` };
    changes.push({ op, collection, id: String(id), record: object });
  }
  return {
    ok: true,
    reply: {
      thought: value.thought ?? '',
      exception: value.exception ?? null,
      changes,
      observation: observationOf(value.observation, tool),
      settled: textsIn(value.settled),
      summary: value.summary ?? '',
    },
  };
}

/** The reply schema with what endpoints without structured output are likely to send instead. */
const tolerant: JsonSchema = tolerate(emulatorReplySchema.schema);

function tolerate(schema: JsonSchema): JsonSchema {
  const properties = schema.properties as JsonObject;
  const changes = properties.changes as JsonObject;
  const item = changes.items as JsonObject;
  return {
    type: 'object',
    required: ['exception', 'changes', 'observation'],
    properties: {
      ...properties,
      observation: {},
      settled: {},
      changes: {
        ...changes,
        items: {
          type: 'object',
          required: ['op', 'collection', 'id'],
          properties: { ...(item.properties as JsonObject), id: { type: ['string', 'number'] }, record: {} },
        },
      },
    },
  };
}

/** The texts of a list, or a text alone. */
function textsIn(value: Json | undefined): string[] {
  return [value ?? []].flat().filter((text) => typeof text === 'string' && text.trim() !== '') as string[];
}

function recordOf(record: Json | undefined, op: WorldChange['op']): JsonObject | null {
  const value = typeof record === 'string' ? parseJson(record) : record;
  if (isObject(value)) return value;
  return op === 'delete' ? {} : null;
}

function observationOf(observation: Json, { outputSchema }: Tool): EmulationReply['observation'] {
  if (typeof observation !== 'string') return { text: JSON.stringify(observation), json: observation };
  const json = parseJson(observation);
  if (outputSchema?.type === 'string') {
    const text = typeof json === 'string' ? json : observation;
    return { text, json: text };
  }
  if (json !== undefined && (outputSchema !== undefined || typeof json === 'object')) {
    return { text: typeof json === 'string' ? json : JSON.stringify(json), json };
  }
  return { text: observation };
}
