import { describe, expect, it } from 'vitest';
import type { PlaygroundOptions, PlaygroundSession } from 'toolemu/contract';
import { caseInputOf } from './case/case-input.ts';
import { fieldIssueOf, issuesOf } from './field-issues.ts';
import { withChoices } from './kept-set-up.ts';
import { misfitsOf } from './roles/misfits.ts';
import { providerNote } from './roles/provider-note.ts';
import { requestAgain } from './request-again.ts';
import { requestOf } from './session-request.ts';
import { ownCopy, promptStyleTemplate, promptStyleText } from './roles/prompt-style-text.ts';
import { firstSetUp, ownWords, type SetUp } from './set-up.ts';

const options: PlaygroundOptions = {
  agents: (['noact', 'careful', 'human', 'react'] as const).map((kind) => ({
    kind,
    needsModel: kind === 'react',
    needsReference: kind === 'careful',
  })),
  promptStyles: [{ name: 'naive', quits: false, role: '', requirements: '' }],
  emulators: (['standard', 'offline'] as const).map((kind) => ({
    kind,
    needsModel: kind === 'standard',
    needsWorld: kind === 'offline',
  })),
  evaluators: [{ name: 'checks', needsModel: false, needsChecks: true }],
  cases: [],
  toolkits: [],
  providers: [
    { name: 'openai', needsKey: true, hasKey: false, needsAddress: false },
    { name: 'compatible', needsKey: false, hasKey: false, needsAddress: true },
  ],
  issues: [],
};
const [openai, compatible] = options.providers;
const withKey: PlaygroundOptions = {
  ...options,
  providers: [
    { ...(openai as NonNullable<typeof openai>), hasKey: true },
    compatible as NonNullable<typeof compatible>,
  ],
};
const setUpOf = (change: Partial<SetUp> = {}): SetUp => ({
  ...firstSetUp(options, new URLSearchParams('case=one')),
  ...change,
});
const model = { model: '', baseUrl: '' };

describe('the form at first', () => {
  it('is played by oneself without a language model where no provider has a key', () => {
    const { agent, emulator, caseId } = setUpOf();
    expect([agent.kind, emulator.kind, caseId]).toEqual(['human', 'offline', 'one']);
  });

  it('is played and emulated by language models where one has', () => {
    const { agent, emulator } = firstSetUp(withKey, new URLSearchParams());
    expect([agent.kind, emulator.kind]).toEqual(['react', 'standard']);
  });

  it('is as an address says, where it says what there is', () => {
    const { agent, emulator, source } = firstSetUp(
      options,
      new URLSearchParams('agent=careful&emulator=odd&source=pasted'),
    );
    expect([agent.kind, emulator.kind, source]).toEqual(['careful', 'offline', 'pasted']);
  });
});

describe('a request', () => {
  it('of a known case has its id, and nothing of models that take no part', () => {
    const agent = { ...setUpOf().agent, model: 'openai/left', temperature: '1' };
    expect(requestOf(setUpOf({ agent }), options)).toEqual({
      request: {
        case: { id: 'one' },
        cast: { agent: { kind: 'human' }, emulator: { kind: 'offline' }, evaluators: {}, maxSteps: 30 },
        begin: 'playing',
      },
    });
  });

  it('names models, where they answer, and how they are asked', () => {
    const found = requestOf(
      setUpOf({
        agent: { kind: 'react', promptStyle: 'naive', temperature: '0.5', model: ' openai/x ', baseUrl: 'http://a' },
        emulator: { kind: 'standard', model: 'openai/y', baseUrl: '' },
        evaluators: { names: ['checks'], ...model, model: 'openai/z' },
        maxSteps: '3',
        begin: 'paused',
      }),
      options,
    );
    expect(found).toMatchObject({
      request: {
        begin: 'paused',
        cast: {
          agent: { kind: 'react', promptStyle: 'naive', temperature: 0.5, model: 'openai/x', baseUrl: 'http://a' },
          emulator: { kind: 'standard', model: 'openai/y' },
          evaluators: { names: ['checks'], model: 'openai/z' },
          maxSteps: 3,
        },
      },
    });
  });

  it('names a built-in prompting, or has the words of one', () => {
    const agent = { ...setUpOf().agent, kind: 'react', model: 'openai/x' } as const;
    const promptStyleOf = (change: Partial<SetUp>) => {
      const found = requestOf(setUpOf(change), options);
      return 'request' in found ? found.request.cast.agent.promptStyle : found.issues;
    };
    expect(promptStyleOf({ agent, words: 'left' })).toBe('naive');
    expect(promptStyleOf({ agent: { ...agent, promptStyle: ownWords }, words: 'mine' })).toEqual({ text: 'mine' });
  });

  it('has a pasted case with its toolkits as a list, and the one that is meant', () => {
    const { input } = caseInputOf(setUpOf({ source: 'pasted', pasted: '[{"a":1}]', toolkits: '{"b":2}', pick: 'a' }));
    expect(input).toEqual({ case: { json: [{ a: 1 }], pick: 'a' }, toolkits: [{ b: 2 }] });
    expect(caseInputOf(setUpOf({ source: 'pasted', pasted: '{}', toolkits: '[1,2]' })).input).toEqual({
      case: { json: {} },
      toolkits: [1, 2],
    });
  });

  it.each<[string, Partial<SetUp>, string]>([
    ['no case', { caseId: '' }, 'case'],
    ['a case that is no JSON', { source: 'pasted', pasted: '{' }, 'case'],
    ['nothing pasted', { source: 'pasted' }, 'case'],
    ['toolkits that are no JSON', { source: 'pasted', pasted: '{}', toolkits: '{' }, 'toolkits'],
    ['an agent without a model', { agent: { ...setUpOf().agent, kind: 'react' } }, 'agent.model'],
    ['a temperature beyond', { agent: { ...setUpOf().agent, temperature: '3' } }, 'agent.temperature'],
    ['no number of steps', { maxSteps: 'many' }, 'maxSteps'],
    ['too many steps', { maxSteps: '201' }, 'maxSteps'],
  ])('is none with %s', (_what, change, field) => {
    const found = requestOf(setUpOf(change), options);
    expect('issues' in found && found.issues.map((issue) => issue.field)).toEqual([field]);
  });
});

