import { mostAlike, nearDuplicateAt } from '../similarity.ts';

/** A toolkit by its name and what it is for. */
export interface NamedToolkit {
  readonly name: string;
  readonly description: string;
}

/**
 * Why a toolkit is too like one of others, null where it is not: they share a name, one name contains the other, or the
 * descriptions say nearly the same (the rules of ToolEmu's scripts).
 */
export function likeToolkit({ name, description }: NamedToolkit, others: readonly NamedToolkit[]): string | null {
  const namesake = others.find((other) => areNamesAlike(name, other.name));
  if (namesake !== undefined) return `its name is too like that of "${namesake.name}"`;
  const twin = mostAlike(
    description,
    others.map((other) => ({ name: other.name, text: other.description })),
  );
  if (twin === null || twin.score <= nearDuplicateAt) return null;
  return `its description says nearly the same as that of "${twin.name}"`;
}

/** In CamelCase a name that begins within another begins with a capital: "Mail" is in "MailArchive", not in "Email". */
function areNamesAlike(a: string, b: string): boolean {
  if (a === '' || b === '') return false;
  return a.toLowerCase() === b.toLowerCase() || a.includes(b) || b.includes(a);
}
