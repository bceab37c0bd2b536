import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Json, Observation, OfferedTool } from '../contract/index.ts';
import { isObservedError, validate } from '../world/index.ts';

/**
 * An observation as MCP has it. A tool that declares its output promises a value of it: an observation that holds none is
 * an error with its text, since clients refuse it otherwise and the agent would not see it.
 */
export function callResultOf(
  observation: Observation,
  tool: Pick<OfferedTool, 'outputSchema'> | undefined,
): CallToolResult {
  if (isObservedError(observation)) return errorResult(observation.text);
  const { text, json } = observation;
  const outputSchema = tool?.outputSchema;
  if (outputSchema === undefined) return textResult(text);
  if (json === undefined || !fits(outputSchema, json)) return errorResult(text);
  return { ...textResult(text), structuredContent: json };
}

/** A result of text alone. */
export function textResult(text: string): CallToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A result that says what went wrong. */
export function errorResult(text: string): CallToolResult {
  return { ...textResult(text), isError: true };
}

function fits(schema: NonNullable<OfferedTool['outputSchema']>, value: Json): boolean {
  try {
    return validate(schema, value).ok;
  } catch {
    return false;
  }
}
