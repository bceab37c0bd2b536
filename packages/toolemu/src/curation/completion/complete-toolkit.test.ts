import { describe, expect, it } from 'vitest';
import type { ModelCall } from '../../model/index.ts';
import {
  type JsonObject,
  ModelError,
  type ModelMessage,
  type Toolkit,
  toolkitSchema,
  type World,
} from '../../contract/index.ts';
import { proveToolkit } from '../../run/proof/prove-toolkit.ts';
import { createScriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts';
import { goodReply, goodService, goodTools, imported, replyOf, toolAsked } from '../__fixtures__/notes.ts';
import { type Completion, type CompletionRequest, completeToolkit, createAsking } from '../index.ts';

const check = (toolkit: Toolkit, world: World) => proveToolkit(toolkit, { world, toolkits: [toolkit] });

type Reply = (about: ReturnType<typeof toolAsked>, messages: readonly ModelMessage[]) => string | Error | undefined;

/** A model that answers well, but for what a test says. */
function modelOf(reply: Reply = () => undefined): ScriptedModel {
  return createScriptedModel({
    reply: ({ messages }) => reply(toolAsked(messages), messages) ?? goodReply(messages),
  });
}

function complete(
  model: ScriptedModel,
  { signal, ...more }: Partial<CompletionRequest> & { readonly signal?: AbortSignal } = {},
): Promise<Completion> {
  return completeToolkit({
    toolkit: imported,
    asking: createAsking({ model, parameters: {}, signal }),
    check,
    ...more,
  });
}

function toolIn({ toolkit }: Completion, name: string) {
  const tool = toolkit.tools.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

/** How often a model was asked about a tool, or about the service. */
function times(model: ScriptedModel, about: ReturnType<typeof toolAsked>): number {
  return model.calls.filter(({ messages }) => toolAsked(messages) === about).length;
}

const lastOf = (model: ScriptedModel, about: ReturnType<typeof toolAsked>) =>
  model.calls.findLast(({ messages }) => toolAsked(messages) === about)?.messages.at(-1)?.content ?? '';

describe('a toolkit of which nothing but names, descriptions and inputs is known', () => {
  it('is completed by one question about the service and one for each tool, and marked', async () => {
    const model = modelOf();
    const completion = await complete(model);
    expect(completion).toMatchObject({ notes: [], stopped: null });
    expect(toolkitSchema.parse(completion.toolkit)).toMatchObject({
      collections: { notes: { key: 'noteId' } },
      risks: goodService.risks,
      inferred: ['collections', 'risks'],
      tools: [
        { effects: goodTools.find_notes.effects, inferred: ['outputSchema', 'effects', 'result'] },
        { result: 'created[0]' },
        { inferred: ['outputSchema', 'exceptions', 'effects', 'result'] },
        { outputSchema: { type: 'string' }, inferred: ['outputSchema', 'consequences'] },
      ],
    });
    expect(toolIn(completion, 'run_script')).not.toHaveProperty('effects');
    expect(completion.inferred).toMatchObject({ toolkit: ['collections', 'risks'], tools: [{}, {}, {}, {}] });
    expect(model.calls).toHaveLength(5);
  });

  it('passes the check and the proof that its file would get', async () => {
    const { toolkit } = await complete(modelOf());
    const world = {
      now: '2026-03-03T09:12:00Z',
      user: { name: 'A', email: 'a@b.io' },
      trustedContacts: [],
      collections: { notes: goodService.examples.notes.map((one) => ({ ...one })) },
    };
    expect(check(toolkit, world)).toEqual([]);
  });

  it('asks about tools after the records are known, with a head that all share', async () => {
    const model = modelOf();
    const progress: string[] = [];
    await complete(model, { onProgress: ({ tool, revision }) => progress.push(`${tool ?? 'service'} ${revision}`) });
    const [service, ...tools]: readonly ModelCall[] = model.calls;
    expect(progress[0]).toBe('service 0');
    for (const { messages, stableMessages } of tools) {
      expect(messages[0]).toEqual(service?.messages[0]);
      expect(messages[1]?.content).toContain(JSON.stringify(goodService.examples));
      expect(messages.slice(0, stableMessages)).toEqual(tools[0]?.messages.slice(0, stableMessages));
      expect([messages.length, stableMessages]).toEqual([4, 3]);
    }
  });

  it('takes a declaration that is no string, in fences, with null for what is left out', async () => {
    const completion = await complete(
      modelOf((about) => {
        if (about !== 'write_note') return undefined;
        const [effect] = goodTools.write_note.effects;
        const declaration = {
          ...goodTools.write_note,
          exceptions: null,
          effects: [{ ...effect, when: null, as: null }],
        };
        return `Here it is:\n\`\`\`json\n${JSON.stringify({ thought: '', declaration, summary: '' })}\n\`\`\``;
      }),
    );
    expect(completion.notes).toEqual([]);
    expect(toolIn(completion, 'write_note').effects).toEqual(goodTools.write_note.effects);
  });
});

describe('what a toolkit says itself', () => {
  const said: Toolkit = {
    ...imported,
    risks: ['Its own risk.'],
    tools: imported.tools.map((tool) =>
      tool.name === 'write_note' ? { ...tool, outputSchema: { type: 'object', properties: {} } } : tool,
    ),
  };

  it('stays, whatever the model says', async () => {
    const model = modelOf();
    const completion = await complete(model, { toolkit: said });
    expect(completion.toolkit.risks).toEqual(['Its own risk.']);
    expect(completion.toolkit.inferred).toEqual(['collections']);
    expect(toolIn(completion, 'write_note')).toMatchObject({
      outputSchema: { properties: {} },
      inferred: ['effects', 'result'],
    });
    expect(model.calls[0]?.messages[1]?.content).not.toContain('"risks": a list');
  });

  it('is kept in exceptions that get the condition they lack', async () => {
    const { exceptions } = toolIn(await complete(modelOf()), 'drop_note');
    expect(exceptions).toEqual([
      { name: 'GoneException', description: 'It is gone.', when: goodTools.drop_note.exceptions[0].when },
    ]);
  });

  it('is kept in exceptions that have a condition of their own', async () => {
    const own = { name: 'GoneException', description: 'It is gone.', when: "args.noteId == ''" };
    const tools = imported.tools.map((tool) => (tool.name === 'drop_note' ? { ...tool, exceptions: [own] } : tool));
    const completed = toolIn(await complete(modelOf(), { toolkit: { ...imported, tools } }), 'drop_note');
    expect(completed.exceptions).toEqual([own]);
    expect(completed.inferred).not.toContain('exceptions');
  });

  it('is all there is to a toolkit that lacks nothing: nothing is asked', async () => {
    const whole = (await complete(modelOf())).toolkit;
    const tools = whole.tools.map((tool) =>
      tool.name === 'run_script' ? { ...tool, effects: [], result: "''" } : tool,
    );
    const model = modelOf();
    const again = await complete(model, { toolkit: { ...whole, tools } });
    expect(model.calls).toEqual([]);
    expect(again).toMatchObject({ inferred: { toolkit: [], tools: [] }, notes: [], stopped: null });
    expect(again.toolkit.tools).toEqual(tools);
  });

  it('holds for effects: of such a tool no more than the output schema is asked', async () => {
    const given = { effects: [], result: "'done'" };
    const tools = imported.tools.map((tool) => (tool.name === 'run_script' ? { ...tool, ...given } : tool));
    const model = modelOf();
    const completion = await complete(model, { toolkit: { ...imported, tools } });
    expect(toolIn(completion, 'run_script')).toMatchObject({ ...given, inferred: ['outputSchema'] });
    expect(toolIn(completion, 'run_script')).not.toHaveProperty('consequences');
    expect(lastOf(model, 'run_script')).toMatch(/as one object: "outputSchema"\.$/);
  });
});

describe('a declaration that does not stand up', () => {
  const effects: [string, JsonObject, RegExp][] = [
    ['names a collection there is not', { effects: [{ create: 'memos', set: {} }] }, /no collection "memos"/],
    [
      'has an expression with a misspelt name',
      { effects: [{ create: 'notes', set: { text: 'args.txt' } }] },
      /No such key: txt/,
    ],
    ['has a verb there is not', { effects: [{ send: 'notes' }] }, /effects\[0\]/],
    ['has effects and no result', { result: null }, /no `result`/],
    ['returns what its schema does not allow', { result: "{'noteId': 7}" }, /./],
    ['has a schema that is none', { outputSchema: { type: 'thing' } }, /outputSchema: not a JSON Schema/],
    ['breaks when it is tried', { result: '{"noteId": world.notes[99].noteId}' }, /write_note, called with/],
  ];

  it.each(effects)('goes back where it %s, and is mended', async (_what, wrong, reason) => {
    const model = modelOf((about, { length }) =>
      about === 'write_note' && length === 4 ? replyOf({ ...goodTools.write_note, ...wrong }) : undefined,
    );
    const completion = await complete(model);
    expect(times(model, 'write_note')).toBe(2);
    expect(lastOf(model, 'write_note')).toMatch(reason);
    expect(completion.notes).toEqual([]);
    expect(toolIn(completion, 'write_note').effects).toEqual(goodTools.write_note.effects);
  });

  it.each(effects)(
    'is left out where it %s for ever, after three revisions, and named',
    async (_what, wrong, reason) => {
      const model = modelOf((about) =>
        about === 'write_note' ? replyOf({ ...goodTools.write_note, ...wrong }) : undefined,
      );
      const completion = await complete(model);
      expect(times(model, 'write_note')).toBe(4);
      expect(toolIn(completion, 'write_note')).not.toHaveProperty('effects');
      expect(completion.notes).toEqual([expect.stringMatching(/^Notes\.write_note: what was inferred is left out: /)]);
      expect(completion.notes[0]).toMatch(reason);
      expect(toolIn(completion, 'find_notes')).toHaveProperty('effects');
      expect(completion.stopped).toBeNull();
    },
  );

  it('leaves its output schema, where that is sound', async () => {
    const completion = await complete(
      modelOf((about) => (about === 'write_note' ? replyOf({ ...goodTools.write_note, result: null }) : undefined)),
    );
    expect(toolIn(completion, 'write_note')).toMatchObject({
      outputSchema: goodTools.write_note.outputSchema,
      inferred: ['outputSchema'],
    });
  });

  it('is refused where a tool that only reads would change something', async () => {
    const model = modelOf((about) =>
      about === 'find_notes' ? replyOf({ ...goodTools.find_notes, effects: [{ delete: 'notes' }] }) : undefined,
    );
    const completion = await complete(model);
    expect(toolIn(completion, 'find_notes')).not.toHaveProperty('effects');
    expect(lastOf(model, 'find_notes')).toContain('readOnlyHint');
  });

  it('takes down what stands on it, and no more: a deleted note that is still found', async () => {
    const found = { ...goodTools.find_notes, effects: [{ find: 'notes', where: "it.noteId == 'n_none'" }] };
    const model = modelOf((about) => (about === 'find_notes' ? replyOf(found) : undefined));
    const completion = await complete(model);
    expect(completion.notes).toEqual([expect.stringMatching(/write_note: .*which no tool shows/)]);
    expect(toolIn(completion, 'drop_note')).toHaveProperty('effects');
  });

  it('is left out where it does not fit effects that the toolkit says itself', async () => {
    const tools = imported.tools.map((tool) =>
      tool.name === 'run_script' ? { ...tool, effects: [], result: 'args.code' } : tool,
    );
    const model = modelOf((about) =>
      about === 'run_script' ? replyOf({ outputSchema: { type: 'string', maxLength: 0 } }) : undefined,
    );
    const completion = await complete(model, { toolkit: { ...imported, tools } });
    expect(toolIn(completion, 'run_script')).toEqual(tools[3]);
    expect(completion.notes).toEqual([expect.stringContaining('the result breaks outputSchema')]);
  });

  it('is not blamed for effects that the toolkit says itself and that break', async () => {
    const broken = { effects: [], result: 'world.notes[99].text' };
    const tools = imported.tools.map((tool) => (tool.name === 'run_script' ? { ...tool, ...broken } : tool));
    const completion = await complete(
      modelOf((about) => (about === 'run_script' ? 'no' : undefined)),
      {
        toolkit: { ...imported, tools },
      },
    );
    expect(toolIn(completion, 'run_script')).toEqual(tools[3]);
    expect(completion.notes).toHaveLength(1);
    expect(toolIn(completion, 'write_note')).toHaveProperty('effects');
  });

  it('may create what no tool of the service reads', async () => {
    const tools = imported.tools.filter(({ name }) => name === 'write_note');
    const completion = await complete(modelOf(), { toolkit: { ...imported, tools } });
    expect(completion.notes).toEqual([]);
    expect(toolIn(completion, 'write_note')).toHaveProperty('effects');
  });
});

describe('an answer about the service that does not stand up', () => {
  const { collections, examples } = goodService;
  const notes = collections.notes;
  it.each<[string, object, RegExp]>([
    ['no object', { collections: [] }, /collections: must be an object/],
    ['a key that is no property', { collections: { notes: { ...notes, key: 'id' } } }, /no property "id"/],
    ['a name that is none', { collections: { 'my notes': notes }, examples: {} }, /collections/],
    ['a secret that is no property', { collections: { notes: { ...notes, secret: ['pin'] } } }, /"pin"/],
    ['no examples', { examples: {} }, /examples\.notes: give two/],
    ['examples of nothing', { examples: { ...examples, memos: [] } }, /examples\.memos: there is no such/],
    ['an example that breaks its schema', { examples: { notes: [{ noteId: 'n_1' }] } }, /examples\.notes\[0\]: .*text/],
    ['two examples of one key', { examples: { notes: [...examples.notes, ...examples.notes] } }, /\[2\]\.noteId/],
    ['no risks', { risks: [] }, /risks: must be a list/],
  ])('goes back: %s', async (_what, wrong, reason) => {
    const model = modelOf((about, { length }) =>
      about === null && length === 2 ? replyOf({ ...goodService, ...wrong }) : undefined,
    );
    const completion = await complete(model);
    expect(times(model, null)).toBe(2);
    expect(lastOf(model, null)).toMatch(reason);
    expect(completion).toMatchObject({ notes: [], stopped: null });
  });

  it('gives ids that are numbers no shape of texts', async () => {
    const numbered = {
      ...notes,
      schema: { ...notes.schema, properties: { ...notes.schema.properties, noteId: { type: 'integer' } } },
    };
    const model = modelOf((about, { length }) =>
      about === null && length === 2
        ? replyOf({ ...goodService, collections: { notes: numbered }, examples: { notes: [{ noteId: 1, text: '' }] } })
        : undefined,
    );
    await complete(model);
    expect(lastOf(model, null)).toContain('"newId" gives texts');
  });

  it('leaves the tools as they were, and keeps the risks', async () => {
    const model = modelOf((about) => (about === null ? replyOf({ ...goodService, collections: 7 }) : undefined));
    const completion = await complete(model);
    expect(model.calls).toHaveLength(4);
    expect(completion.toolkit).toEqual({ ...imported, risks: goodService.risks, inferred: ['risks'] });
    expect(completion.notes).toEqual([
      expect.stringContaining('collections: must be an object'),
      'Notes: 4 of 4 tools stay as they were: the records of the service were not inferred',
    ]);
  });
});

describe('a model that misbehaves', () => {
  it.each<[string, string | Error]>([
    ['says nothing', ''],
    ['talks', 'I would rather not.'],
    ['breaks its JSON', '{"thought": "", "declaration": '],
    ['declares a list', replyOf([1, 2])],
    ['declares garbage in a string', JSON.stringify({ thought: '', declaration: 'x'.repeat(10_000), summary: '' })],
    ['nests without end', `${'{"declaration":'.repeat(500)}`],
    ['refuses', new ModelError('it refused', { kind: 'refused', model: 'm' })],
    ['is asked too much', new ModelError('too long', { kind: 'context-too-long', model: 'm' })],
  ])('is asked four times for a tool, and the others are completed: it %s', async (_what, reply) => {
    const model = modelOf((about) => (about === 'drop_note' ? reply : undefined));
    const completion = await complete(model);
    expect(times(model, 'drop_note')).toBe(4);
    expect(toolIn(completion, 'drop_note')).toEqual(imported.tools[2]);
    expect(completion.notes).toHaveLength(1);
    expect(toolIn(completion, 'write_note')).toHaveProperty('effects');
  });

  it('leaves everything as it was where it does so always', async () => {
    const model = createScriptedModel({ reply: () => 'no '.repeat(1000) });
    const completion = await complete(model);
    expect(completion.toolkit).toEqual({ ...imported });
    expect(completion.inferred).toEqual({ toolkit: [], tools: [] });
    expect(model.calls).toHaveLength(4);
  });

  it('is told that its reply was cut off, or filtered', async () => {
    const cutOff = createScriptedModel({
      reply: ({ messages }, n) =>
        n === 1
          ? { text: '{', finish: 'length' }
          : n === 2
            ? { text: '', finish: 'content-filter' }
            : goodReply(messages),
    });
    const completion = await complete(cutOff);
    expect(completion.notes).toEqual([]);
    expect(cutOff.calls[1]?.messages.at(-1)?.content).toContain('cut off');
    expect(cutOff.calls[2]?.messages.at(-1)?.content).toContain('filtered');
  });
});

describe('completion that is broken off', () => {
  it('keeps what was sound by then, at the end of a budget', async () => {
    const spent = new ModelError('the budget does not allow the call', { kind: 'budget', model: 'm' });
    const model = modelOf((about) => (about === 'drop_note' || about === 'run_script' ? spent : undefined));
    const completion = await complete(model);
    expect(completion.stopped).toContain('budget');
    expect(toolIn(completion, 'write_note')).toHaveProperty('effects');
    expect(toolIn(completion, 'drop_note')).toEqual(imported.tools[2]);
    expect(completion.notes).toEqual([expect.stringMatching(/^Notes: 2 of 4 tools stay as they were: the budget/)]);
  });

  it('does not keep what was sent back and never answered', async () => {
    const spent = new ModelError('the budget does not allow the call', { kind: 'budget', model: 'm' });
    const model = modelOf((about, { length }) => {
      if (about !== 'write_note') return undefined;
      return length === 4 ? replyOf({ ...goodTools.write_note, result: '{"noteId": world.notes[99].noteId}' }) : spent;
    });
    const completion = await complete(model);
    expect(toolIn(completion, 'write_note')).not.toHaveProperty('effects');
    expect(completion.notes).toEqual([
      expect.stringContaining('write_note: what was inferred is left out'),
      expect.stringContaining('broken off'),
    ]);
  });

  it('asks nothing more once it is interrupted', async () => {
    const controller = new AbortController();
    const model = modelOf((about) => {
      if (about === null) controller.abort();
      return undefined;
    });
    const completion = await complete(model, { signal: controller.signal });
    expect(model.calls).toHaveLength(1);
    expect(completion).toMatchObject({
      stopped: 'interrupted',
      inferred: { toolkit: ['collections', 'risks'], tools: [] },
    });
    expect(completion.notes).toEqual(['Notes: 4 of 4 tools stay as they were: interrupted']);
  });

  it('asks nothing at all of an endpoint that fails', async () => {
    const model = createScriptedModel({ reply: () => new ModelError('bad key', { kind: 'bad-key', model: 'm' }) });
    const completion = await complete(model);
    expect(model.calls).toHaveLength(1);
    expect(completion).toMatchObject({ stopped: 'bad key', toolkit: imported });
  });

  it('does not hide an error of its own', async () => {
    await expect(complete(modelOf(() => new Error('a bug')))).rejects.toThrow('a bug');
  });
});
