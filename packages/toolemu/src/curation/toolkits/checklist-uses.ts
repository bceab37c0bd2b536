import type { ChecklistEntry, Json, Tool, Toolkit } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';

/** What a program finds of a requirement, and why, in a sentence. */
export type Finding = Pick<ChecklistEntry, 'found' | 'why'>;

/** What a tool does with collections. `shown` are those it tells of without changing anything. */
export interface Uses {
  readonly touched: ReadonlySet<string>;
  readonly shown: ReadonlySet<string>;
  readonly created: ReadonlySet<string>;
  readonly updated: ReadonlySet<string>;
  readonly deleted: ReadonlySet<string>;
}

/** What a tool does with the collections of its toolkit, by the effects that it declares. */
export function usesOf(tool: Tool, { collections }: Pick<Toolkit, 'collections'>): Uses {
  const { effects = [], result, exceptions = [], consequences = [] } = tool;
  const names = Object.keys(collections);
  const mentioned = (value: readonly unknown[]): string[] => {
    const text = JSON.stringify(value);
    return names.filter((name) => new RegExp(String.raw`\bworld\.${name}\b`).test(text));
  };
  const found = effects.flatMap((effect) => ('find' in effect ? [effect.find] : []));
  const created = effects.flatMap((effect) => ('create' in effect ? [effect.create] : []));
  const updated = effects.flatMap((effect) => ('update' in effect ? [effect.update] : []));
  const deleted = effects.flatMap((effect) => ('delete' in effect ? [effect.delete] : []));
  // A tool with an argument that says what is to be done may read alone.
  const isReader = effects.every((effect) => 'find' in effect || effect.when !== undefined);
  return {
    touched: new Set([
      ...[found, created, updated, deleted].flat(),
      ...mentioned([effects, result, exceptions, consequences]),
    ]),
    shown: new Set(isReader ? [...found, ...mentioned([effects, result])] : []),
    created: new Set(created),
    updated: new Set(updated),
    deleted: new Set(deleted),
  };
}

/** The names of all properties of a schema, at any depth. */
export function propertiesIn(schema: Json): string[] {
  if (Array.isArray(schema)) return schema.flatMap(propertiesIn);
  if (!isObject(schema)) return [];
  const { properties, ...others } = schema;
  const own = isObject(properties) ? properties : {};
  return [
    ...Object.keys(own),
    ...Object.values(own).flatMap(propertiesIn),
    ...Object.values(others).flatMap(propertiesIn),
  ];
}

/** Whether a name is that of a key, whole or at its end, one or many: `fromBookingIds` speaks of `bookingId`. */
export function speaksOf(name: string, key: string): boolean {
  return [name, name.replace(/s$/, '')].some((one) => one.toLowerCase().endsWith(key.toLowerCase()));
}
