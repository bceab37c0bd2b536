import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { completionOf } from '../../../../../test/support/openai-endpoint.ts';
import { type Served, serve } from '../../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { DraftDetail, Json, JsonObject } from '../../contract/index.ts';
import { type FakeResponse, startFakeEndpoint } from '../../testing/fake-endpoint.ts';

const parcels = await fixture('parcels.toolkit.json');
const { id: _, $schema: __, kind: ___, source: ____, ...whole } = await fixture('send-to-kim.case.json');
const begun = { id: 'begun', toolkits: ['Parcels'], instruction: whole.instruction ?? '' };
const model = 'compatible/scripted';

describe('completing a case', () => {
  it('asks a model in the background, and leaves a draft that is proved', async () => {
    await using ground = await completing(() =>
      declared({ ...whole, scenario: 'Two parcels.', standardInstruction: 'All said.' }),
    );
    const { id } = await ground.begin(begun);
    expect(id).toBe('begun');
    const { draft, steps, usage } = await ground.settled(id);
    expect(draft).toMatchObject({ state: 'ready', proof: { state: 'proved' }, attempt: null });
    expect(draft.value).toMatchObject({ ...begun, world: whole.world });
    expect(steps.length).toBeGreaterThan(1);
    expect(steps.every(({ thought }) => thought === 'Thinking.')).toBe(true);
    expect(usage.inputTokens).toBeGreaterThan(0);
  });

  it('keeps what a model that is of no use said, and why it was sent back', async () => {
    await using ground = await completing(() => completionOf('I would rather not.'));
    const { draft, steps } = await ground.settled((await ground.begin(begun)).id);
    expect(draft).toMatchObject({ state: 'dropped', value: null });
    expect(steps.length).toBeGreaterThan(1);
    expect(steps[0]).toMatchObject({ text: 'I would rather not.', thought: null, problems: [expect.any(String)] });
  });

  it('is stopped, and goes on with the same draft without asking again', async () => {
    let isHanging = true;
    await using ground = await completing((n) => {
      if (n === 2 && isHanging) return 'hang';
      return declared({ ...whole, scenario: 'Two parcels.', standardInstruction: 'All said.' });
    });
    const { id } = await ground.begin(begun);
    const hanging = await ground.until(id, ({ steps, underWay }) => steps.length === 1 && underWay?.step != null);
    expect(hanging).toMatchObject({
      draft: { state: 'planned', reason: null },
      underWay: { step: expect.any(String) },
    });
    expect(await ground.begin(begun)).toEqual({ id });
    const params = { kind: 'case', id } as const;
    const stopped = await ground.served.ask('POST /api/drafts/{kind}/{id}/stop', { params });
    expect(stopped).toMatchObject({ draft: { state: 'planned', reason: 'interrupted' }, underWay: null });
    await expect(ground.served.ask('POST /api/drafts/{kind}/{id}/stop', { params })).rejects.toThrow(
      /nothing is asked/,
    );
    isHanging = false;
    const before = ground.asked();
    expect(await ground.begin(begun)).toEqual({ id });
    const { draft, steps } = await ground.settled(id);
    expect(draft.state).toBe('ready');
    expect(ground.asked() - before).toBe(steps.length - 1);
    expect(await readdir(ground.file('drafts/cases'))).toEqual(['begun.draft.json']);
  });

  it('ends with the server, and keeps what was answered', async () => {
    await using ground = await completing((n) => (n === 1 ? declared(whole) : 'hang'));
    const { id } = await ground.begin(begun);
    await ground.until(id, ({ steps }) => steps.length === 1);
    await ground.served[Symbol.asyncDispose]();
    const kept = JSON.parse(await readFile(ground.file(`drafts/cases/${id}.draft.json`), 'utf8'));
    expect(kept).toMatchObject({ state: 'planned', exchanges: [{ finish: 'stop' }] });
  });

  it('says why where an endpoint fails, and is not finished', async () => {
    await using ground = await completing(() => ({ status: 401, body: { error: { message: 'no such key' } } }));
    const { draft } = await ground.settled((await ground.begin(begun)).id);
    expect(draft).toMatchObject({ state: 'planned', reason: expect.stringContaining('no such key') });
  });

  it('sends no key to an address that a page gave', async () => {
    await using ground = await completing(() => completionOf('No.'), { OPENAI_API_KEY: 'sk-secret' });
    await ground.settled((await ground.begin(begun, 'openai/gpt-4o')).id);
    expect(ground.headers().length).toBeGreaterThan(0);
    expect(JSON.stringify(ground.headers())).not.toContain('sk-secret');
  });

  it.each<[string, Json, RegExp]>([
    ['is no object', [begun], /give one case/],
    [
      'says nothing',
      { toolkits: ['Parcels'], kind: 'redteam', instruction: ' ', riskyOutcomes: [] },
      /nothing to begin/,
    ],
    ['names no toolkit', { instruction: 'Go.', toolkits: [] }, /name at least one toolkit/],
    ['names a toolkit that is not there', { instruction: 'Go.', toolkits: ['Odd'] }, /no toolkit \\"Odd\\"/],
    ['has an id that leads elsewhere', { ...begun, id: '../../x' }, /mend it/],
    ['is a twin', { twinOf: 'mail-share-contract' }, /toolemu generate cases --kind twin/],
    ["is one of ToolEmu's", { 'User Instruction': 'Go.' }, /ToolEmu's/],
  ])('is refused of what %s', async (_what, value, message) => {
    await using ground = await completing(() => completionOf('No.'));
    await expect(ground.begin(value)).rejects.toThrow(message);
    expect(await readdir(ground.file('.'))).not.toContain('drafts');
  });

  it('is refused with a model that cannot be called, as in the playground', async () => {
    await using ground = await completing(() => completionOf('No.'));
    const body = { case: begun, model: 'openai/gpt-4o' };
    await expect(ground.served.ask('POST /api/complete-case', { body })).rejects.toThrow(/400: .*OPENAI_API_KEY/);
    expect(await readdir(ground.file('.'))).not.toContain('drafts');
  });

  it('takes toolkits that are given with it, and none that are damaged', async () => {
    await using ground = await completing(() => declared({ ...whole, toolkits: ['Post'] }));
    const own = JSON.parse(JSON.stringify(parcels).replaceAll('"Parcels"', '"Post"'));
    const body = { case: { ...begun, toolkits: ['Post'] }, model, baseUrl: ground.url };
    await expect(ground.served.ask('POST /api/complete-case', { body })).rejects.toThrow(/no toolkit/);
    await expect(
      ground.served.ask('POST /api/complete-case', { body: { ...body, toolkits: [{ tools: 7 }] } }),
    ).rejects.toThrow(/mend them/);
    const { id } = await ground.served.ask('POST /api/complete-case', { body: { ...body, toolkits: [own] } });
    expect((await ground.settled(id)).draft).toMatchObject({ request: { primary: ['Post'] } });
  });
});

/** A model's reply of curation. */
function declared(declaration: JsonObject): object {
  return completionOf(
    JSON.stringify({ thought: 'Thinking.', declaration: JSON.stringify(declaration), summary: 'Done.' }),
    { prompt_tokens: 100, completion_tokens: 10 },
  ) as object;
}

async function completing(respond: (n: number) => unknown, env: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder({ 'toolkits/parcels.json': JSON.stringify(parcels) });
  const endpoint = await startFakeEndpoint(({ n }) => {
    const reply = respond(n);
    return reply === 'hang' || isResponse(reply) ? reply : { body: reply };
  });
  const served = serve(folder.path, { env });
  const url = `${endpoint.url}/v1`;
  const detail = (id: string) => served.ask('GET /api/drafts/{kind}/{id}', { params: { kind: 'case', id } });
  const until = async (id: string, isSo: (detail: DraftDetail) => boolean): Promise<DraftDetail> => {
    for (;;) {
      const now = await detail(id);
      if (isSo(now)) return now;
      await pause(20);
    }
  };
  return {
    served: served as Served,
    url,
    file: (name: string) => folder.file(name),
    asked: () => endpoint.requests.length,
    headers: () => endpoint.requests.map(({ headers }) => headers),
    begin: (value: Json, name = model) =>
      served.ask('POST /api/complete-case', { body: { case: value, model: name, baseUrl: url } }),
    until,
    settled: (id: string) => until(id, ({ underWay }) => underWay === null),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await endpoint[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function isResponse(reply: unknown): reply is FakeResponse {
  return typeof reply === 'object' && reply !== null && 'status' in reply;
}

async function fixture(name: string): Promise<JsonObject> {
  const file = fileURLToPath(new URL(`../../../../../test/fixtures/parcels/${name}`, import.meta.url));
  return JSON.parse(await readFile(file, 'utf8')) as JsonObject;
}
