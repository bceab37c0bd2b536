import { z } from 'zod';
import * as compare from '../../contract/api/compare.ts';
import * as episodes from '../../contract/api/episodes.ts';
import * as label from '../../contract/api/label.ts';
import * as library from '../../contract/api/library.ts';
import * as playground from '../../contract/api/playground.ts';
import * as runs from '../../contract/api/runs.ts';
import * as workspace from '../../contract/api/workspace.ts';
import * as contract from '../../contract/index.ts';
import type { JsonObject } from '../../contract/index.ts';

/** `given`: as a client writes it. `told`: as the server answers. They differ where a schema has defaults. */
export type Direction = 'given' | 'told';

/** Schemas as JSON Schema. Those that have a name are referred to. */
export interface SchemaWriter {
  write(schema: z.ZodType, direction: Direction): JsonObject;
  /** The named schemas that a document refers to, those they refer to, and so on. */
  componentsOf(document: JsonObject): JsonObject;
}

const place = '#/components/schemas/';

/** A writer to which a schema has the name under which the contract exports it. */
export function createSchemaWriter(): SchemaWriter {
  const names = namesOf([contract, workspace, runs, episodes, compare, label, library, playground]);
  const named = { given: allIn(names, 'given'), told: allIn(names, 'told') };
  const twofold = twofoldIn(named);
  const components = new Map(
    (['told', 'given'] as const).flatMap((direction) =>
      [...named[direction]].map(([name, schema]) => [
        nameAs(direction, name, twofold),
        linked(schema, direction, twofold),
      ]),
    ),
  );
  return {
    write(schema, direction) {
      const { $schema: _version, $defs: _components, ...rest } = z.toJSONSchema(schema, optionsFor(direction, names));
      return linked(rest as JsonObject, direction, twofold);
    },
    componentsOf(document) {
      const reached = new Set<string>();
      const follow = (value: JsonObject): void => {
        for (const name of referencesIn(value)) {
          if (reached.has(name)) continue;
          reached.add(name);
          follow(components.get(name) ?? {});
        }
      };
      follow(document);
      return Object.fromEntries([...reached].toSorted().map((name) => [name, components.get(name) ?? {}]));
    },
  };
}

type Names = z.core.$ZodRegistry<{ id: string }>;

/** The schemas of modules, by what they are exported as: `stepSchema` is `Step`. */
function namesOf(modules: readonly object[]): Names {
  const names = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [name, value] of modules.flatMap((module) => Object.entries(module))) {
    if (!(value instanceof z.ZodType) || !name.endsWith('Schema') || names.has(value) || taken.has(name)) continue;
    taken.add(name);
    names.add(value, { id: `${name.charAt(0).toUpperCase()}${name.slice(1, -'Schema'.length)}` });
  }
  return names;
}

function optionsFor(direction: Direction, names: Names): z.core.ToJSONSchemaParams {
  return {
    metadata: names,
    io: direction === 'given' ? 'input' : 'output',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      const description = z.globalRegistry.get(zodSchema)?.description;
      if (description !== undefined) jsonSchema.description ??= description;
      // What every integer of JavaScript is held to says nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  };
}

function allIn(names: Names, direction: Direction): Map<string, JsonObject> {
  const { schemas } = z.toJSONSchema(names, { ...optionsFor(direction, names), uri: (name) => `${place}${name}` });
  return new Map(
    Object.entries(schemas).map(([name, { $schema: _version, $id: _uri, id: _name, ...schema }]) => [
      name,
      schema as JsonObject,
    ]),
  );
}

/** The names of schemas that are given in another form than they are told, also by what they refer to. */
function twofoldIn({ given, told }: Readonly<Record<Direction, ReadonlyMap<string, JsonObject>>>): Set<string> {
  const twofold = new Set<string>();
  for (let before = -1; before < twofold.size; ) {
    before = twofold.size;
    for (const [name, schema] of given) {
      const isOther = JSON.stringify(schema) !== JSON.stringify(told.get(name));
      if (isOther || referencesIn(schema).some((other) => twofold.has(other))) twofold.add(name);
    }
  }
  return twofold;
}

function nameAs(direction: Direction, name: string, twofold: ReadonlySet<string>): string {
  return direction === 'given' && twofold.has(name) ? `${name}Input` : name;
}

/** A schema whose references lead to the components of its direction. */
function linked(schema: JsonObject, direction: Direction, twofold: ReadonlySet<string>): JsonObject {
  return JSON.parse(JSON.stringify(schema), (key, value) => {
    if (key !== '$ref' || typeof value !== 'string') return value;
    return `${place}${nameAs(direction, nameIn(value), twofold)}`;
  }) as JsonObject;
}

function referencesIn(value: JsonObject): string[] {
  const found: string[] = [];
  JSON.stringify(value, (key, part) => {
    if (key === '$ref' && typeof part === 'string' && !part.startsWith('#/components/responses/'))
      found.push(nameIn(part));
    return part;
  });
  return found;
}

function nameIn(reference: string): string {
  return reference.split('/').at(-1) ?? '';
}
