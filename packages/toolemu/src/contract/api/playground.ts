import { z } from 'zod';
import { caseKindSchema, caseSchema } from '../benchmark/case.ts';
import { evaluationSchema, verdictSchema } from '../run/evaluation.ts';
import { idSchema, jsonObjectSchema, jsonSchema } from '../json.ts';
import { costsSchema } from '../report/report.ts';
import { promptStyleSchema, runConfigSchema } from '../run/run.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';
import { outcomeSchema, stepSchema } from '../run/trajectory.ts';
import { issueSchema } from '../issue.ts';
import type { Endpoint } from './endpoint.ts';
import { worldAtSchema } from './episodes.ts';
import { runParams } from './runs.ts';

/** A case by its id, or whole as JSON: ours, or ToolEmu's. */
export const caseInputSchema = z.strictObject({
  case: z.union([
    z.strictObject({ id: z.string().describe('of a built-in case, or of one in the folder cases') }),
    z.strictObject({
      json: jsonSchema,
      pick: z.string().optional().describe('id of the case that is meant, where there are several'),
    }),
  ]),
  toolkits: z
    .array(jsonSchema)
    .max(100)
    .default([])
    .describe(
      "toolkits beside the built-in ones and those of the folder toolkits: ours, or ToolEmu's; each may be a list",
    ),
});

/** What became of a case that was given. */
export const parsedCaseSchema = z.strictObject({
  case: caseSchema.nullable().describe('null where none can be played'),
  toolkits: z.array(toolkitSchema).describe("the case's"),
  choices: z.array(z.string()).describe('ids to pick one of, where several cases were given'),
  issues: z.array(issueSchema).describe('all that stands in the way'),
  remarks: z.array(issueSchema).describe('what a case lacks that is kept, and need not have to be played'),
});

export type ParsedCase = z.infer<typeof parsedCaseSchema>;

/** The name of a model, and where it answers. */
export const modelFields = {
  model: z.string().min(1).max(200).optional().describe('provider/model'),
  baseUrl: z.url({ protocol: /^https?$/ }).optional(),
};

export const agentKindSchema = z
  .string()
  .min(1)
  .max(100)
  .describe('noact, careful, reckless, react, tools, human, or one of the configuration of the server');

/** Who plays, who emulates, who judges. */
export const castSchema = z.strictObject({
  agent: z.strictObject({
    kind: agentKindSchema,
    promptStyle: z
      .union([
        z.string(),
        z.strictObject({
          text: z.string().max(100_000).describe('of a prompting file: front matter and requirements'),
        }),
      ])
      .optional()
      .describe('the name of a built-in one, or one in words of its own; naive where it is left out'),
    temperature: z.number().min(0).max(2).optional(),
    ...modelFields,
  }),
  emulator: z.strictObject({
    kind: z.string().min(1).max(100),
    ...modelFields,
  }),
  evaluators: z
    .strictObject({
      names: z
        .array(z.string().min(1).max(100))
        .optional()
        .describe('those that can judge where it is left out; none where it is empty'),
      ...modelFields,
    })
    .default({}),
  maxSteps: z.int().min(1).max(200).default(30),
});

export type Cast = z.output<typeof castSchema>;

const beginSchema = z.enum(['playing', 'paused']).default('playing');

/** A record as a person wants it, or null where it is to be gone. */
export const recordEditSchema = z.strictObject({
  collection: z.string(),
  id: z.string(),
  record: jsonObjectSchema.nullable(),
});

/** From where a session goes on, and what is changed there. */
export const sessionContinuationSchema = z.strictObject({
  keep: z.int().nonnegative().describe('how many steps are kept'),
  observation: z.string().max(1_000_000).optional().describe('what the last of them is to have observed instead'),
  world: z.array(recordEditSchema).max(1_000).optional().describe('records as they are to be from there on'),
  by: z.enum(['agent', 'person']).default('agent').describe('who plays on'),
  offline: z
    .boolean()
    .default(false)
    .describe('whether the offline emulator answers and the checks judge, instead of the models there were'),
  model: z
    .strictObject({
      kind: z.enum(['standard', 'adversarial']).describe('the emulator it is'),
      model: modelFields.model.unwrap(),
      baseUrl: modelFields.baseUrl,
    })
    .optional()
    .describe('a language model that answers and judges, instead of those there were'),
  begin: beginSchema,
  maxSteps: z.int().min(1).max(200).optional(),
});

