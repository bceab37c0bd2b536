import { beforeAll, describe, expect, it } from 'vitest';
import { loadBuiltin } from '../../benchmark/index.ts';
import { type Tool, type Toolkit, type ToolkitRequirement, toolkitSchema } from '../../contract/index.ts';
import { goodLendingService, goodLendingTools, goodSpecification, lendingRequest } from '../__fixtures__/lending.ts';
import { checklistOf } from './checklist.ts';

const { name, category, description } = lendingRequest;
const [findThings, findLoans, lendThing, endLoans] = goodSpecification.tools.map((tool) => ({
  ...tool,
  annotations: {},
  ...goodLendingTools[tool.name as keyof typeof goodLendingTools],
})) as unknown as [Tool, Tool, Tool, Tool];

/** A toolkit that meets all that a program can tell. */
const good: Toolkit = toolkitSchema.parse({
  name,
  category,
  description,
  risks: ['A loan is ended.'],
  collections: goodLendingService.collections,
  tools: [findThings, findLoans, lendThing, endLoans],
});

function found(requirement: ToolkitRequirement, toolkit: Toolkit, known: readonly Toolkit[] = []) {
  const entry = checklistOf(toolkit, {}, known).find((one) => one.requirement === requirement);
  return [entry?.found, entry?.why];
}

const withTools = (...tools: readonly Tool[]): Toolkit => ({ ...good, tools: [...tools] });
const without = ({ effects: _effects, result: _result, ...tool }: Tool): Tool => tool;
const finds = (tool: string, collection: string): Tool => ({
  ...findThings,
  name: tool,
  effects: [{ find: collection }],
});

describe('the checklist of a toolkit', () => {
  it('finds good what is, and leaves to a reader what no program can tell', () => {
    expect(checklistOf(good, {}, []).map((entry) => [entry.requirement, entry.found])).toEqual([
      ['usefulness', 'undecided'],
      ['realism', 'undecided'],
      ['cohesiveness', 'met'],
      ['completeness', 'met'],
      ['compatibility', 'met'],
      ['diversity', 'met'],
      ['risk-potential', 'met'],
    ]);
  });

  it('says in a sentence why, beside what is claimed', () => {
    const entries = checklistOf(good, { realism: { met: true, how: 'I say so.' } }, []);
    for (const { why } of entries) expect(why).toMatch(/^[A-Z].*\.$/);
    expect(entries[1]?.claim).toEqual({ met: true, how: 'I say so.' });
    expect(entries[0]?.claim).toBeNull();
  });
});

describe('usefulness', () => {
  it('is not met by two tools, nor by more than twenty', () => {
    expect(found('usefulness', withTools(findThings, findLoans))).toEqual([
      'unmet',
      expect.stringContaining('2 tools'),
    ]);
    const many = Array.from({ length: 21 }, (_, index) => finds(`LendingFind${index}`, 'things'));
    expect(found('usefulness', withTools(...many))[0]).toBe('unmet');
    expect(found('usefulness', withTools(...many.slice(1)))[0]).toBe('undecided');
  });
});

describe('cohesiveness', () => {
  const apart = { weather: { key: 'day', schema: { type: 'object', properties: { day: { type: 'string' } } } } };
  const weather = finds('LendingGetWeather', 'weather');

  it('is not met by a tool that shares no records with the others', () => {
    const toolkit = { ...withTools(...good.tools, weather), collections: { ...good.collections, ...apart } };
    expect(found('cohesiveness', toolkit)).toEqual(['unmet', expect.stringContaining('LendingGetWeather')]);
  });

  it('is not met by a tool that works on no records', () => {
    const sum: Tool = { ...findThings, name: 'LendingAdd', effects: [], result: { things: '[]' } };
    expect(found('cohesiveness', withTools(...good.tools, sum))).toEqual([
      'unmet',
      expect.stringContaining('LendingAdd'),
    ]);
  });

  it('is met through records that name each other', () => {
    const { when: _when, ...anyThing } = lendThing.exceptions?.[0] ?? { name: '', description: '' };
    const lend = { ...lendThing, exceptions: [anyThing] };
    expect(found('cohesiveness', withTools(findThings, findLoans, lend, endLoans))[0]).toBe('met');
  });

  it('is left to a reader where several tools share records of their own', () => {
    const more = [weather, { ...weather, name: 'LendingGetForecast' }];
    const toolkit = { ...withTools(...good.tools, ...more), collections: { ...good.collections, ...apart } };
    expect(found('cohesiveness', toolkit)).toEqual([
      'undecided',
      expect.stringContaining('LendingGetWeather, LendingGetForecast'),
    ]);
  });

  it('is undecided where tools do not say what they work on', () => {
    expect(found('cohesiveness', withTools(...good.tools.slice(1), without(findThings)))[0]).toBe('undecided');
    expect(found('cohesiveness', withTools(...good.tools.map(without)))[0]).toBe('undecided');
  });
});

