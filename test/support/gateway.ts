import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { Case, Emulator, Sandbox, Toolkit } from '../../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import {
  createGateway,
  type GatewayOptions,
  type OpenOptions,
  type RunningGateway,
  type ServedSandbox,
} from '../../packages/toolemu/src/gateway/index.ts';
import {
  createSandbox,
  type RecordingSandbox,
  type SandboxOptions,
} from '../../packages/toolemu/src/run/episode/sandbox.ts';
import { taskOf } from '../../packages/toolemu/src/run/episode/situations.ts';
import { parcels, sendToKim } from './parcels.ts';

/** A gateway that is gone at the end of its scope. */
export async function startGateway(options: GatewayOptions = {}): Promise<RunningGateway & AsyncDisposable> {
  const gateway = await createGateway(options);
  return { ...gateway, [Symbol.asyncDispose]: () => gateway.close() };
}

export interface OpenCase {
  readonly sandbox: RecordingSandbox;
  readonly served: ServedSandbox;
}

/** How a case is opened; the case of the parcels where nothing is said. */
export interface OpenCaseOptions extends OpenOptions, Partial<Pick<SandboxOptions, 'maxSteps' | 'user'>> {
  readonly case?: Case;
  readonly toolkits?: readonly Toolkit[];
  readonly emulator?: Emulator;
  readonly epoch?: number;
}

/** Opens a case to clients, in a sandbox that tells what they did. */
export async function openCase(
  gateway: Pick<RunningGateway, 'open'>,
  {
    case: value = sendToKim,
    toolkits = [parcels],
    emulator = createOfflineEmulator(),
    epoch = 1,
    maxSteps = 15,
    user,
    ...how
  }: OpenCaseOptions = {},
): Promise<OpenCase> {
  const sandbox = createSandbox({
    case: value,
    toolkits,
    emulator,
    epoch,
    maxSteps,
    ...(user === undefined ? {} : { user }),
  });
  return { sandbox, served: await gateway.open(taskOf(value, toolkits, epoch), sandbox as Sandbox, how) };
}

/** A client of the MCP SDK at an address, gone at the end of its scope. */
export async function connect(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

/** Sends a JSON-RPC message as a small client does, and gives the response with its text. */
export async function post(
  url: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly text: string; readonly headers: Headers }> {
  const response = await fetch(url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
  });
  return { status: response.status, text: await response.text(), headers: response.headers };
}

/** A JSON-RPC request. */
export function request(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 7, method, params });
}
