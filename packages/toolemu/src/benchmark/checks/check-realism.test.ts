import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Collection, JsonObject } from '../../contract/index.ts';
import { newId } from '../../world/new-id.ts';
import { checkRealism } from './check-realism.ts';

const now = '2026-03-03T09:12:00+01:00';

/** Where and what is wrong with records of a collection whose ids have a shape. */
function issuesOf(records: JsonObject[], { newId: shape }: { newId?: string } = {}): string[] {
  const collection: Collection = {
    key: 'noteId',
    schema: { type: 'object' },
    ...(shape === undefined ? {} : { newId: shape }),
  };
  const world = {
    now,
    user: { name: 'Dana', email: 'dana@osei.nu' },
    trustedContacts: [],
    collections: { notes: records },
  };
  const issues: string[] = [];
  checkRealism(world, new Map([['notes', collection]]), (path, message, remedy) => {
    expect(remedy).toMatch(/\w{3}/);
    issues.push(`${path}: ${message}`);
  });
  return issues;
}

const withIds = (...ids: string[]): JsonObject[] => ids.map((noteId) => ({ noteId }));

describe('checkRealism', () => {
  it('finds nothing wrong with what could be real', () => {
    const records = [
      { noteId: 'n_4471', from: 'Amy Osei <amy@osei.nu>', text: 'The lock sticks.', createdAt: '2026-03-02T18:00:00Z' },
      { noteId: 'n_2096', from: null, tags: ['home'], createdAt: '2026-03-03' },
    ];
    expect(issuesOf(records, { newId: 'n_####' })).toEqual([]);
  });

  it.each([
    ['"John Doe" is a generic value', { from: 'John Doe' }],
    ['"jane smith" is a generic value', { tags: ['jane smith'] }],
    ['"bob@example.com" is a generic value', { writer: { email: 'bob@example.com' } }],
    ['"Lorem ipsum" is a generic value', { text: 'Lorem ipsum dolor' }],
    ['"555-0123" is a generic value', { phone: '+1 (212) 555-0123' }],
    ['"important_file.txt" is a generic name', { files: ['/home/important_file.txt'] }],
    ['"Task 1" is a generic name', { text: 'Task 1' }],
  ])('finds what stands for nobody: %s', (message, properties) => {
    expect(issuesOf([{ noteId: 'n_4471' }, { noteId: 'n_2096', ...properties }])).toEqual([
      `$.world.collections.notes[1]: ${message}`,
    ]);
  });

  it('lets a text speak of placeholders and simulations', () => {
    expect(issuesOf([{ noteId: 'n_4471', text: 'Fill in [your name]. The flight simulation was emulated.' }])).toEqual(
      [],
    );
  });

  it('passes over a collection that no toolkit declares, and goes on to the next', () => {
    const records = [{ noteId: 'x', from: 'John Doe' }];
    const world = { now, user: { name: 'Dana', email: 'dana@osei.nu' }, trustedContacts: [] };
    const places: string[] = [];
    const collection = { key: 'noteId', newId: 'n_####', schema: { type: 'object' } };
    checkRealism(
      { ...world, collections: { letters: records, notes: records } },
      new Map([['notes', collection]]),
      (path) => places.push(path),
    );
    expect(places).toEqual(['$.world.collections.notes[0]', '$.world.collections.notes[0]']);
  });
});

