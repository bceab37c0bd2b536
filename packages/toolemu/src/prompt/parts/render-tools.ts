import type { Json, JsonObject, JsonSchema, OfferedTool, OfferedToolkit, Tool, Toolkit } from '../../contract/index.ts';
import { isObject, withUsedDefinitions } from '../../world/index.ts';
import { type SharedDefinitions, sharedDefinitions, withoutShared } from './shared-definitions.ts';

/**
 * How much of a tool a reader is shown: `signature` names and types; `contract` adds descriptions of inputs and
 * outputs; `full` adds exceptions and declared behaviour.
 */
export type Detail = 'signature' | 'contract' | 'full';

/** A toolkit, or what an agent is offered of it: `signature` and `contract` show no more. */
type ShownToolkit = OfferedToolkit & Partial<Pick<Toolkit, 'collections'>>;
type ShownTool = OfferedTool & Partial<Pick<Tool, 'exceptions' | 'effects' | 'result'>>;

/** The tools of toolkits as text, in the order of their files. */
export function renderToolkits(toolkits: readonly ShownToolkit[], detail: Detail): string {
  return toolkits.map((toolkit) => renderToolkit(toolkit, detail)).join('\n\n');
}

/** A toolkit stands in most requests of a run. */
const rendered = { signature: new WeakMap(), contract: new WeakMap(), full: new WeakMap() } satisfies Record<
  Detail,
  WeakMap<ShownToolkit, string>
>;

function renderToolkit(toolkit: ShownToolkit, detail: Detail): string {
  const known: WeakMap<ShownToolkit, string> = rendered[detail];
  const text = known.get(toolkit) ?? toolkitText(toolkit, detail);
  known.set(toolkit, text);
  return text;
}

function toolkitText({ name, description, collections = {}, tools }: ShownToolkit, detail: Detail): string {
  const kept = detail === 'full' ? renderCollections(collections) : [];
  const shared = sharedDefinitions(tools.flatMap((tool) => Object.values(schemasShown(tool, detail))));
  const list = tools.map((tool) => renderTool(tool, detail, shared)).join(detail === 'signature' ? '\n' : '\n\n');
  const short = detail === 'full' ? withRecordsNamed(list, collections) : list;
  return [`## ${name}`, description, ...kept, ...renderShared(shared), short].join('\n\n');
}

function renderShared(shared: SharedDefinitions): string[] {
  if (shared.size === 0) return [];
  return [`Definitions that several of the schemas below refer to: ${JSON.stringify(Object.fromEntries(shared))}`];
}

/** The longest description of a tool that OpenAI takes. */
const longestDescription = 1024;

/** A tool's description with its output, for a model that is sent the input schema beside it. */
export function describeTool({ description, outputSchema }: Pick<OfferedTool, 'description' | 'outputSchema'>): string {
  if (outputSchema === undefined) return description;
  const whole = `${description}\nReturns:${properties(outputSchema)}`;
  const short = `${description}\nReturns {${signature(outputSchema)}}`;
  const fitting = [whole, short].find((text) => text.length <= longestDescription);
  return fitting ?? `${short.slice(0, longestDescription - 1)}…`;
}

function renderCollections(collections: Toolkit['collections']): string[] {
  const lines = Object.entries(collections).map(
    ([name, { key, schema, newId, secret }]) =>
      `- ${name}: key "${key}"${newId === undefined ? '' : `, new ids like "${newId}"`}` +
      `${secret === undefined ? '' : `, secret: ${secret.join(', ')}`}, record ${isPlain(schema) ? `${typeName(schema, true)}${noteOf(schema)}` : JSON.stringify(withUsedDefinitions(schema))}`,
  );
  return lines.length === 0
    ? []
    : [
        `Records it keeps (in new ids # is a digit, ? a letter; "secret" marks sensitive properties):\n${lines.join('\n')}`,
      ];
}

/** Tools in which the type of a whole record is given by the name of its collection. */
function withRecordsNamed(text: string, collections: Toolkit['collections']): string {
  return Object.entries(collections).reduce(
    (shorter, [name, { schema }]) =>
      isPlain(schema) ? shorter.replaceAll(`${typeName(schema, true)}[]`, `(record of ${name})[]`) : shorter,
    text,
  );
}

/** The schemas of a tool that are shown in full, because a list of properties does not express them. */
function schemasShown(
  { inputSchema, outputSchema }: OfferedTool,
  detail: Detail,
): { input?: JsonSchema; output?: JsonSchema } {
  const input = withUsedDefinitions(inputSchema);
  const output = outputSchema === undefined ? undefined : withUsedDefinitions(outputSchema);
  return {
    ...(detail !== 'signature' && combines(input) ? { input } : {}),
    ...(detail === 'full' && output !== undefined && (!isPlain(output) || noteOf(output) !== '') ? { output } : {}),
  };
}

function renderTool(tool: ShownTool, detail: Detail, shared: SharedDefinitions): string {
  const { name, description, inputSchema, outputSchema, annotations } = tool;
  if (detail === 'signature') {
    return `- ${name}(${signature(inputSchema)}) → ${outputSchema === undefined ? 'text' : shortOutput(outputSchema)}: ${description}`;
  }
  const { input, output } = schemasShown(tool, detail);
  const lines = [
    `### ${name}`,
    description,
    `Input:${input !== undefined && isUnlisted(inputSchema) ? ' see the input schema' : properties(inputSchema)}`,
    `Output:${outputSchema === undefined ? ' text' : outputs(outputSchema, detail === 'full')}`,
  ];
  if (input !== undefined) lines.push(`Input schema: ${JSON.stringify(withoutShared(input, shared))}`);
  if (detail === 'full') {
    lines.push(...renderExceptions(tool), ...renderBehaviour(tool));
    if (annotations?.readOnlyHint === true) lines.push('Only reads.');
    if (output !== undefined) lines.push(`Output schema: ${JSON.stringify(withoutShared(output, shared))}`);
  }
  return lines.join('\n');
}

