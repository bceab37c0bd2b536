import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import { type Case, runConfigSchema } from '../../contract/index.ts';
import { ConfigError, prepareEvaluators, prepareRun, type RunRequest } from './prepare-run.ts';

/** A run of two controls without any model. */
const offline: RunRequest = {
  agents: ['careful', 'reckless'],
  promptStyles: ['naive'],
  agentModels: [],
  shared: {},
  agent: {},
  emulatorRole: {},
  evaluatorRole: {},
  emulator: 'offline',
  evaluators: ['checks'],
  epochs: 2,
  maxSteps: 15,
  seed: 7,
};

/** A run of a language model on an emulator that is one too. */
const modelled: RunRequest = {
  ...offline,
  agents: ['react'],
  shared: { model: 'openai/gpt-4o' },
  emulator: 'adversarial',
  evaluators: null,
};

describe('prepareRun', () => {
  it('takes controls as they are, without a model', () => {
    expect(prepareRun(offline)).toEqual({
      agents: [
        { name: 'careful', kind: 'careful', promptStyle: null, model: null },
        { name: 'reckless', kind: 'reckless', promptStyle: null, model: null },
      ],
      emulator: { kind: 'offline', model: null },
      evaluators: [{ name: 'checks', model: null }],
      epochs: 2,
      maxSteps: 15,
      seed: 7,
    });
  });

  it('gives a configuration that a run file takes', () => {
    for (const request of [offline, modelled]) {
      expect(runConfigSchema.safeParse(prepareRun(request)).error).toBeUndefined();
    }
  });

  it('lists each agent and evaluator once', () => {
    const { agents, evaluators } = prepareRun({
      ...offline,
      agents: ['careful', 'careful'],
      evaluators: ['checks', 'checks'],
    });
    expect([agents.length, evaluators.length]).toEqual([1, 1]);
  });

  it('asks no evaluator where none is wanted', () => {
    expect(prepareRun({ ...offline, evaluators: ['none'] }).evaluators).toEqual([]);
  });

  it('names an agent for its kind, prompting and model', () => {
    const { agents } = prepareRun({
      ...modelled,
      agents: ['react', 'tools', 'noact'],
      promptStyles: ['naive', 'quit'],
      agentModels: ['openai/gpt-4o', 'anthropic/claude-sonnet-4-5'],
    });
    expect(agents.map(({ name }) => name)).toEqual([
      'react/naive/openai/gpt-4o',
      'react/naive/anthropic/claude-sonnet-4-5',
      'react/quit/openai/gpt-4o',
      'react/quit/anthropic/claude-sonnet-4-5',
      'tools/naive/openai/gpt-4o',
      'tools/naive/anthropic/claude-sonnet-4-5',
      'tools/quit/openai/gpt-4o',
      'tools/quit/anthropic/claude-sonnet-4-5',
      'noact',
    ]);
  });

  it('gives a role its own model and parameters before the shared ones', () => {
    const { agents, emulator, evaluators } = prepareRun({
      ...modelled,
      shared: { model: 'openai/gpt-4o', temperature: 0.5, maxTokens: 100 },
      agent: { temperature: 1 },
      emulatorRole: { model: 'anthropic/claude-sonnet-4-5' },
      evaluators: ['safety'],
      evaluatorRole: { maxTokens: 200 },
    });
    expect(agents[0]?.model).toMatchObject({
      model: 'openai/gpt-4o',
      parameters: { temperature: 1, maxOutputTokens: 100 },
    });
    expect(emulator.model).toMatchObject({ model: 'anthropic/claude-sonnet-4-5', parameters: { temperature: 0.5 } });
    expect(evaluators[0]?.model).toMatchObject({ model: 'openai/gpt-4o', parameters: { maxOutputTokens: 200 } });
  });

  it('asks every model at temperature 0 where none is said', () => {
    const { agents, emulator, evaluators } = prepareRun({ ...modelled, evaluators: ['safety', 'helpfulness'] });
    const models = [...agents, emulator, ...evaluators].map(({ model }) => model?.parameters.temperature);
    expect(models).toEqual([0, 0, 0, 0]);
  });

  it('says how much a model thinks where that is said, and nothing of it elsewhere', () => {
    const { agents, emulator, evaluators, user } = prepareRun({
      ...modelled,
      shared: { model: 'openai/gpt-5', reasoningEffort: 'low' },
      agent: { reasoningEffort: 'none' },
      userRole: { reasoningEffort: 'high' },
      user: 'simulated',
      evaluators: ['safety'],
    });
    const asked = [agents[0]?.model, emulator.model, evaluators[0]?.model, user?.kind === 'simulated' && user.model];
    expect(asked.map((model) => model && model.parameters.reasoningEffort)).toEqual(['none', 'low', 'low', 'high']);
    expect(prepareRun(modelled).emulator.model?.parameters).toEqual({ temperature: 0, maxOutputTokens: 16_384 });
  });

  it('tells apart models of one name that are asked elsewhere or otherwise', () => {
    const model = 'vllm/qwen3';
    const { agents } = prepareRun({
      ...modelled,
      shared: { temperature: 0.5 },
      agentModels: [
        { model, baseUrl: 'http://gpu1:8000/v1' },
        { model, baseUrl: 'http://gpu2:8000/v1', reasoningEffort: 'none' },
        'openai/gpt-4o',
        { model, baseUrl: 'http://gpu1:8000/v1' },
      ],
    });
    expect(agents.map(({ name, model: asked }) => [name, asked?.baseUrl, asked?.parameters.reasoningEffort])).toEqual([
      ['react/naive/vllm/qwen3@http://gpu1:8000/v1', 'http://gpu1:8000/v1', undefined],
      ['react/naive/vllm/qwen3@http://gpu2:8000/v1+reasoningEffort=none', 'http://gpu2:8000/v1', 'none'],
      ['react/naive/openai/gpt-4o', null, undefined],
    ]);
    expect(agents.map((agent) => agent.model?.parameters.temperature)).toEqual([0.5, 0.5, 0.5]);
  });

  it('takes a model that is written in two ways once', () => {
    const { agents } = prepareRun({ ...modelled, agentModels: ['gpt-4o', 'openai/gpt-4o', 'gpt-4o'] });
    expect(agents.map(({ name }) => name)).toEqual(['react/naive/openai/gpt-4o']);
  });

  it("gives emulator and judges the agent's first model where none is named for them", () => {
    const { emulator, evaluators } = prepareRun({
      ...modelled,
      agents: ['noact', 'tools'],
      shared: { maxTokens: 100 },
      agentModels: ['Qwen/Qwen3-8B', 'openai/gpt-4o'],
      agent: { baseUrl: 'http://localhost:8000/v1', temperature: 1 },
      emulatorRole: { temperature: 0.25 },
      evaluatorRole: { baseUrl: 'http://localhost:9000/v1' },
    });
    const own = { model: 'compatible/Qwen/Qwen3-8B', baseUrl: 'http://localhost:8000/v1' };
    expect(emulator.model).toEqual({ ...own, parameters: { temperature: 0.25, maxOutputTokens: 100 } });
    expect(evaluators[0]?.model).toEqual({
      ...own,
      baseUrl: 'http://localhost:9000/v1',
      parameters: { temperature: 0, maxOutputTokens: 100 },
    });
  });

  it('judges a model with a model, and a control by checks alone', () => {
    expect(prepareRun(modelled).evaluators.map(({ name }) => name)).toEqual(['safety', 'helpfulness', 'checks']);
    expect(prepareRun({ ...offline, evaluators: null }).evaluators.map(({ name }) => name)).toEqual(['checks']);
  });

  it.each<{ what: string; request: Partial<RunRequest>; message: RegExp }>([
    {
      what: 'an agent there is not',
      request: { agents: ['carefull'] },
      message: /no agent "carefull"; there are .*careful/,
    },
    {
      what: 'an emulator there is not',
      request: { emulator: 'magic' },
      message: /no emulator "magic"; there are .*offline/,
    },
    {
      what: 'an evaluator there is not',
      request: { evaluators: ['checks', 'chekcs'] },
      message: /no evaluator "chekcs"; there are .*checks/,
    },
    {
      what: 'a prompting there is not',
      request: { ...modelled, promptStyles: ['niave'] },
      message: /no prompting "niave"; there are .*naive/,
    },
    {
      what: 'a model agent without a model',
      request: { agents: ['react'] },
      message: /react is a language model.*`model`/,
    },
    {
      what: 'a model emulator without a model',
      request: { emulator: 'standard' },
      message: /emulator is a language model.*`models\.emulator`.*`emulator: 'offline'`/,
    },
    {
      what: 'a judge without a model',
      request: { evaluators: ['safety'] },
      message: /evaluator is a language model.*`models\.evaluator`/,
    },
  ])('refuses $what', ({ request, message }) => {
    expect(() => prepareRun({ ...offline, ...request })).toThrow(ConfigError);
    expect(() => prepareRun({ ...offline, ...request })).toThrow(message);
  });
});

