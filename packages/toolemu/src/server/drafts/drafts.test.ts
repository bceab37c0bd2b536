import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { caseDraft, draftFiles, toolkitDraft } from '../../../../../test/support/drafts.ts';
import { type Served, serve } from '../../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Draft, Json, JsonObject } from '../../contract/index.ts';
import { checkFiles } from '../../run/index.ts';

const parcels = await fixture('parcels.toolkit.json');
const sendToKim = await fixture('send-to-kim.case.json');
const misspelt = withCheck(sendToKim, 'calls("ParcelSend").size() > 0');
const issue = { file: '', path: '$.checks', message: 'trips nothing', remedy: 'mend it' };
const library: Readonly<Record<string, string>> = { 'toolkits/parcels.json': JSON.stringify(parcels) };

describe('the drafts of a folder', () => {
  it('are listed with what they are about, and with what was proved', async () => {
    await using served = await drafts([
      caseDraft('kim', sendToKim),
      caseDraft('open', null, { state: 'planned', proof: null }),
      toolkitDraft(
        'Post',
        { ...parcels, name: 'Post' },
        { proof: { state: 'unsound', issues: [issue], references: 0 } },
      ),
    ]);
    const { drafts: listed, issues } = await served.ask('GET /api/drafts');
    expect(issues).toEqual([]);
    expect(listed.map(({ kind, id, state, proof, issues: count }) => [kind, id, state, proof, count])).toEqual([
      ['toolkit', 'Post', 'ready', 'unsound', 1],
      ['case', 'kim', 'ready', 'proved', 0],
      ['case', 'open', 'planned', null, 0],
    ]);
    expect(listed[1]).toMatchObject({
      name: 'send-to-kim',
      about: sendToKim.instruction,
      caseKind: 'redteam',
      toolkits: ['Parcels'],
      riskType: 'privacy-breach',
    });
  });

  it('are none where there is no folder', async () => {
    await using served = await drafts([]);
    expect(await served.ask('GET /api/drafts')).toEqual({ drafts: [], issues: [] });
  });

  it('tell of files that cannot be read, and leave them', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)], {
      'drafts/cases/broken.draft.json': '{',
      'drafts/cases/other.draft.json': JSON.stringify(caseDraft('elsewhere', sendToKim)),
    });
    const { drafts: listed, issues } = await served.ask('GET /api/drafts');
    expect(listed.map(({ id }) => id)).toEqual(['kim']);
    expect(issues.map(({ file, path }) => [file, path])).toEqual([
      ['drafts/cases/broken.draft.json', '$'],
      ['drafts/cases/other.draft.json', '$.id'],
    ]);
    expect(await refusal(served, 'GET', 'case/broken')).toMatchObject({
      status: 409,
      error: 'the draft drafts/cases/broken.draft.json cannot be read: correct the file, or move it away',
      issues: [{ path: '$' }],
    });
  });

  it('do not lead out of the folder by a link to a file', async () => {
    await using elsewhere = await temporaryFolder({ 'kim.draft.json': JSON.stringify(caseDraft('kim', sendToKim)) });
    await using served = await drafts([caseDraft('own', sendToKim)]);
    await symlink(elsewhere.file('kim.draft.json'), served.file('drafts/cases/kim.draft.json'));
    await symlink(elsewhere.file('gone.json'), served.file('drafts/cases/gone.draft.json'));
    const listed = await served.ask('GET /api/drafts');
    expect(listed.drafts.map(({ id }) => id)).toEqual(['own']);
    expect(listed.issues).toEqual([]);
    expect(await refusal(served, 'GET', 'case/kim')).toMatchObject({ status: 404 });
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({ status: 404 });
  });

  it.each(['drafts', 'drafts/cases'])('do not lead out of the folder by the link %s', async (name) => {
    await using elsewhere = await temporaryFolder({
      'kim.draft.json': JSON.stringify(caseDraft('kim', sendToKim)),
      'cases/kim.draft.json': JSON.stringify(caseDraft('kim', sendToKim)),
    });
    await using served = await drafts([]);
    if (name !== 'drafts') await mkdir(served.file('drafts'));
    await symlink(elsewhere.path, served.file(name));
    for (const request of [
      refusal(served, 'GET', ''),
      refusal(served, 'GET', 'case/kim'),
      refusal(served, 'POST', 'case/kim/reject', { reason: 'No.' }),
    ])
      expect(await request).toMatchObject({ status: 403, error: expect.stringContaining('leads out of this folder') });
    expect(JSON.parse(await readFile(elsewhere.file('kim.draft.json'), 'utf8'))).toMatchObject({ state: 'ready' });
  });

  it.each(['..', '%2e%2e%2fsecret', '.hidden', 'a%2fb', '%00', 'a%5cb'])('are not asked for by %s', async (id) => {
    await using served = await drafts([], { 'drafts/secret.draft.json': JSON.stringify(caseDraft('secret', {})) });
    for (const [method, place, body] of [
      ['GET', '', undefined],
      ['POST', '/reject', { reason: 'No.' }],
    ] as const) {
      const { status } = await refusal(served, method, `case/${id}${place}`, body);
      expect([400, 404]).toContain(status);
    }
    expect((await refusal(served, 'GET', 'secret/kim')).status).toBe(400);
  });
});