function renderExceptions({ exceptions = [] }: ShownTool): string[] {
  if (exceptions.length === 0) return ['Exceptions: none'];
  const line = ({ name, description, when }: (typeof exceptions)[number]): string =>
    `- ${name}: ${description}${when === undefined ? '' : ` [exactly when ${when}]`}`;
  return ['Exceptions:', ...exceptions.map(line)];
}

/** Declared effects are binding, so an emulator is shown them as they are written. */
function renderBehaviour({ effects, result }: ShownTool): string[] {
  if (effects === undefined) return [];
  return [`Declared behavior: effects ${JSON.stringify(effects)}, result ${JSON.stringify(result ?? null)}`];
}

/** Properties by name and type; with `notes`, also what is said of each, at any depth. */
function signature(schema: JsonObject, notes = false): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(propertiesOf(schema))
    .map(([name, of]) => `${name}${required.has(name) ? '' : '?'}: ${typeName(of, notes)}${notes ? noteOf(of) : ''}`)
    .join(', ');
}

function noteOf(schema: Json | undefined): string {
  return isObject(schema) && typeof schema.description === 'string' ? ` (${schema.description})` : '';
}

function properties(schema: JsonObject): string {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const lines = Object.entries(propertiesOf(schema)).map(([name, of]) => {
    const description = isObject(of) && typeof of.description === 'string' ? `: ${of.description}` : '';
    return `\n- ${name} (${typeName(of)}${required.has(name) ? '' : ', optional'})${description}`;
  });
  return lines.length === 0 ? ' nothing' : lines.join('');
}

/** The properties of an output: in one line with all notes, or with no notes where nothing is said of them. */
function outputs(schema: JsonObject, notes: boolean): string {
  if (isUnlisted(schema)) return notes ? ' see the output schema' : ` ${shortOutput(schema)}`;
  const own = Object.values(propertiesOf(schema));
  if (own.length === 0) return ' nothing';
  return notes || own.every((of) => noteOf(of) === '') ? ` {${signature(schema, notes)}}` : properties(schema);
}

/** Whether a schema allows values that no list of its properties expresses. */
function isUnlisted(schema: JsonObject): boolean {
  return Object.keys(propertiesOf(schema)).length === 0 && !(schema.type === 'object' && isPlainKeywords(schema));
}

function isPlainKeywords(schema: JsonObject): boolean {
  return Object.keys(schema).every((keyword) => plain.has(keyword)) && !isObject(schema.additionalProperties);
}

/** The type of an output on one line. */
function shortOutput(schema: JsonObject): string {
  return isUnlisted(schema) ? typeName(schema) : `{${signature(schema)}}`;
}

/** Whether a schema says no more than its type in few words and its notes do. */
function isPlain(schema: Json | undefined): boolean {
  if (!isObject(schema) || !Object.keys(schema).every((keyword) => plain.has(keyword))) return false;
  if (typeof (schema.additionalProperties ?? true) !== 'boolean') return false;
  if (schema.format !== undefined && rangeOf(schema) !== '') return false;
  if (schema.type === 'object') {
    const inner = Object.values(propertiesOf(schema));
    return inner.length > 0 && inner.every(isPlain);
  }
  if (schema.type === 'array') return isPlain(schema.items) && noteOf(schema.items) === '';
  return typeof schema.type === 'string' || Array.isArray(schema.enum) || isPlainUnion(schema);
}

function isPlainUnion({ type: types, format, minimum, maximum }: JsonObject): boolean {
  if ((format ?? minimum ?? maximum) !== undefined) return false;
  return (
    Array.isArray(types) && types.every((type) => typeof type === 'string' && type !== 'object' && type !== 'array')
  );
}

/** Whether a schema holds alternatives or references, at any depth, of which a list of properties tells nothing. */
function combines(schema: Json | undefined): boolean {
  if (Array.isArray(schema)) return schema.some(combines);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([keyword, inner]) => combining.has(keyword) || combines(inner));
}

const combining = new Set(['anyOf', 'oneOf', 'allOf', 'not', '$ref', 'if', 'patternProperties']);

const plain = new Set([
  'type',
  'properties',
  'required',
  'items',
  'enum',
  'format',
  'minimum',
  'maximum',
  'additionalProperties',
  'description',
]);

/** A type in few words, as in `string[]`, `"a" | "b"`, `{id: string}[]`. */
function typeName(schema: Json | undefined, notes = false): string {
  if (!isObject(schema)) return 'any';
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const { type } = schema;
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string').join(' | ');
  if (type === 'array') return `${wrapped(typeName(schema.items, notes))}[]`;
  if (type === 'object') {
    const inner = signature(schema, notes);
    return inner === '' ? 'object' : `{${inner}}`;
  }
  const text = typeof type === 'string' ? type : 'any';
  return typeof schema.format === 'string' ? `${text} as ${schema.format}` : `${text}${rangeOf(schema)}`;
}

function rangeOf({ minimum, maximum }: JsonObject): string {
  const from = typeof minimum === 'number' ? ` from ${minimum}` : '';
  return typeof maximum === 'number' ? `${from} to ${maximum}` : from;
}

function wrapped(type: string): string {
  return type.includes(' ') && !type.startsWith('{') ? `(${type})` : type;
}

function propertiesOf(schema: JsonObject): JsonObject {
  return isObject(schema.properties) ? schema.properties : {};
}
