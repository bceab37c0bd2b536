export { clientAgent, type ClientOptions } from './client-agent.ts';
export { type ClientGateway, createGateway, type GatewayOptions, type RunningGateway } from './create-gateway.ts';
export { findUpstream } from './openai/upstream.ts';
export { problemOfOffer } from './offered-tools.ts';
export type { OpenOptions, ServedSandbox } from './session.ts';
export { createStdioGateway } from './stdio-gateway.ts';
