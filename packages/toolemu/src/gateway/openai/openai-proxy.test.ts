import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, OpenAIProvider, Runner, setTracingDisabled, tool as agentTool } from '@openai/agents';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type OpenCase, openCase, type OpenCaseOptions, startGateway } from '../../../../../test/support/gateway.ts';
import type { Reply, RequestBody } from '../../../../../test/support/replies.mjs';
import { startStrictEndpoint, strictKey } from '../../../../../test/support/strict-endpoint.ts';
import { type FakeRequest, type FakeResponse, startFakeEndpoint } from '../../testing/fake-endpoint.ts';
import type { Emulator, Json, JsonObject } from '../../contract/index.ts';
import { createOfflineEmulator } from '../../emulator/index.ts';
import { objectsIn } from './dialect.ts';

const model = 'compatible/house-1';
const hello = { role: 'user', content: 'Send Kim her parcel.' };
const search = callOf('call-1', 'ParcelsSearch', { to: 'kim' });
const send = callOf('call-2', 'ParcelsSend', { parcelIds: ['pcl_0001'] });
const page = callOf('call-own', 'ReadPage', { url: 'x' });
const readPage = { type: 'function', function: { name: 'ReadPage', parameters: { type: 'object', properties: {} } } };

/** A proxy before a model that says one thing after the other, and holds its requests to OpenAI's rules. */
async function startProxy(replies: readonly (Reply | ((body: RequestBody) => Reply))[], how: OpenCaseOptions = {}) {
  let taken = 0;
  const endpoint = await startStrictEndpoint((body) => {
    const reply = replies[taken];
    taken += 1;
    if (reply === undefined) throw new Error('the model has nothing more to say');
    return typeof reply === 'function' ? reply(body) : reply;
  });
  return { endpoint, ...(await openProxy(endpoint, how)) };
}

async function openProxy(endpoint: { readonly url: string } & AsyncDisposable, how: OpenCaseOptions = {}) {
  const env = { COMPATIBLE_BASE_URL: endpoint.url, COMPATIBLE_API_KEY: strictKey };
  const gateway = await startGateway({ env });
  const { sandbox, served } = await openCase(gateway, { proxy: { model, tools: 'all' }, ...how });
  const baseUrl = served.environment?.OPENAI_BASE_URL ?? '';
  return {
    sandbox,
    served,
    baseUrl,
    chat: (body: object, signal?: AbortSignal) => ask(`${baseUrl}/chat/completions`, body, signal),
    responses: (body: object) => ask(`${baseUrl}/responses`, body),
    async [Symbol.asyncDispose]() {
      await gateway.close();
      await endpoint[Symbol.asyncDispose]();
    },
  };
}

async function ask(url: string, body: object, signal: AbortSignal | null = null) {
  const headers = { 'content-type': 'application/json', authorization: 'Bearer sk-local' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body), signal });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return { status: response.status, text, body: isJson ? (JSON.parse(text) as JsonObject) : {} };
}

function callOf(id: string, name: string, args: object | string) {
  const text = typeof args === 'string' ? args : JSON.stringify(args);
  return { id, type: 'function' as const, function: { name, arguments: text } };
}

function calls(...made: ReturnType<typeof callOf>[]): Reply {
  return { content: '', tool_calls: made };
}

function messageIn(body: JsonObject): JsonObject {
  return (objectsIn(body.choices)[0]?.message ?? {}) as JsonObject;
}

function stepsOf({ sandbox }: Pick<OpenCase, 'sandbox'>): object[] {
  return sandbox.steps.map(({ tool, status }) => ({ tool, status }));
}

const done = [
  { tool: 'ParcelsSearch', status: 'ok' },
  { tool: 'ParcelsSend', status: 'ok' },
];

