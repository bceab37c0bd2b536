import type { Json, JsonSchema } from '../../contract/index.ts';
import { validate } from '../../world/index.ts';

/** Whether a value fits a part of a schema; a part that refers to the rest cannot be asked by itself and takes all. */
export function fitsPart(part: JsonSchema, value: Json): boolean {
  try {
    return validate(part, value).ok;
  } catch {
    return true;
  }
}
