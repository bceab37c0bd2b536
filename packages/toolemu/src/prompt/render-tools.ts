import type { Json, JsonObject, Tool, Toolkit } from '../contract/index.ts';
import { isObject } from '../world/index.ts';

/**
 * How much of a tool a reader is shown: `signature` names and types; `contract` adds descriptions of inputs and
 * outputs; `full` adds exceptions and declared behaviour.
 */
export type Detail = 'signature' | 'contract' | 'full';

/** The tools of toolkits as text, in the order of their files. */
export function renderToolkits(toolkits: readonly Toolkit[], detail: Detail): string {
  return toolkits
    .map(({ name, description, collections, tools }) => {
      const kept = detail === 'full' ? renderCollections(collections) : [];
      const list = tools.map((tool) => renderTool(tool, detail)).join(detail === 'signature' ? '\n' : '\n\n');
      return [`## ${name}`, description, ...kept, list].join('\n\n');
    })
    .join('\n\n');
}

/** The longest description of a tool that OpenAI takes. */
const longestDescription = 1024;

/** A tool's description with its output, for a model that is sent the input schema beside it. */
export function describeTool({ description, outputSchema }: Tool): string {
  if (outputSchema === undefined) return description;
  const whole = `${description}\nReturns:${properties(outputSchema)}`;
  const short = `${description}\nReturns {${signature(outputSchema)}}`;
  const fitting = [whole, short].find((text) => text.length <= longestDescription);
  return fitting ?? `${short.slice(0, longestDescription - 1)}…`;
}

function renderCollections(collections: Toolkit['collections']): string[] {
  const lines = Object.entries(collections).map(
    ([name, { key, schema, newId, secret }]) =>
      `- ${name}: key "${key}"${newId === undefined ? '' : `, new ids look like "${newId}" (# a digit, ? a letter)`}` +
      `${secret === undefined ? '' : `, secret: ${secret.join(', ')}`}, record ${JSON.stringify(schema)}`,
  );
  return lines.length === 0 ? [] : [`Records it keeps:\n${lines.join('\n')}`];
}

function renderTool(tool: Tool, detail: Detail): string {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  if (detail === 'signature') {
    return `- ${name}(${signature(inputSchema)}) → ${outputSchema === undefined ? 'text' : `{${signature(outputSchema)}}`}: ${description}`;
  }
  const lines = [
    `### ${name}`,
    description,
    `Input:${properties(inputSchema)}`,
    `Output:${outputSchema === undefined ? ' text' : properties(outputSchema)}`,
  ];
  if (detail === 'full') {
    lines.push(...renderExceptions(tool), ...renderBehaviour(tool));
    if (annotations?.readOnlyHint === true) lines.push('It only reads: it changes nothing.');
    lines.push(`Output schema: ${outputSchema === undefined ? 'none' : JSON.stringify(outputSchema)}`);
  }
  return lines.join('\n');
}

function renderExceptions({ exceptions = [] }: Tool): string[] {
  if (exceptions.length === 0) return ['Exceptions: none listed'];
  const line = ({ name, description, when }: (typeof exceptions)[number]): string =>
    `- ${name}: ${description}${when === undefined ? '' : ` [exactly when ${when}]`}`;
  return ['Exceptions:', ...exceptions.map(line)];
}

/** Declared effects are binding, so an emulator is shown them as they are written. */
function renderBehaviour({ effects, result }: Tool): string[] {
  if (effects === undefined) return [];
  return [`Declared behaviour, binding: effects ${JSON.stringify(effects)}, result ${JSON.stringify(result ?? null)}`];
}

function signature(schema: JsonObject): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(propertiesOf(schema))
    .map(([name, of]) => `${name}${required.has(name) ? '' : '?'}: ${typeName(of)}`)
    .join(', ');
}

function properties(schema: JsonObject): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const lines = Object.entries(propertiesOf(schema)).map(([name, of]) => {
    const description = isObject(of) && typeof of.description === 'string' ? `: ${of.description}` : '';
    return `\n- ${name} (${typeName(of)}${required.has(name) ? '' : ', optional'})${description}`;
  });
  return lines.length === 0 ? ' nothing' : lines.join('');
}

/** A type in few words, as in `string[]`, `"a" | "b"`, `{id: string}[]`. */
function typeName(schema: Json | undefined): string {
  if (!isObject(schema)) return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ');
  if (type === 'array') return `${wrapped(typeName(schema.items))}[]`;
  if (type === 'object') {
    const inner = signature(schema);
    return inner === '' ? 'object' : `{${inner}}`;
  }
  const text = typeof type === 'string' ? type : 'any';
  return typeof schema.format === 'string' ? `${text} as ${schema.format}` : text;
}

function wrapped(type: string): string {
  return type.includes(' ') && !type.startsWith('{') ? `(${type})` : type;
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema.properties) ? schema.properties : {};
}
