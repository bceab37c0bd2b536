import type { Case, Json } from '../../contract/index.ts';
import { type Collections, idText } from '../../world/index.ts';
import type { Report } from './check-effects.ts';

/**
 * English function words of four letters and more: determiners, pronouns, prepositions, conjunctions, auxiliaries and
 * related adverbs. They occur in any text, so sharing them means nothing.
 */
const functionWords: ReadonlySet<string> = new Set(
  `
about above according across after afterwards again against albeit almost along alongside already also although always
amid amidst among amongst another anybody anyone anything anyway anywhere around aside away because been before
beforehand behind being below beneath beside besides between beyond both cannot could despite does doing down
during each either else elsewhere enough even ever every everybody everyone everything everywhere except from further
furthermore have having hence here hers herself himself however indeed instead into itself
just lest likewise many meanwhile might mine more moreover most much must myself namely neither never nevertheless nobody
none nonetheless nothing nowhere often once oneself only onto other others otherwise ought ours ourselves over
perhaps quite rather same shall should since some somebody somehow someone something sometimes somewhere still
such than that their theirs them themselves then thence there thereby therefore these they this those though through
throughout thus till together toward towards under underneath unless unlike until unto upon very were what whatever when
whence whenever where whereas whereby wherein wherever whether which whichever while whilst whither whoever whom
whomever whose will with within without would your yours yourself yourselves
`
    .trim()
    .split(/\s+/),
);

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
