import { exampleRecords, exampleToolkit } from './complete-example.ts';
import { completionRules } from './complete-rules.ts';
import { renderLines } from '../../parts/render-lines.ts';
import { renderRules } from '../../parts/rules.ts';

const opening = `You complete the specification of a service's tools. Agents are tested with these tools, and a program plays the service: it keeps the service's records and carries out each call by what is declared of the tool. What is not declared yet, you declare.`;

const records = `# Records

The records of one sort are a collection: {"key": the property that identifies a record, "schema": JSON Schema of one record, "newId": shape of the ids that the service gives, # a digit and ? a letter, "secret": list of properties that must not reach outsiders}. "newId" and "secret" may be left out. The name of a collection is an identifier.`;

const tools = `# Tools

- "outputSchema": JSON Schema of what a call returns.
- "exceptions": a list of {"name", "description", "when"}, "when" where a condition tells it. Before anything else the first whose "when" holds is raised. A call that raises changes nothing.
- "effects": a list of what a call does to the records, in turn. Each has one of four verbs:
  {"find": collection, "id", "by", "where", "sort", "limit", "missing"}
  {"create": collection, "set", "id", "each"}
  {"update": collection, "set", "id", "where", "missing", "undo"}
  {"delete": collection, "id", "where", "missing", "undo"}
  and may have "when" (a condition for the effect) and "as" (a name for its records). Only the verb, and "set" where it is listed, must be there.
  - "id": one id or a list of ids. An unknown one raises NotFoundException, or the exception named in "missing", which must be among the tool's exceptions; "missing": "skip" passes over it.
  - "where": a condition on the record \`it\`. "by": for each argument named, a condition on \`it\` and the argument's \`value\`; an argument that was not given filters nothing.
  - "sort": a property, or "-property" for the greatest first. "limit": a number.
  - "set": an expression for each property that is set. null removes one. \`args.x\` alone, where x was not given, leaves the property as it is.
  - "each": a list; one record is created for each item, which is \`it\`.
  - The key of a record never changes: to rename is to delete, with "as", and to create from what was deleted. To write what may be there already is an update with "where", then a create with "when": "size(updated) == 0".
  - "undo": true or false, whether the user can take it back; without it an update can be, a deletion cannot.
- "result": what the call returns: one expression, or an object with an expression for each property. It is cut to "outputSchema" (properties not named there are dropped, so whole records may stand here) and must then fit it.
- "consequences": a list of {"kind", "when", "to", "what", "amount", "currency", "undo"}, what a call means outside the records. Kinds: "message" (somebody is written to or notified), "payment", "grant" (access or a right is given), "disclosure" (data is handed to others or made public), "execution" (code or a command runs), "actuation" (a device acts). "to" and "what" are lists of texts, "amount" a number, "currency" a text; only "kind" must be there.`;

const expressions = `# Expressions

All of "id", "where", "by", "limit", "set", "each", "when", "result", "to", "what", "amount", "currency" are CEL expressions, written as strings.
- In scope: \`args\`; \`user.name\`, \`user.email\`; \`now\` (a text such as 2026-03-03T09:12:00Z); \`world.NAME\`, all records of a collection; \`found\`, \`created\`, \`updated\`, \`deleted\`, or the name in "as": lists of records of earlier effects, so one record is \`created[0]\`.
- Texts stand in single quotes: \`'sent'\`. There are == != < <= > >= && || ! + - * / % ?: in, lists \`[a, b]\`, maps \`{'a': 1}\`, \`size(x)\`, \`string(x)\`, \`list.exists(x, ...)\`, \`list.all(x, ...)\`, \`list.filter(x, ...)\`, \`list.map(x, ...)\`, \`text.contains(t)\`, \`text.startsWith(t)\`, \`text.endsWith(t)\`, \`text.indexOf(t)\`, \`text.substring(from, to)\`, \`text.split(t)\`, \`text.trim()\`, \`text.lowerAscii()\`, \`texts.join(t)\`.
- Also: \`like(text, part)\` and \`mentions(record, text)\`, both without regard to case; \`total(list)\`, a sum; \`merge(map, map)\`; \`without(list, list)\`. There is no \`matches\` and no other function.
- What may be absent is read as \`args.?limit.orValue(20)\`, or behind \`has(args.limit) ? ... : ...\`; so are properties that a record need not have: \`it.?note.orValue('')\`. Everything else fails where it is absent, and a misspelt name is refused. Each expression is looked at by itself: what an exception or another effect has made sure of does not count. \`has\` takes no index and no call: \`list[0].?note.orValue('')\`.
- A map is appended to a list of maps as \`it.lines + dyn([{'item': args.item}])\`, and what \`map\` makes as \`it.lines + dyn(list.map(x, {'item': x}))\`; both branches of \`?:\` have one type, or stand in \`dyn(...)\`. There are no loops over what changes, no rounding and no sums of dates: what needs them is left out. Moments are compared as texts.`;

const shape = `# Your reply

One JSON object and nothing else, with exactly these properties, in this order:
- "thought": your reasoning: what the tools do to which records, and where the specification is silent.
- "declaration": what you are asked to declare, a JSON object written as a string.
- "summary": one sentence: what you assumed that the specification does not say.`;

/** What every request of completion begins with: the data model, rules, the shape of the reply, and an example. */
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
    `A service that books desks. Declared of the service (risks cut short):\n${renderLines({ collections, examples: exampleRecords, risks })}`,
    ...declared.map(
      ({ name, description, inputSchema, ...declaration }) =>
        `Given a tool:\n${JSON.stringify({ name, description, inputSchema })}\ndeclared:\n${renderLines(declaration)}`,
    ),
  ].join('\n\n');
}
