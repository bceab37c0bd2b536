import { parse } from 'yaml';
import { type PromptStyle, promptStyleSchema } from '../../contract/index.ts';

const frontMatterSchema = promptStyleSchema.omit({ requirements: true });

/** A prompting file that cannot be used. */
export class PromptStyleError extends Error {
  override readonly name = 'PromptStyleError';
}

/**
 * Reads a prompting file: front matter with `name`, `quits` and optionally `role`, between two lines of `---`, and
 * below it the requirements as the agent is told them.
 */
export function parsePromptStyle(text: string, file: string): PromptStyle {
  const match = /^\uFEFF?---\r?\n([\s\S]*?)\r?\n---\r?\n?([\s\S]*)$/.exec(text);
  if (match === null) {
    throw new PromptStyleError(
      `${file}: there is no front matter; begin the file with a line ---, "name: ...", "quits: true" or "quits: false", and a line ---`,
    );
  }
  let head: unknown;
  try {
    head = parse(match[1] ?? '');
  } catch (error) {
    throw new PromptStyleError(`${file}: the front matter is not YAML: ${(error as Error).message}`);
  }
  const fields = head !== null && typeof head === 'object' ? head : {};
  const parsed = frontMatterSchema.safeParse({ role: '', ...fields });
  if (parsed.success) return { ...parsed.data, requirements: (match[2] ?? '').trim() };
  const [issue] = parsed.error.issues;
  throw new PromptStyleError(
    `${file}, front matter, ${issue?.path.join('.') || 'top'}: ${issue?.message}; it takes name, quits (true or false) and role`,
  );
}