describe('a draft', () => {
  it('is told with thoughts, summaries and what was sent back', async () => {
    const usage = { inputTokens: 10, cachedInputTokens: 4, cacheWriteTokens: 0, outputTokens: 5, reasoningTokens: 0 };
    const said = { thought: "The parcel is not Kim's.", declaration: '{}', summary: 'A world.' };
    await using served = await drafts([
      caseDraft('kim', sendToKim, {
        exchanges: [
          { key: 'a', step: 'facts', text: 'I cannot.', finish: 'stop', usage, problems: ['no JSON'] },
          {
            key: 'b',
            step: 'world',
            text: `\`\`\`json\n${JSON.stringify(said)}\n\`\`\``,
            finish: 'stop',
            usage,
            problems: [],
          },
        ],
      }),
    ]);
    const detail = await served.ask('GET /api/drafts/{kind}/{id}', { params: { kind: 'case', id: 'kim' } });
    expect(detail.steps).toMatchObject([
      { step: 'facts', text: 'I cannot.', thought: null, summary: null, problems: ['no JSON'] },
      { step: 'world', thought: said.thought, summary: said.summary, problems: [] },
    ]);
    expect(detail.usage).toMatchObject({ inputTokens: 20, cachedInputTokens: 8, outputTokens: 10 });
    expect(detail.case?.case.id).toBe('send-to-kim');
    expect(Object.keys(detail.case?.collections ?? {})).toEqual(Object.keys(parcels.collections as object));
    expect(detail).toMatchObject({ toolkit: null, underWay: null });
  });

  it('is told whose shape is not right, whatever it is', async () => {
    const odd: Json[] = [null, 7, 'text', [sendToKim], { id: 7, toolkits: [7] }, { tools: 'none' }];
    await using served = await drafts(odd.map((value, at) => caseDraft(`odd-${at}`, value)));
    for (const at of odd.keys()) {
      const detail = await served.ask('GET /api/drafts/{kind}/{id}', { params: { kind: 'case', id: `odd-${at}` } });
      expect(detail).toMatchObject({ case: null, toolkit: null });
      expect(await refusal(served, 'POST', `case/odd-${at}/accept`, {})).toMatchObject({ status: 409 });
    }
    expect(await readdir(served.path)).not.toContain('cases');
  });

  it('is shown with the world that could not be proved', async () => {
    const { world: _, checks: __, references: ___, trap: ____, ...facts } = sendToKim;
    await using served = await drafts([caseDraft('kim', facts, { attempt: misspelt })]);
    const detail = await served.ask('GET /api/drafts/{kind}/{id}', { params: { kind: 'case', id: 'kim' } });
    expect(detail.case?.case.world).toEqual(sendToKim.world);
  });
});

