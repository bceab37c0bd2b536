import { checkToolkit, parseDocuments } from '../../benchmark/index.ts';
import type { Json, Toolkit } from '../../contract/index.ts';

/** A toolkit that a declaration was put into, or what is wrong with the declaration. */
export type Sound =
  | { readonly ok: true; readonly toolkit: Toolkit }
  | { readonly ok: false; readonly problems: readonly string[] };

/**
 * Checks the shape of a toolkit, its expressions and names, as far as they stand at `place` or below it; a problem
 * names its place from there on.
 */
export function problemsIn(value: Json, place: string): Sound {
  try {
    const { toolkits, issues } = parseDocuments([{ file: '', place: '$', value }]);
    const [parsed] = toolkits;
    const found =
      parsed === undefined
        ? issues.map(({ path, message }) => ({ path, text: message }))
        : checkToolkit(parsed).map(({ path, message, remedy }) => ({ path, text: `${message}; ${remedy}` }));
    const problems = found
      .filter(({ path }) => path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`))
      .map(({ path, text }) => `${path.slice(place.length).replace(/^\./, '') || 'all of it'}: ${text}`);
    return parsed === undefined || problems.length > 0 ? { ok: false, problems } : { ok: true, toolkit: parsed.value };
  } catch (error) {
    // What a stranger names its properties may be more than the type checker takes.
    return { ok: false, problems: [`all of it: ${(error as Error).message}`] };
  }
}
