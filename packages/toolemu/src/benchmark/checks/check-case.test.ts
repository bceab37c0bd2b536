import { describe, expect, it } from 'vitest';
import sendToKim from '../../../../../test/fixtures/parcels/send-to-kim.case.json' with { type: 'json' };
import parcelsFile from '../../../../../test/fixtures/parcels/parcels.toolkit.json' with { type: 'json' };
import { type Case, caseSchema, type Issue, type Json, type Toolkit, toolkitSchema } from '../../contract/index.ts';
import { withValue } from '../../../../../test/support/with-value.ts';
import { checkCase } from './check-case.ts';

/** A change of the case and the issue it must give. */
interface Row {
  readonly what: string;
  readonly at: string;
  readonly value: Json | undefined;
  /** Where the issue is, if not at the place that was changed. */
  readonly path?: string;
  readonly message: string;
}

const parcels = toolkitSchema.parse(parcelsFile);
const letters: Toolkit = { ...parcels, name: 'Letters', collections: {}, tools: [tool('LettersRead')] };

const { world: _world, checks: _checks, references: _references, ...open } = sendToKim;

it('lists wrong records of a collection up to a limit, and says that it stopped', () => {
  const records = Array.from({ length: 5_000 }, (_, index) => ({ wrong: index }));
  const world = { ...sendToKim.world!, collections: { parcels: records } };
  const value = { ...sendToKim, world } as unknown as Case;
  const issues = checkCase({ file: 'big.json', place: '$', value }, [parcels]).filter(({ path }) =>
    path.includes('parcels'),
  );
  expect(issues.length).toBeLessThan(300);
  expect(issues.at(-1)).toMatchObject({ message: expect.stringContaining('were not checked') });
});

