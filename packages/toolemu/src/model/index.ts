export { hashOf } from './recording/canonical-json.ts';
export { type Budget, budgetRefusal, createBudget, type Funds, withinFunds } from './calls/budget.ts';
export { type CallRate, createTurns, startLimit } from './calls/call-gate.ts';
export { captureRequest } from './recording/capture-request.ts';
export {
  type CountTokens,
  countRequest,
  headTokens,
  loadTokenCounter,
  type RequestTokens,
} from './catalog/count-tokens.ts';
export { createModel, type ModelOptions } from './create-model.ts';
export { createModels, type Models, type ModelsOptions } from './create-models.ts';
export { type ProbeResult, probe } from './doctor.ts';
export type { Environment } from '../platform/index.ts';
export { createFlights, type RecordingOptions, withRecording } from './recording/with-recording.ts';
export { limitsAsOf } from './catalog/limit-table.ts';
export { contextWindowOf, limitsOf, type ModelLimits } from './catalog/limits.ts';
export { UnknownModelError, parseModelName } from './catalog/model-name.ts';
export { pricesAsOf } from './catalog/price-table.ts';
export { type ProviderInfo, providerTable } from './catalog/provider-table.ts';
export { addDollars, costOf, priceOf } from './catalog/prices.ts';
export { findObjects } from './replies/json-objects.ts';
export { readReplyJson } from './replies/reply-json.ts';
export { isMention, splitReasoning } from './replies/split-reasoning.ts';
export { addUsage, zeroUsage } from './recording/usage.ts';
export { type RetryOptions } from './calls/with-retry.ts';
export { type Endpoint, findEndpoint } from './providers/endpoint.ts';
export { type AllowedAddresses, otherAddressOf, type StrayKey, strayKeyOf } from './providers/key-trust.ts';
export { limitModel, type ModelLimitOptions } from './calls/limit-model.ts';
export type { CallableModel, ModelCall } from './calls/model-call.ts';
export { offeredSchema } from './providers/offered-schema.ts';
