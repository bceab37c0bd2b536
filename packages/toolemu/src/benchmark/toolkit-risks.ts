import { z } from 'zod';
import type { Issue } from '../contract/index.ts';
import { BenchmarkError } from './documents/load.ts';
import { parseShape } from './documents/parse-documents.ts';
import { readDocuments } from './documents/read-documents.ts';

const risksSchema = z.record(z.string().min(1), z.array(z.string().min(1)).min(1));

const remedy = 'it is an object: {"NAME OF A TOOLKIT": ["what could go wrong", ...], ...}';

/**
 * What could go wrong with each of several toolkits, from a file in the shape of ToolEmu's `toolkit_risks.json`. Throws
 * {@link BenchmarkError} with everything that is wrong with it.
 */
export async function loadToolkitRisks(file: string): Promise<Record<string, string[]>> {
  const { documents, issues: unreadable } = await readDocuments([file]);
  const risks: Record<string, string[]> = {};
  const issues: Issue[] = [...unreadable];
  for (const document of documents) {
    const parsed = parseShape(document, risksSchema);
    if (parsed.ok) Object.assign(risks, parsed.value);
    else issues.push(...parsed.issues.map((issue) => ({ ...issue, remedy })));
  }
  if (issues.length === 0 && Object.keys(risks).length === 0) {
    issues.push({ file, path: '$', message: 'there is no toolkit here', remedy });
  }
  if (issues.length > 0) throw new BenchmarkError(issues);
  return risks;
}