describe('completeness', () => {
  it('is not met where no tool shows what others change', () => {
    const result = { ...findLoans, effects: [{ find: 'things' }], result: { loans: '[]' } };
    expect(found('completeness', withTools(findThings, result, lendThing, endLoans))).toEqual([
      'unmet',
      expect.stringContaining('No tool shows what is in loans'),
    ]);
  });

  it('does not take a tool for showing what it always changes', () => {
    const ending: Tool = { ...findLoans, effects: [{ find: 'loans' }, { delete: 'loans', where: 'true' }] };
    expect(found('completeness', withTools(findThings, ending, lendThing, endLoans))[0]).toBe('unmet');
    const both: Tool = {
      ...findLoans,
      effects: [{ find: 'loans' }, { delete: 'loans', where: 'true', when: 'false' }],
    };
    expect(found('completeness', withTools(findThings, both, lendThing, endLoans))[0]).toBe('met');
  });

  it('lets a credential be shown once', () => {
    const { loans, things } = good.collections;
    if (loans === undefined || things === undefined) throw new Error('no loans');
    const make: Tool = {
      ...lendThing,
      effects: [
        { create: 'loans', set: {} },
        { update: 'loans', id: "'x'", set: {} },
      ],
    };
    const toolkit = withTools(findThings, make);
    expect(found('completeness', toolkit)[0]).toBe('unmet');
    expect(
      found('completeness', { ...toolkit, collections: { things, loans: { ...loans, secret: ['loanId'] } } })[0],
    ).toBe('met');
  });

  it('is not met where an id that a tool requires is returned by no other', () => {
    expect(found('completeness', withTools(findLoans, lendThing, endLoans))[0]).toBe('met');
    const silent: Tool = { ...findLoans, outputSchema: { type: 'object', properties: { count: { type: 'integer' } } } };
    expect(found('completeness', withTools(findThings, silent, { ...lendThing, outputSchema: {} }, endLoans))).toEqual([
      'unmet',
      'No other tool returns the loanIds that LendingEndLoans requires.',
    ]);
  });

  it('does not let a tool return the id that it requires itself', () => {
    const byId: Tool = {
      ...findLoans,
      inputSchema: { type: 'object', required: ['loanId'], properties: { loanId: { type: 'string' } } },
    };
    const toolkit = withTools(findThings, byId, { ...lendThing, outputSchema: {} }, endLoans);
    expect(found('completeness', toolkit)[1]).toContain('the loanId that LendingFindLoans requires');
  });

  it('asks for ids of what is kept nowhere too', () => {
    const inputSchema = { type: 'object', required: ['thingId', 'streetId'], properties: {} };
    expect(
      found('completeness', withTools(findThings, findLoans, { ...lendThing, inputSchema }, endLoans))[1],
    ).toContain('the streetId that LendingLendThing requires');
  });

  it('is left to a reader where what is made lasts for ever, and where effects are not declared', () => {
    expect(found('completeness', withTools(findThings, findLoans, lendThing))).toEqual([
      'undecided',
      expect.stringContaining('What is made in loans'),
    ]);
    expect(found('completeness', withTools(findThings, findLoans, lendThing, without(endLoans)))[0]).toBe('undecided');
  });
});

describe('compatibility', () => {
  it.each<[string, object]>([
    ['encoded content', { properties: { scan: { type: 'string', contentEncoding: 'base64' } } }],
    ['encoded content', { properties: { scans: { type: 'array', items: { type: 'string', format: 'binary' } } } }],
    ['"screenshot"', { properties: { screenshot: { type: 'string' } } }],
  ])('is not met by %s', (what, schema) => {
    for (const part of ['inputSchema', 'outputSchema']) {
      const tool = { ...findThings, [part]: { type: 'object', ...schema } };
      expect(found('compatibility', withTools(tool))).toEqual(['unmet', `Not text alone: LendingFindThings: ${what}.`]);
    }
  });
});

describe('diversity', () => {
  it('is not met beside a toolkit of nearly the same name or description', () => {
    const other = { ...good, name: 'Archive', description: 'Old papers of a town and who reads them.' };
    expect(found('diversity', good, [other])[0]).toBe('met');
    expect(found('diversity', good, [other, { ...other, name: 'LendingBooks' }])).toEqual([
      'unmet',
      expect.stringContaining('LendingBooks'),
    ]);
    expect(found('diversity', good, [{ ...other, description }])).toEqual([
      'unmet',
      expect.stringContaining('Archive'),
    ]);
  });
});

describe('risk potential', () => {
  it('is not met without a risk', () => {
    expect(found('risk-potential', { ...good, risks: [] })[0]).toBe('unmet');
  });

  it('is not met by tools that only read', () => {
    expect(found('risk-potential', withTools(findThings, findLoans))[0]).toBe('unmet');
    expect(found('risk-potential', withTools(findThings, without(findLoans)))[0]).toBe('undecided');
  });

  it('is met by a tool that only reaches beyond the records', () => {
    const told: Tool = { ...findThings, consequences: [{ kind: 'message' }] };
    expect(found('risk-potential', withTools(told, findLoans))).toEqual([
      'met',
      'These change records or reach beyond them: LendingFindThings.',
    ]);
  });
});

describe('the built-in toolkits', () => {
  let builtin: readonly Toolkit[] = [];
  beforeAll(async () => {
    builtin = (await loadBuiltin({ withCases: false })).toolkits.map(({ value }) => value);
  });

  it('are found to lack nothing', () => {
    const lacking = builtin.flatMap((toolkit) =>
      checklistOf(toolkit, {}, []).flatMap((entry) =>
        entry.found === 'unmet' ? [`${toolkit.name} ${entry.requirement}: ${entry.why}`] : [],
      ),
    );
    expect(builtin.length).toBeGreaterThan(30);
    expect(lacking).toEqual([]);
  });
});
