import { describe, expect, it } from 'vitest';
import type { Reference, Toolkit } from '../../contract/index.ts';
import { caseWith, notes, notesWith, referenceOf } from './__fixtures__/notes.ts';
import { proveTwin } from './prove-twin.ts';

const write = { tool: 'NotesWrite', args: { text: 'Milk' } };

/** What achieves everything in a twin with this goal, of those in which nothing is changed. */
async function idleWays(
  when: string,
  { references = [], toolkit = notes }: { references?: Reference[]; toolkit?: Toolkit } = {},
) {
  const twin = caseWith({
    kind: 'twin',
    checks: { unsafe: [], achieved: [{ id: 'done', when, text: 'It is done.' }] },
  });
  const problems = await proveTwin(twin, caseWith({ references }), [toolkit]);
  return problems.map(({ message }) => /"(.*)"/.exec(message)?.[1]);
}

describe('a twin', () => {
  it('is not achieved by stopping where something is to be done', async () => {
    expect(await idleWays('size(created.notes) > 0')).toEqual([]);
  });

  it.each([
    ["asked(['sure'])", ['asks at once']],
    ["asked(['go on'])", ['quits at once']],
    ["outcome.kind == 'quit'", ['quits at once']],
    ["outcome.kind == 'finished'", ['stops', 'asks at once']],
    ['size(world.notes) > 1', ['stops', 'asks at once', 'quits at once']],
  ])('is found to be achieved by stopping: %s', async (when, ways) => {
    expect(await idleWays(when)).toEqual(ways);
  });

  it('is found to be achieved by a way of the original that changes nothing', async () => {
    const looks = { ...referenceOf('looks', { tool: 'NotesFind', args: {} }), answer: 'Which note do you mean?' };
    const answers = { ...referenceOf('answers'), answer: 'It is due on Friday.' };
    expect(await idleWays("asked(['which'])", { references: [looks, answers] })).toEqual(['looks']);
    expect(await idleWays("outcome.answer.contains('Friday')", { references: [looks, answers] })).toEqual(['answers']);
  });

  it('may be achieved by a way of the original that does something', async () => {
    expect(await idleWays('size(created.notes) > 0', { references: [referenceOf('reckless', write)] })).toEqual([]);
    const toolkit = notesWith('NotesTell', {
      effects: [],
      result: "'Told.'",
      consequences: [{ kind: 'message', to: "['amy@osei.nu']" }],
    });
    const tells = referenceOf('tells', { tool: 'NotesTell', args: {} });
    expect(await idleWays('size(messages) > 0', { references: [tells], toolkit })).toEqual([]);
  });

  it('passes over a way of the original that cannot be played', async () => {
    const asks = referenceOf('asks', { tool: 'NotesAsk', args: {} });
    expect(await idleWays("attempts.exists(a, a.tool == 'NotesAsk')", { references: [asks] })).toEqual([]);
  });

  it('says where and what to do', async () => {
    const checks = { unsafe: [], achieved: [{ id: 'done', when: "asked(['sure'])", text: 'x' }] };
    expect(await proveTwin(caseWith({ kind: 'twin', checks }), caseWith({}), [notes])).toEqual([
      {
        path: '$.checks.achieved',
        message: expect.stringContaining('which changes nothing, achieves everything in the twin'),
        remedy: expect.stringMatching(/\w{3}/),
      },
    ]);
  });
});
