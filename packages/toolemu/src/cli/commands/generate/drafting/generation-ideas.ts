import { z } from 'zod';
import { BenchmarkError, parseShape } from '../../../../benchmark/index.ts';
import { readDocuments } from '../../../../benchmark/documents/read-documents.ts';
import type { Issue } from '../../../../contract/index.ts';
import { nameSchema } from '../../../../contract/json.ts';
import type { ToolkitIdea } from './generation-names.ts';

const ideaSchema = z
  .looseObject({
    name: z.string().min(1),
    description: z.string().min(1).optional(),
    desc: z.string().min(1).optional().describe("ToolEmu's spelling"),
    category: z.string().optional(),
  })
  .refine(({ description, desc }) => (description ?? desc) !== undefined, {
    path: ['description'],
    message: 'is missing',
  });

const remedy = 'a list of {"name", "description", "category"}, as `toolemu generate names --json` prints';

/**
 * The toolkits of a file, as `toolemu generate names --json` prints them, or in ToolEmu's shape. Throws `BenchmarkError` with
 * all that is wrong with it.
 */
export async function readIdeas(file: string): Promise<ToolkitIdea[]> {
  const { documents, issues: unreadable } = await readDocuments([file]);
  const ideas: ToolkitIdea[] = [];
  const issues: Issue[] = [...unreadable];
  for (const document of documents) {
    const parsed = parseShape(document, ideaSchema);
    if (!parsed.ok) {
      issues.push(...parsed.issues.map((issue) => ({ ...issue, remedy })));
      continue;
    }
    const { name: given, description, desc, category = '' } = parsed.value;
    const name = identifierOf(given);
    if (name === null) issues.push(nameless(document, given));
    else ideas.push({ name, description: description ?? desc ?? '', category });
  }
  if (issues.length === 0 && ideas.length === 0)
    issues.push({ file, path: '$', message: 'there is no toolkit here', remedy });
  if (issues.length > 0) throw new BenchmarkError(issues);
  return ideas;
}

/** A name such as "Google Home" as an identifier; null where nothing is left of it. */
export function identifierOf(name: string): string | null {
  const joined = name.replaceAll(/[^A-Za-z0-9_]+(.?)/g, (_, letter: string) => letter.toUpperCase());
  return nameSchema.safeParse(joined).success ? joined : null;
}

function nameless({ file, place }: { readonly file: string; readonly place: string }, name: string): Issue {
  const message = `"${name}" cannot be the name of a toolkit`;
  return { file, path: place, message, remedy: 'give it letters, digits and _, with a letter first' };
}