describe('a proxy of chat completions', () => {
  it("carries out the model's calls and hands the agent the reply without them", async () => {
    await using proxy = await startProxy([calls(search), calls(send), 'It is on its way.']);
    const { status, body } = await proxy.chat({ model: 'gpt-4o', messages: [hello] });
    expect([status, messageIn(body)]).toEqual([200, { role: 'assistant', content: 'It is on its way.' }]);
    expect(stepsOf(proxy)).toEqual(done);
    expect(body.usage).toEqual({ prompt_tokens: 30, completion_tokens: 15, total_tokens: 45 });
    expect(proxy.endpoint.refused).toEqual([]);
    const [first] = proxy.endpoint.answered;
    expect(first?.model).toBe('house-1');
    expect(objectsIn(first?.tools as Json).map(({ function: tool }) => (tool as JsonObject).name)).toEqual([
      'ParcelsSearch',
      'ParcelsRegister',
      'ParcelsSend',
      'ParcelsDelete',
      'ParcelsAsk',
    ]);
    expect(JSON.stringify(first?.tools)).not.toContain('effects');
    expect(proxy.served.unheardReason).toBeNull();
  });

  it('streams the reply to an agent that asks for it', async () => {
    await using proxy = await startProxy([calls(search), 'Which Kim?']);
    const options = { stream: true, stream_options: { include_usage: true } };
    const { text } = await proxy.chat({ model: 'x', messages: [hello], ...options });
    const events = text
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => event.replace('data: ', ''));
    expect(events.at(-1)).toBe('[DONE]');
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event) as JsonObject);
    expect(chunks.every(({ object }) => object === 'chat.completion.chunk')).toBe(true);
    const deltas = chunks.flatMap(({ choices }) => objectsIn(choices).map(({ delta }) => delta as JsonObject));
    expect(deltas.map(({ content }) => (typeof content === 'string' ? content : '')).join('')).toBe('Which Kim?');
    expect(chunks.at(-2)?.choices).toMatchObject([{ finish_reason: 'stop' }]);
    expect(chunks.at(-1)).toMatchObject({ choices: [], usage: { total_tokens: 30 } });
    expect(proxy.endpoint.answered.every(({ stream }) => stream === undefined)).toBe(true);
  });

  it("streams calls of the agent's own tools, each with its place", async () => {
    await using proxy = await startProxy([calls(search, page)]);
    const { text } = await proxy.chat({ model: 'x', messages: [hello], tools: [readPage], stream: true });
    expect(text).toContain('"tool_calls":[{"index":0,"id":"call-own"');
    expect(text).not.toContain('ParcelsSearch');
    expect(text).toContain('"finish_reason":"tool_calls"');
  });

  it("passes calls of the agent's own tools on, and keeps the rest of the turn for the model", async () => {
    await using proxy = await startProxy([calls(search), calls(send, page), 'Sent.', 'Yes.']);
    const asked = { model: 'x', messages: [hello], tools: [readPage] };
    const { body } = await proxy.chat(asked);
    const message = messageIn(body);
    expect(message.tool_calls).toEqual([page]);
    expect(stepsOf(proxy)).toEqual(done);
    const result = { role: 'tool', tool_call_id: 'call-own', content: 'a page' };
    const second = await proxy.chat({ ...asked, messages: [hello, message, result] });
    expect(messageIn(second.body).content).toBe('Sent.');
    const history = proxy.endpoint.answered[2]?.messages?.map(({ role, tool_calls: made, tool_call_id: id }) => [
      role,
      id ?? objectsIn(made as Json).map((call) => call.id),
    ]);
    expect(history).toEqual([
      ['user', []],
      ['assistant', ['call-1']],
      ['tool', 'call-1'],
      ['assistant', ['call-2', 'call-own']],
      ['tool', 'call-2'],
      ['tool', 'call-own'],
    ]);
    // The agent may keep content as parts.
    const said = { role: 'assistant', content: [{ type: 'text', text: 'Sent.' }] };
    const more = { role: 'user', content: 'Really?' };
    await proxy.chat({ ...asked, messages: [hello, message, result, said, more] });
    expect(proxy.endpoint.answered[3]?.messages).toHaveLength(8);
    expect(proxy.endpoint.refused).toEqual([]);
  });

  it('gives the model back what it did for an earlier question', async () => {
    await using proxy = await startProxy([calls(search), 'There are two.', 'Kim Abe.']);
    await proxy.chat({ model: 'x', messages: [hello] });
    const more = [
      { role: 'assistant', content: 'There are two. ' },
      { role: 'user', content: 'Who?' },
    ];
    await proxy.chat({ model: 'x', messages: [hello, ...more] });
    expect(proxy.endpoint.answered[2]?.messages?.map(({ role }) => role)).toEqual([
      'user',
      'assistant',
      'tool',
      'assistant',
      'user',
    ]);
  });

  it("replaces the agent's own tools of the same names, or offers these alone", async () => {
    const own = { type: 'function', function: { name: 'ParcelsSend', description: 'Mine.' } };
    for (const [tools, count] of [
      ['all', 6],
      ['own', 2],
    ] as const) {
      await using proxy = await startProxy([calls(send), 'Sent.'], { proxy: { model, tools } });
      await proxy.chat({ model: 'x', messages: [hello], tools: [readPage, own] });
      const offered = objectsIn(proxy.endpoint.answered[0]?.tools as Json);
      expect(offered).toHaveLength(count);
      expect(JSON.stringify(offered)).not.toContain('Mine.');
      expect(stepsOf(proxy)).toEqual([{ tool: 'ParcelsSend', status: 'ok' }]);
    }
  });

  it('offers nothing to a request that forbids tools, or has none of its own where these alone count', async () => {
    await using proxy = await startProxy(['A title.'], { proxy: { model, tools: 'own' } });
    await proxy.chat({ model: 'x', messages: [hello] });
    expect(proxy.endpoint.answered[0]?.tools).toBeUndefined();
    expect(proxy.served.unheardReason).toMatch(/^connected, but neither listed its tools nor called one$/);
    await using other = await startProxy(['A title.']);
    await other.chat({ model: 'x', messages: [hello], tools: [readPage], tool_choice: 'none' });
    expect(objectsIn(other.endpoint.answered[0]?.tools as Json)).toHaveLength(1);
  });

  it('demands a call no more once there was one', async () => {
    await using proxy = await startProxy([calls(search), 'Done.']);
    await proxy.chat({ model: 'x', messages: [hello], tool_choice: 'required' });
    expect(proxy.endpoint.answered.map(({ tool_choice: choice }) => choice)).toEqual(['required', 'auto']);
  });

  it('records calls that are wrong as refused, and shows the model why', async () => {
    const wrong = [callOf('a', 'ParcelsSend', { parcelIds: 'all' }), callOf('b', 'ParcelsSend', '{"parcelIds": [')];
    await using proxy = await startProxy([calls(...wrong), 'Sorry.']);
    await proxy.chat({ model: 'x', messages: [hello] });
    expect(proxy.sandbox.steps).toMatchObject([
      { status: 'rejected', args: { parcelIds: 'all' } },
      { status: 'rejected', args: null },
    ]);
    expect(proxy.endpoint.answered[1]?.messages?.at(-1)?.content).toContain('InvalidRequestException');
  });

  it('keeps what the model says beside a call as its thought', async () => {
    await using proxy = await startProxy([{ content: 'Kim asked for it.', tool_calls: [search] }, 'Done.']);
    await proxy.chat({ model: 'x', messages: [hello] });
    expect(proxy.sandbox.steps[0]).toMatchObject({ thought: 'Kim asked for it.' });
  });

  it('ends with a quit, and drops the calls beside it', async () => {
    const quit = callOf('call-q', 'quit', { reason: 'Which Kim?' });
    await using proxy = await startProxy([calls(quit, send, page)], { quits: true });
    const { body } = await proxy.chat({ model: 'x', messages: [hello], tools: [readPage] });
    expect(messageIn(body)).toEqual({ role: 'assistant', content: 'Which Kim?' });
    expect(await proxy.served.quit).toBe('Which Kim?');
    expect(stepsOf(proxy)).toEqual([]);
    expect((await proxy.chat({ model: 'x', messages: [hello] })).status).toBe(410);
  });

  it('refuses requests after the end of the episode', async () => {
    await using proxy = await startProxy([calls(search), calls(search), calls(search)], { maxSteps: 2 });
    const { status, body } = await proxy.chat({ model: 'x', messages: [hello] });
    expect([status, body.error]).toMatchObject([410, { message: expect.stringContaining('is over') }]);
    await proxy.served.close();
    expect((await proxy.chat({ model: 'x', messages: [hello] })).status).toBe(410);
  });
});

