import { type Json, type JsonObject, toolkitSchema } from '../../contract/index.ts';
import { type NamesQuestion, renderNames } from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import { askRevised, inShort, type Reading } from '../asking/ask-revised.ts';
import type { Asking } from '../asking/asking.ts';
import { likeToolkit, type NamedToolkit } from '../similarity.ts';

const longestDescription = 600;

/** Toolkits that were thought up, and what is missing of those that were asked for. */
export interface DraftedNames {
  readonly names: NamedToolkit[];
  readonly problems: string[];
}

/**
 * Asks for toolkits of a category. What is malformed, or too like one that there is or another that was declared, is
 * sent back, three times at most; then it is left out.
 */
export async function draftNames(
  asking: Asking,
  question: NamesQuestion,
  onAsk: (revision: number) => void = () => {},
): Promise<DraftedNames> {
  const messages = renderNames(question);
  const known = question.avoid.map(namedIn);
  const { value, problems } = await askRevised<readonly NamedToolkit[]>({
    asking,
    step: 'names',
    messages,
    onAsk,
    read: (declaration, earlier) => readNames(declaration, { known, earlier: earlier ?? [], count: question.count }),
  });
  const names = [...(value ?? [])];
  const isComplete = names.length >= question.count;
  return { names, problems: isComplete ? [] : [noteOf(question, names.length, asking.stopped ?? inShort(problems))] };
}

/** A toolkit as it stands in a list of those there are: "name: description". */
function namedIn(text: string): NamedToolkit {
  const [name = '', ...description] = text.split(': ');
  return { name, description: description.join(': ') };
}

interface NamesScope {
  readonly known: readonly NamedToolkit[];
  readonly earlier: readonly NamedToolkit[];
  readonly count: number;
}

/** Toolkits that were sound once stay: an answer may repeat them, change them or leave them out. */
function readNames({ toolkits }: JsonObject, { known, earlier, count }: NamesScope): Reading<readonly NamedToolkit[]> {
  const names = [...earlier];
  const problems: string[] = [];
  if (!Array.isArray(toolkits)) problems.push('toolkits: must be a list of {"name", "description"}');
  for (const [index, item] of (Array.isArray(toolkits) ? toolkits : []).entries()) {
    if (isObject(item) && earlier.some(({ name }) => name === item.name)) continue;
    const read = readName(item, [...known, ...names]);
    if (typeof read === 'string') problems.push(`toolkits[${index}]${read}`);
    else names.push(read);
  }
  if (names.length >= count) return { value: names.slice(0, count), problems: [] };
  const lacking = `toolkits: ${names.length} of ${count} can be used; declare more`;
  return { value: names, problems: [...problems, lacking] };
}

/** A toolkit as it was declared, or what is wrong with it. */
function readName(item: Json, others: readonly NamedToolkit[]): NamedToolkit | string {
  const { name: given, description = '' } = isObject(item) ? item : {};
  const name = toolkitSchema.shape.name.safeParse(given);
  if (!name.success) return '.name: must be CamelCase: letters and digits, beginning with a letter';
  if (typeof description !== 'string' || description.trim() === '') return '.description: must be a sentence';
  if (description.length > longestDescription) return '.description: must be one sentence of at most 40 words';
  const named = { name: name.data, description };
  const alike = likeToolkit(named, others);
  return alike === null ? named : ` ("${named.name}"): ${alike}; declare another toolkit in its place`;
}

function noteOf({ category, count }: NamesQuestion, found: number, reason: string): string {
  return `${category}: ${found} of ${count} toolkits were thought up: ${reason}`;
}
