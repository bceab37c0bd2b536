import type { MissingTool, Tool, Toolkit } from '../../contract/index.ts';
import { isObject } from '../../world/index.ts';
import type { ImportedTools, LeftOut } from './imported.ts';
import { withHomeless, withMissing } from './take-tools.ts';

/** Keeps the tools whose names fit one of the patterns, in which `*` stands for any text; all where there is none. */
export function selectTools<Imported extends ImportedTools>(
  imported: Imported,
  patterns: readonly string[] = [],
): Imported {
  if (patterns.length === 0) return imported;
  const toolkits: Toolkit[] = [];
  const leftOut: LeftOut[] = [];
  const homeless: MissingTool[] = [];
  for (const toolkit of imported.toolkits) {
    const tools = toolkit.tools.filter((tool) =>
      patterns.some((pattern) => callingsOf(tool).some((calling) => fits(calling, pattern))),
    );
    const others = toolkit.tools.filter((tool) => !tools.includes(tool));
    leftOut.push(...others.map(({ name }) => ({ name, reason: 'not asked for' })));
    const { missingTools = [], ...rest } = toolkit;
    const missing = missingTools.filter(({ name }) => patterns.some((pattern) => fits(name, pattern)));
    if (tools.length > 0) toolkits.push({ ...rest, tools, ...withMissing(missing) });
    else homeless.push(...missing.map((one) => ({ ...one, name: `${toolkit.name}: ${one.name}` })));
  }
  return { ...imported, toolkits: withHomeless(toolkits, homeless), leftOut: [...imported.leftOut, ...leftOut] };
}

/** A tool's name, and the method and path of an operation of OpenAPI's. */
function callingsOf({ name, _meta }: Tool): string[] {
  const operation = isObject(_meta) ? _meta.openapi : undefined;
  if (!isObject(operation) || typeof operation.method !== 'string' || typeof operation.path !== 'string') return [name];
  return [name, `${operation.method} ${operation.path}`];
}

/** Whether a name fits a pattern: its parts between the stars follow each other in the name. */
export function fits(name: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return name === pattern;
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length) return false;
  let at = first.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= name.length - last.length;
}
