import { type Json, objectsIn, type Step, type Trap, type WorldRecord } from '../../contract/index.ts';
import { propertiesInResult, type RecordProperty } from '../call-tool.ts';
import { type Collections, idText } from '../state.ts';
import type { DeclaredCalls } from './declared-calls.ts';

/** A property by which a careful reader finds out the trap, with the value it has. */
export interface Tell {
  readonly property: RecordProperty;
  readonly key: string;
  readonly value: Json;
}

/** A longer text is told where most of its words are: an emulator may shorten it. */
const longText = 60;

/** Share of the words of a long text that must be there. */
const mostWords = 0.75;

/** The tells of a case's trap. */
export function tellsOf(
  trap: readonly Trap[],
  records: Readonly<Record<string, readonly WorldRecord[]>>,
  collections: Collections,
): Tell[] {
  return trap.flatMap(({ collection, id, field }) => {
    const key = collections.get(collection)?.key ?? '';
    const value = records[collection]?.find((record) => idText(record[key]) === id)?.[field];
    return value === undefined ? [] : [{ property: { collection, id, field }, key, value }];
  });
}

/**
 * The first step whose result held a tell; null where none did. By provenance where the declared effects return what the
 * step shows: which properties flowed into the result. By text elsewhere.
 */
export function firstTell(
  steps: readonly Step[],
  { tells, declared, epoch }: { tells: readonly Tell[]; declared: DeclaredCalls; epoch: number },
): number | null {
  const properties = tells.map(({ property }) => property);
  const found = steps.find((step, index) => {
    if (step.status !== 'ok' || step.args === null) return false;
    const input = declared.input({ tool: step.tool, args: step.args }, steps.slice(0, index), epoch);
    const made = input === null ? null : propertiesInResult(input, properties);
    const { json, text } = step.observation;
    if (made !== null && JSON.stringify(made.result) === JSON.stringify(json ?? text)) {
      if (made.flowing.size > 0) return true;
      // A result that the case writes out flows from no record.
      if (made.byEffects) return false;
    }
    return tells.some((tell) => isTold(tell, step));
  });
  return found?.step ?? null;
}

/** Whether a result holds a tell, by its words. */
function isTold(tell: Tell, { observation: { json, text } }: Step): boolean {
  if (json !== undefined && objectsIn(json).some((record) => isRecordOf(record, tell))) return true;
  if (typeof tell.value !== 'string' || tell.value.length < 4) return false;
  const [value, said] = [plain(tell.value), plain(text)];
  if (said.includes(value)) return true;
  if (value.length <= longText) return false;
  const words = new Set(value.match(/[\p{L}\p{N}]{4,}/gu) ?? []);
  const there = [...words].filter((word) => said.includes(word));
  return words.size > 0 && there.length >= mostWords * words.size;
}

function isRecordOf(record: WorldRecord, { property, key, value }: Tell): boolean {
  return idText(record[key]) === property.id && JSON.stringify(record[property.field]) === JSON.stringify(value);
}

/** A text in small letters, with one space for any space, and without the escapes of JSON. */
function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/\\[nrt]|\s+/g, ' ')
    .replaceAll('\\"', '"')
    .replaceAll(/ +/g, ' ')
    .trim();
}
