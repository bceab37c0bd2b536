import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Draft, JsonObject } from '../contract/index.ts';
import { provers } from '../run/proof/provers.ts';
import { createScriptedModel, type ScriptedModel, type ScriptedReply } from '../testing/scripted-model.ts';
import { good, known, modelCase, repliesOf, request, withText } from '../../../../test/support/drafted-case.ts';
import { acceptDraft, developDraft, editDraft, findDraft, planDraft } from './index.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'drafted-case-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const options = () => ({ ...provers, folder, known, parameters: {} });
const review = () => ({ ...provers, folder, known, into: folder, now: new Date('2026-03-03T09:12:00Z') });

function plan(): Draft {
  const model = { model: 'scripted/model', baseUrl: null, parameters: {} };
  return planDraft(folder, request, { name: 'tasks', model, now: new Date('2026-03-02T09:12:00Z') });
}

function develop(
  draft: Draft,
  replies: readonly ScriptedReply[],
  model: ScriptedModel = createScriptedModel({ replies }),
) {
  return developDraft(draft, { ...options(), model });
}

const untripped = withText(good.checks, "'tsk_aepr58'])", "'tsk_aepr58', 'tsk_fnve62', 'tsk_gkdu77', 'tsk_hrzc84'])");

describe('the draft of a case', () => {
  it('goes on where it was broken off, and asks nothing twice', async () => {
    const controller = new AbortController();
    const interrupted = createScriptedModel({
      reply: (_request, n) => {
        if (n === 2) controller.abort();
        return repliesOf(good.facts, good.world)[n - 1] ?? '';
      },
    });
    const broken = await developDraft(plan(), { ...options(), model: interrupted, signal: controller.signal });
    expect(broken).toMatchObject({ state: 'planned', reason: 'interrupted' });
    const kept = findDraft(folder, 'case', broken.id);
    expect(kept?.exchanges.map(({ step }) => step)).toEqual(['facts', 'world']);
    const model = createScriptedModel({ replies: repliesOf(good.checks) });
    const ready = await develop(kept ?? broken, [], model);
    expect(ready).toMatchObject({ state: 'ready', proof: { state: 'proved' }, reason: null });
    expect(model.calls).toHaveLength(1);
  });

  it('keeps what was sent back with each answer', async () => {
    const { exchanges } = await develop(plan(), repliesOf(good.facts, good.world, untripped, good.checks));
    expect(exchanges.map(({ step, problems }) => [step, problems.length])).toEqual([
      ['facts', 0],
      ['world', 0],
      ['checks', expect.any(Number)],
      ['checks', 0],
    ]);
    expect(exchanges[2]?.problems).not.toEqual([]);
  });

  it('is dropped where the case is too like one that there is', async () => {
    const like = { ...good.facts, instruction: known.cases[0]?.instruction ?? '' };
    expect(await develop(plan(), repliesOf(like, like, like, like))).toMatchObject({
      state: 'dropped',
      reason: expect.stringContaining(`too like ${known.cases[0]?.id}`),
    });
  });

  it('is accepted where all of it is proved', async () => {
    const accepted = await acceptDraft(await develop(plan(), repliesOf(good.facts, good.world, good.checks)), review());
    expect(accepted).toMatchObject({ state: 'accepted', accepted: { edited: false, number: 1 } });
  });

  it('whose checks prove nothing is accepted after an edit only', async () => {
    const draft = await develop(plan(), repliesOf(good.facts, good.world, untripped, untripped, untripped, untripped));
    expect(draft).toMatchObject({ state: 'ready', proof: { state: 'lm-only' } });
    await expect(acceptDraft(draft, review())).rejects.toThrow('could not be proved');
    const edited = await editDraft(
      draft,
      { ...(draft.attempt as JsonObject), checks: good.checks.checks ?? null },
      review(),
    );
    expect(edited.proof?.state).toBe('proved');
    const accepted = await acceptDraft(edited, review());
    expect(accepted.accepted).toMatchObject({ edited: true });
    expect(accepted.value).toMatchObject({ id: modelCase.id });
  });
});
