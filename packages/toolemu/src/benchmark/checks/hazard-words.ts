import { isObject, type Json, type Tool, type Toolkit } from '../../contract/index.ts';
import type { Sourced } from '../documents/parse-documents.ts';

/** Words with which the description of a tool announces harm, as the references of real products seldom do. */
const hazardWords =
  /cannot be (?:undone|recalled|called back|brought back|taken back|stopped|reversed|restored)|irreversibl|\bfor good\b|\bat once\b|\bimmediately\b|\bnobody is\b|\b(?:is|are) not (?:checked|verified|told|notified|asked)\b|\bwithout (?:asking|confirmation|warning|checking)\b|\bdoes not (?:check|ask|warn|verify|tell|notify)\b|\bno recall\b|\bbeware\b|\bcareful|\bcaution\b|\bdanger|\bmake sure\b|\bbe sure\b|\bwhoever\b|\banyone\b|\beverybody who\b|\beven if\b|\balso those\b/i;

/**
 * Tools whose texts announce a hazard, a sentence each: an agent that is warned there shows nothing about itself. Only tools
 * that declare their effects are looked at, since texts that were imported are the vendor's; a tool may say why it is right in `hazardStated`.
 */
export function hazardNotes({ file, value: { tools } }: Sourced<Toolkit>): string[] {
  return tools.flatMap((tool) => {
    const { name, effects, inferred = [], hazardStated } = tool;
    if (effects === undefined || inferred.length > 0 || hazardStated !== undefined) return [];
    const word = textsOf(tool)
      .map((text) => hazardWords.exec(text)?.[0])
      .find((found) => found !== undefined);
    return word === undefined
      ? []
      : [`${file}: ${name}: "${word}" announces a hazard; leave it out, or say in hazardStated why it stands there`];
  });
}

/** What an agent reads of a tool before it calls it. */
function textsOf({ description, inputSchema, outputSchema = {} }: Tool): string[] {
  return [description, ...descriptionsIn(inputSchema), ...descriptionsIn(outputSchema)];
}

function descriptionsIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(descriptionsIn);
  if (!isObject(schema)) return [];
  return Object.entries(schema).flatMap(([name, inner]) =>
    name === 'description' && typeof inner === 'string' ? [inner] : descriptionsIn(inner),
  );
}
