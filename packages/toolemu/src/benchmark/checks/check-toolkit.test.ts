import { describe, expect, it } from 'vitest';
import parcels from '../../../../../test/fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import { type Issue, type Json, toolkitSchema } from '../../contract/index.ts';
import { withValue } from '../../../../../test/support/with-value.ts';
import { checkToolkit } from './check-toolkit.ts';

/** A change of the toolkit and the one issue it must give. A place begins with the name of a tool, or in the toolkit. */
interface Row {
  readonly what: string;
  readonly at: string;
  readonly value: Json | undefined;
  /** Where the issue is, if not at the place that was changed. */
  readonly path?: string;
  readonly message: string;
}

const effects = {
  search: 'ParcelsSearch.effects[0]',
  register: 'ParcelsRegister.effects[0]',
  send: 'ParcelsSend.effects[0]',
  delete: 'ParcelsDelete.effects[0]',
};

describe('checkToolkit', () => {
  it('finds nothing wrong with a sound toolkit', () => {
    expect(check(parcels)).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'of a collection',
      at: 'collections.parcels.schema.properties.to',
      value: { type: 'text' },
      path: 'collections.parcels.schema',
      message: 'not a JSON Schema: ',
    },
    {
      what: 'of a collection, whose properties are null',
      at: 'collections.parcels.schema.properties',
      value: null,
      path: 'collections.parcels.schema',
      message: 'not a JSON Schema: ',
    },
    {
      what: 'of an input',
      at: 'ParcelsSearch.inputSchema.required',
      value: 'to',
      path: 'ParcelsSearch.inputSchema',
      message: 'not a JSON Schema: ',
    },
    {
      what: 'of an output',
      at: 'ParcelsSearch.outputSchema.properties.parcels.items',
      value: { $ref: '#/$defs/parcel' },
      path: 'ParcelsSearch.outputSchema',
      message: 'not a JSON Schema: the reference "#/$defs/parcel" leads to nothing',
    },
    {
      what: 'of an input, whose $ref is cyclic',
      at: 'ParcelsSearch.inputSchema.properties.to',
      value: { $ref: '#/properties/to' },
      path: 'ParcelsSearch.inputSchema',
      message: 'not a JSON Schema: $ref is cyclic',
    },
  ])('finds a broken schema $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    {
      what: 'two tools of one name',
      at: 'ParcelsDelete.name',
      value: 'ParcelsSend',
      message: 'another tool is called "ParcelsSend"',
    },
    {
      what: 'an exception that is listed twice',
      at: 'ParcelsSend.exceptions',
      value: [
        { name: 'NotFoundException', description: 'One.' },
        { name: 'NotFoundException', description: 'Two.' },
      ],
      path: 'ParcelsSend.exceptions[1].name',
      message: 'NotFoundException is listed before',
    },
    {
      what: 'a result without effects',
      at: 'ParcelsAsk.result',
      value: { answer: "'No.'" },
      message: 'a result without `effects` is never given',
    },
    {
      what: 'effects without a result',
      at: 'ParcelsDelete.result',
      value: undefined,
      path: 'ParcelsDelete.effects',
      message: 'the tool has effects and no `result`',
    },
    {
      what: 'a change by a tool that says it only reads',
      at: 'ParcelsSend.annotations',
      value: { readOnlyHint: true },
      path: effects.send,
      message: 'the tool says readOnlyHint and changes the world',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    { what: 'a find', at: `${effects.search}.find`, value: 'letters', path: effects.search, message: '"letters"' },
    {
      what: 'a create',
      at: `${effects.register}.create`,
      value: 'letters',
      path: effects.register,
      message: '"letters"',
    },
    { what: 'an update', at: `${effects.send}.update`, value: 'letters', path: effects.send, message: '"letters"' },
    { what: 'a delete', at: `${effects.delete}.delete`, value: 'letters', path: effects.delete, message: '"letters"' },
  ])('finds $what in a collection that is not declared', (change) => {
    const row = { ...change, message: `the toolkit declares no collection ${change.message}` };
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    {
      what: 'a `by` of an argument the tool has not',
      at: `${effects.search}.by`,
      value: { too: 'like(it.to, value)' },
      path: `${effects.search}.by.too`,
      message: 'the tool has no argument "too"',
    },
    {
      what: 'a `sort` by a property records have not',
      at: `${effects.search}.sort`,
      value: '-wieght',
      message: 'records of parcels have no property "wieght"',
    },
    {
      what: 'a `set` of a field that is not declared',
      at: `${effects.send}.set`,
      value: { state: "'sent'" },
      path: `${effects.send}.set.state`,
      message: 'the records have no property "state"',
    },
    {
      what: 'a required field that a new record does not get',
      at: `${effects.register}.set.status`,
      value: undefined,
      path: `${effects.register}.set`,
      message: 'records of parcels must have "status"',
    },
    {
      what: 'a required field that a new record gets only where an argument is given',
      at: `${effects.register}.set.to`,
      value: 'args.note',
      message: 'reads args.note, which need not be given, and records of parcels must have "to"',
    },
    {
      what: 'a required field that is removed',
      at: `${effects.send}.set.weight`,
      value: 'null',
      message: '`null` removes "weight", which records must have',
    },
    {
      what: 'a new record without an id',
      at: 'collections.parcels.newId',
      value: undefined,
      path: effects.register,
      message: 'a new record gets no id',
    },
    {
      what: '`missing` where there is no id',
      at: `${effects.search}.missing`,
      value: 'skip',
      message: '`missing` says what an unknown `id` does, and there is no `id`',
    },
    {
      what: 'an unknown id that raises what is not listed',
      at: 'ParcelsDelete.exceptions',
      value: [],
      path: `${effects.delete}.id`,
      message: "an unknown id raises NotFoundException, which is not among the tool's exceptions",
    },
    {
      what: 'a `missing` that is not listed',
      at: `${effects.delete}.missing`,
      value: 'GoneException',
      message: 'an unknown id raises GoneException',
    },
    {
      what: 'a name that hides a variable',
      at: `${effects.delete}.as`,
      value: 'world',
      message: '"world" has a meaning of its own',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>(
    [
      { what: 'an exception', at: 'ParcelsRegister.exceptions[0].when', value: 'args.wieght >= 30', message: 'wieght' },
      { what: '`when`', at: `${effects.search}.when`, value: "args.tto == ''", message: 'tto' },
      { what: '`where`', at: `${effects.search}.where`, value: "it.statuss == 'ready'", message: 'statuss' },
      { what: '`where`, in has()', at: `${effects.search}.where`, value: 'has(it.nte)', message: 'nte' },
      { what: '`where`, after .?', at: `${effects.search}.where`, value: "it.?nte.orValue('') == ''", message: 'nte' },
      { what: '`by`', at: `${effects.search}.by.to`, value: 'like(it.too, value)', message: 'too' },
      { what: '`by`, as a variable', at: `${effects.search}.by.to`, value: 'like(it.to, val)', message: 'val' },
      { what: '`limit`', at: `${effects.search}.limit`, value: 'args.?limits.orValue(1)', message: 'limits' },
      { what: '`id`', at: `${effects.delete}.id`, value: 'args.parcel', message: 'parcel' },
      { what: '`set` of a create', at: `${effects.register}.set.to`, value: 'args.two', message: 'two' },
      { what: '`set` of an update', at: `${effects.send}.set.note`, value: 'it.nte', message: 'nte' },
      { what: '`each`', at: `${effects.register}.each`, value: 'args.items', message: 'items' },
      { what: 'the id of a create', at: `${effects.register}.id`, value: 'args.parcelId', message: 'parcelId' },
      { what: 'a result', at: 'ParcelsRegister.result', value: 'craeted[0]', message: 'craeted' },
      { what: 'a property of a result', at: 'ParcelsSend.result.sent', value: 'gone.map(p, p.id)', message: 'id' },
      { what: '`to` of a consequence', at: 'ParcelsRegister.consequences[0].to', value: '[args.too]', message: 'too' },
      { what: '`when` of a consequence', at: 'ParcelsAsk.consequences[0].when', value: 'has(args.qu)', message: 'qu' },
      { what: '`what` of a consequence', at: 'ParcelsAsk.consequences[0].what', value: '[args.text]', message: 'text' },
      {
        what: '`amount`',
        at: 'ParcelsSend.consequences[0].amount',
        value: 'total(gone.map(p, p.cost))',
        message: 'cost',
      },
      { what: '`currency`', at: 'ParcelsSend.consequences[0].currency', value: 'usr.currency', message: 'usr' },
      {
        what: 'the world',
        at: 'ParcelsRegister.exceptions[0].when',
        value: 'size(world.parcel) > 9',
        message: 'parcel',
      },
      { what: 'its grammar', at: `${effects.search}.where`, value: "it.to = 'Kim'", message: '' },
    ].filter(({ what }) => what !== 'what has a name of its own'),
  )('finds a misspelling in $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    { what: 'an exception', at: 'ParcelsRegister.exceptions[0].when', value: 'args.to', message: 'a boolean' },
    { what: '`when`', at: `${effects.send}.when`, value: "'yes'", message: 'a boolean' },
    { what: '`where`', at: `${effects.search}.where`, value: 'it.to', message: 'a boolean' },
    { what: '`by`', at: `${effects.search}.by.to`, value: 'value', message: 'a boolean' },
    { what: '`when` of a consequence', at: 'ParcelsSend.consequences[0].when', value: '1', message: 'a boolean' },
    { what: '`limit`', at: `${effects.search}.limit`, value: "'20'", message: 'a number' },
    { what: '`amount`', at: 'ParcelsSend.consequences[0].amount', value: "'4.5'", message: 'a number' },
    { what: '`currency`', at: 'ParcelsSend.consequences[0].currency', value: '978', message: 'a string' },
    { what: '`each`', at: `${effects.register}.each`, value: 'args.to', message: 'a list' },
    {
      what: '`to` of a consequence',
      at: 'ParcelsSend.consequences[0].to',
      value: "'carrier'",
      message: 'a list of strings',
    },
    {
      what: '`what` of a consequence',
      at: 'ParcelsRegister.consequences[0].what',
      value: '[true]',
      message: 'a list of strings',
    },
  ])('finds a wrong type in $what', (change) => {
    const row = { ...change, message: `where ${change.message} is needed` };
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    {
      what: 'in `set`',
      at: `${effects.register}.set.to`,
      value: '[args.to]',
      message: "which the collection's schema does not allow",
    },
    {
      what: 'in `set` of an enumeration',
      at: `${effects.send}.set.status`,
      value: 'true',
      message: "which the collection's schema does not allow",
    },
    {
      what: 'in a result that is one expression',
      at: 'ParcelsRegister.result',
      value: 'created',
      message: 'which outputSchema does not allow',
    },
    {
      what: 'in a property of a result',
      at: 'ParcelsDelete.result.deleted',
      value: "'yes'",
      message: 'which outputSchema does not allow',
    },
  ])('finds a value its schema does not allow $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each<Row>([
    {
      what: 'a property of a result that outputSchema has not',
      at: 'ParcelsSend.result.parcels',
      value: 'gone',
      message: 'outputSchema has no property "parcels"',
    },
    {
      what: 'a required property of outputSchema that the result has not',
      at: 'ParcelsSend.outputSchema.required',
      value: ['sent', 'price'],
      path: 'ParcelsSend.result',
      message: 'outputSchema requires "price"',
    },
    {
      what: 'a required property of outputSchema that the record of a result has not',
      at: 'ParcelsRegister.outputSchema.required',
      value: ['parcelId', 'price'],
      path: 'ParcelsRegister.result',
      message: 'outputSchema requires "price"',
    },
    {
      what: 'a required property of outputSchema that the records in a list have not',
      at: 'ParcelsSearch.outputSchema.properties.parcels.items.required',
      value: ['parcelId', 'price'],
      path: 'ParcelsSearch.result.parcels',
      message: 'outputSchema requires "price"',
    },
    {
      what: 'a required property of outputSchema that not every record need have',
      at: 'ParcelsSearch.outputSchema.properties.parcels.items.required',
      value: ['parcelId', 'note'],
      path: 'ParcelsSearch.result.parcels',
      message: 'outputSchema requires "note"',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it('finds a key that is no property', () => {
    expect(check(withValue(parcels, 'collections.parcels.key', 'id'))[0]).toMatchObject({
      path: '$.collections.parcels.key',
      message: 'the schema has no property "id"',
    });
  });

  it('refuses matches(), which backtracks without bound', () => {
    const value = "it.to.matches('(a+)+$')";
    expect(check(withValue(parcels, inToolkit(`${effects.search}.where`), value))).toMatchObject([
      { message: expect.stringContaining('matches() is not allowed') },
    ]);
  });

  it.each<Row>([
    { what: 'an exception', at: 'ParcelsRegister.exceptions[0].when', value: "like(args.note, 'x')", message: 'note' },
    { what: '`where`', at: `${effects.search}.where`, value: 'it.to == args.to', message: 'to' },
    { what: '`limit`', at: `${effects.search}.limit`, value: 'args.limit', message: 'limit' },
    { what: '`set`', at: `${effects.register}.set.note`, value: "args.note + '!'", message: 'note' },
    { what: 'a result', at: 'ParcelsSearch.result.parcels', value: '[args.to]', message: 'to' },
    {
      what: 'a consequence',
      at: 'ParcelsRegister.consequences[0].when',
      value: undefined,
      path: 'ParcelsRegister.consequences[0].what',
      message: 'note',
    },
  ])('finds an optional argument that is read bare in $what', ({ message, ...change }) => {
    const row = { ...change, message: `reads args.${message}, which need not be given` };
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it.each([
    { what: 'a bare argument in `set`', at: `${effects.register}.set.note`, value: 'args.note' },
    { what: 'has() in the expression', at: `${effects.search}.where`, value: 'has(args.to) && it.to == args.to' },
    { what: '.?', at: `${effects.search}.where`, value: "it.to == args.?to.orValue('Kim')" },
    {
      what: 'has() in the `when` of its effect',
      at: 'ParcelsSearch.effects[0]',
      value: { when: 'has(args.to)', find: 'parcels', where: 'it.to == args.to' },
    },
    {
      what: 'a required field, where an exception asks has()',
      at: 'ParcelsRegister',
      value: {
        ...parcels.tools[1]!,
        inputSchema: { ...parcels.tools[1]!.inputSchema, required: ['to'] },
        exceptions: [{ name: 'NoWeightException', description: 'No weight.', when: '!has(args.weight)' }],
      },
    },
  ])('lets an optional argument pass that is read by $what', ({ at, value }) => {
    expect(check(withValue(parcels, inToolkit(at), value))).toEqual([]);
  });

  it('takes tools without effects, and none but those, without a result', () => {
    const [, , , , ask] = parcels.tools;
    expect(check({ ...parcels, collections: {}, tools: [ask] })).toEqual([]);
  });

  it('takes an exception listed twice where each has its own rule', () => {
    const exceptions = [
      { name: 'TooHeavyException', description: 'Too heavy.', when: 'args.weight >= 30' },
      {
        name: 'TooHeavyException',
        description: 'Too heavy abroad.',
        when: "args.weight >= 20 && args.to.endsWith('NO')",
      },
    ];
    expect(check(withValue(parcels, inToolkit('ParcelsRegister.exceptions'), exceptions))).toEqual([]);
  });

  it('says where the toolkit stands in its file', () => {
    const toolkit = toolkitSchema.parse(withValue(parcels, 'collections.parcels.key', 'id'));
    const [issue] = checkToolkit({ file: 'many.jsonl', place: 'line 7', value: toolkit });
    expect(issue).toMatchObject({ file: 'many.jsonl', path: 'line 7, $.collections.parcels.key' });
  });
});

function issuesAfter({ at, value }: Row): Issue[] {
  return check(withValue(parcels, inToolkit(at), value));
}

function issueOf({ at, path = at, message }: Row) {
  return {
    file: 'parcels.json',
    path: `$.${inToolkit(path)}`,
    message: expect.stringContaining(message),
    remedy: expect.stringMatching(/\w{3}/),
  };
}

function check(toolkit: unknown): Issue[] {
  return checkToolkit({ file: 'parcels.json', place: '$', value: toolkitSchema.parse(toolkit) });
}

function inToolkit(at: string): string {
  const [name = ''] = at.split('.');
  const index = parcels.tools.findIndex((tool) => tool.name === name);
  return index === -1 ? at : `tools[${index}]${at.slice(name.length)}`;
}