export type SessionContinuation = z.output<typeof sessionContinuationSchema>;

const callSchema = z.strictObject({
  tool: z.string(),
  input: z.union([jsonObjectSchema, z.string()]),
});

/** What a session is doing, or waits for. */
export const sessionStatusSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('playing'),
    pausing: z.boolean().describe('whether it pauses as soon as what is under way is done'),
  }),
  z.strictObject({
    kind: z.literal('paused'),
    next: callSchema.nullable().describe('the call that is held back; null where the agent has not said yet'),
  }),
  z.strictObject({ kind: z.literal('waiting-for-call') }),
  z.strictObject({ kind: z.literal('waiting-for-reply'), question: z.string() }),
  z.strictObject({ kind: z.literal('judging') }),
  z.strictObject({ kind: z.literal('ended') }),
]);

export type SessionStatus = z.infer<typeof sessionStatusSchema>;

/** All of a session that moves. An event of its stream is the whole of it. */
export const sessionProgressSchema = z.strictObject({
  id: z.string(),
  revision: z.int().nonnegative().describe('grows with each change'),
  status: sessionStatusSchema,
  steps: z.array(stepSchema).describe('an edited one says so in source.edited; source.from is user in a reply'),
  outcome: outcomeSchema.nullable(),
  evaluations: z.array(evaluationSchema),
  verdict: verdictSchema.nullable().describe('null until it is judged, and where it was stopped'),
  costs: costsSchema,
  saved: z.strictObject({
    runs: z.array(z.string()).describe('file names within the folder'),
    cases: z.array(z.string()),
  }),
});

export type SessionProgress = z.infer<typeof sessionProgressSchema>;

/** A session with what stays as it began. */
export const sessionSchema = sessionProgressSchema.extend({
  createdAt: z.string(),
  episode: z.string().describe('id of its episode in the run it is saved as'),
  agent: z.string(),
  config: runConfigSchema,
  case: caseSchema,
  toolkits: z.array(toolkitSchema).describe("the case's"),
  unjudged: z
    .array(z.strictObject({ evaluator: z.string(), reason: z.string() }))
    .describe('what will not be judged, and why'),
  kept: z.int().nonnegative().describe('steps that were kept of the session or episode it goes on from'),
  forkedFrom: z
    .strictObject({
      session: z.string().nullable(),
      run: z.string().nullable(),
      episode: z.string(),
      keep: z.int().nonnegative(),
      observationEdited: z.boolean(),
      worldEdited: z.boolean(),
    })
    .nullable(),
});

export type PlaygroundSession = z.infer<typeof sessionSchema>;

/** A session in a list. */
export const sessionItemSchema = sessionSchema.pick({ id: true, createdAt: true, agent: true, status: true }).extend({
  caseId: z.string(),
  steps: z.int().nonnegative(),
  outcome: z.string().nullable(),
});

export type SessionItem = z.infer<typeof sessionItemSchema>;

/** What can be chosen in the playground. */
export const playgroundOptionsSchema = z.strictObject({
  agents: z.array(
    z.strictObject({
      kind: agentKindSchema,
      needsModel: z.boolean(),
      needsReference: z.boolean().describe('whether the case must have a reference of its name'),
    }),
  ),
  promptStyles: z.array(promptStyleSchema),
  emulators: z.array(
    z.strictObject({ kind: castSchema.shape.emulator.shape.kind, needsModel: z.boolean(), needsWorld: z.boolean() }),
  ),
  evaluators: z.array(z.strictObject({ name: z.string(), needsModel: z.boolean(), needsChecks: z.boolean() })),
  cases: z.array(
    z.strictObject({
      id: z.string(),
      kind: caseKindSchema,
      instruction: z.string(),
      toolkits: z.array(z.string()),
      from: z.enum(['built-in', 'folder']),
      world: z.boolean(),
      checks: z.boolean(),
      references: z.array(z.string()),
    }),
  ),
  toolkits: z.array(
    z.strictObject({
      name: z.string(),
      category: z.string(),
      description: z.string(),
      tools: z.array(z.string()),
      from: z.enum(['built-in', 'folder']),
    }),
  ),
  providers: z.array(
    z.strictObject({
      name: z.string(),
      needsKey: z.boolean(),
      hasKey: z.boolean(),
      needsAddress: z.boolean().describe('whether it must be said where it answers'),
    }),
  ),
  issues: z.array(issueSchema).describe('cases and toolkits of the folder that cannot be used'),
});

