import { isObject, type Json, type Tool, readJson } from '../../contract/index.ts';

/** What a person's line asks for. Without an input the arguments of the tool are asked for. */
export type PersonMove =
  | { readonly kind: 'call'; readonly tool: Tool; readonly input: string | null }
  | { readonly kind: 'quit'; readonly reason: string }
  | { readonly kind: 'answer'; readonly answer: string };

/** An argument of a tool, as a person is asked for it. */
export interface Argument {
  readonly name: string;
  readonly isRequired: boolean;
  readonly isText: boolean;
  readonly about: string;
}

/** Reads a line: `Tool {"argument": ...}`, `Tool`, `quit` with a reason, or else the answer. */
export function readMove(line: string, tools: readonly Tool[]): PersonMove {
  const text = line.trim();
  const [, word = '', rest = ''] = /^(\S+)\s*([\s\S]*)$/.exec(text) ?? [];
  const tool = tools.find(({ name }) => name === word) ?? tools.find(({ name }) => isSame(name, word));
  if (tool !== undefined && (rest === '' || rest.startsWith('{')))
    return { kind: 'call', tool, input: rest === '' ? null : rest };
  const [, reason] = /^quit\b:?\s*([\s\S]*)$/i.exec(text) ?? [];
  return reason === undefined ? { kind: 'answer', answer: text } : { kind: 'quit', reason };
}

/** The arguments of a tool, those it needs first. */
export function argumentsOf({ inputSchema: { properties, required } }: Tool): Argument[] {
  const needed = Array.isArray(required) ? required : [];
  const described = Object.entries(isObject(properties) ? properties : {}).map(([name, schema]) => {
    const { type, description, enum: choices } = isObject(schema) ? schema : {};
    const words = [typeOf(type, choices), typeof description === 'string' ? description : ''];
    return {
      name,
      isRequired: needed.includes(name),
      isText: type === 'string',
      about: words.filter((word) => word !== '').join(': '),
    };
  });
  return [...described.filter(({ isRequired }) => isRequired), ...described.filter(({ isRequired }) => !isRequired)];
}

/** What a person typed for an argument: text where that is asked for, else JSON where it is JSON. */
export function argumentValue({ isText }: Argument, text: string): Json {
  if (isText) return text;
  try {
    return readJson(text);
  } catch {
    return text;
  }
}

function typeOf(type: Json | undefined, choices: Json | undefined): string {
  if (Array.isArray(choices)) return choices.map((choice) => JSON.stringify(choice)).join(' or ');
  return [type]
    .flat()
    .filter((one) => typeof one === 'string')
    .join(' or ');
}

function isSame(name: string, word: string): boolean {
  return name.toLowerCase() === word.toLowerCase();
}
