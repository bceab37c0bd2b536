import { type Json, type JsonObject, type Tool, type ToolkitRequest, withoutNulls } from '../../contract/index.ts';
import { type PlannedTool, renderToolkitSpecification } from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import { askRevised, inShort } from '../asking/ask-revised.ts';
import type { DraftingContext } from '../drafting.ts';
import { problemsIn } from '../completion/problems-in.ts';

/** Tools with their schemas, exceptions and annotations, and a note for each that could not be specified. */
export interface SpecifiedTools {
  readonly tools: readonly Tool[];
  readonly notes: readonly string[];
}

/** Asks for the specification of tools that were thought through; what is wrong with one takes no other down. */
export async function specifyTools(
  request: ToolkitRequest,
  planned: readonly PlannedTool[],
  { asking, onStep }: Pick<DraftingContext, 'asking' | 'onStep'>,
): Promise<SpecifiedTools> {
  const messages = renderToolkitSpecification({ ...request, tools: planned });
  const { value, problems } = await askRevised<Specified>({
    asking,
    step: 'specification',
    messages,
    onAsk: (revision) => onStep('specification', revision),
    read({ tools }, earlier) {
      const read = readSpecifications(tools, planned, request);
      const specified = new Map([...(earlier ?? []), ...read.specified]);
      const lacking = planned.filter(({ name }) => !specified.has(name) && !read.refused.has(name));
      return {
        value: specified,
        problems: [...read.problems, ...lacking.map(({ name }) => `tools: "${name}" is missing; specify it`)],
      };
    },
  });
  const left = planned.filter(({ name }) => value?.has(name) !== true);
  return {
    tools: planned.flatMap(({ name }) => value?.get(name) ?? []),
    notes: left.map(({ name }) => `${name} is left out: ${asking.stopped ?? reasonFor(name, problems)}`),
  };
}

type Specified = ReadonlyMap<string, Tool>;

interface ReadSpecifications {
  readonly specified: Map<string, Tool>;
  /** Names of tools of which something is wrong. */
  readonly refused: Set<string>;
  readonly problems: string[];
}

function readSpecifications(
  value: Json | undefined,
  planned: readonly PlannedTool[],
  request: ToolkitRequest,
): ReadSpecifications {
  const read: ReadSpecifications = { specified: new Map(), refused: new Set(), problems: [] };
  if (!Array.isArray(value)) {
    read.problems.push('tools: must be a list of tools');
    return read;
  }
  for (const [index, item] of value.entries()) {
    const plan = isObject(item) ? planned.find(({ name }) => name === item.name) : undefined;
    if (!isObject(item) || plan === undefined) {
      read.problems.push(`tools[${index}].name: is none of the tools listed; leave it out`);
      continue;
    }
    const sound = readSpecification(item, plan, request);
    if ('tool' in sound) read.specified.set(plan.name, sound.tool);
    else {
      read.refused.add(plan.name);
      read.problems.push(...sound.problems.map((problem) => `${plan.name}: ${problem}`));
    }
  }
  return read;
}

function readSpecification(
  { description, inputSchema, outputSchema, exceptions, annotations }: JsonObject,
  plan: PlannedTool,
  { name, category, description: purpose }: ToolkitRequest,
): { readonly tool: Tool } | { readonly problems: readonly string[] } {
  const tool = {
    name: plan.name,
    description: typeof description === 'string' && description.trim() !== '' ? description : plan.description,
    inputSchema: isObject(inputSchema) ? { additionalProperties: false, ...inputSchema } : (inputSchema ?? null),
    outputSchema: outputSchema ?? null,
    exceptions: exceptions ?? [],
    annotations: withoutNulls(annotations ?? null),
  };
  const problems = [
    ...problemsInObject('inputSchema', tool.inputSchema),
    ...problemsInObject('outputSchema', tool.outputSchema),
    ...(isObject(tool.annotations) && typeof tool.annotations.readOnlyHint === 'boolean'
      ? []
      : ['annotations.readOnlyHint: must be true or false']),
  ];
  if (problems.length > 0) return { problems };
  const toolkit = { name, category, description: purpose, risks: [], collections: {}, tools: [tool] };
  const sound = problemsIn(toolkit, '$.tools[0]');
  const [specified] = sound.ok ? sound.toolkit.tools : [];
  return specified === undefined ? { problems: sound.ok ? [] : sound.problems } : { tool: specified };
}

function problemsInObject(part: string, schema: Json): string[] {
  if (!isObject(schema) || schema.type !== 'object' || !isObject(schema.properties)) {
    return [`${part}: must be a JSON Schema with "type": "object" and "properties"`];
  }
  const { properties, required } = schema;
  const names = (Array.isArray(required) ? required : []).filter((name) => typeof name === 'string');
  return names
    .filter((name) => !Object.hasOwn(properties, name))
    .map((name) => `${part}.required: "${name}" is none of the properties; declare it, or leave it out`);
}

function reasonFor(tool: string, problems: readonly string[]): string {
  const own = problems.filter((problem) => problem.startsWith(`${tool}: `));
  if (own.length > 0) return inShort(own.map((problem) => problem.slice(tool.length + 2)));
  return problems.length > 0 ? inShort(problems) : 'it was not specified';
}
