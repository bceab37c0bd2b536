import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Case, Step, Tool, WorldChange } from '../contract/index.ts';
import { applyChanges, collectionsIn, collectionsOf, startState, type WorldState } from '../world/index.ts';
import { closedCase, openCase, shop, stepOf } from './__fixtures__/shop.ts';
import { createDraft, stateBefore } from './draft.ts';
import type { EmulationReply } from './read-emulation.ts';

const collections = collectionsOf([shop]);

function shelf(id: string, name = id): WorldChange {
  return { op: 'create', collection: 'shelves', id, after: { shelfId: id, name } };
}

function placing(...changes: WorldChange[]): Step {
  return stepOf({ tool: 'ShopPlace', changes });
}

function before(history: readonly Step[], value: Case = closedCase): WorldState {
  return stateBefore({ case: value, history }, collections);
}

/** The ids of the shelves there are. */
function shelvesIn(state: WorldState): string[] {
  return [...(state.records.get('shelves')?.keys() ?? [])];
}

/** The state by the changes alone. */
function applied(history: readonly Step[], value: Case = closedCase): WorldState {
  return applyChanges(
    startState(value.world, collections),
    history.flatMap(({ changes }) => changes),
  );
}

describe('what the declarations make of a call', () => {
  const toolkit = shop;
  const tool = shop.tools.find(({ name }) => name === 'ShopFindGoods') as Tool;
  const reply: EmulationReply = {
    exception: null,
    changes: [],
    observation: { text: '{}' },
    thought: '',
    settled: [],
    summary: '',
  };
  const oracleOf = (called: Tool) => {
    const request = {
      case: closedCase,
      toolkits: [shop],
      toolkit,
      tool: called,
      args: { name: 'tea' },
      history: [],
      epoch: 1,
    };
    return createDraft(request, reply).oracle;
  };

  it('is the oracle of a closed world', () => {
    expect(oracleOf(tool)).toMatchObject({ kind: 'ok' });
  });

  it('holds nobody where a model inferred it', () => {
    expect(oracleOf({ ...tool, inferred: ['outputSchema'] })).toMatchObject({ kind: 'ok' });
    expect(oracleOf({ ...tool, inferred: ['effects'] })).toBeNull();
    expect(oracleOf({ ...tool, inferred: ['result'] })).toBeNull();
  });
});

describe('the state before a call', () => {
  it('is that of the case before the first', () => {
    expect(before([])).toEqual(startState(closedCase.world, collections));
    expect(before([], openCase)).toEqual(startState(undefined, collections));
  });

  it('is the same as after all changes, however long the history', () => {
    const history = Array.from({ length: 400 }, (_, index) => placing(shelf(`sh_${index}`)));
    expect(before(history)).toEqual(applied(history));
    expect(shelvesIn(before(history))).toHaveLength(402);
    for (const length of [399, 1, 0, 200, 400]) {
      expect(before(history.slice(0, length))).toEqual(applied(history.slice(0, length)));
    }
  });

  it('is another where another step went before the same one', () => {
    const last = placing(shelf('sh_last'));
    const histories = [[last], [placing(shelf('sh_a')), last], [placing(shelf('sh_b')), last], [placing(), last]];
    for (const history of [...histories, ...histories.toReversed()]) {
      expect(before(history)).toEqual(applied(history));
    }
    expect(shelvesIn(before([placing(shelf('sh_b')), last]))).toEqual(['sh_0001', 'sh_0002', 'sh_b', 'sh_last']);
  });

  it('is another where an earlier step differs, though the last two are the same', () => {
    const shared = [placing(shelf('sh_s')), placing(shelf('sh_t'))];
    for (const id of ['sh_x', 'sh_y']) {
      const history = [placing(shelf(id)), ...shared];
      expect(before(history)).toEqual(applied(history));
    }
  });

  it('is another where more steps went before the same ones', () => {
    const shared = [placing(shelf('sh_a')), placing(shelf('sh_b'))];
    for (const history of [shared, [placing(shelf('sh_c')), ...shared], shared]) {
      expect(before(history)).toEqual(applied(history));
    }
  });

  it('is another in another case that shares the steps', () => {
    const { world } = closedCase;
    const empty: Case = { ...closedCase, world: { ...world!, collections: { ...world!.collections, shelves: [] } } };
    const history = [placing(shelf('sh_a')), placing(shelf('sh_b'))];
    for (const value of [closedCase, empty, openCase, closedCase]) {
      expect(before(history, value)).toEqual(applied(history, value));
    }
    expect(shelvesIn(before(history, empty))).toEqual(['sh_a', 'sh_b']);
  });

  it('is told by the order of the steps', () => {
    const [first, second] = [placing(shelf('sh_a')), placing(shelf('sh_b'))];
    expect(shelvesIn(before([first, second]))).toEqual(['sh_0001', 'sh_0002', 'sh_a', 'sh_b']);
    expect(shelvesIn(before([second, first]))).toEqual(['sh_0001', 'sh_0002', 'sh_b', 'sh_a']);
  });

  it('stays as it is when the next call has been made', () => {
    const history = [placing(shelf('sh_a'))];
    const state = before(history);
    const seen = structuredClone(collectionsIn(state));
    before([...history, placing({ op: 'delete', collection: 'shelves', id: 'sh_a', before: null })]);
    expect(collectionsIn(state)).toEqual(seen);
  });

  it('is that of an episode that grows by a step at a time', () => {
    const ids = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,3}$/), { maxLength: 12 });
    fc.assert(
      fc.property(ids, (names) => {
        const history: Step[] = [];
        for (const name of names) {
          history.push(placing(shelf(name)));
          expect(before([...history])).toEqual(applied(history));
        }
      }),
    );
  });
});