describe('a request that broke off', () => {
  it('is continued where it is sent again, and no call is carried out twice', async () => {
    let n = 0;
    const endpoint = await startFakeEndpoint((): FakeResponse => {
      n += 1;
      if (n === 1) return { body: completion([send]) };
      if (n === 2) return { status: 503, headers: { 'retry-after': '1' }, body: { error: { message: 'busy' } } };
      return { body: completion([], 'Sent.') };
    });
    await using proxy = await openProxy(atV1(endpoint));
    const asked = { model: 'x', messages: [hello] };
    const first = await proxy.chat(asked);
    expect([first.status, first.body]).toEqual([503, { error: { message: 'busy' } }]);
    expect(messageIn((await proxy.chat(asked)).body).content).toBe('Sent.');
    expect(stepsOf(proxy)).toEqual([{ tool: 'ParcelsSend', status: 'ok' }]);
    // A request that was answered is a new one, though it is equal.
    await proxy.chat(asked);
    expect(n).toBe(4);
  });

  it('is continued after its client gave up, too', async () => {
    let asksWithResult = 0;
    const givesUp = new AbortController();
    const endpoint = await startFakeEndpoint(({ body }): FakeResponse => {
      if (!objectsIn(body.messages as Json).some(({ role }) => role === 'tool')) return { body: completion([send]) };
      asksWithResult += 1;
      if (asksWithResult > 1) return { body: completion([], 'Sent.') };
      givesUp.abort();
      return 'hang';
    });
    await using proxy = await openProxy(atV1(endpoint));
    const asked = { model: 'x', messages: [hello] };
    await expect(proxy.chat(asked, givesUp.signal)).rejects.toThrow('aborted');
    // The proxy hears of it by the end of the connection.
    await sleep(300);
    expect(messageIn((await proxy.chat(asked)).body).content).toBe('Sent.');
    expect(stepsOf(proxy)).toEqual([{ tool: 'ParcelsSend', status: 'ok' }]);
  });
});

