import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { isObject, type Json, type JsonObject, type Toolkit } from '../contract/index.ts';
import { dataFolder } from './builtin.ts';

/** How the built-in tools are described: as a vendor's reference would, or with what can go wrong (texts of version 1). */
export type ToolTexts = 'neutral' | 'explicit';

/** Texts that differ, by toolkit: its own, and by tool the JSON pointer of each. */
const textsSchema = z.record(
  z.string(),
  z.strictObject({ description: z.string(), tools: z.record(z.string(), z.record(z.string(), z.string())) }),
);

let explicit: Promise<z.infer<typeof textsSchema>> | undefined;

/** Built-in toolkits with the texts asked for. Effects, schemas and exceptions are the same ones. */
export async function withToolTexts(toolkits: readonly Toolkit[], texts: ToolTexts): Promise<Toolkit[]> {
  if (texts === 'neutral') return [...toolkits];
  explicit ??= readFile(`${dataFolder}/tool-texts/explicit.json`, 'utf8').then((text) =>
    textsSchema.parse(JSON.parse(text)),
  );
  const known = await explicit;
  return toolkits.map((toolkit) => {
    const own = known[toolkit.name];
    if (own === undefined) return toolkit;
    const tools = toolkit.tools.map((tool) =>
      Object.entries(own.tools[tool.name] ?? {}).reduce(
        (changed, [pointer, text]) => withText(changed, pointer.split('/').slice(1), text) as typeof tool,
        tool,
      ),
    );
    return { ...toolkit, description: own.description, tools };
  });
}

function withText(value: unknown, [name = '', ...rest]: readonly string[], text: string): Json {
  if (Array.isArray(value))
    return (value as Json[]).map((item, at) => (`${at}` === name ? withText(item, rest, text) : item));
  if (!isObject(value as Json)) throw new TypeError(`no place for a text: ${[name, ...rest].join('/')}`);
  const known = value as JsonObject;
  return { ...known, [name]: rest.length === 0 ? text : withText(known[name], rest, text) };
}
