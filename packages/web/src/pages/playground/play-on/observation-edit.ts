import type { Observation } from 'toolemu/contract';
import { jsonText } from 'toolemu/words';
import { parsedJson } from '../../../components/json/json.ts';

/** An observation as it is edited: JSON laid out, other text as it is. */
export function editedText({ text, json }: Observation): string {
  return json === undefined ? text : jsonText(json);
}

/** What an edited text makes the agent observe; undefined where it is what it was. JSON stands on one line, as tools write it. */
export function observationOf(text: string, before: Observation): string | undefined {
  const compact = onOneLine(text) ?? text;
  const was = onOneLine(before.text) ?? before.text;
  return compact === was ? undefined : compact;
}

/** Whether a text is JSON. */
export function isJson(text: string): boolean {
  return onOneLine(text) !== null;
}

function onOneLine(text: string): string | null {
  const value = parsedJson(text);
  return value === undefined ? null : JSON.stringify(value);
}
