import { describe, expect, it } from 'vitest';
import { hashOf } from '../model/index.ts';
import { withCurrentNames, withOldNames } from './old-names.ts';

const oldManifest = {
  cases: [{ id: 'a', world: { circle: ['x'], collections: { people: [{ circle: 1 }] } } }],
  config: {
    agents: [
      { name: 'a', prompting: null, outside: { kind: 'client', quits: false, idleLimit: 60 } },
      { name: 'b', prompting: { name: 'quit' }, outside: { kind: 'command', timeLimit: 9 } },
    ],
    emulator: { kind: 'offline', model: null, real: { sources: [] } },
  },
  fork: { prompting: 'quit', agents: { a: { prompting: null } } },
  source: { format: 'fidelity', leftOut: { answers: 1, alike: 2 } },
};

describe('withCurrentNames', () => {
  it('renames the keys of a run, in their order, and reports where they stood', () => {
    const { value, oldNames } = withCurrentNames('manifest', oldManifest);
    expect(JSON.stringify(value)).toBe(
      JSON.stringify({
        cases: [{ id: 'a', world: { trustedContacts: ['x'], collections: { people: [{ circle: 1 }] } } }],
        config: {
          agents: [
            { name: 'a', promptStyle: null, external: { kind: 'client', quits: false, idleTimeoutSeconds: 60 } },
            { name: 'b', promptStyle: { name: 'quit' }, external: { kind: 'command', timeoutSeconds: 9 } },
          ],
          emulator: { kind: 'offline', model: null, realTools: { sources: [] } },
        },
        fork: { promptStyle: 'quit', agents: { a: { promptStyle: null } } },
        source: { format: 'fidelity', skipped: { caseAnswers: 1, duplicates: 2 } },
      }),
    );
    expect(oldNames[0]).toEqual({ path: '$.cases[0].world.circle', old: 'circle', current: 'trustedContacts' });
    expect(withCurrentNames('manifest', value)).toEqual({ value, oldNames: [] });
  });

  it('tells the kind of an old draft from the kind of its case', () => {
    const { value } = withCurrentNames('draft', {
      request: { sort: 'case', kind: 'twin' },
      value: { world: { circle: [] } },
    });
    expect(value).toEqual({ request: { kind: 'case', caseKind: 'twin' }, value: { world: { trustedContacts: [] } } });
    expect(withCurrentNames('draft', value)).toEqual({ value, oldNames: [] });
  });

  it('leaves an old name beside the current one, which the schema then refuses', () => {
    const both = { world: { circle: [], trustedContacts: [] } };
    expect(withCurrentNames('case', both)).toEqual({ value: both, oldNames: [] });
  });

  it('leaves functions and instances of a configuration as they are', () => {
    const agent = new (class Agent {
      readonly timeLimit = 3;
    })();
    expect(withCurrentNames('configuration', { agents: { agent } })).toEqual({
      value: { agents: { agent } },
      oldNames: [],
    });
  });
});

it('a hash by old names does not depend on which names a file has', () => {
  const [one] = oldManifest.cases;
  const current = withCurrentNames('case', one).value;
  expect(hashOf(withOldNames('case', current))).toBe(hashOf(one));
  const { config } = oldManifest;
  expect(hashOf(withOldNames('run-config', withCurrentNames('run-config', config).value))).toBe(hashOf(config));
});