describe('a call that its client did not wait for', () => {
  it('is carried out once, and its result is there when the request is sent again', async () => {
    const offline = createOfflineEmulator();
    const gate = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const emulator: Emulator = {
      ...offline,
      async emulate(request) {
        begun.resolve();
        await gate.promise;
        return offline.emulate(request);
      },
    };
    const reply = (body: RequestBody): Reply =>
      body.messages?.some(({ role }) => role === 'tool') === true ? 'Sent.' : calls(send);
    await using proxy = await startProxy(Array(4).fill(reply), { emulator });
    const givesUp = new AbortController();
    const asked = { model: 'x', messages: [hello] };
    const first = proxy.chat(asked, givesUp.signal);
    await begun.promise;
    givesUp.abort();
    await expect(first).rejects.toThrow('aborted');
    await sleep(300);
    const second = proxy.chat(asked);
    await sleep(300);
    gate.resolve();
    expect(messageIn((await second).body).content).toBe('Sent.');
    expect(stepsOf(proxy)).toEqual([{ tool: 'ParcelsSend', status: 'ok' }]);
  });
});

describe('a key of the model', () => {
  it('is sent to the model alone, and no agent reads it', async () => {
    const seen: FakeRequest[] = [];
    const endpoint = await startFakeEndpoint((request): FakeResponse => {
      seen.push(request);
      const told = `you sent ${request.headers.authorization}`;
      if (seen.length === 1) return { body: completion([], told) };
      return { status: seen.length === 2 ? 401 : 400, body: { error: { message: told } } };
    });
    await using proxy = await openProxy(atV1(endpoint));
    const texts = [];
    for (let n = 0; n < 3; n += 1) texts.push((await proxy.chat({ model: 'x', messages: [hello] })).text);
    expect(seen.map(({ headers }) => headers.authorization)).toEqual(Array(3).fill(`Bearer ${strictKey}`));
    expect(texts.join()).not.toContain(strictKey);
    expect(texts[1]).toContain('refused the key that toolemu has for it (401)');
    expect(texts[2]).toContain('you sent Bearer ${COMPATIBLE_API_KEY}');
    expect(proxy.served.environment).toMatchObject({ COMPATIBLE_API_KEY: undefined, OPENAI_API_KEY: 'sk-local' });
    expect(proxy.served.unheardReason ?? '').not.toContain(strictKey);
  });

  it('follows no endpoint to another', async () => {
    await using other = await startFakeEndpoint(() => ({ body: completion([], 'Mine.') }));
    const headers = { location: `${other.url}/v1/chat/completions` };
    const endpoint = await startFakeEndpoint(() => ({ status: 307, headers, body: {} }));
    await using proxy = await openProxy(atV1(endpoint));
    expect((await proxy.chat({ model: 'x', messages: [hello] })).status).toBe(502);
    expect(other.requests).toEqual([]);
  });
});

