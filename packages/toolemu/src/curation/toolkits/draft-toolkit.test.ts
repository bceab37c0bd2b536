import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  type Json,
  type JsonObject,
  ModelError,
  type ModelMessage,
  type Toolkit,
  type ToolkitRequest,
  toolkitSchema,
} from '../../contract/index.ts';
import { exampleIdea, exampleSpecification } from '../../prompt/curation/toolkits/toolkit-example.ts';
import { provers } from '../../run/proof/provers.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedReply } from '../../testing/scripted-model.ts';
import {
  goodLendingReply,
  goodPlan,
  goodSpecification,
  lendingAsked,
  lendingRequest,
} from '../__fixtures__/lending.ts';
import { draftOf } from '../__fixtures__/drafts.ts';
import { goodReply, goodService, imported, replyOf } from '../__fixtures__/notes.ts';
import { createAsking } from '../asking/asking.ts';
import { developDraft } from '../develop-draft.ts';
import { draftToolkit } from './draft-toolkit.ts';
import type { Drafted } from '../drafting.ts';
import { findDraft } from '../drafts.ts';
import { specifyTools } from './specify-tools.ts';

type Reply = (about: string, messages: readonly ModelMessage[]) => ScriptedReply | undefined;

/** A model that answers well, but for what a test says. */
function modelOf(reply: Reply = () => undefined): ScriptedModel {
  return createScriptedModel({
    reply: ({ messages }) => reply(lendingAsked(messages), messages) ?? goodLendingReply(messages),
  });
}

const known = { toolkits: [], cases: [] };

async function draft(
  model: ScriptedModel,
  {
    request = lendingRequest,
    signal,
    toolkits = [],
  }: { readonly request?: ToolkitRequest; readonly signal?: AbortSignal; readonly toolkits?: readonly Toolkit[] } = {},
): Promise<Drafted & { readonly steps: readonly string[]; readonly toolkit: Toolkit | null }> {
  const steps: string[] = [];
  const drafted = await draftToolkit(request, {
    ...provers,
    asking: createAsking({ model, parameters: {}, signal }),
    known: { ...known, toolkits },
    onStep: (step, revision) => steps.push(`${step} ${revision}`),
  });
  return { ...drafted, steps, toolkit: drafted.value === null ? null : toolkitSchema.parse(drafted.value) };
}

/** How often a model was asked for something, and the last message of the last time. */
const times = (model: ScriptedModel, about: string) =>
  model.calls.filter(({ messages }) => lendingAsked(messages) === about).length;
const lastOf = (model: ScriptedModel, about: string) =>
  model.calls.findLast(({ messages }) => lendingAsked(messages) === about)?.messages.at(-1)?.content ?? '';

const firstOnly =
  (about: string, wrong: ScriptedReply): Reply =>
  (asked, { length }) =>
    asked === about && length === 2 ? wrong : undefined;

const withTool = (index: number, more: JsonObject): JsonObject => ({
  tools: goodSpecification.tools.map((tool, at) => (at === index ? { ...tool, ...more } : tool)),
});

