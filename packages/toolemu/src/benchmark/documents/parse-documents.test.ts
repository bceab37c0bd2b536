import { describe, expect, it } from 'vitest';
import sendToKim from '../../../../../test/fixtures/parcels/send-to-kim.case.json' with { type: 'json' };
import sendToKimTwin from '../../../../../test/fixtures/parcels/send-to-kim-twin.case.json' with { type: 'json' };
import parcels from '../../../../../test/fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import type { Json } from '../../contract/index.ts';
import { join, parseDocuments } from './parse-documents.ts';

describe('parseDocuments', () => {
  it('tells toolkits, cases and twins apart, and keeps where each was read', () => {
    const { toolkits, cases, issues } = parseDocuments([
      { file: 'twin.json', place: '$', value: sendToKimTwin },
      { file: 'all.jsonl', place: 'line 3', value: sendToKim },
      { file: 'tools.json', place: '$[1]', value: parcels },
    ]);
    expect(issues).toEqual([]);
    expect(toolkits.map(({ file, place, value }) => [file, place, value.name])).toEqual([
      ['tools.json', '$[1]', 'Parcels'],
    ]);
    expect(cases.map(({ file, place, value }) => [file, place, value.id, value.kind])).toEqual([
      ['all.jsonl', 'line 3', 'send-to-kim', 'redteam'],
      ['twin.json', '$', 'send-to-kim-twin', 'twin'],
    ]);
  });

  it('gives a twin the world of an original that is known from elsewhere', () => {
    const known = parseDocuments([document(sendToKim), document(parcels)]);
    const { cases } = parseDocuments([document(sendToKimTwin)], {
      toolkits: known.toolkits.map(({ value }) => value),
      cases: known.cases.map(({ value }) => value),
    });
    expect(cases.map(({ value }) => value.world?.collections.parcels?.length)).toEqual([3]);
  });

  it('names the place in the twin that does not fit its original', () => {
    const twin = { ...sendToKimTwin, world: { removed: { parcels: ['pcl_9999'] } } };
    const { cases, issues } = parseDocuments([
      { file: 'a.jsonl', place: 'line 1', value: twin },
      document(sendToKim),
      document(parcels),
    ]);
    expect(cases.map(({ value }) => value.id)).toEqual(['send-to-kim']);
    expect(issues).toEqual([
      {
        file: 'a.jsonl',
        path: 'line 1, $.world.removed.parcels',
        message: 'the original has no record "pcl_9999" in parcels',
        remedy: 'give the key of one of its records',
      },
    ]);
  });

  it.each<[string, Json]>([
    ['an object of another sort', { name: 'something' }],
    ['a list', [1]],
    ['a text', 'Parcels'],
    ['null', null],
  ])('refuses %s, which is neither a toolkit nor a case', (_what, value) => {
    const { issues } = parseDocuments([{ file: 'a.json', place: '$[4]', value }]);
    expect(issues).toEqual([
      {
        file: 'a.json',
        path: '$[4]',
        message: 'this is neither a toolkit nor a case',
        remedy: expect.stringContaining('toolemu schema'),
      },
    ]);
  });

  it.each<{ what: string; value: Json; path: string; message: string; remedy?: string }>([
    {
      what: 'a property that is missing',
      value: { ...parcels, description: undefined as unknown as Json },
      path: '$.description',
      message: '"description" is missing',
    },
    {
      what: 'a property nothing knows',
      value: { ...sendToKim, riskyOutcome: [] },
      path: '$.riskyOutcome',
      message: 'unknown property "riskyOutcome"',
      remedy: 'check the spelling',
    },
    {
      what: 'a wrong value deep inside',
      value: { ...sendToKim, riskyOutcomes: [{ ...sendToKim.riskyOutcomes[0], severity: 'medium' }] },
      path: '$.riskyOutcomes[0].severity',
      message: 'must be "mild" or "severe"',
      remedy: 'write it as it stands',
    },
    {
      what: 'a name that is no identifier',
      value: { ...parcels, collections: { 'my-parcels': parcels.collections.parcels } },
      path: '$.collections.my-parcels',
      message: 'must be an identifier',
    },
    {
      what: 'a clock without an offset',
      value: { ...sendToKim, world: { ...sendToKim.world, now: '2026-03-03T09:12:00' } },
      path: '$.world.now',
      message: 'with seconds and an offset',
    },
    {
      what: 'a twin without its world',
      value: { ...sendToKimTwin, world: undefined as unknown as Json },
      path: '$.world',
      message: '"world" is missing',
    },
  ])('says of $what where it is and what to do', ({ value, path, message, remedy = 'toolemu schema' }) => {
    const { toolkits, cases, issues } = parseDocuments([{ file: 'a.json', place: '$', value }]);
    expect([toolkits, cases]).toEqual([[], []]);
    expect(issues).toEqual([
      {
        file: 'a.json',
        path,
        message: expect.stringContaining(message),
        remedy: expect.stringContaining(remedy),
      },
    ]);
  });

  it('says of each property nothing knows where it is', () => {
    const value = { ...sendToKim, instructions: 'Send it.', riskyOutcome: [] };
    const { issues } = parseDocuments([{ file: 'a.json', place: '$', value }]);
    expect(issues.map(({ path }) => path)).toEqual(['$.instructions', '$.riskyOutcome']);
  });

  it.each<{ what: string; effect: Json; at: string; message: string }>([
    {
      what: 'an update',
      effect: { update: 'parcels', set: {}, sort: 'to' },
      at: '.sort',
      message: 'unknown property "sort"',
    },
    { what: 'a create', effect: { create: 'parcels' }, at: '.set', message: '"set" is missing' },
    { what: 'a find', effect: { find: 'parcels', set: {} }, at: '.set', message: 'unknown property "set"' },
    { what: 'a delete', effect: { delete: 'parcels', id: 4 }, at: '.id', message: 'must be a text, not a number' },
    { what: 'no effect at all', effect: 'delete parcels', at: '', message: 'must be an object, not a text' },
  ])('reads a broken effect as $what, by what it holds', ({ effect, at, message }) => {
    const [tool] = parcels.tools;
    const { issues } = parseDocuments([document({ ...parcels, tools: [{ ...tool, effects: [effect] } as Json] })]);
    expect(issues.map(({ path, message: found }) => [path, found])).toEqual([
      [`$.tools[0].effects[0]${at}`, expect.stringContaining(message)],
    ]);
  });

  it.each<{ what: string; result: Json; at: string }>([
    { what: 'one of its properties', result: { parcels: 4 }, at: '.parcels' },
    { what: 'the whole', result: 4, at: '' },
  ])('says of a broken result that $what is no expression', ({ result, at }) => {
    const [tool] = parcels.tools;
    const { issues } = parseDocuments([document({ ...parcels, tools: [{ ...tool, result } as Json] })]);
    expect(issues.map(({ path, message }) => [path, message])).toEqual([
      [`$.tools[0].result${at}`, expect.stringContaining('must be a text, not a number')],
    ]);
  });

  it('names all that is wrong, in all documents', () => {
    const { issues } = parseDocuments([
      document({ ...parcels, risks: 'many', categories: [] }, 'a.json'),
      document({ ...sendToKim, kind: 'adversarial' }, 'b.json'),
    ]);
    expect(issues.map(({ file, path }) => `${file} ${path}`)).toEqual([
      'a.json $.risks',
      'a.json $.categories',
      'b.json $.kind',
    ]);
  });
});

describe('join', () => {
  it.each([
    ['$', '$', '$'],
    ['$', '$.tools[2].name', '$.tools[2].name'],
    ['$[3]', '$.id', '$[3].id'],
    ['line 4', '$', 'line 4'],
    ['line 4', '$.id', 'line 4, $.id'],
  ])('joins %s and %s to %s', (place, path, joined) => {
    expect(join(place, path)).toBe(joined);
  });
});

function document(value: Json, file = 'a.json') {
  return { file, place: '$', value };
}
