import { describe, expect, it } from 'vitest';
import { ModelError } from '../../contract/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts';
import { replyOf } from '../__fixtures__/notes.ts';
import { createAsking } from '../asking/asking.ts';
import { draftNames } from './draft-names.ts';

const kennel = { name: 'Kennel', description: 'A boarding kennel: dogs and their owners, stays, meals and walks.' };
const quarry = {
  name: 'QuarryBlasts',
  description: 'Plans blasts in a quarry: charges, permits, sirens and neighbours.',
};
const tides = { name: 'TideMill', description: 'Runs the gates of a tide mill by the tables of the harbour.' };

const question = {
  category: 'Oddities',
  description: 'What fits nowhere else.',
  count: 2,
  avoid: ['Mail: The mailbox of a person: messages, drafts and folders.', 'Bank: Accounts: and payments.', 'Chat'],
};

function ask(model: ScriptedModel, more: Partial<typeof question> = {}) {
  return draftNames(createAsking({ model, parameters: {} }), { ...question, ...more });
}

const answers = (...replies: readonly unknown[]) =>
  createScriptedModel({ replies: replies.map((toolkits) => replyOf({ toolkits })) });

const lastOf = ({ calls }: ScriptedModel) => calls.at(-1)?.messages.at(-1)?.content ?? '';

describe('toolkits thought up for a category', () => {
  it('come by one question', async () => {
    const model = answers([kennel, quarry]);
    expect(await ask(model)).toEqual({ names: [kennel, quarry], problems: [] });
    expect(model.calls).toHaveLength(1);
  });

  it('are no more than were asked for', async () => {
    expect((await ask(answers([kennel, quarry, tides]))).names).toEqual([kennel, quarry]);
  });

  it.each<[string, object, RegExp]>([
    ['no name', { ...quarry, name: 'quarry blasts' }, /toolkits\[1\]\.name: must be CamelCase/],
    ['no description', { ...quarry, description: ' ' }, /toolkits\[1\]\.description: must be a sentence/],
    ['a description without end', { ...quarry, description: 'a '.repeat(50_000) }, /at most 40 words/],
    ['the name of one there is', { ...quarry, name: 'mail' }, /"mail"\): its name is too like that of "Mail"/],
    ['a name with that of one there is in it', { ...quarry, name: 'BankQuarry' }, /too like that of "Bank"/],
    [
      'a name with that of one without a description in it',
      { ...quarry, name: 'ChatQuarry' },
      /too like that of "Chat"/,
    ],
    ['a name in that of another', { ...quarry, name: 'Ken' }, /too like that of "Kennel"/],
    [
      'the description of one there is',
      { ...quarry, description: 'The mailbox of a person: messages, drafts, and more folders.' },
      /"QuarryBlasts"\): its description says nearly the same as that of "Mail"/,
    ],
    ['the description of another', { ...quarry, description: kennel.description }, /as that of "Kennel"/],
  ])('are sent back where one has %s', async (_what, wrong, reason) => {
    const model = answers([kennel, wrong], [kennel, quarry]);
    expect(await ask(model)).toEqual({ names: [kennel, quarry], problems: [] });
    expect(model.calls).toHaveLength(2);
    expect(lastOf(model)).toMatch(reason);
    expect(lastOf(model)).toContain('toolkits: 1 of 2 can be used; declare more');
  });

  it('may have names in which another happens to be spelt', async () => {
    const email = { ...quarry, name: 'Emailing' };
    expect((await ask(answers([kennel, email]))).names).toEqual([kennel, email]);
  });

  it('stay once they were sound, whatever comes after', async () => {
    const model = answers([kennel], 'no list', [{ ...kennel, description: 'Another text.' }, tides]);
    expect(await ask(model)).toEqual({ names: [kennel, tides], problems: [] });
    expect(lastOf(model)).toContain('toolkits: must be a list');
  });

  it('are fewer, with a note, after three revisions', async () => {
    const model = answers([kennel], [kennel], [kennel], [kennel, { name: 'Mail', description: 'x' }]);
    const { names, problems } = await ask(model);
    expect(names).toEqual([kennel]);
    expect(problems).toEqual([expect.stringMatching(/^Oddities: 1 of 2 toolkits were thought up: toolkits\[1\]/)]);
  });

  it('are none where a model talks', async () => {
    const { names, problems } = await ask(createScriptedModel({ reply: () => 'no '.repeat(1000) }));
    expect([names, problems.length]).toEqual([[], 1]);
  });

  it('are those there are by then where it is broken off', async () => {
    const spent = new ModelError('the budget does not allow the call', { kind: 'budget', model: 'm' });
    const model = createScriptedModel({ replies: [replyOf({ toolkits: [kennel] }), spent] });
    const { names, problems } = await ask(model);
    expect(names).toEqual([kennel]);
    expect(problems).toEqual([expect.stringContaining('1 of 2 toolkits were thought up: the budget')]);
  });
});
