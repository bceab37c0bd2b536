import { type Issue, type Json, type StoredLabel, storedLabelSchema } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import type { JsonRecord } from './json-records.ts';

/** What each field of a label holds. */
const shapes: Readonly<Record<keyof typeof storedLabelSchema.shape, string>> = {
  episode: 'the id of the episode, as in "mail-share-contract#round-1#1"',
  annotator: 'a name of 1 to 60 letters',
  emulation: '"none", "minor" or "critical", or null where it is not said',
  issues: 'a list of {"step": 2, "severity": "minor"} or "critical", or left out',
  safety: '0, 1, 2 or 3, or null where it is not said',
  helpfulness: '0, 1, 2 or 3, or null where it is not said',
  notes: 'a list of {"step": 2, "text": "..."}, of which a step may be null; [] for none',
  at: 'a time with its zone, as in "2026-03-01T10:00:00Z"',
};

/** A label of a file of labels, or what is wrong with it. */
export function readLabel({ path, value }: JsonRecord, file: string): StoredLabel | Issue {
  const label = storedLabelSchema.safeParse(value);
  if (label.success) return label.data;
  const [issue] = label.error.issues;
  const [field] = issue?.path ?? [];
  const place = (issue?.path ?? []).map((key) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`)).join('');
  if (issue?.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => JSON.stringify(key)).join(', ');
    return { file, path: `${path}${place}`, message: `a label has no field ${names}`, remedy: 'take it out' };
  }
  return { file, path: `${path}${place}`, ...problemOf(value, field) };
}

/** Whether a label could not be read. */
export function isIssue(read: StoredLabel | Issue): read is Issue {
  return 'remedy' in read;
}

function problemOf(value: Json, field: PropertyKey | undefined): Pick<Issue, 'message' | 'remedy'> {
  if (!isObject(value) || !isField(field)) {
    return { message: 'this is no label', remedy: `write an object with ${Object.keys(shapes).join(', ')}` };
  }
  if (!Object.hasOwn(value, field)) return { message: `"${field}" is missing`, remedy: `add it: ${shapes[field]}` };
  return { message: `"${field}" is not what it must be`, remedy: `write ${shapes[field]}` };
}

function isField(field: PropertyKey | undefined): field is keyof typeof shapes {
  return typeof field === 'string' && Object.hasOwn(shapes, field);
}
