import type { ReactNode } from 'react';
import type { Json, JsonObject } from 'toolemu/contract';

/** What stands for an empty text, list or object. */
export function Empty({ of }: { readonly of: '' | readonly Json[] | JsonObject }): ReactNode {
  return <span className="soft">{of === '' ? 'empty text' : Array.isArray(of) ? 'empty list' : 'no properties'}</span>;
}