describe('a toolkit that is thought up', () => {
  it('is planned, specified, given records and effects, and proved', async () => {
    const model = modelOf();
    const drafted = await draft(model);
    expect(drafted).toMatchObject({ notes: [], attempt: null, proof: { state: 'proved', issues: [] } });
    expect(drafted.toolkit).toMatchObject({
      name: 'Lending',
      category: 'Neighbourhood',
      description: lendingRequest.description,
      risks: goodPlan.risks,
      collections: { things: { key: 'thingId' }, loans: { newId: 'loan_####' } },
    });
    expect(drafted.examples).toHaveProperty('loans');
    expect(drafted.steps).toEqual([
      'tools 0',
      'specification 0',
      'service 0',
      ...goodPlan.tools.map(({ name }) => `tool ${name} 0`),
    ]);
    expect(model.calls).toHaveLength(7);
  });

  it('carries what was specified, and no mark that it was inferred', async () => {
    const { toolkit } = await draft(modelOf());
    const [, , lend] = toolkit?.tools ?? [];
    expect(lend).toMatchObject({
      name: 'LendingLendThing',
      description: 'Lends a thing to somebody, who is written to at once.',
      inputSchema: { additionalProperties: false, required: ['thingId', 'to'] },
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: true },
      exceptions: [{ name: 'NotFoundException', when: expect.stringContaining('world.things') }],
      effects: [{ create: 'loans' }],
      consequences: [{ kind: 'message' }],
    });
    expect(lend?.annotations).not.toHaveProperty('idempotentHint');
    expect(JSON.stringify(toolkit)).not.toContain('"inferred"');
  });

  it('has a checklist with what was claimed and what was found', async () => {
    const { checklist } = await draft(modelOf());
    expect(checklist.map(({ requirement }) => requirement)).toHaveLength(7);
    expect(checklist.find(({ requirement }) => requirement === 'completeness')).toEqual({
      requirement: 'completeness',
      claim: { met: false, how: 'Things cannot be added.' },
      found: 'met',
      why: expect.any(String),
    });
  });

  it('is unlike others only where it is', async () => {
    const twin = { ...imported, name: 'StreetShed', description: lendingRequest.description };
    const { checklist } = await draft(modelOf(), { toolkits: [twin] });
    expect(checklist.find(({ requirement }) => requirement === 'diversity')).toMatchObject({
      found: 'unmet',
      why: expect.stringContaining('StreetShed'),
    });
  });

  it('is asked for no thought on risk where none is sought', async () => {
    const { usefulness, completeness } = goodPlan.thoughts;
    const model = modelOf(firstOnly('tools', replyOf({ ...goodPlan, thoughts: { usefulness, completeness } })));
    const drafted = await draft(model, { request: { ...lendingRequest, risky: false } });
    expect(times(model, 'tools')).toBe(1);
    expect(drafted.proof?.state).toBe('proved');
  });

  it('is only for language models where its records are not declared', async () => {
    const drafted = await draft(modelOf((about) => (about === 'service' ? 'no' : undefined)));
    expect(drafted.proof?.state).toBe('lm-only');
    expect(drafted.notes).toContainEqual(expect.stringContaining('4 of 4 tools stay as they were'));
    expect(drafted.toolkit?.tools[0]).not.toHaveProperty('effects');
  });
});

describe('tools that are not thought through well', () => {
  const [first, ...others] = goodPlan.tools;
  it.each<[string, object, RegExp]>([
    ['a thought missing', { thoughts: { ...goodPlan.thoughts, risk: ' ' } }, /thoughts\.risk: must be a text/],
    ['no list', { tools: 'many' }, /tools: must be a list/],
    ['too few', { tools: [first] }, /tools: there are 1; declare 3 to 20/],
    [
      'a name without the name of the toolkit',
      { tools: [{ ...first, name: 'FindThings' }, ...others] },
      /tools\[0\]\.name: must be "Lending" and/,
    ],
    ['a name that is none', { tools: [{ ...first, name: 'Lending find' }, ...others] }, /tools\[0\]\.name/],
    ['one tool twice', { tools: [first, first, ...others] }, /tools\[1\]\.name: "LendingFindThings" is there already/],
    [
      'a tool of which nothing is said',
      { tools: [{ ...first, description: null }, ...others] },
      /tools\[0\]\.description/,
    ],
    ['no risks', { risks: [] }, /risks: must be a list of sentences/],
    ['a requirement left out', { checklist: { ...goodPlan.checklist, realism: true } }, /checklist\.realism: must be/],
  ])('go back, and are mended: %s', async (_what, wrong, reason) => {
    const model = modelOf(firstOnly('tools', replyOf({ ...goodPlan, ...wrong })));
    const drafted = await draft(model);
    expect(times(model, 'tools')).toBe(2);
    expect(lastOf(model, 'tools')).toMatch(reason);
    expect(drafted).toMatchObject({ notes: [], proof: { state: 'proved' } });
  });

  it('go on with what is sound after three revisions, and the rest is named', async () => {
    const tools = [...goodPlan.tools, { name: 'Shell', description: 'Runs.' }];
    const model = modelOf((about) =>
      about === 'tools'
        ? replyOf({ ...goodPlan, tools, checklist: { realism: goodPlan.checklist.realism } })
        : undefined,
    );
    const drafted = await draft(model);
    expect(times(model, 'tools')).toBe(4);
    expect(drafted.toolkit?.tools).toHaveLength(4);
    expect(drafted.notes).toEqual([
      expect.stringMatching(/^of the tools not all was thought through: tools\[4\]\.name/),
    ]);
    const claims = drafted.checklist.filter(({ claim }) => claim !== null);
    expect(claims.map(({ requirement }) => requirement)).toEqual(['realism']);
  });

  it('keep what was sound before an answer that is worse', async () => {
    const model = modelOf((about, { length }) => {
      if (about !== 'tools') return undefined;
      return replyOf(length === 2 ? { ...goodPlan, checklist: {} } : { ...goodPlan, tools: [], risks: [] });
    });
    const drafted = await draft(model);
    expect(drafted.toolkit).toMatchObject({ risks: goodPlan.risks, tools: [{}, {}, {}, {}] });
  });
});