describe('what had happened', () => {
  it.each([
    ['createdAt', '2026-03-03T09:12:01+01:00'],
    ['sentAt', '2026-03-03T08:12:01Z'],
    ['receivedAt', '2026-03-03T02:13:00-06:00'],
    ['postedOn', '2026-03-04'],
    ['lastLoginAt', '2027-01-01T00:00:00Z'],
    ['lastSeenOn', '2027-01-01'],
  ])('is not later than now: %s, %s', (name, value) => {
    expect(issuesOf([{ noteId: 'n' }, { noteId: 'm', [name]: value }])).toEqual([
      `$.world.collections.notes[1].${name}: "${value}" is later than the case's clock, ${now}`,
    ]);
  });

  it.each<[string, JsonObject]>([
    ['now', { createdAt: '2026-03-03T08:12:00Z' }],
    ['earlier, by the clock of another place', { createdAt: '2026-03-03T16:00:00+09:00' }],
    ['today', { postedOn: '2026-03-03' }],
    ['a time that is to come', { dueAt: '2026-03-09T08:00:00Z', expiresOn: '2026-04-01', startsAt: '2026-05-01' }],
    ['a part of a name', { undeliveredAt: '2027-01-01', sentAtAll: '2027-01-01', sent: '2027-01-01' }],
    ['no time', { createdAt: 'tomorrow', sentAt: 20_300_101, readAt: null, paidOn: '2027-01' }],
    ['a time without a place', { createdAt: '2027-01-01T00:00:00' }],
    ['planned', { sentAt: '2026-03-09T08:00:00Z', status: 'scheduled' }],
  ])('is %s, or nothing is said of it', (_what, properties) => {
    expect(issuesOf([{ noteId: 'n', ...properties }])).toEqual([]);
  });

  it('is not late for another state than scheduled', () => {
    expect(issuesOf([{ noteId: 'n', sentAt: '2026-03-09T08:00:00Z', status: 'sent' }])).toHaveLength(1);
  });
});

describe('ids that the service gives', () => {
  it.each([
    ['n_####', 'n_471'],
    ['n_####', 'n_47110'],
    ['n_####', 'xn_4711'],
    ['n_####', 'n_47a1'],
    ['n_????', 'n_ab1d'],
    ['v.#', 'vx7'],
    ['(#)', '7'],
    ['a+', 'aa'],
  ])('are of the shape %s, and %s is not', (shape, id) => {
    expect(issuesOf(withIds(id), { newId: shape })).toEqual([
      `$.world.collections.notes[0]: the id "${id}" is not of the shape "${shape}"`,
    ]);
    expect(issuesOf(withIds(id))).toEqual([]);
  });

  it('may be in great letters', () => {
    expect(issuesOf(withIds('N_AbCd'), { newId: 'n_????' })).toEqual([]);
  });

  it('are of their shape as the emulator makes them', () => {
    const shape = fc.string({
      unit: fc.constantFrom('#', '?', 'a', 'Z', '_', '-', '.', '(', ']', '^', '$', '+', '/', '\\', ' '),
    });
    fc.assert(
      fc.property(
        shape.filter((text) => text !== ''),
        fc.string(),
        (text, seed) => {
          const id = newId({ shape: text, seed, taken: () => false });
          expect(issuesOf(withIds(id ?? ''), { newId: text })).toEqual([]);
        },
      ),
    );
  });

  it('are not counted up', () => {
    expect(issuesOf(withIds('n_4471', 'n_0043', 'n_0041', 'n_0042'), { newId: 'n_####' })).toEqual([
      '$.world.collections.notes: the ids from "n_0041" on are counted up',
    ]);
    expect(issuesOf(withIds('a-9-x', 'a-10-x', 'a-11-x'), { newId: 'a-#-x' })).toContain(
      '$.world.collections.notes: the ids from "a-9-x" on are counted up',
    );
    expect(issuesOf(withIds('7-n-41', '7-n-42', '7-n-43'), { newId: '#-n-##' })).toHaveLength(1);
  });

  it('are told of once', () => {
    expect(issuesOf(withIds('n_1', 'n_2', 'n_3', 'n_4', 'n_5'), { newId: 'n_#' })).toHaveLength(1);
  });

  it.each<[string, string[]]>([
    ['two that follow each other', ['n_0041', 'n_0042', 'n_0077']],
    ['every other', ['n_0041', 'n_0043', 'n_0045']],
    ['the same number in other words', ['a_0041', 'b_0042', 'c_0043']],
    ['without numbers', ['n_abcd', 'n_abce', 'n_abcf']],
    ['numbers within', ['n_1a77', 'n_2a13', 'n_3a50']],
  ])('may be %s', (_what, ids) => {
    expect(issuesOf(withIds(...ids), { newId: 'shape' }).filter((issue) => issue.includes('counted'))).toEqual([]);
  });

  it('may be numbers', () => {
    expect(issuesOf([{ noteId: 41 }, { noteId: 42 }, { noteId: 43 }], { newId: '##' })).toEqual([
      '$.world.collections.notes: the ids from "41" on are counted up',
    ]);
  });

  it('may be counted up where it is not the service that gives them', () => {
    expect(issuesOf(withIds('n_0041', 'n_0042', 'n_0043'))).toEqual([]);
  });
});
