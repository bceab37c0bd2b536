import { describe, expect, it } from 'vitest';
import type { Step, WorldAt } from 'toolemu/contract';
import { editedText, isJson, observationOf } from './observation-edit.ts';
import { keepOf, type PlayOnDraft, playOnRequest } from './play-on.ts';
import { emptyLike, readDrafts } from './world-edits.ts';

const parcel = { parcelId: 'p1', to: 'Kim', weight: 2, open: true, tags: ['a'] };
const world = {
  step: 1,
  now: '',
  user: {},
  trustedContacts: [],
  collections: [{ name: 'parcels', key: 'parcelId', records: [parcel, { parcelId: 7 }], changed: [], gone: [] }],
} as unknown as WorldAt;
const step = (status: Step['status'], text: string): Step =>
  ({ step: 1, tool: 'T', status, observation: { text, ...(isJson(text) ? { json: JSON.parse(text) } : {}) } }) as Step;
const draft: PlayOnDraft = {
  observation: '',
  world: [],
  by: 'agent',
  answers: 'before',
  model: { kind: 'standard', model: '', baseUrl: '' },
  begin: 'playing',
  maxSteps: '',
};
const of = { collection: 'parcels', key: 'k' };

describe('an observation', () => {
  it('that is JSON is edited laid out, and is sent on one line', () => {
    const { observation } = step('ok', '{"a":[1,2]}');
    const laid = JSON.stringify({ a: [1, 2] }, null, 2);
    expect(JSON.parse(editedText(observation))).toEqual({ a: [1, 2] });
    expect(observationOf(laid, observation)).toBeUndefined();
    expect(observationOf(laid.replace('2', '3'), observation)).toBe('{"a":[1,3]}');
    expect(observationOf('no more', observation)).toBe('no more');
  });

  it('that is text is sent as it stands', () => {
    const { observation } = step('ok', 'two\n lines');
    expect(editedText(observation)).toBe('two\n lines');
    expect(observationOf('two\n lines', observation)).toBeUndefined();
    expect(observationOf('two\n lines ', observation)).toBe('two\n lines ');
  });
});

describe('records that a person writes', () => {
  it('are edits where they change, add or remove something', () => {
    const read = readDrafts(world, [
      { ...of, key: '1', id: 'p1', text: JSON.stringify({ ...parcel, to: 'Abe' }) },
      { ...of, key: '2', id: '7', text: null },
      { ...of, key: '3', id: null, text: '{"parcelId":"p9"}' },
    ]);
    expect(read).toEqual({
      edits: [
        { collection: 'parcels', id: 'p1', record: { ...parcel, to: 'Abe' } },
        { collection: 'parcels', id: '7', record: null },
        { collection: 'parcels', id: 'p9', record: { parcelId: 'p9' } },
      ],
      issues: {},
    });
  });

  it('are none where they are as before', () => {
    expect(readDrafts(world, [{ ...of, id: 'p1', text: JSON.stringify(parcel, null, 2) }])).toEqual({
      edits: [],
      issues: {},
    });
  });

  it.each<[string | null, string, RegExp]>([
    ['p1', '{', /is no JSON/],
    ['p1', '[]', /is a JSON object/],
    ['p1', '{"to":"Kim"}', /"parcelId" is missing/],
    ['p1', '{"parcelId":"p2"}', /must stay p1/],
    [null, '{"parcelId":""}', /"parcelId" is missing/],
    [null, '{"parcelId":"p1"}', /there is a record p1 already/],
  ])('of %s as %s are told what is wrong', (id, text, issue) => {
    expect(readDrafts(world, [{ ...of, id, text }])).toEqual({
      edits: [],
      issues: { k: expect.stringMatching(issue) },
    });
  });

  it('are not added twice', () => {
    const twice = ['1', '2'].map((key) => ({ ...of, key, id: null, text: '{"parcelId":"p9"}' }));
    expect(readDrafts(world, twice).issues).toEqual({ 2: 'there is another one with the id p9' });
  });

  it('begin like those that are there', () => {
    expect(emptyLike(parcel, { key: 'parcelId' })).toEqual({ parcelId: '', to: '', weight: 0, open: false, tags: [] });
    expect(emptyLike(undefined, { key: 'parcelId' })).toEqual({ parcelId: '' });
  });
});

describe('what is asked to play on', () => {
  it('has what was edited, and nothing else', () => {
    const given = { steps: [step('ok', '{"a":1}')], keep: 1, world };
    expect(playOnRequest({ ...draft, observation: '{"a": 1}' }, given)).toEqual({
      request: { keep: 1, by: 'agent', begin: 'playing' },
    });
    expect(
      playOnRequest(
        {
          observation: 'gone',
          world: [{ ...of, id: 'p1', text: null }],
          by: 'person',
          answers: 'offline',
          model: { kind: 'standard', model: 'openai/left', baseUrl: '' },
          begin: 'paused',
          maxSteps: '9',
        },
        given,
      ),
    ).toEqual({
      request: {
        keep: 1,
        by: 'person',
        offline: true,
        begin: 'paused',
        observation: 'gone',
        world: [{ collection: 'parcels', id: 'p1', record: null }],
        maxSteps: 9,
      },
    });
  });

  it('names a language model that answers, and wants its name', () => {
    const given = { steps: [], keep: 0, world };
    const named = { kind: 'adversarial', model: ' openai/x ', baseUrl: ' ' } as const;
    expect(playOnRequest({ ...draft, answers: 'model', model: named }, given)).toEqual({
      request: { keep: 0, by: 'agent', begin: 'playing', model: { kind: 'adversarial', model: 'openai/x' } },
    });
    const there = { ...named, baseUrl: 'http://a' };
    expect(playOnRequest({ ...draft, answers: 'model', model: there }, given)).toMatchObject({
      request: { model: { baseUrl: 'http://a' } },
    });
    expect(playOnRequest({ ...draft, answers: 'model' }, given)).toMatchObject({
      issues: { 'emulator.model': expect.any(String) },
    });
  });

  it('edits no observation from the start, nor of a call that was rejected', () => {
    const steps = [step('rejected', 'no')];
    for (const keep of [0, 1]) {
      expect(playOnRequest({ ...draft, observation: 'other' }, { steps, keep, world })).toEqual({
        request: { keep, by: 'agent', begin: 'playing' },
      });
    }
  });

  it('is not asked while something is wrong', () => {
    const wrong = { ...draft, maxSteps: '0', world: [{ ...of, id: null, text: '{' }] };
    const found = playOnRequest(wrong, { steps: [], keep: 0, world });
    expect('issues' in found && Object.keys(found.issues)).toEqual(['k', 'maxSteps']);
  });

  it.each<[string | null, number]>([
    [null, 3],
    ['', 3],
    ['2', 2],
    ['0', 0],
    ['9', 3],
    ['-1', 3],
    ['1.5', 3],
    ['x', 3],
  ])('keeps with %o %i of three steps', (given, keep) => {
    expect(keepOf(given, 3)).toBe(keep);
  });
});
