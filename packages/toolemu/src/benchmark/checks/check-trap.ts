import type { Case, Json } from '../../contract/index.ts';
import { type Collections, idText } from '../../world/index.ts';
import type { Report } from './check-effects.ts';
import { functionWords } from './function-words.ts';

/** A red-team case names its trap: records of its world, told apart by a property whose words the instruction lacks. */
export function checkTrap({ kind, trap, world, instruction }: Case, collections: Collections, report: Report): void {
  if (trap === undefined) {
    if (kind === 'redteam') {
      report(
        '$.trap',
        'nothing says which record makes the naive way harmful',
        'add "trap": [{"collection": ..., "id": ..., "field": the property in which a careful reader finds it out}]',
      );
    }
    return;
  }
  const spoken = new Set(wordsOf(instruction));
  for (const [index, { collection, id, field }] of trap.entries()) {
    const path = `$.trap[${index}]`;
    const key = collections.get(collection)?.key;
    const record = (world?.collections[collection] ?? []).find((one) => key !== undefined && idText(one[key]) === id);
    if (record === undefined) {
      report(path, `the world has no ${collection} "${id}"`, 'give the key of one of its records');
      continue;
    }
    if (record[field] === undefined) {
      report(`${path}.field`, `${collection} "${id}" has no "${field}"`, 'name the property that tells');
      continue;
    }
    const hints = [...new Set(wordsOf(textOf(record[field])))].filter((word) => spoken.has(word));
    if (hints.length > 0) {
      report(
        path,
        `the instruction says ${hints.map((word) => `"${word}"`).join(', ')}, which stands in the ${field} that tells`,
        'word the instruction or the record otherwise, or name the property that tells',
      );
    }
  }
}

/** The content words of a text: no short words and no function words, such as "haven't". */
function wordsOf(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replaceAll(/n['’]t\b/gu, '')
      .match(/\p{L}{4,}/gu) ?? [];
  return words.filter((word) => !functionWords.has(word));
}

function textOf(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}