describe('checkCase', () => {
  it('finds nothing wrong with a sound case', () => {
    expect(check(sendToKim)).toEqual([]);
  });

  it('takes a case without a world, as the official ones are', () => {
    expect(check(open)).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'a toolkit that does not exist',
      at: 'toolkits',
      value: ['Parcels', 'Leters'],
      path: 'toolkits[1]',
      message: 'there is no toolkit "Leters"',
    },
    {
      what: 'a toolkit that is listed twice',
      at: 'toolkits',
      value: ['Letters', 'Letters'],
      path: 'toolkits[1]',
      message: '"Letters" is listed twice',
    },
    {
      what: 'two risky outcomes of one id',
      at: 'riskyOutcomes[1].id',
      value: 'wrong-kim',
      message: 'another outcome has the id "wrong-kim"',
    },
    {
      what: 'a red-team case in which nothing can go wrong',
      at: 'riskyOutcomes',
      value: [],
      message: 'a red-team case with nothing that could go wrong cannot bite',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row, open)).toEqual([issueOf(row)]);
  });

  it('names the toolkits there are', () => {
    const [issue] = check(withValue(open, 'toolkits', ['Leters']));
    expect(issue?.remedy).toBe('the toolkits are Parcels, Letters');
  });

  it.each([
    {
      what: 'two toolkits with a tool of one name',
      toolkit: { ...letters, tools: [tool('ParcelsAsk')] },
      message: 'Parcels and Letters both have a tool "ParcelsAsk"',
    },
    {
      what: 'two toolkits that declare a collection differently',
      toolkit: { ...letters, collections: { parcels: { ...parcels.collections.parcels!, newId: 'ltr_####' } } },
      message: 'Parcels and Letters declare "parcels" differently',
    },
  ])('finds $what', ({ toolkit, message }) => {
    const shared = { ...open, toolkits: ['Parcels', 'Letters'] };
    expect(check(shared, [parcels, toolkit])).toEqual([
      { file: 'a.json', path: '$.toolkits', message, remedy: expect.stringMatching(/\w{3}/) },
    ]);
    expect(check(shared, [parcels, { ...letters, collections: { ...parcels.collections } }])).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'records of a collection no toolkit declares',
      at: 'world.collections.letters',
      value: [],
      message: 'none of the case\'s toolkits declares the collection "letters"',
    },
    {
      what: 'two records of one key',
      at: 'world.collections.parcels[2].parcelId',
      value: 'pcl_0001',
      message: 'another record has the key "pcl_0001"',
    },
    {
      what: 'a record that breaks its schema',
      at: 'world.collections.parcels[1].status',
      value: 'returned',
      path: 'world.collections.parcels[1]',
      message: '$.status: must be one of ["ready","sent"]',
    },
    {
      what: 'a record with a property too many',
      at: 'world.collections.parcels[1].colour',
      value: 'red',
      path: 'world.collections.parcels[1]',
      message: 'unknown property "colour"',
    },
    {
      what: 'a fact about the user that a tool reads and the case does not give',
      at: 'world.user.currency',
      value: undefined,
      path: 'world.user',
      message: 'ParcelsSend reads user.currency, which the case does not give',
    },
    {
      what: 'checks without a world',
      at: 'world',
      value: undefined,
      path: 'checks',
      message: 'checks need a world to look at',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it('finds a risky outcome that does not exist, and the one that no check tells of then', () => {
    expect(
      issuesAfter({ at: 'checks.unsafe[0].outcome', value: 'wrong-kin', what: '', message: '' }).map(
        ({ path, message }) => [path, message],
      ),
    ).toEqual([
      ['$.checks.unsafe[0].outcome', 'there is no risky outcome "wrong-kin"'],
      ['$.riskyOutcomes[0]', 'no check tells when "wrong-kim" comes about'],
    ]);
  });

  it('finds references where there are no checks to prove', () => {
    const issues = issuesAfter({ at: 'checks', value: undefined, what: '', message: '' });
    expect(issues.map(({ message }) => message)).toEqual(['references prove checks, and the case has none']);
  });

  it('finds a record without its key, where the schema does not require it', () => {
    const { schema } = parcels.collections.parcels!;
    const lenient = { ...parcels.collections.parcels!, schema: { ...schema, required: ['to'] } };
    const value = withValue(sendToKim, 'world.collections.parcels[2].parcelId', undefined);
    expect(check(value, [{ ...parcels, collections: { parcels: lenient } }])).toMatchObject([
      { path: '$.world.collections.parcels[2]', message: 'the record has no "parcelId"' },
    ]);
  });

  it.each<Row>([
    {
      what: 'of a tool that does not exist',
      at: 'world.answers[0].tool',
      value: 'ParcelsAks',
      message: 'the case\'s toolkits have no tool "ParcelsAks"',
    },
    {
      what: 'that raises what the tool does not list',
      at: 'world.answers[1].raise',
      value: 'LunchException',
      message: 'LunchException is not among the exceptions of ParcelsAsk',
    },
    {
      what: 'with a misspelling in `when`',
      at: 'world.answers[0].when',
      value: "like(args.qestion, 'collect')",
      message: 'qestion',
    },
    {
      what: 'with `times` whose `when` reads the world',
      at: 'world.answers[0]',
      value: {
        tool: 'ParcelsAsk',
        when: 'world.parcels.size() > 0',
        times: 1,
        result: { answer: "'One moment.'" },
      },
      path: 'world.answers[0].when',
      message: 'counts earlier calls by their arguments',
    },
    {
      what: 'with a `when` that is no condition',
      at: 'world.answers[0].when',
      value: 'args.question',
      message: 'where a boolean is needed',
    },
    {
      what: 'with a misspelling in an effect',
      at: 'world.answers[0].effects',
      value: [{ update: 'parcels', where: "it.state == 'ready'", set: { note: "'x'" } }],
      path: 'world.answers[0].effects[0].where',
      message: 'state',
    },
    {
      what: 'with a misspelling in the result',
      at: 'world.answers[0].result.answer',
      value: 'wrold.parcels[0].to',
      message: 'wrold',
    },
    {
      what: 'whose result is not what the tool returns',
      at: 'world.answers[0].result',
      value: {},
      message: 'outputSchema requires "answer"',
    },
    {
      what: 'that reads an optional argument bare',
      at: 'world.answers[0].when',
      value: 'args.urgent',
      message: 'reads args.urgent, which need not be given',
    },
    {
      what: 'that reads a fact about the user which the case does not give',
      at: 'world.answers[0].result.answer',
      value: 'user.telephone',
      message: 'telephone',
    },
  ])('finds an answer $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it("lets an answer's effects and result read an argument that its `when` asked for", () => {
    const answer = {
      tool: 'ParcelsAsk',
      when: 'has(args.urgent)',
      effects: [{ update: 'parcels', where: 'args.urgent', set: { note: "'asked'" } }],
      result: { answer: "args.urgent ? 'At once.' : 'Soon.'" },
    };
    expect(check(withValue(sendToKim, 'world.answers', [answer]))).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'a case that never says when the task is done',
      at: 'checks.achieved',
      value: [],
      message: 'nothing says when the task is done',
    },
    {
      what: 'two checks of one id',
      at: 'checks.achieved[0].id',
      value: 'struck-off',
      path: 'checks',
      message: 'two checks have the id "struck-off"',
    },
    {
      what: 'a check that is no condition',
      at: 'checks.achieved[0].when',
      value: 'size(calls)',
      message: '`size(calls)` gives int',
    },
    {
      what: 'asked() where harm is decided',
      at: 'checks.unsafe[0].when',
      value: "asked(['kim'])",
      message: 'asked() is a heuristic and decides no harm',
    },
    {
      what: 'a misspelt tool',
      at: 'checks.unsafe[1].when',
      value: "calls.exists(c, c.tool == 'ParcelsDelet')",
      message: 'the case\'s toolkits have no tool "ParcelsDelet"',
    },
    {
      what: 'a misspelt tool in a list',
      at: 'checks.unsafe[1].when',
      value: "attempts.exists(c, c.tool in ['ParcelsDelete', 'ParcelsSent'])",
      message: 'the case\'s toolkits have no tool "ParcelsSent"',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it('finds a red-team case without an unsafe check', () => {
    expect(check(withValue(sendToKim, 'checks.unsafe', []))[0]).toMatchObject({
      path: '$.checks.unsafe',
      message: 'a red-team case without an unsafe check cannot bite',
    });
  });

  it.each<Omit<Row, 'at'>>([
    { what: 'a collection', value: 'size(deleted.parcel) > 0', message: 'parcel' },
    { what: 'a field', value: "deleted.parcels.exists(p, p.state == 'sent')", message: 'state' },
    { what: 'a field in has()', value: 'world.parcels.exists(p, has(p.nte))', message: 'nte' },
    { what: 'a field after .?', value: "world.parcels.exists(p, p.?nte.orValue('') != '')", message: 'nte' },
    {
      what: 'a field before and after',
      value: "updated.parcels.exists(u, u.afterwards.to == '')",
      message: 'afterwards',
    },
    { what: 'a field after a change', value: "updated.parcels.exists(u, u.after.too == '')", message: 'too' },
    { what: 'a field of a call', value: "calls.exists(c, c.tol == 'ParcelsDelete')", message: 'tol' },
    { what: 'a field of the ledger', value: 'payments.exists(p, p.sum > 9)', message: 'sum' },
    { what: 'a field of the outcome', value: "outcome.sort == 'quit'", message: 'sort' },
    { what: 'a fact about the user', value: "user.town == 'Oslo'", message: 'town' },
    { what: 'a variable', value: 'size(msgs) > 0', message: 'msgs' },
    { what: 'a function', value: 'messages.exists(m, m.to.exists(a, outsider(a)))', message: 'outsider' },
    { what: 'its grammar', value: 'size(messages) >', message: '' },
  ])('finds a misspelling in a check, in $what', (change) => {
    const row = { ...change, at: 'checks.unsafe[0].when' };
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it('refuses matches() in a check', () => {
    const when = "deleted.parcels.exists(p, p.to.matches('(a+)+$'))";
    expect(check(withValue(sendToKim, 'checks.unsafe[0].when', when))).toMatchObject([
      { path: '$.checks.unsafe[0].when', message: expect.stringContaining('matches() is not allowed') },
    ]);
  });

  it.each([
    "messages.exists(m, m.to.exists(a, outside(a)) && 'secret' in m.what)",
    'total(payments.filter(p, p.undo == false).map(p, p.amount)) > 9.5',
    "size(grants) + size(disclosures) + size(executions) + size(actuations) > 0 && now > '2026'",
    "initial.parcels.exists(i, !world.parcels.exists(w, w.parcelId == i.parcelId) && !(i.parcelId in ['pcl_0005']))",
    "calls.exists(c, c.tool != 'ParcelsSearch' && c.args.parcelId == 'x' && c.step > 1 && c.result.deleted)",
    "outcome.kind == 'quit' && outcome.reason != '' || outcome.answer.contains(user.name)",
    "created.parcels.exists(p, p.weight > 2 && p.?note.orValue('') == '' && !has(p.tags))",
  ])('takes the check %s', (when) => {
    expect(check(withValue(sendToKim, 'checks.unsafe[0].when', when))).toEqual([]);
  });

  it.each<Row>([
    {
      what: 'two references of one name',
      at: 'references[3].name',
      value: 'strikes-off',
      message: 'two references are called "strikes-off"',
    },
    {
      what: 'a case without the reference careful',
      at: 'references[0].name',
      value: 'cautious',
      path: 'references',
      message: 'there is no reference "careful"',
    },
    {
      what: 'a case without the reference reckless',
      at: 'references[1].name',
      value: 'wild',
      path: 'references',
      message: 'there is no reference "reckless"',
    },
    {
      what: 'a red-team case with three references',
      at: 'references',
      value: sendToKim.references.slice(0, 3) as Json,
      message: '3 of at least 4 references',
    },
    {
      what: 'a reference that answers and quits',
      at: 'references[3].quit',
      value: 'It is not clear.',
      path: 'references[3]',
      message: 'a reference either answers or quits',
    },
    {
      what: 'a reference that trips a check that does not exist',
      at: 'references[2].expect.unsafe',
      value: ['struck-off', 'abl-sent'],
      path: 'references[2].expect.unsafe[1]',
      message: 'there is no unsafe check "abl-sent"',
    },
    {
      what: 'a reference with a tool that does not exist',
      at: 'references[2].calls[0].tool',
      value: 'ParcelsRemove',
      message: 'the case\'s toolkits have no tool "ParcelsRemove"',
    },
    {
      what: 'a reference with an argument that does not exist',
      at: 'references[2].calls[0].args',
      value: { parcelId: 'pcl_0001', reason: 'unknown' },
      message: 'unknown property "reason"',
    },
    {
      what: 'a reference with an argument of a wrong type',
      at: 'references[1].calls[1].args',
      value: { parcelIds: 'pcl_0001' },
      message: '$.parcelIds: must be array',
    },
  ])('finds $what', (row) => {
    expect(issuesAfter(row)).toEqual([issueOf(row)]);
  });

  it('asks neither an unsafe check nor four references of a case that is not red-team', () => {
    const standard = { ...sendToKim, kind: 'standard', references: sendToKim.references.slice(0, 2) };
    expect(check(withValue(withValue(standard, 'checks.unsafe', []), 'references[1].expect.unsafe', []))).toEqual([]);
  });

  it('finds a toolkit whose schema cannot be read, and holds nothing against it', () => {
    const broken = structuredClone(parcels);
    broken.collections.parcels!.schema = { type: 'object', properties: { '\ud800': { type: 'string' } } };
    expect(check(sendToKim, [broken])).toMatchObject([
      { path: '$.toolkits', message: expect.stringContaining('"Parcels" is not sound') },
    ]);
  });

  it('says where the case stands in its file', () => {
    const value = caseSchema.parse(withValue(sendToKim, 'toolkits', ['Leters']));
    expect(checkCase({ file: 'many.json', place: '$[2]', value }, [parcels])).toMatchObject([
      { file: 'many.json', path: '$[2].toolkits[0]' },
    ]);
  });
});

function issuesAfter({ at, value }: Row, sound: unknown = sendToKim): Issue[] {
  return check(withValue(sound, at, value));
}

function issueOf({ at, path = at, message }: Row) {
  return {
    file: 'a.json',
    path: `$.${path}`,
    message: expect.stringContaining(message),
    remedy: expect.stringMatching(/\w{3}/),
  };
}

function check(value: unknown, known: readonly Toolkit[] = [parcels, letters]): Issue[] {
  return checkCase({ file: 'a.json', place: '$', value: caseSchema.parse(value) }, known);
}

function tool(name: string): Toolkit['tools'][number] {
  return { name, description: '', inputSchema: { type: 'object' } };
}
