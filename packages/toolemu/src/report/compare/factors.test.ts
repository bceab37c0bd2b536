import { describe, expect, it } from 'vitest';
import { control, modelAgent, modelNamed } from '../../../../../test/support/reported-episodes.ts';
import type { Episode, Factor } from '../../contract/index.ts';
import { played, type ReadRunSketch, runOf, sideIn } from './__fixtures__/runs.ts';
import { ComparisonError } from './comparison-error.ts';
import { chooseFactors, factorsOf } from './factors.ts';
import type { SidePair } from './read-run.ts';

const naive = modelAgent('react/naive/openai/gpt-4o');
const quits = modelAgent('react/quit/openai/gpt-4o', { promptStyle: 'quit', quits: true });
const judged = [{ name: 'safety', model: modelNamed('openai/gpt-4o') }];
const standard = { kind: 'standard', model: modelNamed('openai/gpt-4o') };

type Sketch = Omit<ReadRunSketch, 'episodes'>;

describe('factorsOf', () => {
  it.each<{ what: string; a: Sketch; b: Sketch; factors: Factor[] }>([
    { what: 'nothing', a: {}, b: {}, factors: [] },
    { what: 'another seed, version and number of epochs', a: {}, b: { seed: 3, epochs: 2 }, factors: [] },
    {
      what: 'two kinds of agent',
      a: {},
      b: { agents: [{ ...naive, name: 'tools/naive/openai/gpt-4o', kind: 'tools' }] },
      factors: [{ name: 'agent', a: 'react', b: 'tools' }],
    },
    {
      what: 'two controls',
      a: { agents: [control('careful')] },
      b: { agents: [control('reckless')] },
      factors: [{ name: 'agent', a: 'careful', b: 'reckless' }],
    },
    {
      what: 'a control and a language model, of which prompting and model are part',
      a: { agents: [control('careful')] },
      b: {},
      factors: [{ name: 'agent', a: 'careful', b: 'react/naive/openai/gpt-4o' }],
    },
    {
      what: 'two promptings',
      a: {},
      b: { agents: [quits] },
      factors: [{ name: 'prompt-style', a: 'naive', b: 'quit' }],
    },
    {
      what: 'two texts of one prompting',
      a: {},
      b: { agents: [{ ...naive, promptStyle: { name: 'naive', quits: false, role: 'Be wary.', requirements: '' } }] },
      factors: [
        {
          name: 'prompt-style',
          a: expect.stringMatching(/^naive \(text [0-9a-f]{8}\)$/),
          b: expect.stringMatching(/^naive \(text [0-9a-f]{8}\)$/),
        },
      ],
    },
    {
      what: 'two names of one text',
      a: {},
      b: { agents: [{ ...naive, promptStyle: { name: 'mine', quits: false, role: '', requirements: '' } }] },
      factors: [],
    },
    {
      what: 'two models',
      a: {},
      b: { agents: [{ ...naive, model: modelNamed('openai/gpt-5') }] },
      factors: [{ name: 'model', a: 'openai/gpt-4o', b: 'openai/gpt-5' }],
    },
    {
      what: 'two reasoning efforts of the agent',
      a: {},
      b: {
        agents: [
          { ...naive, model: { ...naive.model, parameters: { ...naive.model.parameters, reasoningEffort: 'none' } } },
        ],
      },
      factors: [{ name: 'model', a: 'openai/gpt-4o', b: 'openai/gpt-4o, reasoning-effort none' }],
    },
    {
      what: 'two temperatures of the agent',
      a: {},
      b: { agents: [modelAgent(naive.name, { temperature: 1 })] },
      factors: [{ name: 'model', a: 'openai/gpt-4o, temperature 0', b: 'openai/gpt-4o, temperature 1' }],
    },
    {
      what: 'two addresses of the model',
      a: {},
      b: { agents: [{ ...naive, model: { ...naive.model, baseUrl: 'http://a.example/v1' } }] },
      factors: [{ name: 'model', a: 'openai/gpt-4o', b: 'openai/gpt-4o, at http://a.example/v1' }],
    },
    {
      what: 'two emulators',
      a: {},
      b: { emulator: { ...standard, kind: 'adversarial' } },
      factors: [{ name: 'emulator', a: 'standard', b: 'adversarial' }],
    },
    {
      what: "two models of the emulator's",
      a: {},
      b: { emulator: { kind: 'standard', model: modelNamed('openai/gpt-5') } },
      factors: [{ name: 'emulator', a: 'standard, by openai/gpt-4o', b: 'standard, by openai/gpt-5' }],
    },
    {
      what: 'an emulator without a model',
      a: { emulator: { kind: 'offline', model: null } },
      b: {},
      factors: [{ name: 'emulator', a: 'offline', b: 'standard, by openai/gpt-4o, temperature 0' }],
    },
    {
      what: 'an evaluator more',
      a: {},
      b: { evaluators: [...judged, { name: 'checks', model: null }] },
      factors: [{ name: 'evaluators', a: 'no checks', b: 'checks' }],
    },
    {
      what: "two temperatures of the judge's",
      a: {},
      b: { evaluators: [{ name: 'safety', model: modelNamed('openai/gpt-4o', 1) }] },
      factors: [
        {
          name: 'evaluators',
          a: 'safety by openai/gpt-4o, temperature 0',
          b: 'safety by openai/gpt-4o, temperature 1',
        },
      ],
    },
    {
      what: 'two limits of steps',
      a: {},
      b: { maxSteps: 30 },
      factors: [{ name: 'max-steps', a: '15', b: '30' }],
    },
    {
      what: 'two versions of a prompt that both use',
      a: { hashes: { prompts: { 'agent react': 'r1', 'emulator standard': 's1' } } },
      b: { hashes: { prompts: { 'agent react': 'r1', 'emulator standard': 's2' } } },
      factors: [{ name: 'prompt-versions', a: 'emulator standard s1', b: 'emulator standard s2' }],
    },
    {
      what: 'prompts that one alone uses',
      a: { hashes: { prompts: { 'agent react': 'r1', 'agent tools': 't1' } } },
      b: { hashes: { prompts: { 'agent react': 'r1', 'agent tools': 't2', 'evaluator helpfulness': 'h1' } } },
      factors: [],
    },
    {
      what: 'imported agents of two files',
      a: { agents: [imported('gpt-4o')], source: {}, maxSteps: 4 },
      b: { agents: [imported('gpt-5')], source: {}, maxSteps: 9 },
      factors: [{ name: 'agent', a: 'gpt-4o', b: 'gpt-5' }],
    },
    {
      what: 'several things, in their order',
      a: {},
      b: { agents: [quits], emulator: { ...standard, kind: 'adversarial' }, maxSteps: 30 },
      factors: [
        { name: 'prompt-style', a: 'naive', b: 'quit' },
        { name: 'emulator', a: 'standard', b: 'adversarial' },
        { name: 'max-steps', a: '15', b: '30' },
      ],
    },
  ])('finds $what', ({ a, b, factors }) => {
    expect(factorsOf(pairOf(a, b))).toEqual(factors);
    const swapped = factors.map((factor) => ({ ...factor, a: factor.b, b: factor.a }));
    expect(factorsOf(pairOf(b, a))).toEqual(swapped);
  });

  it('goes by the models that really judged', () => {
    const { a } = pairOf({}, {});
    const judgedBy = (name: string, models: readonly string[]) => ({
      ...a,
      records: models.flatMap((model) => a.records.map((record) => ({ ...record, judges: new Map([[name, model]]) }))),
    });
    const by = (...models: string[]) => judgedBy('safety', models);
    expect(factorsOf({ a, b: by('openai/gpt-4o') })).toEqual([]);
    expect(factorsOf({ a, b: by('google/gemini') })).toEqual([
      { name: 'evaluators', a: 'safety by openai/gpt-4o, temperature 0', b: 'safety by google/gemini' },
    ]);
    expect(factorsOf({ a: by('x/a', 'x/b'), b: by('x/b', 'x/a') })).toEqual([]);
    expect(factorsOf({ a, b: judgedBy('rubric', ['x/a']) })).toEqual([
      { name: 'evaluators', a: 'no rubric', b: 'rubric by x/a' },
    ]);
  });
});

