import type { Json, JsonObject } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import type { LeftOut } from '../imported.ts';
import { type Located, type References, Unreachable } from './references.ts';

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'];

/** One operation of a document. */
export interface Operation {
  /** In capitals. */
  readonly method: string;
  readonly path: string;
  readonly value: JsonObject;
  /** The address of the document it stands in. */
  readonly base: string;
  /** Parameters of all operations of the path. */
  readonly shared: Located;
}

/** The operations of a document, and what calls without being a tool or cannot be read. */
export interface Operations {
  readonly operations: readonly Operation[];
  readonly leftOut: readonly LeftOut[];
}

/** `GET /pets/{id}`, as users name an operation. */
export function placeOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`;
}

/** Finds all operations of a document. */
export function listOperations(root: JsonObject, base: string, references: References): Operations {
  const operations: Operation[] = [];
  const leftOut: LeftOut[] = [];
  for (const [path, item] of entriesOf(root.paths)) {
    if (path.startsWith('x-')) continue;
    try {
      const { value, base: itemBase } = resolveItem({ value: item, base }, references);
      const shared = { value: value.parameters, base: itemBase };
      for (const [key, operation] of Object.entries(value)) {
        if (!methods.includes(key)) continue;
        const place = { method: key.toUpperCase(), path };
        if (isObject(operation)) {
          operations.push({ ...place, value: operation, base: itemBase, shared });
          leftOut.push(...callbacksOf(operation, placeOf(place)));
        } else leftOut.push({ name: placeOf(place), reason: 'it is not an object', isMissing: true });
      }
      leftOut.push(...laterOperations(value, path));
    } catch (error) {
      if (!(error instanceof Unreachable)) throw error;
      leftOut.push({ name: path, reason: error.message, isMissing: true });
    }
  }
  return { operations, leftOut: [...leftOut, ...webhooksOf(root)] };
}

/** A path's own words win over those of what it refers to. */
function resolveItem(item: Located, references: References): { value: JsonObject; base: string } {
  const { value, base } = references.resolve(item);
  if (!isObject(value)) throw new Unreachable('it is not an object');
  if (value === item.value || !isObject(item.value)) return { value, base };
  const { $ref: _reference, ...own } = item.value;
  return { value: { ...value, ...own }, base };
}

function callbacksOf({ callbacks }: JsonObject, place: string): LeftOut[] {
  return entriesOf(callbacks).map(([name]) => ({
    name: `${place} callback ${name}`,
    reason: 'a callback is a call the service makes, not one it takes',
  }));
}

function webhooksOf({ webhooks }: JsonObject): LeftOut[] {
  return entriesOf(webhooks).map(([name]) => ({
    name: `webhook ${name}`,
    reason: 'a webhook is a call the service makes, not one it takes',
  }));
}

/** Operations that OpenAPI 3.2 adds. */
function laterOperations({ query, additionalOperations }: JsonObject, path: string): LeftOut[] {
  const names = [...(isObject(query) ? ['QUERY'] : []), ...entriesOf(additionalOperations).map(([name]) => name)];
  return names.map((method) => ({
    name: placeOf({ method, path }),
    reason: 'its method is of a version of OpenAPI that is not read',
    isMissing: true,
  }));
}

function entriesOf(value: Json | undefined): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}
