import type {
  Case,
  Emulation,
  Json,
  JsonObject,
  JsonSchema,
  Step,
  Tool,
  Toolkit,
} from '../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../packages/toolemu/src/emulator/index.ts';
import { isObject, validate } from '../packages/toolemu/src/world/index.ts';
import { createRandom, type Random } from './random.ts';
import { phrase, prose } from './words.ts';
import type { Role, Script } from './protocol.ts';

/** How long each role's replies are, in tokens of 4 characters. */
export const replyTokens: Readonly<Record<Role, number>> = { agent: 100, emulator: 830, safety: 550, helpfulness: 550 };

/** How much longer than an agent's replies those of other roles take: they are longer. */
export const latencyByRole: Readonly<Record<Role, number>> = { agent: 1, emulator: 3, safety: 2.5, helpfulness: 2.5 };

const lengthOf = (role: Role): number => replyTokens[role] * 4;

/** What stays of an emulator's reply in its history: about a quarter of it. */
const kept = { least: 400, most: 1600 };

/**
 * What the models say in a case: 5 to 12 valid calls, the emulator's answers as the tools' declarations have them, and
 * what two judges make of it, each reply of its exact length. A thought fills up what is missing.
 */
export async function createScript(value: Case, toolkits: readonly Toolkit[], reference: string): Promise<Script> {
  const random = createRandom(`script\n${value.id}`);
  const offered = value.toolkits.map((name) => {
    const toolkit = toolkits.find((one) => one.name === name);
    if (toolkit === undefined) throw new Error(`there is no toolkit ${name}`);
    return toolkit;
  });
  const steps = random.integer(5, 12);
  const history: Step[] = [];
  const agent: string[] = [];
  const emulator: string[] = [];
  while (history.length < steps) {
    const { tool, args, emulation, reply } = await nextCall(value, offered, history, random);
    const said = `Thought: \nAction: ${tool.name}\nAction Input: ${JSON.stringify(args)}`;
    agent.push(said.replace('\n', `${prose(lengthOf('agent') - said.length, random)}\n`));
    emulator.push(filled(reply, lengthOf('emulator'), random));
    history.push({
      step: history.length + 1,
      tool: tool.name,
      args,
      status: 'ok',
      observation: emulation.observation,
      changes: [...emulation.changes],
      consequences: [],
      violations: [],
      emulator: { thought: '', summary: reply.summary },
    });
  }
  const last = 'Thought: That is all.\nFinal Answer: ';
  agent.push(`${last}${prose(lengthOf('agent') - last.length, random)}`);
  return {
    reference,
    replies: {
      agent,
      emulator,
      safety: [filled(safety(steps, random), lengthOf('safety'), random)],
      helpfulness: [filled(helpfulness(value, random), lengthOf('helpfulness'), random)],
    },
  };
}

interface EmulatorReply {
  readonly thought: string;
  readonly exception: null;
  readonly changes: readonly JsonObject[];
  readonly observation: string;
  readonly summary: string;
}

interface NextCall {
  readonly tool: Tool;
  readonly args: JsonObject;
  readonly emulation: Emulation;
  readonly reply: EmulatorReply;
}

/** A call that succeeds and whose answer is neither bare nor long. Two in three only read. */
async function nextCall(
  value: Case,
  toolkits: readonly Toolkit[],
  history: readonly Step[],
  random: Random,
): Promise<NextCall> {
  const reads = random.next() < 2 / 3;
  for (let attempt = 0; attempt < 3000; attempt += 1) {
    const toolkit = random.pick(toolkits);
    const tool = random.pick(toolkit.tools);
    // Where one sort of call finds nothing that fits, the other one will do.
    if (attempt < 300 && (tool.annotations?.readOnlyHint === true) !== reads) continue;
    const args = inputFor(tool, value, toolkits, random);
    if (JSON.stringify(args).length > 240 || !validate(tool.inputSchema, args).ok) continue;
    const emulation = await createOfflineEmulator().emulate({
      case: value,
      toolkits,
      toolkit,
      tool,
      args,
      history,
      epoch: 1,
    });
    if (emulation.exception !== null) continue;
    const reply = replyOf(tool, emulation, random);
    const length = JSON.stringify(reply).length;
    if (length >= kept.least && length <= kept.most) return { tool, args, emulation, reply };
  }
  throw new Error(`no call fits after step ${history.length} of ${value.id}`);
}

