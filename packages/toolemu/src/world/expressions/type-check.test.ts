import { describe, expect, it } from 'vitest';
import type { Collection, Json, Tool } from '../../contract/index.ts';
import { createTypeChecker, fits, toolNamesIn, unguardedArguments, userFactsIn, type Variables } from './type-check.ts';

const text = { type: 'string' };
const tasks: Collection = {
  key: 'taskId',
  schema: {
    type: 'object',
    properties: {
      taskId: text,
      name: text,
      priority: { type: 'integer' },
      done: { type: 'boolean' },
      tags: { type: 'array', items: text },
      state: { enum: ['open', 'closed'] },
      owner: { type: 'object', properties: { mail: text } },
      lights: { type: 'array', items: { type: 'object', properties: { lightId: text, on: { type: 'boolean' } } } },
      extra: { type: 'object' },
      due: { type: ['string', 'null'] },
    },
  },
};
const types = createTypeChecker(new Map([['tasks', tasks]]));
const calls = types.typeOf({
  type: 'object',
  properties: { tool: text, step: { type: 'number' }, args: { type: 'object' } },
});
const variables: Variables = {
  args: types.typeOf({
    type: 'object',
    properties: {
      query: text,
      'a.?b': text,
      limit: { type: 'integer' },
      to: { type: 'object', properties: { mail: text } },
    },
  }),
  it: types.recordType('tasks'),
  world: types.worldType,
  deleted: types.worldType,
  updated: types.updatesType,
  calls: `list<${calls}>`,
  user: 'map<string, dyn>',
  now: 'string',
};

const reasonFor = (expression: string, owner?: 'toolkit' | 'checks'): string | null => {
  const verdict = types.check(expression, variables, owner);
  return verdict.ok ? null : verdict.reason;
};

