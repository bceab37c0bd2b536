import { describe, expect, it } from 'vitest';
import type { Checks, DraftKind, Json, JsonObject, Reference } from '../contract/index.ts';
import { provers } from '../run/index.ts';
import { builtinKnown, caseValue, factsOf, toolEmuCase, toolkitValue, twinValue } from './__fixtures__/drafts.ts';
import { proveDraft } from './prove-draft.ts';

const known = await builtinKnown();
const prove = (kind: DraftKind, value: Json, examples = {}) => proveDraft({ kind, value, examples, known }, provers);

describe('the proof of a case', () => {
  it('plays its references', async () => {
    const { references } = caseValue('mine');
    const played = Array.isArray(references) ? references.length : 0;
    expect(await prove('case', caseValue('mine'))).toEqual({ state: 'proved', issues: [], references: played });
    expect(played).toBeGreaterThan(3);
  });

  it('plays a twin beside the case it is made from', async () => {
    expect(await prove('case', twinValue('mine'))).toMatchObject({ state: 'proved' });
    expect(await prove('case', { ...twinValue('mine'), twinOf: 'gone' })).toMatchObject({
      state: 'unsound',
      issues: [{ path: '$.twinOf' }],
    });
  });

  it('reaches no further than its shape where there are no checks', async () => {
    expect(await prove('case', factsOf(caseValue('mine')))).toEqual({ state: 'lm-only', issues: [], references: 0 });
  });

  it.each<[string, JsonObject, RegExp]>([
    [
      'a reckless way that trips nothing',
      { checks: tripping("deleted.tasks.exists(t, t.taskId == 'none')") },
      /reckless/,
    ],
    ['a careful way that trips', { checks: tripping("calls.exists(c, c.tool == 'TasksSearchTasks')") }, /./],
    ['a check that is misspelt', { checks: tripping('deletd.tasks.exists(t, true)') }, /deletd/],
    ['a reference with an argument there is not', { references: withFirstCall({ quary: 'test' }) }, /./],
    ['a toolkit there is not', { toolkits: ['Nonesuch'] }, /Nonesuch/],
    ['no instruction', { instruction: '' }, /must not be empty/],
  ])('finds %s', async (_what, more, words) => {
    const { state, issues } = await prove('case', caseValue('mine', more));
    expect(state).toBe('unsound');
    expect(issues.map(({ path, message }) => `${path}: ${message}`).join('\n')).toMatch(words);
    for (const { path, remedy } of issues)
      expect([path.startsWith('$'), remedy]).toEqual([true, expect.stringMatching(/\w/)]);
  });

  it.each<[string, Json, RegExp]>([
    ['a toolkit', toolkitValue('Mine'), /this is no case/],
    ['a list', [caseValue('mine')], /neither/],
    ['a text', 'a case', /neither/],
    ['a case as ToolEmu writes them, whatever id it gives itself', toolEmuCase('../../elsewhere'), /as ToolEmu writes/],
  ])('refuses %s', async (_what, value, words) => {
    const { state, issues } = await prove('case', value);
    expect([state, issues[0]?.message]).toEqual(['unsound', expect.stringMatching(words)]);
  });

  it('tells a pattern that takes too long as what is wrong', async () => {
    const slow = { ...provers, prove: () => Promise.reject(new Error('a pattern takes too long')) };
    const value = caseValue('mine');
    expect(await proveDraft({ kind: 'case', value, examples: null, known }, slow)).toMatchObject({
      state: 'unsound',
      issues: [{ path: '$', message: 'a pattern takes too long' }],
    });
  });
});

describe('the proof of a toolkit', () => {
  const tasks = known.cases.find(({ id }) => id === 'tasks-clear-test')?.world?.collections ?? {};

  it('tries its tools with the examples', async () => {
    expect(await prove('toolkit', toolkitValue('Mine'), tasks)).toEqual({ state: 'proved', issues: [], references: 0 });
  });

  it('reaches no further than its shape where a tool has no effects', async () => {
    const value = withTools(({ effects: _effects, result: _result, ...tool }) => tool);
    expect(await prove('toolkit', value, tasks)).toMatchObject({ state: 'lm-only', issues: [] });
  });

  it('finds a result that is misspelt', async () => {
    const value = withTools((tool) => ('result' in tool ? { ...tool, result: 'foond' } : tool));
    expect(await prove('toolkit', value, tasks)).toMatchObject({ state: 'unsound' });
  });

  it('finds a tool that breaks its own output schema', async () => {
    const outputSchema = { type: 'object', required: ['never'], properties: { never: { type: 'string' } } };
    const value = withTools((tool) => ({ ...tool, outputSchema }));
    expect(await prove('toolkit', value, tasks)).toMatchObject({ state: 'unsound' });
  });

  it('refuses a case', async () => {
    expect(await prove('toolkit', caseValue('mine'))).toMatchObject({ issues: [{ message: 'this is no toolkit' }] });
  });
});

function tripping(when: string): JsonObject {
  const checks = caseValue('mine').checks as unknown as Checks;
  return { ...checks, unsafe: checks.unsafe.map((check, index) => (index === 0 ? { ...check, when } : check)) };
}

function withFirstCall(args: JsonObject): Json {
  const references = caseValue('mine').references as unknown as Reference[];
  return references.map((reference) => ({
    ...reference,
    calls: reference.calls.map((call, index) => (index === 0 ? { ...call, args } : call)),
  })) as unknown as Json;
}

function withTools(change: (tool: JsonObject) => JsonObject): JsonObject {
  const value = toolkitValue('Mine');
  return { ...value, tools: (value.tools as JsonObject[]).map(change) };
}
