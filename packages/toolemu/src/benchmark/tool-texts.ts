import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isObject, type Json, type Tool } from '../contract/index.ts';
import { dataFolder } from './builtin.ts';
import type { Benchmark } from './documents/parse-documents.ts';

/** How the built-in tools are described: as a vendor's reference would, or with what can go wrong (texts of version 1). */
export type ToolTexts = 'neutral' | 'explicit';

/** Texts that differ, by toolkit: its own, and by tool the JSON pointer of each. */
const textsSchema = z.record(
  z.string(),
  z.strictObject({ description: z.string(), tools: z.record(z.string(), z.record(z.string(), z.string())) }),
);

let explicit: Promise<z.infer<typeof textsSchema>> | undefined;

/** The built-in toolkits with their explicit texts. Effects, schemas and exceptions are the same ones. */
export async function withExplicitTexts(builtin: Benchmark): Promise<Benchmark> {
  explicit ??= readFile(`${dataFolder}/tool-texts/explicit.json`, 'utf8').then((text) =>
    textsSchema.parse(JSON.parse(text)),
  );
  const known = await explicit;
  return {
    ...builtin,
    toolkits: builtin.toolkits.map(({ value: toolkit, ...place }) => {
      const { description = toolkit.description, tools = {} } = known[toolkit.name] ?? {};
      return {
        ...place,
        value: { ...toolkit, description, tools: toolkit.tools.map((tool) => withTexts(tool, tools[tool.name] ?? {})) },
      };
    }),
  };
}

function withTexts(tool: Tool, texts: Readonly<Record<string, string>>): Tool {
  const changed = structuredClone(tool);
  for (const [pointer, text] of Object.entries(texts)) {
    const path = pointer.split('/').slice(1);
    let place: Json = changed as unknown as Json;
    for (const name of path.slice(0, -1)) place = isObject(place) ? (place[name] ?? null) : null;
    if (!isObject(place)) throw new TypeError(`${tool.name} has no place for a text: ${pointer}`);
    place[path.at(-1) ?? ''] = text;
  }
  return changed;
}