describe('a type check', () => {
  it.each([
    ['deleted.tasks.exists(t, t.priority == 4)', 'bool'],
    ['it.priority + args.limit * 2', 'dyn'],
    ['it.priority > 3 && it.priority < 4.5', 'bool'],
    ["it.state == 'open'", 'bool'],
    ["'urgent' in it.tags", 'bool'],
    ['it.name', 'string'],
    ['it.tags', 'list<string>'],
    ["it.lights.map(l, l.lightId == args.query ? merge(l, {'on': true}) : l)", 'list'],
    ['updated.tasks.exists(u, u.before.name != u.after.name)', 'bool'],
    ["calls.exists(c, c.tool == 'X' && c.args.anything == 1)", 'bool'],
    ['it.extra.anything', 'dyn'],
    ['user.anything', 'dyn'],
    ['total(world.tasks.map(t, t.priority))', 'double'],
    ["without(it.tags, ['a'])", 'list'],
    ["like(it.name, 'a') || mentions(it, now)", 'bool'],
    ['it.due == null', 'bool'],
    ['has(it.name)', 'bool'],
    ["it.?name.orValue('')", 'string'],
    ["it.?owner.?mail.orValue('')", 'string'],
    ["args[?'query'].orValue('')", 'string'],
    ["it.tags[?0].orValue('')", 'string'],
    ['args.?query.hasValue()', 'bool'],
  ])('takes %s', (expression, type) => {
    expect(types.check(expression, variables)).toEqual({ ok: true, type });
  });

  it.each([
    ['deleted.tasks.exists(t, t.prio == 4)', 'No such key: prio'],
    ['deleted.task.exists(t, true)', 'No such key: task'],
    ['wrld.tasks', 'Unknown variable: wrld'],
    ['it.owner.mial', 'No such key: mial'],
    ["it['nmae']", 'No such key: nmae'],
    ['it.lights.map(l, l.id)', 'No such key: id'],
    ['updated.tasks.exists(u, u.befor.name)', 'No such key: befor'],
    ["calls.exists(c, c.tol == 'X')", 'No such key: tol'],
  ])('refuses a name nothing declares: %s', (expression, reason) => {
    expect(reasonFor(expression)).toBe(reason);
  });

  it.each([
    ['calls.exist(c, c.tool == "X")', 'there is no function exist(): did you mean exists() or exists_one()?', 6],
    ['calls.exists(c, c.tool.startWith("X"))', 'there is no function startWith(): did you mean startsWith()?', 23],
    ['qqqq(calls)', 'there is no function qqqq()', 0],
  ])('refuses a function that there is none of, with names that are near: %s', (expression, reason, at) => {
    expect(types.check(expression, variables)).toEqual({ ok: false, reason, at });
  });

  it('says where in the expression something is wrong', () => {
    expect(types.check('now == now && wrld.tasks == []', variables)).toMatchObject({ ok: false, at: 14 });
  });

  it.each([
    ['has(it.prio)', 'prio'],
    ['has (it.prio)', 'prio'],
    ['has(it.owner) && has(it.owner.mial)', 'mial'],
    ['deleted.tasks.exists(t, has(t.prio))', 'prio'],
    ['it.?prio.orValue(3)', 'prio'],
    ['it . ? prio.orValue(3)', 'prio'],
    ['it.?owner.?mial.orValue("")', 'mial'],
    ["args[?'qeury'].orValue('')", 'qeury'],
    ["args[ ?'qeury'].orValue('')", 'qeury'],
    ['args.?qeury.hasValue()', 'qeury'],
    ["args.?query.orValue(it.?prio.orValue('') + '')", 'prio'],
  ])('refuses it inside has() and after .? too: %s', (expression, name) => {
    expect(reasonFor(expression)).toBe(`No such key: ${name}`);
  });

  it.each([
    ["it.name == 'has(it.prio)'"],
    ["it.name == 'it.?prio.orValue(3)'"],
    ['it.name == "has(\\"x\\").?y"'],
    ["it.name == '''has(it.prio)'''"],
    ["args['a.?b'] == it.name"],
    ['it.done // has(it.prio)'],
  ])('reads text and comments as such: %s', (expression) => {
    expect(reasonFor(expression)).toBeNull();
  });

  it.each([
    ['it.name == 4', 'no such overload: string == int'],
    ['it.name + 1', 'no such overload: string + int'],
    ['it.state == 1', 'no such overload: string == int'],
    ['1 in it.tags', 'no such overload: int in list<string>'],
    ['it.done && it.name', 'bool'],
    ['like(it.tags, "a")', "'like(list<string>, string)'"],
    ["[1] + ['a']", 'wrap the second in dyn(...)'],
    ['args.?query', 'the value is optional; end it with .orValue(...)'],
    ['it.name ==', ''],
    ['it.name = 4', ''],
  ])('refuses a wrong type: %s', (expression, reason) => {
    expect(reasonFor(expression)).toContain(reason);
  });

  it.each([["it.name.matches('(a+)+')"], ["'a'.matches(it.name)"], ["it.tags.exists(t, it.done || t.matches('x'))"]])(
    'refuses matches(), which backtracks without bound: %s',
    (expression) => {
      expect(reasonFor(expression)).toMatch(/^matches\(\) is not allowed/);
    },
  );

  it.each([
    ['texts that double', `it.tags${'.map(a, a + a)'.repeat(24)}.size() > 0`],
    ['lists that double', `[[it.name]]${'.map(a, a + a)'.repeat(24)}.size() > 0`],
    ['loops in loops', `${'it.tags.all(t, '.repeat(8)}t == it.name${')'.repeat(8)}`],
  ])('refuses, before it is evaluated, what costs too much for the shortest lists: %s', (_kind, expression) => {
    const start = performance.now();
    expect(reasonFor(expression)).toMatch(/^it takes more than 10,000,000 steps even where each list has 10 items/);
    expect(performance.now() - start).toBeLessThan(1_000);
  });

  it.each([["like(it.name, 'matches(')"], ['it.tags.exists(matches, matches == it.name)']])(
    'does not take another name for it: %s',
    (expression) => {
      expect(reasonFor(expression)).toBeNull();
    },
  );

  it.each([['outside(it.name)'], ["asked(['which'])"]])('knows %s in checks only', (expression) => {
    expect(reasonFor(expression, 'checks')).toBeNull();
    expect(reasonFor(expression)).toContain('there is no function');
  });

  it.each([
    ['seen(it)'],
    ['it.name.orElse(it.name)'],
    ['it.name.isThere()'],
    ['now()'],
    ['it.name.like("a")'],
    ['eval("1")'],
  ])('knows no other function: %s', (expression) => {
    expect(reasonFor(expression)).not.toBeNull();
    expect(reasonFor(expression, 'checks')).not.toBeNull();
  });

  it('takes a schema in use after expressions were checked', () => {
    const late = types.typeOf({ type: 'object', properties: { only: text } });
    expect(types.check('value.only', { value: late })).toEqual({ ok: true, type: 'string' });
    expect(types.check('value.olny', { value: late }).ok).toBe(false);
  });
});

