import type { z } from 'zod';
import { type Issue, type Json, readJson } from '../../contract/index.ts';
import { UnreadableRecord } from './labelled-files.ts';

/** A record of a file and its place in it: `$[3]` of a list, `line 4, $` of JSON lines, `$` where it is all of the file. */
export interface JsonRecord {
  readonly path: string;
  readonly value: Json;
}

/** The records of a file: a list, one object, or an object a line. A line that is not JSON is an issue. */
export function jsonRecords(text: string, file: string): { records: JsonRecord[]; issues: Issue[] } {
  const content = text.replace(/^\uFEFF/, '');
  const whole = parsed(content);
  if (whole.ok) {
    return {
      records: Array.isArray(whole.value)
        ? whole.value.map((value, index) => ({ path: `$[${index}]`, value }))
        : [{ path: '$', value: whole.value }],
      issues: [],
    };
  }
  const records: JsonRecord[] = [];
  const issues: Issue[] = [];
  for (const [index, line] of content.split('\n').entries()) {
    if (line.trim() === '') continue;
    const path = `line ${index + 1}, $`;
    const one = parsed(line);
    if (one.ok) records.push({ path, value: one.value });
    else issues.push({ file, path, message: `not JSON: ${one.reason}`, remedy: 'mend this line, or take it out' });
  }
  const remedy = 'name a file of JSON, or of a JSON object a line';
  return records.length > 0
    ? { records, issues }
    : { records, issues: [{ file, path: '$', message: `not JSON: ${whole.reason}`, remedy }] };
}

function parsed(text: string): { ok: true; value: Json } | { ok: false; reason: string } {
  try {
    return { ok: true, value: readJson(text) };
  } catch (error) {
    return { ok: false, reason: (error as Error).message };
  }
}

/** The record as the schema reads it. Throws `UnreadableRecord` at the first field that does not fit. */
export function parseRecord<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const field = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  throw new UnreadableRecord(field, issue?.message ?? 'not the shape expected here');
}