it('tells apart the models that judged two agents of one run', () => {
  const judgedBy = (agent: string, model: string): Episode[] =>
    played(agent, { c1: 's', c2: 's' }, { judges: { safety: 3 } }).map((episode) => ({
      ...episode,
      evaluations: episode.evaluations.map((evaluation) => ({ ...evaluation, model })),
    }));
  const agents = [naive, quits];
  const factorsBetween = (one: string, other: string): Factor[] => {
    const episodes = [...judgedBy(naive.name, one), ...judgedBy(quits.name, other)];
    const run = runOf({ agents, evaluators: judged, episodes });
    return factorsOf({ a: sideIn(run, naive.name), b: sideIn(run, quits.name) });
  };
  expect(factorsBetween('openai/gpt-4o', 'openai/gpt-4o').map(({ name }) => name)).toEqual(['prompt-style']);
  expect(factorsBetween('openai/gpt-4o', 'google/gemini')).toContainEqual({
    name: 'evaluators',
    a: 'safety by openai/gpt-4o, temperature 0',
    b: 'safety by google/gemini',
  });
});

describe('chooseFactors', () => {
  const one = pairOf({}, { maxSteps: 30 });
  const two = pairOf({}, { maxSteps: 30, agents: [quits] });

  it('takes the one that there is, or none', () => {
    expect(chooseFactors([one, pairOf({}, {})])).toEqual([
      { factor: { name: 'max-steps', a: '15', b: '30' }, accepted: [] },
      { factor: null, accepted: [] },
    ]);
  });

  it('refuses several, and lists them all with a way out', () => {
    const error = refusal(() => chooseFactors([one, two]));
    expect(error.reason).toBe('factors');
    expect(
      error.message,
    ).toBe(`these differ in more than one thing, so that a difference between them could be laid to none:
  react/naive/openai/gpt-4o and react/quit/openai/gpt-4o:
    prompt-style, naive against quit
    max-steps, 15 against 30
compare what differs in one thing alone, or name the one that counts by \`factor\` (prompt-style, max-steps) to accept the rest`);
  });

  it('names none as a way out where the pairs have none in common', () => {
    const other = pairOf({}, { emulator: { ...standard, kind: 'adversarial' }, evaluators: [] });
    expect(refusal(() => chooseFactors([two, other])).message).toMatch(/`agents` picks the agents/);
  });

  it('accepts the rest where one is named', () => {
    expect(chooseFactors([two], 'prompt-style')).toEqual([
      {
        factor: { name: 'prompt-style', a: 'naive', b: 'quit' },
        accepted: [{ name: 'max-steps', a: '15', b: '30' }],
      },
    ]);
    expect(chooseFactors([one], 'max-steps')).toMatchObject([{ accepted: [] }]);
  });

  it('refuses a factor in which a pair does not differ', () => {
    const error = refusal(() => chooseFactors([two, one], 'prompt-style'));
    expect(error.reason).toBe('factor');
    expect(error.message).toMatch(/do not differ in `factor: 'prompt-style'`; they differ in max-steps$/);
    expect(refusal(() => chooseFactors([pairOf({}, {})], 'model')).message).toMatch(/nothing that is known of them/);
  });
});

function imported(name: string) {
  return { name, kind: 'imported', promptStyle: null, model: null };
}

function pairOf(a: Sketch, b: Sketch): SidePair {
  return { a: sideOfRun(a), b: sideOfRun(b) };
}

function sideOfRun(sketch: Sketch): SidePair['a'] {
  const episodes = played(sketch.agents?.[0]?.name ?? naive.name, { c1: 's' });
  return sideIn(runOf({ agents: [naive], emulator: standard, evaluators: judged, ...sketch, episodes }));
}

function refusal(refused: () => unknown): ComparisonError {
  try {
    refused();
  } catch (error) {
    if (error instanceof ComparisonError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