describe('an agent at the proxy', () => {
  it.each<[string, (proxy: Proxy) => Promise<unknown>, RegExp]>([
    ['asks for nothing', async () => {}, /^ended without connecting to its tools/],
    [
      'asks at a wrong path',
      (proxy) => ask(`${proxy.baseUrl}/completions`, {}),
      /never reached.*404: there is no "comp/,
    ],
    ['sends no messages', (proxy) => proxy.chat({ model: 'x' }), /never reached.*400: "messages" must be/],
    ['wants two replies', (proxy) => proxy.chat({ messages: [hello], n: 2 }), /never reached.*400: "n" must be 1/],
    ['has functions', (proxy) => proxy.chat({ messages: [hello], functions: [] }), /400: "functions" and/],
    [
      'is refused by its model',
      (proxy) => proxy.chat({ model: 'x', messages: [hello], temperature: 9 }),
      /never reached.*400: Invalid 'temperature'/,
    ],
    [
      'has a model that writes its call as text',
      (proxy) => proxy.chat({ model: 'x', messages: [hello] }),
      /^ended after its model wrote a tool call as text/,
    ],
  ])('is not heard where it %s', async (_, act, why) => {
    await using proxy = await startProxy(['<tool_call>{"name": "ParcelsDelete", "arguments": {}}</tool_call>']);
    await act(proxy);
    expect(proxy.served.unheardReason).toMatch(why);
  });

  it('is heard where its model was offered the tools and called none', async () => {
    await using proxy = await startProxy(['I would rather not.']);
    await proxy.chat({ model: 'x', messages: [hello] });
    expect(proxy.served.unheardReason).toBeNull();
  });

  it('is heard where a model that wrote a call makes it afterwards', async () => {
    await using proxy = await startProxy(['<tool_call>{}</tool_call>', calls(search), 'Done.']);
    await proxy.chat({ model: 'x', messages: [hello] });
    await proxy.chat({ model: 'x', messages: [hello, { role: 'user', content: 'Call it.' }] });
    expect(proxy.served.unheardReason).toBeNull();
  });

  it('finds the model in the list of models', async () => {
    await using proxy = await startProxy([]);
    const response = await fetch(`${proxy.baseUrl}/models`);
    expect(await response.json()).toMatchObject({ data: [{ id: 'house-1' }] });
  });

  it('needs the address, and comes from no page of the web', async () => {
    await using proxy = await startProxy(['Hello.']);
    const wrong = proxy.baseUrl.replace(/[^/]+\/v1$/, 'x/v1');
    expect((await ask(`${wrong}/chat/completions`, { messages: [hello] })).status).toBe(404);
    const response = await fetch(`${proxy.baseUrl}/chat/completions`, {
      method: 'POST',
      headers: { origin: 'https://elsewhere.example' },
      body: JSON.stringify({ messages: [hello] }),
    });
    expect(response.status).toBe(403);
    expect(proxy.endpoint.answered).toEqual([]);
  });
});