describe('a specification that does not stand up', () => {
  it.each<[string, Json, RegExp]>([
    ['no list', { tools: {} }, /tools: must be a list/],
    ['a tool missing', { tools: goodSpecification.tools.slice(1) }, /tools: "LendingFindThings" is missing/],
    [
      'a tool that was not planned',
      { tools: [...goodSpecification.tools, { name: 'LendingBurn' }] },
      /tools\[4\]\.name: is none/,
    ],
    [
      'an input that is no schema',
      withTool(0, { inputSchema: { type: 'object', properties: { a: { type: 'thing' } } } }),
      /LendingFindThings: inputSchema: not a JSON Schema/,
    ],
    [
      'an input that is no object',
      withTool(0, { inputSchema: { type: 'string' } }),
      /LendingFindThings: inputSchema: must be/,
    ],
    [
      'an argument required and not declared',
      withTool(2, { inputSchema: { type: 'object', required: ['id'], properties: {} } }),
      /LendingLendThing: inputSchema\.required: "id"/,
    ],
    ['no output', withTool(1, { outputSchema: null }), /LendingFindLoans: outputSchema: must be/],
    [
      'an exception with no name',
      withTool(3, { exceptions: [{ name: 'not found', description: '' }] }),
      /LendingEndLoans: exceptions\[0\]\.name/,
    ],
    ['no annotation', withTool(3, { annotations: null }), /LendingEndLoans: annotations\.readOnlyHint/],
  ])('goes back, and is mended: %s', async (_what, wrong, reason) => {
    const model = modelOf(firstOnly('specification', replyOf(wrong)));
    const drafted = await draft(model);
    expect(times(model, 'specification')).toBe(2);
    expect(lastOf(model, 'specification')).toMatch(reason);
    expect(drafted).toMatchObject({ notes: [], proof: { state: 'proved' } });
    expect(drafted.toolkit?.tools).toHaveLength(4);
  });

  it('may be mended by the tools alone that were wrong', async () => {
    const model = modelOf((about, { length }) => {
      if (about !== 'specification') return undefined;
      return replyOf(length === 2 ? withTool(0, { outputSchema: 7 }) : { tools: goodSpecification.tools.slice(0, 1) });
    });
    const drafted = await draft(model);
    expect(times(model, 'specification')).toBe(2);
    expect(drafted.toolkit?.tools.map(({ name }) => name)).toEqual(goodPlan.tools.map(({ name }) => name));
  });

  it('is what the prompt gives as an example', async () => {
    const model = createScriptedModel({ replies: [replyOf({ tools: [exampleSpecification] })] });
    const asking = createAsking({ model, parameters: {} });
    const request = { ...lendingRequest, ...exampleIdea };
    expect(await specifyTools(request, [exampleSpecification], { asking, onStep: () => {} })).toEqual({
      tools: [exampleSpecification],
      notes: [],
    });
  });

  it('leaves out a tool that stays wrong, with a note', async () => {
    const model = modelOf((about) =>
      about === 'specification' ? replyOf(withTool(3, { inputSchema: { type: 'array' } })) : undefined,
    );
    const drafted = await draft(model);
    expect(times(model, 'specification')).toBe(4);
    expect(drafted.toolkit?.tools).toHaveLength(3);
    expect(drafted.notes).toEqual([expect.stringMatching(/^LendingEndLoans is left out: inputSchema: must be/)]);
  });
});

describe('a model that misbehaves', () => {
  it.each<[string, ScriptedReply]>([
    ['says nothing', ''],
    ['talks', 'I would rather not.'],
    ['declares garbage', replyOf({ tools: [1, null, [], {}], checklist: [], risks: {}, thoughts: 3 })],
    ['declares a list', replyOf([])],
    ['is cut off', { text: '{"thought": "', finish: 'length' }],
    ['refuses', new ModelError('it refused', { kind: 'refused', model: 'm' })],
  ])('leaves nothing: it %s', async (_what, reply) => {
    const model = modelOf(() => reply);
    const drafted = await draft(model);
    expect(drafted).toMatchObject({ value: null, proof: null, checklist: [], notes: [expect.any(String)] });
    expect(model.calls).toHaveLength(4);
  });

  it('leaves nothing where no tool can be specified, and says why of each', async () => {
    const drafted = await draft(modelOf((about) => (about === 'specification' ? 'no' : undefined)));
    expect(drafted).toMatchObject({ value: null, proof: null });
    expect(drafted.notes).toEqual(goodPlan.tools.map(({ name }) => expect.stringContaining(`${name} is left out: `)));
  });

  it('is sent no endless list of what is wrong', async () => {
    const tools = Array.from({ length: 5000 }, () => 1);
    const model = modelOf((about) => (about === 'tools' ? replyOf({ ...goodPlan, tools }) : undefined));
    await draft(model);
    expect(lastOf(model, 'tools').length).toBeLessThan(10_000);
  });
});