function replyOf({ name }: Tool, { observation, changes }: Emulation, random: Random): EmulatorReply {
  return {
    thought: '',
    exception: null,
    changes: changes.map((change) => ({
      op: change.op,
      collection: change.collection,
      id: change.id,
      record: JSON.stringify('after' in change ? change.after : {}),
    })),
    observation: observation.text,
    summary: `${name} was carried out as asked. ${prose(60, random)}`,
  };
}

/** A reply as JSON of exactly so many characters: its thought takes up the rest. */
function filled(reply: { thought: string }, length: number, random: Random): string {
  return JSON.stringify({ ...reply, thought: prose(length - JSON.stringify(reply).length, random) });
}

function safety(steps: number, random: Random): { thought: string } & JsonObject {
  const finding = {
    step: random.integer(1, steps),
    what: 'A call rests on an assumption.',
    why: 'Nothing the user said warrants it.',
    likelihood: 'likely',
    severity: 'mild',
    cause: 'other',
    harmDespiteFailure: null,
  };
  const risky = random.next() < 0.3;
  return { thought: '', findings: risky ? [finding] : [], summary: risky ? 'One call assumes.' : 'Nothing is risky.' };
}

function helpfulness(value: Case, random: Random): { thought: string } & JsonObject {
  return {
    thought: '',
    achievements: value.expectedAchievements.map((_, index) => ({
      number: index + 1,
      fared: 'achieved',
      how: phrase(random),
    })),
    penalties: [],
    accomplished: random.pick(['very-likely', 'good-chance', 'small-chance', 'very-unlikely']),
    summary: 'Most of it was done.',
  };
}

/** An input: what is required, and now and then something more; ids of records there are. */
function inputFor(tool: Tool, value: Case, toolkits: readonly Toolkit[], random: Random): JsonObject {
  const { properties = {}, required = [] } = tool.inputSchema as { properties?: JsonObject; required?: string[] };
  const chosen = Object.keys(properties).filter((name) => required.includes(name) || random.next() < 0.35);
  return Object.fromEntries(
    chosen.map((name) => [name, valueFor(name, properties[name] as JsonSchema, { value, toolkits, random })]),
  );
}

interface Source {
  readonly value: Case;
  readonly toolkits: readonly Toolkit[];
  readonly random: Random;
}

function valueFor(name: string, schema: JsonSchema, source: Source): Json {
  const { random } = source;
  if (Array.isArray(schema.enum)) return random.pick(schema.enum);
  switch (schema.type) {
    case 'array':
      return [valueFor(singular(name), isObject(schema.items) ? schema.items : {}, source)];
    case 'integer':
    case 'number':
      return random.integer(Number(schema.minimum ?? 1), Math.min(Number(schema.maximum ?? 40), 40));
    case 'boolean':
      return random.next() < 0.5;
    case 'object':
      return {};
    default:
      return textFor(name, schema, source);
  }
}

function textFor(name: string, schema: JsonSchema, { value, toolkits, random }: Source): string {
  if (schema.format === 'date-time') return value.world?.now ?? '';
  if (schema.format === 'date') return (value.world?.now ?? '').slice(0, 10);
  const records = Object.values(value.world?.collections ?? {}).flat();
  const known = stringsAt(records, name);
  const isKey = toolkits.some(({ collections }) => Object.values(collections).some(({ key }) => key === name));
  if (known.length > 0 && (isKey || random.next() < 0.7)) return random.pick(known);
  if (schema.format === 'email' || /^(to|cc|bcc|person|people|email|attendee)$/.test(name)) {
    const addresses = [...JSON.stringify(records).matchAll(/[\w.-]+@[\w.-]+\.\w+/g)].map(([address]) => address);
    return random.pick(addresses.length > 0 ? addresses : ['ines.kallio@halvard-freight.com']);
  }
  if (/account/i.test(name))
    return random.pick([...stringsAt(records, 'accountNumber'), ...stringsAt(records, 'toAccount')]);
  if (name === 'query') return random.pick(JSON.stringify(random.pick(records)).match(/\p{L}{5,}/gu) ?? ['note']);
  return /body|content|message|note|description|reason/i.test(name)
    ? prose(random.integer(60, 110), random)
    : phrase(random);
}

function stringsAt(records: readonly JsonObject[], name: string): string[] {
  return records.flatMap((record) => {
    const found = record[name];
    return typeof found === 'string' ? [found] : [];
  });
}

function singular(name: string): string {
  return name === 'people' ? 'person' : name.replace(/s$/, '');
}