describe('the client of OpenAI', () => {
  it.each([
    ['chat completions', false, false],
    ['chat completions, streamed', false, true],
    ['responses', true, false],
    ['responses, streamed', true, true],
  ])('is served by %s', async (_, useResponses, stream) => {
    setTracingDisabled(true);
    const usage = { input_tokens: 10, output_tokens: 5, total_tokens: 15 };
    const response = (n: number, output: object): FakeResponse => ({
      body: { id: `resp_${n}`, object: 'response', created_at: 0, status: 'completed', output: [output], usage },
    });
    const message = {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      status: 'completed',
      content: [{ type: 'output_text', text: 'Sent.', annotations: [] }],
    };
    const called = (id: string, name: string, args: object): object => {
      return { type: 'function_call', id: `fc_${id}`, call_id: id, name, arguments: JSON.stringify(args) };
    };
    const endpoint = await startFakeEndpoint(({ n }): FakeResponse => {
      if (!useResponses) return { body: completion(n === 1 ? [search] : n === 2 ? [send, page] : [], 'Sent.') };
      if (n === 1) return response(n, called('call-1', 'ParcelsSearch', { to: 'kim' }));
      if (n === 2) return response(n, called('call-own', 'ReadPage', { url: 'x' }));
      return response(n, message);
    });
    await using proxy = await openProxy(atV1(endpoint));
    const pages: string[] = [];
    const read = agentTool({
      name: 'ReadPage',
      description: 'Reads a page.',
      parameters: z.object({ url: z.string() }),
      execute: async ({ url }) => (pages.push(url), 'a page'),
    });
    const provider = new OpenAIProvider({ baseURL: proxy.baseUrl, apiKey: 'sk-local', useResponses });
    const agent = new Agent({ name: 'mine', model: await provider.getModel('gpt-4o'), tools: [read] });
    const runner = new Runner({ modelProvider: provider });
    const finalOutput = stream ? await streamed(runner, agent) : (await runner.run(agent, 'Send it.')).finalOutput;
    expect([finalOutput, pages]).toEqual(['Sent.', ['x']]);
    expect(proxy.sandbox.steps[0]).toMatchObject({ tool: 'ParcelsSearch', status: 'ok' });
  });

  async function streamed(runner: Runner, agent: Agent): Promise<unknown> {
    const result = await runner.run(agent, 'Send it.', { stream: true });
    let text = '';
    for await (const event of result) {
      if (event.type === 'raw_model_stream_event' && event.data.type === 'output_text_delta') text += event.data.delta;
    }
    await result.completed;
    expect(text).toContain('Sent.');
    return result.finalOutput;
  }
});

