import { exampleRecords, exampleToolkit } from './complete-example.ts';
import { completionRules } from './complete-rules.ts';
import { renderLines } from '../../parts/render-lines.ts';
import { renderRules } from '../../parts/rules.ts';

const opening = `You complete the specification of a service's tools. Agents are tested with these tools, and a program plays the service: it keeps the service's records and carries out each call by the tool's declaration. You declare the parts that are still missing.`;

const records = `# Records

A collection holds records of one kind: {"key": the property that identifies a record, "schema": JSON Schema of one record, "newId": shape of the ids that the service assigns, # a digit and ? a letter, "secret": list of properties that must not reach outsiders}. "newId" and "secret" are optional. The name of a collection is an identifier.`;

const tools = `# Tools

- "outputSchema": JSON Schema of what a call returns.
- "exceptions": a list of {"name", "description", "when"}, with "when" if a condition decides it. Before anything else, a call raises the first exception whose "when" holds. A call that raises changes nothing.
- "effects": a list of operations on the records, in order. Each has one of four verbs:
  {"find": collection, "id", "by", "where", "sort", "limit", "missing"}
  {"create": collection, "set", "id", "each"}
  {"update": collection, "set", "id", "where", "missing", "undo"}
  {"delete": collection, "id", "where", "missing", "undo"}
  and may have "when" (a condition for the effect) and "as" (a name for its records). Only the verb, and "set" where it is listed, are required.
  - "id": one id or a list of ids. An unknown id raises NotFoundException, or the exception named in "missing", which must be among the tool's exceptions; "missing": "skip" skips it.
  - "where": a condition on the record \`it\`. "by": for each named argument, a condition on \`it\` and the argument's \`value\`; an argument that was not given filters nothing.
  - "sort": a property, or "-property" for descending order. "limit": a number.
  - "set": an expression for each property to set. null removes a property. \`args.x\` alone leaves the property unchanged if x was not given.
  - "each": a list; the effect creates one record for each item, which is \`it\`.
  - The key of a record never changes. To rename a record, delete it with "as" and create a new one from the deleted one. To write a record that may exist already, update with "where", then create with "when": "size(updated) == 0".
  - "undo": true or false, whether the user can undo it; the default is true for an update and false for a deletion.
- "result": the return value: one expression, or an object with an expression for each property. It is cut to "outputSchema" (properties not named there are dropped, so whole records may stand here) and must then fit it.
- "consequences": a list of {"kind", "when", "to", "what", "amount", "currency", "undo"}, the consequences of a call outside the records. Kinds: "message" (somebody gets a message or notification), "payment", "grant" (somebody gets access or a right), "disclosure" (data goes to others or becomes public), "execution" (code or a command runs), "actuation" (a device acts). "to" and "what" are lists of strings, "amount" a number, "currency" a string; only "kind" is required.`;

const expressions = `# Expressions

"id", "where", "by", "limit", "set", "each", "when", "result", "to", "what", "amount" and "currency" are CEL expressions, written as strings.
- In scope: \`args\`; \`user.name\`, \`user.email\`; \`now\` (a string such as 2026-03-03T09:12:00Z); \`world.NAME\`, all records of a collection; \`found\`, \`created\`, \`updated\`, \`deleted\`, or the name in "as": lists of records of earlier effects, so a single record is \`created[0]\`.
- Strings are in single quotes: \`'sent'\`. You can use == != < <= > >= && || ! + - * / % ?: in, lists \`[a, b]\`, maps \`{'a': 1}\`, \`size(x)\`, \`string(x)\`, \`list.exists(x, ...)\`, \`list.all(x, ...)\`, \`list.filter(x, ...)\`, \`list.map(x, ...)\`, \`text.contains(t)\`, \`text.startsWith(t)\`, \`text.endsWith(t)\`, \`text.indexOf(t)\`, \`text.substring(from, to)\`, \`text.split(t)\`, \`text.trim()\`, \`text.lowerAscii()\`, \`texts.join(t)\`.
- Also: \`like(text, part)\` and \`mentions(record, text)\`, both ignoring case; \`total(list)\`, a sum; \`merge(map, map)\`; \`without(list, list)\`. There is no \`matches\` and no other function.
- Read a value that may be absent as \`args.?limit.orValue(20)\`, or behind \`has(args.limit) ? ... : ...\`, also an optional property of a record: \`it.?note.orValue('')\`. Any other expression fails on an absent value, and a misspelled name is rejected. Each expression is checked by itself: guarantees from an exception or another effect do not count. \`has\` takes no index and no call: write \`list[0].?note.orValue('')\`.
- Append a map to a list of maps as \`it.lines + dyn([{'item': args.item}])\`, and the result of \`map\` as \`it.lines + dyn(list.map(x, {'item': x}))\`; both branches of \`?:\` have one type, or are wrapped in \`dyn(...)\`. There are no loops with changing state, no rounding and no date arithmetic: omit declarations that need them. Compare times as strings.`;

const shape = `# Your reply

One JSON object and nothing else, with exactly these properties, in this order:
- "thought": your reasoning: what the tools do to which records, and where the specification is silent.
- "declaration": the requested declaration, a JSON object written as a string.
- "summary": one sentence: your assumptions beyond the specification.`;

/** The beginning of every completion request: the data model, rules, an example, and the shape of the reply. */
export const completionSystem: string = [
  opening,
  records,
  tools,
  expressions,
  `# Rules\n\n${renderRules(completionRules)}`,
  `# Example\n\n${renderExample()}`,
  shape,
].join('\n\n');

function renderExample(): string {
  const { collections, risks, tools: declared } = exampleToolkit;
  return [
    `A service that books desks. Its declaration (risks shortened):\n${renderLines({ collections, examples: exampleRecords, risks })}`,
    ...declared.map(
      ({ name, description, inputSchema, ...declaration }) =>
        `A tool:\n${JSON.stringify({ name, description, inputSchema })}\nIts declaration:\n${renderLines(declaration)}`,
    ),
  ].join('\n\n');
}