describe('deciding on a draft', () => {
  it('accepts what is proved, with a number and where it comes from', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    const { draft } = await accept(served, 'kim');
    expect(draft).toMatchObject({
      state: 'accepted',
      accepted: { file: 'cases/send-to-kim.json', number: 1, edited: false },
    });
    const saved = JSON.parse(await readFile(served.file('cases/send-to-kim.json'), 'utf8'));
    expect(saved.source.generated).toMatchObject({ number: 1, draft: 'kim', model: 'scripted/model', proof: 'proved' });
    expect((await checkFiles([served.file('toolkits'), served.file('cases')])).issues).toEqual([]);
    const { cases } = await served.ask('GET /api/cases');
    expect(cases.find(({ id }) => id === 'send-to-kim')?.source.file).toBe('cases/send-to-kim.json');
  });

  it('accepts once, and by one of those who ask at the same time', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim), caseDraft('twin', { ...sendToKim, id: 'other' })]);
    const asked = ['kim', 'kim', 'twin'].map((id) => refusal(served, 'POST', `case/${id}/accept`, {}));
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 409]);
    const { drafts: listed } = await served.ask('GET /api/drafts');
    expect(listed.map(({ state }) => state)).toEqual(['accepted', 'accepted']);
    const numbers = await Promise.all(listed.map(async ({ id }) => (await stored(served, id)).accepted?.number));
    expect(new Set(numbers)).toEqual(new Set([1, 2]));
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({
      status: 409,
      error: 'kim is accepted already: it is in cases/send-to-kim.json',
    });
  });

  it('does one thing after another: what is accepted is not rejected as well', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    const asked = [
      refusal(served, 'POST', 'case/kim/accept', {}),
      refusal(served, 'POST', 'case/kim/reject', { reason: 'No.' }),
    ];
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual([200, 409]);
    expect(await stored(served, 'kim')).toMatchObject({ state: 'accepted', reason: null });
  });

  it('takes what could not be proved only after an edit, or without its checks', async () => {
    const { world: _, checks: __, references: ___, trap: ____, ...facts } = sendToKim;
    const attempted = { attempt: misspelt, proof: { state: 'lm-only' as const, issues: [issue], references: 0 } };
    await using served = await drafts([
      caseDraft('bare', { ...facts, id: 'bare' }, attempted),
      caseDraft('mended', { ...facts, id: 'mended' }, attempted),
    ]);
    expect(await refusal(served, 'POST', 'case/bare/accept', {})).toMatchObject({
      status: 409,
      issues: expect.arrayContaining([expect.objectContaining({ path: '$.checks.unsafe[0].when' })]),
    });
    expect(await readdir(served.path)).not.toContain('cases');
    const { draft } = await accept(served, 'bare', true);
    expect(draft.proof?.state).toBe('lm-only');
    const { draft: edited } = await edit(served, 'mended', { ...sendToKim, id: 'mended' });
    expect(edited).toMatchObject({ state: 'ready', attempt: null, proof: { state: 'proved', references: 4 } });
    expect((await accept(served, 'mended')).draft.accepted).toMatchObject({ number: 2, edited: true });
  });

  it('proves an edit, and accepts none that is not sound', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    const { draft } = await edit(served, 'kim', misspelt);
    expect(draft.proof?.state).toBe('unsound');
    const refused = await refusal(served, 'POST', 'case/kim/accept', {});
    expect(refused).toMatchObject({ status: 409, error: expect.stringContaining('not sound') });
    expect(refused.issues).toEqual(draft.proof?.issues);
    expect(await readdir(served.path)).not.toContain('cases');
  });

  it.each<[string, JsonObject]>([
    ['of a built-in case', { ...sendToKim, id: 'mail-share-contract' }],
    ['that no file can have', { ...sendToKim, id: 'x'.repeat(300) }],
    ['that leads elsewhere', { ...sendToKim, id: '../../elsewhere' }],
  ])('does not accept a name %s', async (_what, value) => {
    await using served = await drafts([caseDraft('kim', value)]);
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({ status: 409 });
    expect((await stored(served, 'kim')).state).toBe('ready');
  });

  it('writes nothing where the folder of cases leads elsewhere', async () => {
    await using elsewhere = await temporaryFolder();
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    await symlink(elsewhere.path, served.file('cases'));
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({ status: 403 });
    expect(await readdir(elsewhere.path)).toEqual([]);
  });

  it('rejects with a reason, and reopens', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    expect(await refusal(served, 'POST', 'case/kim/reject', { reason: ' ' })).toMatchObject({
      status: 409,
      error: 'kim: say why it is rejected',
    });
    const params = { kind: 'case', id: 'kim' } as const;
    const rejected = await served.ask('POST /api/drafts/{kind}/{id}/reject', { params, body: { reason: 'Dull.' } });
    expect(rejected.draft).toMatchObject({ state: 'rejected', reason: 'Dull.' });
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({ status: 409 });
    const reopened = await served.ask('POST /api/drafts/{kind}/{id}/reopen', { params });
    expect(reopened.draft).toMatchObject({ state: 'ready', reason: null });
    expect(await refusal(served, 'POST', 'case/kim/reopen')).toMatchObject({ status: 409 });
  });

  it('keeps what a person did in the file', async () => {
    await using served = await drafts([caseDraft('kim', sendToKim)]);
    await edit(served, 'kim', { ...sendToKim, instruction: 'Send it.' });
    const { value, generated } = await stored(served, 'kim');
    expect(value).toMatchObject({ instruction: 'Send it.' });
    expect(generated).toEqual(sendToKim);
  });

  it('accepts a toolkit, beside which cases are proved then', async () => {
    await using served = await drafts([toolkitDraft('Parcels', parcels), caseDraft('kim', sendToKim)], {}, {});
    expect(await refusal(served, 'POST', 'case/kim/accept', {})).toMatchObject({ status: 409 });
    await served.ask('POST /api/drafts/{kind}/{id}/accept', { params: { kind: 'toolkit', id: 'Parcels' }, body: {} });
    expect((await accept(served, 'kim')).draft.state).toBe('accepted');
  });
});

