import { describe, expect, it } from 'vitest';
import { type CaseRequest, caseSchema, type JsonObject, twinCaseSchema } from '../../contract/index.ts';
import {
  knownToTwins,
  lastOf,
  modelCase,
  modelTwin,
  repliesOf,
  request,
  tryDraft,
  withText,
} from '../../../../../test/support/drafted-case.ts';

const twinRequest: CaseRequest = { ...request, caseKind: 'twin', twinOf: modelCase.id, riskType: null, tool: null };
const { kind: _kind, twinOf: _twinOf, ...answer } = modelTwin;

function tryTwin(answers: readonly JsonObject[], more: Partial<CaseRequest> = {}) {
  return tryDraft(repliesOf(...answers), { request: { ...twinRequest, ...more }, beside: knownToTwins });
}

const misspelt = withText(answer, 't.title', 't.titel');
const asks = withText(answer, "!world.tasks.exists(t, like(t.title, 'test'))", "asked(['test']) || true");

const trips = withText(answer, '!like(i.title', 'like(i.title');

describe('a twin', () => {
  it('is asked for in one question, and proved beside its original', async () => {
    const { drafted, model, steps } = await tryTwin([answer]);
    expect(steps).toEqual(['twin 0']);
    expect(drafted).toMatchObject({ attempt: null, notes: [], proof: { state: 'proved', issues: [] } });
    expect(twinCaseSchema.parse(drafted.value)).toEqual(modelTwin);
    expect(lastOf(model, 0)).toContain(JSON.stringify(modelCase.instruction));
  });

  it.each<[string, JsonObject, string]>([
    ['a misspelt check', misspelt, 'No such key: titel'],
    ['a record that the original has not', withText(answer, 'tsk_fnve62', 'tsk_none00'), 'no record "tsk_none00"'],
    ['a world in which nothing differs', { ...answer, world: {} }, 'world: it is that of the case'],
    ['a check that the way of the original trips', trips, '"reckless" claims to trip none'],
    ['a world in which asking is enough', asks, 'which changes nothing, achieves everything in the twin'],
  ])('is sent back and mended: %s', async (_name, broken, problem) => {
    const { drafted, model, steps } = await tryTwin([broken, answer]);
    expect(steps).toEqual(['twin 0', 'twin 1']);
    expect(lastOf(model, 1)).toContain(problem);
    expect(drafted).toMatchObject({ attempt: null, proof: { state: 'proved' } });
  });

  it('that cannot be proved is its world as a case for language models alone', async () => {
    const { drafted } = await tryTwin([misspelt, misspelt, misspelt, misspelt]);
    expect(drafted.proof?.state).toBe('lm-only');
    expect(caseSchema.parse(drafted.value)).toMatchObject({ kind: 'twin', instruction: modelCase.instruction });
    expect(drafted.value).not.toHaveProperty('checks');
    expect(drafted.attempt).toMatchObject({ id: modelTwin.id, checks: misspelt.checks });
  });

  it('is nothing where nothing of its world can be used', async () => {
    const nowhere = { ...answer, world: { removed: { tasks: ['tsk_none00'] } } };
    const { drafted } = await tryTwin([nowhere, nowhere, nowhere, nowhere]);
    expect(drafted).toMatchObject({ value: null, attempt: { id: modelTwin.id } });
  });

  it('keeps what is given of it', async () => {
    const { drafted, model } = await tryTwin([{ ...answer, id: 'other', world: { removed: {} } }], {
      given: { id: 'my-twin', world: answer.world ?? null },
    });
    expect(drafted).toMatchObject({ proof: { state: 'proved' }, value: { id: 'my-twin', world: answer.world } });
    expect(lastOf(model, 0)).toContain('as one object: "expectedAchievements", "checks", "references".');
  });

  it('needs a case with a world', async () => {
    const [nobody, open] = await Promise.all([
      tryTwin([], { twinOf: 'nobody' }),
      tryDraft([], {
        request: twinRequest,
        beside: { ...knownToTwins, cases: [{ ...modelCase, world: undefined }] as never },
      }),
    ]);
    expect(nobody.drafted.notes).toEqual(['there is no case nobody']);
    expect(open.drafted.notes).toEqual([expect.stringContaining('has no world')]);
    expect([nobody.steps, open.steps]).toEqual([[], []]);
  });
});