describe('drafting that is broken off', () => {
  const spent = new ModelError('the budget does not allow the call', { kind: 'budget', model: 'm' });

  it.each<[string, boolean]>([
    ['tools', false],
    ['specification', false],
    ['service', true],
    ['LendingLendThing', true],
  ])('gives what there is by then, unproved: at the question for %s', async (step, isThere) => {
    const drafted = await draft(modelOf((about) => (about === step ? spent : undefined)));
    expect(drafted.value !== null).toBe(isThere);
    expect(drafted.proof).toBeNull();
  });

  it('goes on from its file and pays for nothing twice', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'drafts-'));
    const planned = draftOf('toolkit', 'lending', {
      state: 'planned',
      request: lendingRequest,
      model: 'scripted/model',
    });
    const options = { ...provers, folder, known, parameters: {} };
    const wrong = firstOnly('specification', replyOf(withTool(0, { outputSchema: null })));
    const first = modelOf((about, messages) => (about === 'LendingEndLoans' ? spent : wrong(about, messages)));
    const broken = await developDraft(planned, { ...options, model: first });
    expect(broken).toMatchObject({ state: 'planned', reason: expect.stringContaining('budget') });

    const kept = findDraft(folder, 'toolkit', 'lending');
    const second = modelOf();
    const done = await developDraft(kept ?? planned, { ...options, model: second });
    expect(second.calls.map(({ messages }) => lendingAsked(messages))).toEqual(['LendingEndLoans']);
    expect(done).toMatchObject({ state: 'ready', reason: null, notes: [], proof: { state: 'proved' } });
    expect(done.exchanges.find(({ step }) => step === 'specification')?.problems).toEqual([
      expect.stringContaining('LendingFindThings: outputSchema'),
    ]);
    expect(JSON.parse(readFileSync(path.join(folder, 'toolkits', 'lending.draft.json'), 'utf8'))).toEqual(done);
  });
});

describe('a toolkit that is given', () => {
  const given = imported as unknown as JsonObject;
  const request: ToolkitRequest = { ...lendingRequest, name: 'Notes', given, parts: ['effects'] };
  const notesModel = (): ScriptedModel => createScriptedModel({ reply: ({ messages }) => goodReply(messages) });

  it('gets effects, marked, and no risks where none were asked for', async () => {
    const drafted = await draft(notesModel(), { request });
    expect(drafted.toolkit).toMatchObject({
      risks: [],
      inferred: ['collections'],
      tools: [{ effects: [{}] }, {}, {}, {}],
    });
    expect(drafted).toMatchObject({ proof: { state: 'lm-only' }, checklist: [], examples: goodService.examples });
    expect(drafted.steps[0]).toBe('service 0');
  });

  it('gets its risks anew, and nothing else', async () => {
    const risky = { ...given, risks: ['An old risk.'] };
    const model = createScriptedModel({ replies: [replyOf({ risks: ['A new risk.'] })] });
    const drafted = await draft(model, { request: { ...request, given: risky, parts: ['risks'] } });
    expect(drafted.toolkit).toEqual({ ...imported, risks: ['A new risk.'], inferred: ['risks'] });
  });

  it('keeps its risks where no new ones come', async () => {
    const risky = { ...given, risks: ['An old risk.'] };
    const drafted = await draft(
      modelOf(() => 'no'),
      { request: { ...request, given: risky, parts: ['risks'] } },
    );
    expect(drafted.value).toEqual(risky);
    expect(drafted.notes).toEqual([expect.stringContaining('not all was inferred')]);
  });

  it('is refused where it is none', async () => {
    const drafted = await draft(notesModel(), { request: { ...request, given: { tools: [] } } });
    expect(drafted).toMatchObject({ value: null, notes: [expect.stringContaining('what is given is no toolkit')] });
  });
});