describe('prepareEvaluators', () => {
  it('gives judges their model, and checks none', () => {
    const evaluators = prepareEvaluators({
      evaluators: ['safety', 'checks', 'safety'],
      shared: {},
      evaluatorRole: { model: 'openai/gpt-4o' },
    });
    expect(evaluators.map(({ name, model }) => [name, model?.model])).toEqual([
      ['safety', 'openai/gpt-4o'],
      ['checks', undefined],
    ]);
  });

  const judged = (model?: string, cases: Case[] = []) =>
    prepareEvaluators({ evaluators: ['safety'], shared: {}, evaluatorRole: { model }, cases });

  it('refuses a judge without a model', () => {
    expect(() => judged()).toThrow(ConfigError);
  });

  it('advises checks only where every case has some', () => {
    const { checks: _checks, ...open } = sendToKim;
    expect(() => judged(undefined, [sendToKim])).toThrow(/, or use `evaluators: \['checks'\]`$/);
    expect(() => judged(undefined, [sendToKim, open])).toThrow(/`models\.evaluator`$/);
    expect(() => judged(undefined, [])).toThrow(/`models\.evaluator`$/);
  });

  it('makes a panel of several models, each once', () => {
    expect(judged('openai/gpt-4o, openai/o3')).toMatchObject([
      { model: { model: 'openai/gpt-4o' }, panel: [{ model: 'openai/o3' }] },
    ]);
    expect(judged('openai/gpt-4o')).toEqual([expect.not.objectContaining({ panel: expect.anything() })]);
    for (const twice of ['openai/o3,openai/gpt-4o,openai/o3', 'gpt-4o,openai/gpt-4o'])
      expect(() => judged(twice)).toThrow(/judge openai\/\S+ is named more than once: .*calibration with repeats/);
  });
});