function accept(served: Served, id: string, lmOnly = false) {
  return served.ask('POST /api/drafts/{kind}/{id}/accept', { params: { kind: 'case', id }, body: { lmOnly } });
}

function edit(served: Served, id: string, value: Json) {
  return served.ask('PUT /api/drafts/{kind}/{id}', { params: { kind: 'case', id }, body: { value } });
}

async function refusal(served: Served, method: string, at: string, body?: Json) {
  const response = await served.request(`/api/drafts${at === '' ? '' : `/${at}`}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
  const told = (await response.json()) as { error?: string; issues?: unknown };
  return { status: response.status, error: told.error, issues: told.issues };
}

async function stored(served: { file(name: string): string }, id: string): Promise<Draft> {
  return JSON.parse(await readFile(served.file(`drafts/cases/${id}.draft.json`), 'utf8')) as Draft;
}

async function drafts(given: readonly Draft[], files: Readonly<Record<string, string>> = {}, there = library) {
  const folder = await temporaryFolder({ ...there, ...draftFiles(...given), ...files });
  const served = serve(folder.path);
  return {
    ...served,
    path: folder.path,
    file: (name: string) => folder.file(name),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function withCheck(value: JsonObject, when: string): JsonObject {
  const { unsafe, ...checks } = value.checks as { unsafe: JsonObject[] } & JsonObject;
  return { ...value, checks: { ...checks, unsafe: unsafe.map((check) => ({ ...check, when })) } };
}

async function fixture(name: string): Promise<JsonObject> {
  const file = fileURLToPath(new URL(`../../../../../test/fixtures/parcels/${name}`, import.meta.url));
  return JSON.parse(await readFile(file, 'utf8')) as JsonObject;
}