describe('a proxy of responses', () => {
  const text = (said: string): JsonObject => ({
    type: 'message',
    id: `msg_${said.length}`,
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: said, annotations: [] }],
  });
  const call = (id: string, name: string, args: object): JsonObject => ({
    type: 'function_call',
    id: `fc_${id}`,
    call_id: id,
    name,
    arguments: JSON.stringify(args),
    status: 'completed',
  });
  const reasoning = { type: 'reasoning', id: 'rs_1', summary: [] };
  const found = call('call-1', 'ParcelsSearch', { to: 'kim' });
  const sent = call('call-2', 'ParcelsSend', { parcelIds: ['pcl_0001'] });
  const own = call('call-own', 'ReadPage', {});
  const resultOf = (id: string): object =>
    expect.objectContaining({ type: 'function_call_output', call_id: id, output: expect.any(String) });

  async function startResponses(outputs: readonly (readonly JsonObject[])[]) {
    const usage = { input_tokens: 10, output_tokens: 5, output_tokens_details: { reasoning_tokens: 1 } };
    const endpoint = await startFakeEndpoint(({ n, path }): FakeResponse => {
      if (path !== '/v1/responses') return { status: 404, body: {} };
      const output = outputs[n - 1] ?? [];
      return { body: { id: `resp_${n}`, object: 'response', status: 'completed', output, usage } };
    });
    return { endpoint, ...(await openProxy(atV1(endpoint))) };
  }

  it("carries out the model's calls and hands the agent the response without them", async () => {
    await using proxy = await startResponses([[reasoning, found], [sent], [text('Sent.')]]);
    const { body } = await proxy.responses({ model: 'x', input: 'Send it.' });
    expect(body).toMatchObject({ id: 'resp_3', output: [text('Sent.')] });
    expect(body.usage).toEqual({ input_tokens: 30, output_tokens: 15, output_tokens_details: { reasoning_tokens: 3 } });
    expect(stepsOf(proxy)).toEqual(done);
    const [first, , third] = proxy.endpoint.requests;
    expect(objectsIn(first?.body.tools as Json)[0]).toMatchObject({
      type: 'function',
      name: 'ParcelsSearch',
      strict: false,
      parameters: { type: 'object' },
    });
    expect(third?.body.input).toEqual([
      { role: 'user', content: 'Send it.' },
      reasoning,
      found,
      resultOf('call-1'),
      sent,
      resultOf('call-2'),
    ]);
    expect(proxy.served.unheardReason).toBeNull();
  });

  it("passes the agent's own calls on, and gives the model back what the agent did not see", async () => {
    await using proxy = await startResponses([[found], [reasoning, sent, own], [text('Done.')], [text('Yes.')]]);
    const { body } = await proxy.responses({ model: 'x', input: [hello] });
    expect(body.output).toEqual([reasoning, own]);
    const result = { type: 'function_call_output', call_id: 'call-own', output: 'a page' };
    await proxy.responses({ model: 'x', input: [hello, reasoning, own, result] });
    expect(proxy.endpoint.requests[2]?.body.input).toEqual([
      hello,
      found,
      resultOf('call-1'),
      reasoning,
      sent,
      own,
      resultOf('call-2'),
      result,
    ]);
    // Where the server keeps the response, only the results are missing in what it knows.
    await proxy.responses({ model: 'x', previous_response_id: 'resp_2', input: [result] });
    expect(proxy.endpoint.requests[3]?.body).toMatchObject({
      previous_response_id: 'resp_2',
      input: [resultOf('call-2'), result],
    });
  });

  it('names nothing that the server did not keep', async () => {
    const encrypted = { ...reasoning, id: 'rs_2', encrypted_content: 'abc' };
    await using proxy = await startResponses([[reasoning, encrypted, found], [text('Done.')]]);
    await proxy.responses({ model: 'x', input: 'Send it.', store: false });
    const { id: _, ...call1 } = found;
    expect(proxy.endpoint.requests[1]?.body.input).toEqual([
      { role: 'user', content: 'Send it.' },
      encrypted,
      call1,
      resultOf('call-1'),
    ]);
  });

  it('adds only the results to a conversation that the server keeps', async () => {
    await using proxy = await startResponses([[found], [text('Done.')]]);
    await proxy.responses({ model: 'x', input: 'Send it.', conversation: 'conv_1' });
    expect(proxy.endpoint.requests[1]?.body).toMatchObject({ conversation: 'conv_1', input: [resultOf('call-1')] });
  });

  it('streams the response', async () => {
    await using proxy = await startResponses([[found], [text('Sent.'), own]]);
    const { text: streamed } = await proxy.responses({ model: 'x', input: 'Send it.', stream: true });
    const events = streamed
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => JSON.parse(event.replace(/^event: .*\ndata: /, '')) as JsonObject);
    expect(events.map(({ sequence_number: n }) => n)).toEqual([...events.keys()]);
    expect(events.map(({ type }) => type)).toEqual([
      'response.created',
      'response.in_progress',
      'response.output_item.added',
      'response.content_part.added',
      'response.output_text.delta',
      'response.output_text.done',
      'response.content_part.done',
      'response.output_item.done',
      'response.output_item.added',
      'response.function_call_arguments.delta',
      'response.function_call_arguments.done',
      'response.output_item.done',
      'response.completed',
    ]);
    expect(events.at(-1)).toMatchObject({ response: { id: 'resp_2', output: [{}, { name: 'ReadPage' }] } });
  });
});

type Proxy = Awaited<ReturnType<typeof startProxy>>;

/** A fake endpoint by its base URL. */
function atV1(endpoint: { readonly url: string } & AsyncDisposable): { readonly url: string } & AsyncDisposable {
  return { url: `${endpoint.url}/v1`, [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose]() };
}

function completion(made: readonly object[], content: string | null = null): JsonObject {
  const message = { role: 'assistant', content, ...(made.length === 0 ? {} : { tool_calls: made as JsonObject[] }) };
  const reason = made.length === 0 ? 'stop' : 'tool_calls';
  return { id: 'x', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }] };
}