describe('typeOf', () => {
  it.each<[Json | undefined, string]>([
    [text, 'string'],
    [{ type: 'boolean' }, 'bool'],
    [{ type: 'number' }, 'dyn'],
    [{ type: 'integer' }, 'dyn'],
    [{ enum: ['a', 'b'] }, 'string'],
    [{ enum: ['a', 1] }, 'dyn'],
    [{ type: ['string', 'null'] }, 'dyn'],
    [{ type: 'array', items: text }, 'list<string>'],
    [{ type: 'array' }, 'list<dyn>'],
    [{ type: 'object' }, 'map<string, dyn>'],
    [{}, 'dyn'],
    [undefined, 'dyn'],
  ])('%j is %s', (schema, type) => {
    expect(types.typeOf(schema)).toBe(type);
  });
});

describe('fits', () => {
  it.each<[string, Json, boolean]>([
    ['string', text, true],
    ['string', { type: 'number' }, false],
    ['string', { enum: ['a'] }, true],
    ['bool', { enum: ['a'] }, false],
    ['int', { type: 'number' }, true],
    ['double', { type: 'integer' }, true],
    ['double', text, false],
    ['bool', { type: 'boolean' }, true],
    ['list<string>', { type: 'array' }, true],
    ['list', { type: 'object' }, false],
    ['map<string, dyn>', { type: 'object' }, true],
    ['Record_tasks', { type: 'object' }, true],
    ['Record_tasks', { type: 'array' }, false],
    ['string', { type: ['null', 'string'] }, true],
    ['bool', { type: ['null', 'string'] }, false],
    ['dyn', text, true],
    ['null', text, true],
    ['string', {}, true],
  ])('%s in %j: %s', (type, schema, expected) => {
    expect(fits(type, schema)).toBe(expected);
  });
});

describe('toolNamesIn', () => {
  it.each([
    ["calls.exists(c, c.tool == 'A')", ['A']],
    ["calls.exists(c, 'A' == c.tool)", ['A']],
    ["calls.exists(c, c.tool != 'A')", ['A']],
    ["calls.exists(c, c.tool in ['A', 'B'])", ['A', 'B']],
    ["calls.exists(d, d.tool == 'A' && !attempts.exists(r, r.tool == 'B' && r.step < d.step))", ['A', 'B']],
    ["calls.exists(c, c.args.name == 'A' && c.tool.startsWith('B'))", []],
    ["'A' == 'tool'", []],
  ])('%s', (expression, names) => {
    expect(toolNamesIn(expression)).toEqual(names);
  });
});

describe('userFactsIn', () => {
  it('names the facts an expression cannot do without', () => {
    expect(userFactsIn("user.address + user.?phone.orValue('') + it.user.zip + user.name")).toEqual([
      'address',
      'name',
    ]);
  });
});

describe('unguardedArguments', () => {
  const tool: Tool = {
    name: 'T',
    description: '',
    inputSchema: { type: 'object', required: ['to'], properties: { to: text, note: text, not: text } },
  };

  it.each<[string, string[], string[]]>([
    ['args.note', [], ['note']],
    ['args.to + args.note + args.not', [], ['note', 'not']],
    ["args.?note.orValue('')", [], []],
    ['has(args.note) && args.note != args.to', [], []],
    ['args.note', ['has( args.note )'], []],
    ['args.note', ['has(args.not)'], ['note']],
    ['args.to', [], []],
  ])('%s under %j: %j', (expression, guards, names) => {
    expect(unguardedArguments(expression, tool, guards)).toEqual(names);
  });
});
