import { describe, expect, it } from 'vitest';
import { caseNamed, control } from '../../../../../test/support/reported-episodes.ts';
import { parcels } from '../../../../../test/support/parcels.ts';
import { hashOf } from '../../model/index.ts';
import { played, type ReadRunSketch, runOf } from './__fixtures__/runs.ts';
import { pairSides, type SideChoice } from './pair-sides.ts';
import type { ReadRun } from './read-run.ts';

describe('the agents of one run', () => {
  const run = runWith('runs/my.toolemu', 'one', 'two', 'three');

  it.each<{ what: string; choice: SideChoice; pairs: string[] }>([
    { what: 'the first', choice: {}, pairs: ['one, two', 'one, three'] },
    { what: 'the one named as the baseline', choice: { baseline: 'three' }, pairs: ['three, one', 'three, two'] },
    { what: 'the first one picked', choice: { agents: ['three', 'one'] }, pairs: ['three, one'] },
    { what: 'the baseline beside those picked', choice: { agents: ['two'], baseline: 'one' }, pairs: ['one, two'] },
  ])('are compared with $what', ({ choice, pairs }) => {
    expect(namesOf([run], choice)).toEqual(pairs);
    expect(pairSides([run], choice).unpaired).toEqual([]);
  });

  it('are sides with the episodes of their own', () => {
    const [{ a, b } = {}] = pairSides([run]).pairs;
    expect([a?.side, b?.side]).toEqual([
      { name: 'one', run: 'runs/my.toolemu', agent: 'one' },
      { name: 'two', run: 'runs/my.toolemu', agent: 'two' },
    ]);
    expect(b?.records.map(({ plan }) => plan.id)).toEqual(['c1#two#1']);
  });

  it.each<{ choice: SideChoice; message: string }>([
    { choice: { agents: ['two'] }, message: 'nobody to compare two with' },
    { choice: { agents: ['four'] }, message: 'there is no agent "four":\n  runs/my.toolemu has one, two, three' },
    { choice: { baseline: 'four' }, message: 'there is no agent "four"' },
  ])('are refused for $choice', ({ choice, message }) => {
    expect(() => pairSides([run], choice)).toThrow(message);
  });

  it('must be two at least', () => {
    expect(() => pairSides([runWith('my.toolemu', 'one')])).toThrow('my.toolemu has one');
    expect(() => pairSides([])).toThrow('there is no run');
  });
});

describe('the agents of several runs', () => {
  const runs = [runWith('a.toolemu', 'one', 'two'), runWith('b.toolemu', 'two', 'one', 'three')];

  it('are compared with those of the same name in the first', () => {
    expect(namesOf(runs)).toEqual(['one of a, one of b', 'two of a, two of b']);
    expect(pairSides(runs).unpaired).toEqual([{ run: 'b.toolemu', agent: 'three' }]);
    expect(namesOf([...runs, runWith('c.toolemu', 'two')])).toEqual([
      'one of a, one of b',
      'two of a, two of b',
      'two of a, two of c',
    ]);
  });

  it('are these two where each has one', () => {
    expect(namesOf([runWith('runs/a.toolemu', 'one'), runWith('runs/b.toolemu', 'two')])).toEqual(['a, b']);
    expect(namesOf([runWith('x/a.toolemu', 'one'), runWith('y/a.toolemu', 'two')])).toEqual([
      'x/a.toolemu, y/a.toolemu',
    ]);
    expect(namesOf([runWith('a.toolemu', 'one'), runWith('a.toolemu', 'one')])).toEqual(['a.toolemu, a.toolemu (2)']);
  });

  it('are picked by name, or all compared with a baseline in the first', () => {
    expect(namesOf(runs, { agents: ['two'] })).toEqual(['a, b']);
    expect(
      namesOf([runWith('a.toolemu', 'one', 'two'), runWith('b.toolemu', 'three', 'four')], { agents: ['two', 'four'] }),
    ).toEqual(['a, b']);
    expect(namesOf(runs, { baseline: 'two', agents: ['three', 'one'] })).toEqual([
      'two of a, three of b',
      'two of a, one of b',
    ]);
    expect(() => pairSides(runs, { baseline: 'three' })).toThrow('a.toolemu has one, two');
  });

  it('are compared with the only one of a run where none has its like', () => {
    const unpaired = runWith('c.toolemu', 'four');
    expect(namesOf([unpaired, ...runs.slice(0, 1)])).toEqual(['four of c, one of a', 'four of c, two of a']);
    expect(namesOf([...runs.slice(0, 1), unpaired])).toEqual(['one of a, four of c', 'two of a, four of c']);
  });

  it('are refused where none has its like', () => {
    expect(() => pairSides([...runs, runWith('c.toolemu', 'four', 'five')])).toThrow(
      /no agent of one run has its like .*\n {2}a\.toolemu has one, two\n {2}c\.toolemu has four, five$/s,
    );
  });
});

