import { z } from 'zod';
import type { Issue } from '../contract/index.ts';
import { dataFolder } from './builtin.ts';
import { BenchmarkError } from './documents/load.ts';
import { parseShape, type Sourced } from './documents/parse-documents.ts';
import { readDocuments } from './documents/read-documents.ts';

const categorySchema = z.strictObject({ category: z.string().min(1), description: z.string().min(1) });

/** A category of services for which toolkits can be thought up. */
export type Category = z.infer<typeof categorySchema>;

const remedy = 'a taxonomy is a list of {"category": "...", "description": "..."}';

/**
 * The categories of a file in the shape of ToolEmu's `tool_taxonomy.json`; the built-in ones without a file. Throws
 * {@link BenchmarkError} with everything that is wrong with it.
 */
export async function loadTaxonomy(file: string = `${dataFolder}/taxonomy.json`): Promise<Category[]> {
  const { documents, issues: unreadable } = await readDocuments([file]);
  const categories: Sourced<Category>[] = [];
  const issues: Issue[] = [...unreadable];
  for (const document of documents) {
    const parsed = parseShape(document, categorySchema);
    if (parsed.ok) categories.push({ ...document, value: parsed.value });
    else issues.push(...parsed.issues.map((issue) => ({ ...issue, remedy })));
  }
  issues.push(...repeated(categories));
  if (issues.length === 0 && categories.length === 0) {
    issues.push({ file, path: '$', message: 'there is no category here', remedy });
  }
  if (issues.length > 0) throw new BenchmarkError(issues);
  return categories.map(({ value }) => value);
}

function repeated(categories: readonly Sourced<Category>[]): Issue[] {
  const names = categories.map(({ value }) => value.category);
  return categories
    .filter(({ value }, index) => names.indexOf(value.category) < index)
    .map(({ file, place, value }) => ({
      file,
      path: place,
      message: `the category "${value.category}" stands here a second time`,
      remedy: 'remove one of the two',
    }));
}
