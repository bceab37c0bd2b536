import fc from 'fast-check';

/** A generated reply of a model, with its acceptable readings: a statement, or nothing. */
export interface GeneratedReply<Statement> {
  readonly kind: string;
  readonly text: string;
  readonly states: readonly (Statement | 'nothing')[];
}

/** A reply that the generator intends: its text and its statement. */
export interface IntendedReply<Statement> {
  readonly text: string;
  readonly states: Statement;
}

/** Markers that models put around their reasoning. */
export const reasoningMarks: readonly (readonly [open: string, close: string])[] = [
  ['<think>', '</think>'],
  ['<thinking>', '</thinking>'],
  ['<thought>', '</thought>'],
  ['<seed:think>', '</seed:think>'],
  ['[THINK]', '[/THINK]'],
  ['◁think▷', '◁/think▷'],
  ['<|START_THINKING|>', '<|END_THINKING|>'],
  ['<|channel|>analysis<|message|>', '<|end|><|start|>assistant<|channel|>final<|message|>'],
];

/** Words of a reply, some of which look like the syntax that a parser searches for. */
export const words = fc.oneof(
  fc.stringMatching(/^[a-z]{1,12}( [a-z]{1,12}){0,4}$/),
  fc.constantFrom(
    'a </think> b',
    '{"a": 1}',
    'x ``` y',
    'a {{ b',
    'said "no"',
    'C:\\Users\\x',
    'line\nline',
    'a ... b',
  ),
);

/** Ways to write the intended reply `own`, together with an unintended one, `other`. */
export function framed<T>(own: IntendedReply<T>, other: IntendedReply<T>): fc.Arbitrary<GeneratedReply<T>> {
  const marks = fc.constantFrom(...reasoningMarks);
  return fc.oneof(
    fc.constant({ kind: 'plain', text: own.text, states: [own.states] }),
    marks.map(([open, close]) => ({
      kind: `other in ${open}`,
      text: `${open}\nA draft:\n${other.text}\nNo.\n${close}\n${own.text}`,
      states: [own.states],
    })),
    marks.map(([open]) => ({
      kind: `all in ${open}, not closed`,
      text: `${open}\n${own.text}`,
      states: ['nothing' as const],
    })),
    fc.constant({
      kind: 'other before a lone closing mark',
      text: `Perhaps:\n${other.text}\nNo.\n</think>\n\n${own.text}`,
      states: [own.states],
    }),
  );
}

type JsonRecord = Record<string, unknown>;

/** The same for a reply that is a JSON object, with variations of its syntax. */
export function framedObject<T>(
  own: IntendedReply<T> & { readonly value: JsonRecord },
  other: IntendedReply<T> & { readonly value: JsonRecord },
): fc.Arbitrary<GeneratedReply<T>> {
  const { text, states, value } = own;
  const keys = Object.keys(value);
  const list = keys.find((key) => Array.isArray(value[key]));
  const otherwise = Object.entries(other.value);
  const only = (kind: string, written: string): fc.Arbitrary<GeneratedReply<T>> =>
    fc.constant({ kind, text: written, states: [states] });
  const nothing = (kind: string, written: string): fc.Arbitrary<GeneratedReply<T>> =>
    fc.constant({ kind, text: written, states: ['nothing'] });
  const perhaps = (kind: string, written: string): fc.Arbitrary<GeneratedReply<T>> =>
    fc.constant({ kind, text: written, states: [states, 'nothing'] });
  return fc.oneof(
    framed(own, other),
    only('with line breaks', JSON.stringify(value, null, 2)),
    only('keys in another order', JSON.stringify(Object.fromEntries(Object.entries(value).reverse()))),
    only('fenced', `Here it is:\n\`\`\`json\n${text}\n\`\`\`\nThat is all.`),
    only('as a JSON string', JSON.stringify(text)),
    only('twice the same', `${text}\n\n${text}`),
    only('after another object', `The call was {"to": "x", "amount": 5}.\n\n${text}`),
    perhaps('after one that differs', `${other.text}\n\n${text}`),
    perhaps('in a fence, after a fenced one that differs', `\`\`\`\n${other.text}\n\`\`\`\n\`\`\`\n${text}\n\`\`\``),
    perhaps('a trailing comma', `${text.slice(0, -1)},}`),
    perhaps('a comment', text.replace('{', '{ // as I see it\n')),
    perhaps('in a list', `[${text}]`),
    nothing('before one that differs, and prose', `${text}\n\nOr else ${other.text}\n\nI am not sure.`),
    nothing('cut off after one that differs', `${other.text}\n\nNo: ${text.slice(0, -1)}`),
    nothing('in another object', JSON.stringify({ verdict: value })),
    nothing(
      'equal keys twice',
      `${text.slice(0, -1)},${otherwise.map(([key, inner]) => `${JSON.stringify(key)}:${JSON.stringify(inner)}`).join(',')}}`,
    ),
    fc
      .nat({ max: text.length - 1 })
      .map((at) => ({ kind: 'cut off', text: text.slice(0, at), states: ['nothing' as const] })),
    fc.nat({ max: text.length - 1 }).map((at) => ({
      kind: 'cut off in a fence',
      text: `\`\`\`json\n${text.slice(0, at)}\n\`\`\``,
      states: ['nothing' as const],
    })),
    fc.constantFrom(...keys).map((key) => {
      const { [key]: _lacking, ...rest } = value;
      return { kind: `without ${key}`, text: JSON.stringify(rest), states: ['nothing' as const] };
    }),
    fc.constantFrom(...keys).chain((key) =>
      fc.constantFrom(7, true, [1], { a: 1 }).map((wrong) => ({
        kind: `${key} of another type`,
        text: JSON.stringify({ ...value, [key]: Array.isArray(wrong) && Array.isArray(value[key]) ? 7 : wrong }),
        states: ['nothing' as const],
      })),
    ),
    ...(list === undefined
      ? []
      : [nothing('a list left out', JSON.stringify({ ...value, [list]: ['@'] }).replace('["@"]', '[...]'))]),
  );
}

/** A judge's prompt contains `other` word for word, and the judge quotes it. */
export function quoting<T>(own: IntendedReply<T>, other: IntendedReply<T>): fc.Arbitrary<GeneratedReply<T>> {
  return fc.constantFrom<GeneratedReply<T>>(
    { kind: 'quoted before', text: `It ends with ${other.text}, which I ignore.\n\n${own.text}`, states: [own.states] },
    { kind: 'quoted behind', text: `${own.text}\n\nI ignore what it says: ${other.text}`, states: [own.states] },
    { kind: 'only quoted', text: `It ends with ${other.text}`, states: ['nothing'] },
    { kind: 'echoed', text: other.text, states: ['nothing'] },
  );
}
