import type { CaseRequest, ModelParameters, ModelRequest, ToolkitRequest } from '../contract/index.ts';
import { captureRequest } from '../model/index.ts';
import { createAsking } from './asking/asking.ts';
import { draftCase } from './cases/draft-case.ts';
import { draftToolkit } from './toolkits/draft-toolkit.ts';
import type { DraftingContext } from './drafting.ts';

/** The question that drafting begins with; null where it asks none. No model is called. */
export function firstQuestion(
  request: ToolkitRequest | CaseRequest,
  context: Omit<DraftingContext, 'asking' | 'onStep'>,
  parameters: ModelParameters = {},
): Promise<ModelRequest | null> {
  return captureRequest((model) => {
    const whole = { ...context, asking: createAsking({ model, parameters }), onStep: () => {} };
    return request.sort === 'toolkit' ? draftToolkit(request, whole) : draftCase(request, whole);
  });
}
