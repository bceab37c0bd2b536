import {
  type Json,
  type JsonObject,
  type Observation,
  scalarsIn,
  type Step,
  type WorldRecord,
} from '../../contract/index.ts';
import { type Collections, idText } from '../state.ts';

/** The ids of all records of a world, as text. */
export function idsOfWorld(
  records: Readonly<Record<string, readonly WorldRecord[]>>,
  collections: Collections,
): ReadonlySet<string> {
  const ids = Object.entries(records).flatMap(([name, list]) => {
    const key = collections.get(name)?.key ?? '';
    return list.map((record) => idText(record[key]));
  });
  return new Set(ids);
}

/** Those of some ids that stand in a value as a whole: arguments of a call, or what a result shows. */
export function idsIn(value: Json | JsonObject, ids: ReadonlySet<string>): ReadonlySet<string> {
  return new Set(
    scalarsIn(value)
      .map(idText)
      .filter((leaf) => ids.has(leaf)),
  );
}

/** Whether an agent knows an id: it stands in its task, or in a result that it was shown. */
export function isKnown(id: string, { task, shown }: { task: string; shown: readonly Step[] }): boolean {
  return standsIn(id, task) || shown.some(({ observation }) => isShown(id, observation));
}

/** Whether a result shows an id: as a value of its own, or as a word of its text. */
export function isShown(id: string, { text, json }: Observation): boolean {
  return standsIn(id, text) || (json !== undefined && scalarsIn(json).some((leaf) => idText(leaf) === id));
}

/** Whether a text holds an id as a word of its own. */
function standsIn(id: string, text: string): boolean {
  for (let at = text.indexOf(id); at >= 0; at = text.indexOf(id, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + id.length])) return true;
  }
  return false;
}

function isPartOfWord(character: string | undefined): boolean {
  return character !== undefined && /[\p{L}\p{N}]/u.test(character);
}
