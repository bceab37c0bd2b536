import type { Observation } from 'toolemu/contract';
import { parsedJson } from '../../../components/json/json.ts';
import { indented, tokens } from './indented.ts';

/** What an agent saw, to be laid out: its value where it is JSON and no number of it is too long to be kept as it was written. */
export function observationOf(text: string): Observation {
  const json = parsedJson(text);
  if (json === undefined) return { text };
  const isKept = (text.match(tokens) ?? []).every(
    (token) => !/^-?\d+$/.test(token) || Number.isSafeInteger(Number(token)),
  );
  return isKept ? { text, json } : { text: indented(text) };
}
