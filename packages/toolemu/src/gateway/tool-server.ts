import type * as serverSdk from '@modelcontextprotocol/server';
import type { Json } from '../contract/index.ts';
import { CallRefused, ended, over, type Session } from './session.ts';

/** The MCP SDK, which is loaded when it is needed. */
export type Sdk = typeof serverSdk;

const callMethod = 'tools/call';
const thoughtKey = 'toolemu/thought';
const taskUri = 'toolemu://task';
const version = '1.0.0';

/** An MCP server of a session: its tools, and its task as the prompt `task` and the resource `toolemu://task`. */
export function createToolServer(sdk: Sdk, session: Session): serverSdk.Server {
  const server = new sdk.Server(
    { name: session.title, version },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  );
  server.setRequestHandler('tools/list', () => {
    if (session.isOver) throw invalid(sdk, ended);
    session.hearing.list();
    return { tools: session.tools } as unknown as serverSdk.ListToolsResult;
  });
  // The SDK refuses a call with non-object arguments before a call handler sees it, so nothing would record it.
  server.fallbackRequestHandler = async ({ method, params = {} }) => {
    if (method !== callMethod) throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MethodNotFound, 'Method not found');
    const { name, arguments: args, _meta } = params;
    if (typeof name !== 'string')
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'params.name must be the name of a tool');
    const thought = _meta?.[thoughtKey];
    return carriedOut(sdk, () =>
      session.call({ name, arguments: args as Json | undefined, ...(typeof thought === 'string' ? { thought } : {}) }),
    );
  };
  server.setRequestHandler('prompts/list', () => ({ prompts: [{ name: 'task', description: 'The task.' }] }));
  server.setRequestHandler('prompts/get', ({ params }) => {
    if (params.name !== 'task') throw invalid(sdk, `there is no prompt "${params.name}": there is "task"`);
    return { messages: [{ role: 'user', content: { type: 'text', text: session.task } }] };
  });
  server.setRequestHandler('resources/list', () => ({
    resources: [{ uri: taskUri, name: 'task', mimeType: 'text/plain' }],
  }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
  server.setRequestHandler('resources/read', ({ params }) => {
    if (params.uri !== taskUri) throw new sdk.ResourceNotFoundError(params.uri);
    return { contents: [{ uri: taskUri, mimeType: 'text/plain', text: session.task }] };
  });
  return server;
}

/** The server at an address whose episode is over: it refuses every request. */
export function createEndedServer(sdk: Sdk): serverSdk.Server {
  const server = new sdk.Server(
    { name: 'ended', version },
    { capabilities: { tools: {}, prompts: {}, resources: {} } },
  );
  server.fallbackRequestHandler = async ({ method }) => {
    throw invalid(sdk, method === callMethod ? over : ended);
  };
  return server;
}

async function carriedOut(sdk: Sdk, call: () => Promise<serverSdk.CallToolResult>): Promise<serverSdk.CallToolResult> {
  try {
    return await call();
  } catch (error) {
    throw error instanceof CallRefused ? invalid(sdk, error.message) : error;
  }
}

function invalid({ ProtocolError, ProtocolErrorCode }: Sdk, message: string): Error {
  return new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
}
