import type { Json, JsonObject } from '../../contract/index.ts';
import type { CallTool, FunctionTool } from './function-tool.ts';

/** A JSON Schema as the AI SDK takes it. It lets every input pass: the sandbox validates, and records what it refuses. */
export interface AiSdkSchema {
  readonly jsonSchema: JsonObject;
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: 'toolemu';
    readonly validate: (value: unknown) => { readonly value: unknown };
    readonly jsonSchema: {
      readonly input: () => Record<string, unknown>;
      readonly output: () => Record<string, unknown>;
    };
  };
}

/** A tool as the AI SDK takes it. */
export interface AiSdkTool {
  readonly description: string;
  readonly inputSchema: AiSdkSchema;
  readonly execute: (input: unknown) => Promise<Json>;
}

/** Tools as the AI SDK takes them, by the names a model is offered. */
export type AiSdkTools = Record<string, AiSdkTool>;

/** The mark by which the AI SDK knows a JSON Schema that it is to hand on as it stands. */
const schemaMark = Symbol.for('vercel.ai.schema');

/** Tools for the AI SDK, with their descriptions and copies of their schemas: frameworks may change what they are given. */
export function aiSdkTools(list: readonly FunctionTool[], call: CallTool): AiSdkTools {
  return Object.fromEntries(
    list.map(({ name, modelName, description, inputSchema }) => [
      modelName,
      {
        description,
        inputSchema: aiSdkSchema(structuredClone(inputSchema)),
        execute: async (input: unknown) => call(name, input),
      },
    ]),
  );
}

function aiSdkSchema(jsonSchema: JsonObject): AiSdkSchema {
  const schema: AiSdkSchema = {
    jsonSchema,
    '~standard': {
      version: 1,
      vendor: 'toolemu',
      validate: (value) => ({ value }),
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
  return Object.assign(schema, { [schemaMark]: true, validate: undefined });
}
