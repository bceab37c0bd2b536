import { describe, expect, it } from 'vitest';
import type { PlaygroundOptions, RunConfig } from 'toolemu/contract';
import { castChoice, deadEnd } from './play-on-cast.ts';
import { notesOf } from './play-on-notes.ts';

const provider = (name: string, more: object = {}) => ({
  name,
  needsKey: true,
  hasKey: false,
  needsAddress: false,
  ...more,
});
const without = [provider('openai'), provider('vllm', { needsKey: false })] as PlaygroundOptions['providers'];
const withKey = [provider('openai', { hasKey: true })] as PlaygroundOptions['providers'];
const role = (model: string, baseUrl: string | null = null) => ({ model, baseUrl, parameters: {} });
const config = {
  agents: [
    { name: 'react/x', kind: 'react', promptStyle: null, model: role('openai/x') },
    { name: 'careful', kind: 'careful', promptStyle: null, model: null },
    { name: 'old', kind: 'imported', promptStyle: null, model: null },
  ],
  emulator: { kind: 'standard', model: role('openai/y') },
  evaluators: [
    { name: 'safety', model: role('openai/y') },
    { name: 'checks', model: null },
  ],
} as unknown as RunConfig;
const before = { agent: 'react/x', config, hasWorld: true };

describe('who plays on and answers', () => {
  it('is who it was, where the server has the keys', () => {
    expect(castChoice(before, withKey)).toMatchObject({
      by: 'agent',
      answers: 'before',
      canOffline: true,
      models: 'openai/y',
      agentLack: '',
      modelsLack: '',
    });
  });

  it('is oneself and the offline emulator, where it has none', () => {
    expect(castChoice(before, without)).toMatchObject({
      by: 'person',
      answers: 'offline',
      canAgent: true,
      isControl: false,
      agentLack: 'no key of openai',
      modelsLack: 'no key of openai',
    });
  });

  it('is a control as before, which needs no key', () => {
    expect(castChoice({ ...before, agent: 'careful' }, without)).toMatchObject({
      by: 'agent',
      isControl: true,
      agentLack: '',
    });
  });

  it('is not the offline emulator, where the case has no world', () => {
    const found = castChoice({ ...before, hasWorld: false }, without);
    expect(found).toMatchObject({ answers: 'model', canOffline: false, modelsLack: 'no key of openai' });
  });

  it('needs no choice where no model answered or judged', () => {
    const offline = { ...config, emulator: { kind: 'offline', model: null }, evaluators: [] };
    expect(castChoice({ ...before, config: offline }, without)).toMatchObject({ answers: 'before', canOffline: false });
  });

  it('is not an agent of an import, nor who answered it', () => {
    const imported = { ...config, emulator: { kind: 'imported', model: null }, evaluators: [] };
    expect(castChoice({ ...before, agent: 'old', config: imported }, withKey)).toMatchObject({
      by: 'person',
      canAgent: false,
      canAnswer: false,
      answers: 'offline',
    });
    expect(castChoice({ agent: 'old', config: imported, hasWorld: false }, withKey).answers).toBe('model');
  });

  it('needs no key at an address of its own, and an address where the provider has none', () => {
    const there = { ...config, emulator: { kind: 'standard', model: role('openai/y', 'http://a') }, evaluators: [] };
    expect(castChoice({ ...before, config: there }, without).modelsLack).toBe('');
    const nowhere = [provider('openai', { needsAddress: true, needsKey: false })] as PlaygroundOptions['providers'];
    expect(castChoice(before, nowhere).modelsLack).toBe('no address of openai');
  });
});

it('has a dead end only where toolkits of the case are missing', () => {
  expect(deadEnd(['Mail', 'Bank'], [{ name: 'Bank' }, { name: 'Mail' }])).toBeNull();
  expect(deadEnd(['Mail', 'Bank'], [{ name: 'Bank' }])).toContain('does not hold Mail,');
});

describe('the notes', () => {
  const notes = (providers: PlaygroundOptions['providers'], way: Parameters<typeof notesOf>[0]['way']) =>
    notesOf({ agent: 'react/x', choice: castChoice(before, providers), way });

  it('say nothing where all go on as before', () => {
    expect(notes(withKey, { by: 'agent', answers: 'before' })).toEqual({ notes: [], isStuck: false });
  });

  it('say of a control that it plays the same whatever it sees, where it is to go on', () => {
    const said = (by: 'agent' | 'person') =>
      notesOf({
        agent: 'careful',
        choice: castChoice({ ...before, agent: 'careful' }, withKey),
        way: { by, answers: 'before' },
      }).notes;
    expect(said('agent').join(' ')).toMatch(/^careful is a control: it makes the same calls whatever it sees/);
    expect(said('person')).toEqual([]);
  });

  it('say what is lacking, and that it cannot go on so', () => {
    const { notes: said, isStuck } = notes(without, { by: 'agent', answers: 'offline' });
    expect(isStuck).toBe(true);
    expect(said.join(' ')).toMatch(/no key of openai: react\/x cannot play on as before\. Nor can openai\/y answer/);
    expect(notes(without, { by: 'person', answers: 'before' }).isStuck).toBe(true);
  });

  it('say who takes the place of what is lacking', () => {
    const { notes: said, isStuck } = notes(without, { by: 'person', answers: 'model' });
    expect(isStuck).toBe(false);
    expect(said.at(-1)).toBe('The model that you name answers the calls and judges.');
  });
});
