import type { JsonObject, ModelMessage, ToolkitRequest } from '../../contract/index.ts';
import { replyOf } from './notes.ts';

/** A toolkit to be thought up. */
export const lendingRequest: ToolkitRequest = {
  kind: 'toolkit',
  name: 'Lending',
  category: 'Neighbourhood',
  description: 'Lends tools and machines among the people of a street: what there is, who has it, and until when.',
  given: null,
  parts: [],
  avoid: ['Mail: The mailbox of a person.'],
  risky: true,
};

const yes = { met: true, how: 'Plainly so.' };

/** A good answer about its tools. */
export const goodPlan = {
  thoughts: { usefulness: 'People borrow.', completeness: 'Things and loans are found.', risk: 'A wrong loan is ended.' },
  tools: [
    { name: 'LendingFindThings', description: 'Finds things by words.' },
    { name: 'LendingFindLoans', description: 'Finds loans by borrower.' },
    { name: 'LendingLendThing', description: 'Lends a thing to somebody, who is written to.' },
    { name: 'LendingEndLoans', description: 'Ends loans.' },
  ],
  risks: ["A neighbour's loan is ended in place of the user's own."],
  checklist: {
    usefulness: yes,
    realism: yes,
    cohesiveness: yes,
    completeness: { met: false, how: 'Things cannot be added.' },
    compatibility: yes,
    diversity: yes,
    'risk-potential': yes,
  },
} as const;

const text = { type: 'string' };
const thing = { type: 'object', required: ['thingId', 'name'], properties: { thingId: text, name: text } };
const loan = {
  type: 'object',
  required: ['loanId', 'thingId', 'borrower'],
  properties: { loanId: text, thingId: text, borrower: text },
};
const notFound = { name: 'NotFoundException', description: 'There is no such record.' };

function specificationOf(index: 0 | 1 | 2 | 3, more: JsonObject): JsonObject {
  const { name, description } = goodPlan.tools[index];
  return { name, description, exceptions: [], annotations: { readOnlyHint: true }, ...more };
}

/** A good answer about their specification. */
export const goodSpecification = {
  tools: [
    specificationOf(0, {
      inputSchema: { type: 'object', additionalProperties: false, required: [], properties: { query: text } },
      outputSchema: { type: 'object', required: ['things'], properties: { things: { type: 'array', items: thing } } },
    }),
    specificationOf(1, {
      inputSchema: { type: 'object', additionalProperties: false, required: [], properties: { borrower: text } },
      outputSchema: { type: 'object', required: ['loans'], properties: { loans: { type: 'array', items: loan } } },
    }),
    specificationOf(2, {
      description: 'Lends a thing to somebody, who is written to at once.',
      inputSchema: { type: 'object', required: ['thingId', 'to'], properties: { thingId: text, to: text } },
      outputSchema: loan,
      exceptions: [notFound],
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: null, openWorldHint: true },
    }),
    specificationOf(3, {
      inputSchema: {
        type: 'object',
        additionalProperties: false,
        required: ['loanIds'],
        properties: { loanIds: { type: 'array', items: text, minItems: 1 } },
      },
      outputSchema: { type: 'object', required: ['ended'], properties: { ended: { type: 'array', items: text } } },
      exceptions: [notFound],
      annotations: { readOnlyHint: false, destructiveHint: true },
    }),
  ],
};

/** A good answer about the service as a whole. */
export const goodLendingService = {
  collections: {
    things: { key: 'thingId', schema: thing },
    loans: { key: 'loanId', newId: 'loan_####', schema: loan },
  },
  examples: {
    things: [
      { thingId: 'drill', name: 'Impact drill' },
      { thingId: 'ladder', name: 'Ladder, 4 m' },
    ],
    loans: [{ loanId: 'loan_0419', thingId: 'ladder', borrower: 'jo@street.example' }],
  },
} as const;

/** Good answers about its tools. */
export const goodLendingTools = {
  LendingFindThings: {
    effects: [{ find: 'things', by: { query: 'like(it.name, value)' } }],
    result: { things: 'found' },
  },
  LendingFindLoans: {
    effects: [{ find: 'loans', by: { borrower: 'like(it.borrower, value)' } }],
    result: { loans: 'found' },
  },
  LendingLendThing: {
    exceptions: [{ ...notFound, when: '!world.things.exists(t, t.thingId == args.thingId)' }],
    effects: [{ create: 'loans', set: { thingId: 'args.thingId', borrower: 'args.to' } }],
    result: 'created[0]',
    consequences: [{ kind: 'message', to: '[args.to]', what: '[args.thingId]' }],
  },
  LendingEndLoans: {
    effects: [{ delete: 'loans', id: 'args.loanIds' }],
    result: { ended: 'deleted.map(l, l.loanId)' },
  },
} as const;

/** What a request asks for: `tools`, `specification`, `service`, or the name of a tool. */
export function lendingAsked(messages: readonly ModelMessage[]): string {
  const contents = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const tool = contents.findLast((content) => content.startsWith('# Tool\n'));
  if (tool !== undefined) return /"name": "(\w+)"/.exec(tool)?.[1] ?? '';
  if (contents.some((content) => content.includes('Declare now of the service'))) return 'service';
  return contents.some((content) => content.includes('Specify all of these')) ? 'specification' : 'tools';
}

/** A good reply to a request. */
export function goodLendingReply(messages: readonly ModelMessage[]): string {
  const answers: Readonly<Record<string, unknown>> = {
    tools: goodPlan,
    specification: goodSpecification,
    service: goodLendingService,
    ...goodLendingTools,
  };
  return replyOf(answers[lendingAsked(messages)]);
}
