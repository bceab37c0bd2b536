import type { JsonObject, JsonSchema, Tool } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { contradictionIn, inputContradiction, unusableProperties } from '../../checks/contradiction.ts';
import { schemaProblem, topNote } from '../../checks/schema-words.ts';
import { joinPlace, type RepairedDefinitions, repairSchema } from './repair-schema.ts';

/** Repairs the tools of one source, and notes each change with the tool and the field. */
export interface SoundTools {
  /** The tool with valid schemas, or the reason why no call can use it. */
  read(tool: Tool): Tool | string;
  /** One sentence per change, with the paths where it was made. */
  notes(): string[];
}

/** Reads the tools of one source. */
export function createSoundTools(): SoundTools {
  const places = new Map<string, string[]>();
  const known: RepairedDefinitions = new WeakMap();
  const noteFor =
    (tool: string, field: string) =>
    (place: string, text: string): void => {
      const known = places.get(text) ?? [];
      known.push(`${tool}: ${joinPlace(field, place)}`);
      places.set(text, known);
    };
  return {
    read(tool) {
      const input = readInput(tool.inputSchema, known, noteFor(tool.name, 'inputSchema'));
      if (typeof input === 'string') return input;
      if (tool.outputSchema === undefined) return { ...tool, inputSchema: input };
      const { outputSchema, ...rest } = tool;
      const output = readOutput(outputSchema, known, noteFor(tool.name, 'outputSchema'));
      return { ...rest, inputSchema: input, ...(output === undefined ? {} : { outputSchema: output }) };
    },
    notes: () => [...places].map(([text, all]) => `${placesText(all)}: ${text}`),
  };
}

type Note = (place: string, text: string) => void;

function readInput(given: JsonSchema, known: RepairedDefinitions, note: Note): JsonSchema | string {
  const { schema, repairs } = repairSchema(given, known);
  const problem = schemaProblem(schema);
  if (problem !== undefined) return `inputSchema is not a JSON Schema: ${problem}`;
  const impossible = inputContradiction(schema);
  if (impossible !== null) return `no call can satisfy inputSchema${impossible.place}: ${impossible.problem}`;
  for (const { place, text } of repairs) note(place, text);
  const usable = withoutUnusable(schema, note);
  const top = topNote(usable);
  if (top !== null) note('', top);
  return usable;
}

function readOutput(given: JsonSchema, known: RepairedDefinitions, note: Note): JsonSchema | undefined {
  const { schema, repairs } = repairSchema(given, known);
  const problem = schemaProblem(schema) ?? contradictionText(schema);
  if (problem !== undefined) {
    note('', `its schema cannot be used, so any value is allowed: ${problem}`);
    return undefined;
  }
  for (const { place, text } of repairs) note(place, text);
  return schema;
}

function contradictionText(schema: JsonSchema): string | undefined {
  const found = contradictionIn(schema);
  return found === null ? undefined : `no answer can satisfy it: ${found.problem}`;
}

/** Removes optional properties that no value satisfies: a call that sets one would always be rejected. */
function withoutUnusable(schema: JsonSchema, note: Note): JsonSchema {
  const unusable = unusableProperties(schema);
  if (unusable.length === 0 || !isObject(schema.properties)) return schema;
  const properties: JsonObject = { ...schema.properties };
  for (const { name, problem } of unusable) {
    delete properties[name];
    note(`properties.${name}`, `no value can satisfy it, so agents do not see it: ${problem}`);
  }
  return { ...schema, properties };
}

function placesText(places: readonly string[]): string {
  const [first = ''] = places;
  if (places.length === 1) return first;
  return `${first} and ${places.length - 1} more`;
}
