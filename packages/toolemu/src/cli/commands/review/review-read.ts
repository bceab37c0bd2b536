import { type Json, readJson } from '../../../contract/index.ts';

/** JSON that a person wrote, or why it is none. */
export function readEdited(
  text: string,
): { readonly ok: true; readonly value: Json } | { readonly ok: false; readonly reason: string } {
  try {
    return { ok: true, value: readJson(text.replace(/^\uFEFF/, '')) };
  } catch (error) {
    return { ok: false, reason: (error as SyntaxError).message };
  }
}
