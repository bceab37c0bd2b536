import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { z } from 'zod';
import {
  type CallRecord,
  callRecordSchema,
  definedOnly,
  modelMessageSchema,
  modelReplySchema,
  readJson,
} from '../../contract/index.ts';
import { zeroUsage } from '../../model/index.ts';
import { sharedMessages } from '../../run/fork/request-difference.ts';

/** The version of the format. */
const format = 1;

const headSchema = z.strictObject({ recording: z.literal(format), test: z.string() });

/** What a line may leave out, because the line before it has the same. */
const repeatedSchema = callRecordSchema
  .pick({ episode: true, role: true, model: true, epoch: true, parameters: true, tools: true, schema: true })
  .partial();

const repeatedNames = ['episode', 'role', 'model', 'epoch', 'parameters', 'tools', 'schema'] as const;

type Repeated = Pick<CallRecord, (typeof repeatedNames)[number]>;

/** What is kept of a reply: nothing of when it came and what it cost. */
const keptReplySchema = modelReplySchema
  .pick({ text: true, finish: true, sent: true, responseModel: true })
  .extend({ toolCalls: modelReplySchema.shape.toolCalls.optional() });

const lineSchema = repeatedSchema.extend({
  reply: keptReplySchema,
  ordinal: callRecordSchema.shape.ordinal,
  same: z.int().nonnegative().describe('how many messages are those of the line before'),
  messages: z.array(modelMessageSchema).describe('the messages after these'),
  key: z.string(),
});

/** A recording that cannot be read, or does not hold what a test asks. The message says what to do. */
export class RecordingError extends Error {
  override readonly name = 'RecordingError';
}

/**
 * Calls as the text of a recording: a head, then a call a line, in an order that does not depend on which came first.
 * What a line shares with the one before is left out of it.
 */
export function writeCalls(test: string, calls: readonly CallRecord[]): string {
  const sorted = calls.toSorted(inOrder);
  const lines = sorted.map((call, index) => lineOf(call, sorted[index - 1]));
  return [{ recording: format, test }, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** The calls of a recording. Throws a {@link RecordingError} that names the line that is none. */
export function readCalls(text: string, shown: string): CallRecord[] {
  const [head = '', ...lines] = text.split('\n').filter((line) => line.trim() !== '');
  parseLine(headSchema, head, `${shown}, line 1`);
  const calls: CallRecord[] = [];
  for (const [index, line] of lines.entries()) {
    const place = `${shown}, line ${index + 2}`;
    const call = callOf(parseLine(lineSchema, line, place), calls.at(-1));
    calls.push(parsed(callRecordSchema, call, place));
  }
  return calls;
}

/** The text of a file; null where there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readTextFile(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Writes a file that is never seen half-written; one that holds this text already is left alone. */
export function writeWhole(file: string, text: string): void {
  if (readIfThere(file) === text) return;
  mkdirSync(path.dirname(file), { recursive: true });
  const beside = `${file}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { flush: true });
    renameSync(beside, file);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

/** An episode's calls together, those of its emulator first, the longer dialogue after the shorter. */
function inOrder(one: CallRecord, other: CallRecord): number {
  return (
    compare(one.episode, other.episode) ||
    Number(other.role === 'emulator') - Number(one.role === 'emulator') ||
    compare(one.role, other.role) ||
    one.messages.length - other.messages.length ||
    one.ordinal - other.ordinal ||
    compare(one.key, other.key)
  );
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function lineOf(call: CallRecord, before: CallRecord | undefined): z.infer<typeof lineSchema> {
  const { text, toolCalls, finish, sent, responseModel } = call.reply;
  const same = before === undefined ? 0 : sharedMessages(call.messages, before.messages);
  const different = repeatedNames.filter((name) => JSON.stringify(call[name]) !== JSON.stringify(before?.[name]));
  return {
    reply: { text, ...(toolCalls.length > 0 ? { toolCalls } : {}), finish, sent, responseModel },
    ...Object.fromEntries(different.map((name) => [name, call[name]])),
    ordinal: call.ordinal,
    same,
    messages: call.messages.slice(same),
    key: call.key,
  };
}

function callOf(
  { reply, ordinal, same, messages, key, ...own }: z.infer<typeof lineSchema>,
  before: CallRecord | undefined,
): Partial<Repeated> & Omit<CallRecord, keyof Repeated> {
  const repeated = before === undefined ? [] : repeatedNames.map((name) => [name, before[name]]);
  return {
    ...(Object.fromEntries(repeated) as Partial<Repeated>),
    ...definedOnly(own),
    reply: { toolCalls: [], ...definedOnly(reply), usage: zeroUsage },
    ordinal,
    messages: [...(before?.messages.slice(0, same) ?? []), ...messages],
    key,
    milliseconds: 0,
  };
}

function parseLine<T>(schema: z.ZodType<T>, line: string, place: string): T {
  let value: unknown;
  try {
    value = readJson(line);
  } catch (error) {
    throw unreadable(place, (error as SyntaxError).message, error);
  }
  return parsed(schema, value, place);
}

function parsed<T>(schema: z.ZodType<T>, value: unknown, place: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  throw unreadable(place, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`, result.error);
}

function unreadable(place: string, why: string, cause: unknown): RecordingError {
  return new RecordingError(`${place} cannot be read as part of a recording (${why}): renew it with TOOLEMU_RECORD=1`, {
    cause,
  });
}