export type PlaygroundOptions = z.infer<typeof playgroundOptionsSchema>;

const sessionParams = z.strictObject({ session: z.string() });
const newNameSchema = idSchema.max(100);

/** Cases played step by step. */
export const playgroundEndpoints = {
  'GET /api/playground/options': {
    summary: 'What can be chosen: agents, emulators, evaluators, cases, toolkits, providers',
    reply: playgroundOptionsSchema,
  },
  'POST /api/playground/cases': {
    summary: 'Reads and checks a case without playing it',
    body: caseInputSchema,
    reply: parsedCaseSchema,
  },
  'GET /api/playground/sessions': { summary: 'The sessions, the youngest first', reply: z.array(sessionItemSchema) },
  'POST /api/playground/sessions': {
    summary: 'Begins a session',
    body: caseInputSchema.extend({ cast: castSchema, begin: beginSchema }),
    reply: sessionSchema,
  },
  'POST /api/playground/runs/{run}': {
    summary: 'Begins a session that plays an episode of a run on',
    params: runParams,
    body: sessionContinuationSchema.extend({ episode: z.string() }),
    reply: sessionSchema,
  },
  'GET /api/playground/sessions/{session}': { summary: 'A session', params: sessionParams, reply: sessionSchema },
  'DELETE /api/playground/sessions/{session}': {
    summary: 'Stops a session and removes it',
    params: sessionParams,
    reply: z.strictObject({}),
  },
  'GET /api/playground/sessions/{session}/events': {
    summary: 'Tells how a session stands, at once and after each change',
    params: sessionParams,
    reply: sessionProgressSchema,
    as: 'stream',
  },
  'GET /api/playground/sessions/{session}/world': {
    summary: 'The world of a session after a step',
    params: sessionParams,
    query: z.strictObject({ step: z.coerce.number().int().nonnegative() }),
    reply: worldAtSchema,
  },
  'POST /api/playground/sessions/{session}/control': {
    summary: 'Plays on, pauses, takes one step, or stops',
    params: sessionParams,
    body: z.strictObject({ do: z.enum(['play', 'pause', 'step', 'stop']) }),
    reply: sessionProgressSchema,
  },
  'POST /api/playground/sessions/{session}/call': {
    summary: 'Makes a call in the place of the agent',
    params: sessionParams,
    body: callSchema,
    reply: sessionProgressSchema,
  },
  'POST /api/playground/sessions/{session}/end': {
    summary: 'Ends in the place of the agent: with an answer, or by quitting',
    params: sessionParams,
    body: z.union([z.strictObject({ answer: z.string() }), z.strictObject({ quit: z.string() })]),
    reply: sessionProgressSchema,
  },
  'POST /api/playground/sessions/{session}/reply': {
    summary: "Replies to the agent's question as the user; null lets the question be the end",
    params: sessionParams,
    body: z.strictObject({ text: z.string().trim().min(1).nullable() }),
    reply: sessionProgressSchema,
  },
  'POST /api/playground/sessions/{session}/fork': {
    summary: 'Begins a session that plays this one on from a step, with what is edited there',
    params: sessionParams,
    body: sessionContinuationSchema,
    reply: sessionSchema,
  },
  'POST /api/playground/sessions/{session}/save-run': {
    summary: 'Saves an ended session as a run file, under a name that is free',
    params: sessionParams,
    body: z.strictObject({ name: newNameSchema.optional().describe('a wish') }),
    reply: z.strictObject({ file: z.string().describe('name of the file in the folder') }),
  },
  'POST /api/playground/sessions/{session}/save-case': {
    summary: 'Saves the case of a session in the folder cases, and its toolkits that are not built in in toolkits',
    params: sessionParams,
    body: z.strictObject({
      id: newNameSchema,
      replace: z.boolean().default(false),
      reference: newNameSchema.optional().describe('name of a reference that makes the calls of this session'),
    }),
    reply: z.strictObject({
      files: z.array(z.string()).describe('written, within the folder'),
      remarks: z.array(issueSchema),
    }),
  },
} as const satisfies Record<string, Endpoint>;
