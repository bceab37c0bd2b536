import type { Tool, Toolkit } from '../../contract/index.ts';
import type { ModelCall } from '../../model/index.ts';
import { completionReplySchema, renderServiceCompletion, renderToolCompletion } from '../../prompt/index.ts';
import { missingServiceParts, missingToolParts } from './missing-parts.ts';

/** A question that completion begins with; `tool` is null where it is about the service as a whole. */
export interface FirstRequest {
  readonly tool: Tool | null;
  readonly request: ModelCall;
}

/**
 * What completion would ask of a toolkit, before anything is answered: in the questions about tools its own collections
 * stand in the place of the answer about the service. With `only`, of these tools.
 */
export function firstRequests(toolkit: Toolkit, only?: ReadonlySet<string>): FirstRequest[] {
  const serviceParts = missingServiceParts(toolkit);
  const records = { collections: toolkit.collections, examples: {} };
  const service = renderServiceCompletion(toolkit, serviceParts);
  const common = { parameters: {}, schema: completionReplySchema };
  return [
    ...(serviceParts.length === 0
      ? []
      : [{ tool: null, request: { ...common, messages: service, stableMessages: service.length } }]),
    ...toolkit.tools.flatMap((tool) => {
      const parts = missingToolParts(tool);
      if (parts.length === 0 || only?.has(tool.name) === false) return [];
      const messages = renderToolCompletion({ toolkit, records, tool, parts });
      return [{ tool, request: { ...common, messages, stableMessages: messages.length - 1 } }];
    }),
  ];
}