describe('what the server says', () => {
  it.each([
    ['agent.model: name one', 'agent.model', 'name one'],
    ['body.cast.agent.baseUrl: Invalid URL', 'agent.baseUrl', 'Invalid URL'],
    ['agent.promptStyle: no YAML at\n line 2', 'agent.promptStyle', 'no YAML at\n line 2'],
    ['body.cast.maxSteps: Too big', 'maxSteps', 'Too big'],
    ['case, $.id: is missing', '', 'case, $.id: is missing'],
    ['there are 20 sessions: stop one', '', 'there are 20 sessions: stop one'],
  ])('belongs where %o points', (said, field, message) => {
    expect(fieldIssueOf(said)).toEqual({ field, message });
  });

  it('of a case stands apart from what it says of toolkits', () => {
    const issues = ['case', 'toolkit 2'].map((file) => ({ file, path: '$', message: '', remedy: '' }));
    expect(issuesOf(issues, 'case').map(({ file }) => file)).toEqual(['case']);
    expect(issuesOf(issues, 'toolkits').map(({ file }) => file)).toEqual(['toolkit 2']);
  });
});

describe('the text of a prompting', () => {
  it('has its name and role quoted, and its requirements below', () => {
    const text = promptStyleText({ name: 'a: b', quits: true, role: 'Say "no".', requirements: 'One.\nTwo.' });
    expect(text).toBe('---\nname: "a: b"\nquits: true\nrole: "Say \\"no\\"."\n---\nOne.\nTwo.');
  });

  it('of a copy has another name', () => {
    expect(ownCopy({ name: 'quit', quits: true, role: '', requirements: '' })).toContain('name: "my-quit"');
    expect(promptStyleTemplate).toContain('quits: false');
  });
});

describe('a form that was left', () => {
  const kept = JSON.stringify({
    source: 'pasted',
    caseId: 'two',
    agent: { kind: 'react', model: 'openai/x', temperature: 1, odd: 1 },
    emulator: { kind: 'standard', baseUrl: 'http://a' },
    evaluators: { names: ['checks'] },
    maxSteps: '7',
  });

  it('is there again', () => {
    const first = firstSetUp(options, new URLSearchParams());
    expect(withChoices(first, kept, new URLSearchParams())).toMatchObject({
      source: 'pasted',
      caseId: 'two',
      agent: { kind: 'react', promptStyle: 'naive', model: 'openai/x', temperature: '' },
      emulator: { kind: 'standard', model: '', baseUrl: 'http://a' },
      evaluators: { names: ['checks'] },
      maxSteps: '7',
      begin: 'playing',
    });
  });

  it('gives way to the address, and to what cannot be read', () => {
    const search = new URLSearchParams('case=one&agent=careful&emulator=offline');
    const first = firstSetUp(options, search);
    expect(withChoices(first, kept, search)).toMatchObject({
      source: 'known',
      caseId: 'one',
      agent: { kind: 'careful', model: 'openai/x' },
      emulator: { kind: 'offline', baseUrl: 'http://a' },
    });
    expect(withChoices(first, '{', search)).toEqual(first);
    expect(withChoices(first, null, search)).toEqual(first);
  });
});