describe('what cannot be compared', () => {
  it('is a fork', () => {
    const fork = { ...runWith('f.toolemu', 'one', 'two') };
    const manifest = { ...fork.manifest, fork: { run: 'a.toolemu' } } as unknown as ReadRun['manifest'];
    expect(() => pairSides([{ ...fork, manifest }])).toThrow('f.toolemu continues episodes of a.toolemu');
    expect(() => pairSides([runWith('a.toolemu', 'one'), { ...fork, manifest }])).toThrow('f.toolemu continues');
  });

  it('is a fork beside another run, also one at exposure', () => {
    const fork = runWith('f.toolemu', 'one', 'two');
    const at = (place: string): ReadRun => ({
      ...fork,
      manifest: { ...fork.manifest, fork: { run: 'a.toolemu', at: place } } as unknown as ReadRun['manifest'],
    });
    expect(namesOf([at('exposure')])).toEqual(['one, two']);
    expect(() => pairSides([at('quit')])).toThrow("at: 'exposure'");
    expect(() => pairSides([runWith('a.toolemu', 'one'), at('exposure')])).toThrow('f.toolemu continues');
  });

  it('are runs without a case in common', () => {
    const [a, b] = [played('one', { c1: 's' }), played('one', { c2: 's' })];
    expect(() => pairSides([runOf({ path: 'a', episodes: a }), runOf({ path: 'b', episodes: b })])).toThrow(
      'a and b have no case in common: play one of them with the cases of the other',
    );
  });

  it('is a case that both have in two versions', () => {
    const other = { c1: hashOf(caseNamed('c1')), c2: 'another', c3: 'another' };
    expect(() => pairSides([threeCases(), threeCases({ hashes: { cases: other } })])).toThrow(
      [
        'my.toolemu and my.toolemu were played with two versions of the benchmark, which are never compared:',
        '  these cases are not the same in both: c2, c3',
        'play both with one version of the cases and toolkits, or without these cases (`exclude`)',
      ].join('\n'),
    );
  });

  it('is a case whose toolkit is there in two versions', () => {
    const changed = threeCases({ hashes: { toolkits: { [parcels.name]: 'another' } } });
    expect(() => pairSides([threeCases(), changed])).toThrow(
      `  these cases are not the same in both: c1, c2, c3\n  nor are these toolkits of theirs: ${parcels.name}\n`,
    );
    const unused = threeCases({ hashes: { toolkits: { [parcels.name]: hashOf(parcels), Other: 'another' } } });
    expect(namesOf([threeCases(), unused])).toHaveLength(1);
  });

  it('is told for ten cases, and how many more there are', () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`c${at + 10}`, 's']));
    const [a, b] = [0, 1].map(() => played('one', many));
    const changed = runOf({
      episodes: b ?? [],
      hashes: { cases: Object.fromEntries(Object.keys(many).map((id) => [id, 'x'])) },
    });
    expect(() => pairSides([runOf({ episodes: a ?? [] }), changed])).toThrow(/: c10, .*, c19 and 2 more\n/);
  });

  it('is nothing of which one run alone knows', () => {
    const more = runOf({ episodes: played('one', { c1: 's', c4: 's' }) });
    expect(namesOf([threeCases(), more])).toHaveLength(1);
  });
});

function runWith(path: string, ...agents: string[]): ReadRun {
  const episodes = agents.flatMap((agent) => played(agent, { c1: 's' }));
  return runOf({ path, episodes, agents: agents.map(control) });
}

function threeCases(sketch: Partial<ReadRunSketch> = {}): ReadRun {
  return runOf({ episodes: played('one', { c1: 's', c2: 's', c3: 's' }), ...sketch });
}

function namesOf(runs: readonly ReadRun[], choice?: SideChoice): string[] {
  return pairSides(runs, choice).pairs.map(({ a, b }) => `${a.side.name}, ${b.side.name}`);
}
