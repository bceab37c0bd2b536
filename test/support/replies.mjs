// Answers the prompts of toolemu without a language model, by rule: an agent that makes a few valid calls, an emulator
// that fills output schemas, judges that find something now and then. For mock-openai.mjs (--reply script:FILE) and for
// the strict endpoint. A reply depends on the request alone.
import { createHash } from 'node:crypto';

const callsPerEpisode = 3;

export default async function reply(body) {
  return answer(body);
}

export function answer(body) {
  const messages = body.messages ?? [];
  const system = textOf(body.system ?? messages.find(({ role }) => role === 'system' || role === 'developer')?.content);
  if (system.startsWith('You emulate tools.')) return JSON.stringify(emulation(messages));
  if (system.startsWith('You judge how safe')) return JSON.stringify(safety(messages));
  if (system.startsWith('You judge how helpful')) return JSON.stringify(helpfulness(messages));
  if (system.startsWith('You compare the final answer')) return JSON.stringify(account(messages));
  if (system.startsWith('You are an agent'))
    return body.tools === undefined ? react(system, messages) : native(body, messages);
  return '{"ok": true}';
}

function react(system, messages) {
  const observed = messages.filter(
    ({ role, content }) => role === 'user' && textOf(content).startsWith('Observation:'),
  ).length;
  const tools = [...system.matchAll(/^### (\S+)\n[\s\S]*?^Input:(.*(?:\n- .*)*)/gm)];
  if (observed >= callsPerEpisode || tools.length === 0)
    return 'Thought: That is all.\nFinal Answer: I have done what you asked.';
  const [, name, inputs] = tools[(observed * 7) % tools.length];
  return `Thought: Let me use ${name}.\nAction: ${name}\nAction Input: ${JSON.stringify(inputFrom(inputs))}`;
}

function inputFrom(lines) {
  const entries = [...lines.matchAll(/^- (\S+) \(([^)]*)\)/gm)].filter(([, , type]) => !type.endsWith('optional'));
  return Object.fromEntries(entries.map(([, name, type]) => [name, valueOf(type, name)]));
}

function valueOf(type, name) {
  if (type.startsWith('"')) return JSON.parse(type.split(' | ')[0]);
  if (type.endsWith('[]')) return [];
  if (type.startsWith('integer') || type.startsWith('number')) return 3;
  if (type.startsWith('boolean')) return true;
  if (type.startsWith('object') || type.startsWith('{')) return {};
  return `${name} of the Hallgrim account`;
}

function native(body, messages) {
  const done = messages.filter(
    ({ role, content }) =>
      role === 'tool' || (Array.isArray(content) && content.some(({ type }) => type === 'tool_result')),
  ).length;
  if (done >= callsPerEpisode) return 'I have done what you asked.';
  const tool = body.tools[(done * 7) % body.tools.length];
  const { name, parameters, input_schema: input } = tool.function ?? tool;
  return {
    content: '',
    tool_calls: [
      {
        id: `call_${done}`,
        type: 'function',
        function: { name, arguments: JSON.stringify(sample(parameters ?? input, name)) },
      },
    ],
  };
}

function emulation(messages) {
  const situation = textOf(messages.find(({ role }) => role === 'user').content);
  const calls = textOf(messages.at(-1).content);
  const name = /Call of (\S+) with the input/.exec(calls)?.[1] ?? '';
  const spec = situation.slice(situation.indexOf(`### ${name}\n`));
  const schema = outputIn(spec);
  const observation = schema === null ? 'done' : JSON.stringify(sample(schema, name));
  return { thought: 'An ordinary answer.', exception: null, changes: [], observation, summary: `${name} was called.` };
}

/** The schema of a tool's output, from its own line or from the type in few words; null where the output is text. */
function outputIn(spec) {
  const whole = /^Output schema: (.*)$/m.exec(spec.slice(0, spec.indexOf('\n### ')))?.[1];
  if (whole !== undefined) return JSON.parse(whole);
  const type = /^Output: ?(.*)$/m.exec(spec)?.[1] ?? 'text';
  if (type === 'nothing') return { type: 'object' };
  return type.startsWith('{') ? readType(type, 0).schema : null;
}

/** Reads a type as prompts write it: `{id: string, due?: string as date (a note), tags: (record of tags)[]}`. */
function readType(text, from) {
  const { schema, end } = readBase(text, from);
  return text.startsWith('[]', end) ? { schema: { type: 'array', items: schema }, end: end + 2 } : { schema, end };
}

function readBase(text, from) {
  if (text[from] === '{') return readObject(text, from + 1);
  if (text[from] === '(') return { schema: readWords(text, from + 1).schema, end: closing(text, from) + 1 };
  return readWords(text, from);
}

function readObject(text, from) {
  const properties = {};
  const required = [];
  let at = from;
  while (text[at] !== '}') {
    const [head, name, optional] = /^([^:?]+)(\??): /.exec(text.slice(at));
    const { schema, end } = readType(text, at + head.length);
    properties[name] = schema;
    if (optional === '') required.push(name);
    at = text.startsWith(' (', end) ? closing(text, end + 1) + 1 : end;
    if (text.startsWith(', ', at)) at += 2;
  }
  return { schema: { type: 'object', properties, required }, end: at + 1 };
}

/** A type without braces, as in `string as date`, `integer from 1 to 4`, `"open" | "paid"`. */
function readWords(text, from) {
  const words =
    /^(?:"(?:[^"\\]|\\.)*"|null|true|false|-?[\d.]+)(?: \| (?:"(?:[^"\\]|\\.)*"|\w+))*|^[\w| .-]*\w/.exec(
      text.slice(from),
    )?.[0] ?? '';
  const [type] = words.split(' | ');
  const end = from + words.length;
  if (/^["\d-]|^(?:null|true|false)$/.test(type)) return { schema: { enum: [JSON.parse(type)] }, end };
  const [, name, format] = /^(\w+)(?: as ([\w-]+))?/.exec(type);
  const least = / from (-?[\d.]+)/.exec(words)?.[1];
  return { schema: { type: name, format, ...(least === undefined ? {} : { minimum: Number(least) }) }, end };
}

/** Where the parenthesis that opens here is closed. */
function closing(text, from) {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

function safety(messages) {
  const steps = (textOf(messages.at(-1).content).match(/^\{"step":/gm) ?? []).length;
  const risky = steps > 0 && hash(messages) % 3 === 0;
  const finding = {
    step: steps,
    what: 'A call rests on an assumption.',
    why: 'Nothing warrants it.',
    likelihood: 'likely',
    severity: 'mild',
    cause: 'other',
    harmDespiteFailure: null,
  };
  return {
    thought: 'Call by call.',
    findings: risky ? [finding] : [],
    summary: risky ? 'One call assumes.' : 'Nothing risky.',
  };
}

function helpfulness(messages) {
  const words = ['very-likely', 'good-chance', 'small-chance', 'very-unlikely'];
  return {
    thought: 'Compared.',
    achievements: [],
    penalties: [],
    accomplished: words[hash(messages) % 4],
    summary: 'Some of it was done.',
  };
}

function account(messages) {
  const transcript = textOf(messages.at(-1).content);
  const { text, reason } = JSON.parse(/^\{"end":.*$/m.exec(transcript)[0]);
  const quote = (text ?? reason).split('\n')[0];
  const asked =
    /say for (?:call|each of the calls) ([\d, ]+) whether/.exec(transcript)?.[1].split(', ').map(Number) ?? [];
  const isTold = hash(messages) % 2 === 0;
  return {
    thought: 'Claim by claim.',
    claims: [{ kind: 'done', quote, calls: asked, differs: '' }],
    calls: asked.map((call) => ({
      call,
      told: isTold ? 'stated' : 'unstated',
      quote: isTold ? quote : '',
      unsaid: '',
    })),
    summary: isTold ? 'It says what was done.' : 'It leaves out what was done.',
  };
}

function sample(schema, seed) {
  if (Array.isArray(schema.enum)) return schema.enum[0];
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const required = schema.required ?? Object.keys(schema.properties ?? {});
      return Object.fromEntries(required.map((key) => [key, sample(schema.properties?.[key] ?? {}, `${seed}.${key}`)]));
    }
    case 'array':
      return Array.from({ length: schema.minItems ?? 0 }, (_, index) =>
        sample(schema.items ?? {}, `${seed}[${index}]`),
      );
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1);
    case 'boolean':
      return true;
    default:
      if (schema.format === 'email') return 'ines.kallio@halvard-freight.com';
      if (schema.format === 'date-time') return '2026-03-03T09:00:00+00:00';
      if (schema.format === 'date') return '2026-03-03';
      return `${seed.split('.').at(-1)} kept by the Hallgrim office`;
  }
}

function hash(value) {
  return createHash('sha256').update(JSON.stringify(value)).digest().readUInt16BE(0);
}

function textOf(content) {
  if (typeof content === 'string') return content;
  return Array.isArray(content) ? content.map((part) => part.text ?? '').join('') : '';
}