describe('what a case does not go with', () => {
  const chosen = (agent: SetUp['agent']['kind'], emulator: SetUp['emulator']['kind']) => ({
    agent: { kind: agent },
    emulator: { kind: emulator },
  });
  const bare = {};
  const whole = { world: {}, references: [{ name: 'careful' }] } as unknown as Parameters<typeof misfitsOf>[0];

  it('is a control without its reference, and the offline emulator without a world', () => {
    expect(misfitsOf(bare, chosen('careful', 'offline'))).toEqual({
      agent: expect.stringContaining('no reference "careful"'),
      emulator: expect.stringContaining('no world'),
    });
    expect(misfitsOf(whole, chosen('reckless', 'offline')).agent).toContain('"reckless"');
  });

  it('is nothing else, and nothing before there is a case', () => {
    const none = { agent: undefined, emulator: undefined };
    expect(misfitsOf(whole, chosen('careful', 'offline'))).toEqual(none);
    expect(misfitsOf(bare, chosen('human', 'standard'))).toEqual(none);
    expect(misfitsOf(null, chosen('careful', 'offline'))).toEqual(none);
  });
});

describe('the note on a provider', () => {
  it.each([
    ['', '', ''],
    ['openai/x', '', 'the server has no key of openai: start it with the key in its environment'],
    ['compatible/x', '', 'say where compatible answers: a base URL'],
    ['odd/x', '', 'odd is no provider: openai, compatible'],
    ['openai/x', 'http://a', 'a key of the environment is sent to addresses of the environment only'],
  ])('of %o at %o', (name, baseUrl, note) => {
    expect(providerNote({ model: name, baseUrl }, options)).toBe(note);
  });

  it('is empty where it has a key', () => {
    expect(providerNote({ model: 'openai/x', baseUrl: '' }, withKey)).toBe('');
  });
});

describe('the same session again', () => {
  const role = (name: string) => ({ model: name, baseUrl: 'http://a', parameters: { temperature: 0.2 } });
  const promptStyle = { name: 'mine', quits: true, role: 'You: "one".', requirements: 'Ask.\nThen act.' };
  const session = {
    case: { id: 'one' },
    toolkits: [{ name: 'Parcels' }],
    config: {
      agents: [{ name: 'a', kind: 'react', promptStyle, model: role('openai/x') }],
      emulator: { kind: 'standard', model: role('openai/y') },
      evaluators: [
        { name: 'safety', model: role('openai/z') },
        { name: 'checks', model: null },
      ],
      maxSteps: 7,
    },
  } as unknown as PlaygroundSession;

  const known = {
    ...options,
    evaluators: [...options.evaluators, { name: 'safety', needsModel: true, needsChecks: false }],
  };

  it('is asked for by its case as it was, and by its configuration', () => {
    expect(requestAgain(session, known)).toEqual({
      case: { json: { id: 'one' } },
      toolkits: [{ name: 'Parcels' }],
      cast: {
        agent: {
          kind: 'react',
          promptStyle: { text: promptStyleText(promptStyle) },
          temperature: 0.2,
          model: 'openai/x',
          baseUrl: 'http://a',
        },
        emulator: { kind: 'standard', model: 'openai/y', baseUrl: 'http://a' },
        evaluators: { names: ['safety', 'checks'], model: 'openai/z', baseUrl: 'http://a' },
        maxSteps: 7,
      },
      begin: 'playing',
    });
  });

  it('is asked for with an agent, an emulator and an evaluator of the configuration of the server', () => {
    const { config } = session;
    const own = {
      ...session,
      config: {
        ...config,
        agents: [{ name: 'mine', kind: 'mine', promptStyle: null, model: null }],
        emulator: { kind: 'canned', model: null },
        evaluators: [{ name: 'house-rules', model: null }],
      },
    } as unknown as PlaygroundSession;
    const offered = {
      agents: [{ kind: 'mine', needsModel: false, needsReference: false }],
      emulators: [{ kind: 'canned', needsModel: false, needsWorld: false }],
      evaluators: [{ name: 'house-rules', needsModel: false, needsChecks: false }],
    };
    expect(requestAgain(own, offered)?.cast).toMatchObject({
      agent: { kind: 'mine' },
      emulator: { kind: 'canned' },
      evaluators: { names: ['house-rules'] },
    });
    expect(requestAgain(own, known)).toBeNull();
  });

  it('cannot be where its agent is none of the playground', () => {
    expect(requestAgain(session, { ...known, agents: [] })).toBeNull();
  });
});
