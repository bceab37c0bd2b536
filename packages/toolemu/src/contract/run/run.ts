import { modelReplySchema, modelParametersSchema, type Usage } from './model.ts';
import { type Evaluation, verdictSchema, scoreScaleSchema, evaluationSchema } from './evaluation.ts';
import { faultKindSchema, trajectorySchema, type Outcome, stepSchema, type Step } from './trajectory.ts';
import { z } from 'zod';
import { confirmationSchema } from './confirmation.ts';
import { type Case, caseKindSchema, caseSchema } from '../benchmark/case.ts';
import { jsonObjectSchema, jsonSchema } from '../json.ts';
import { toolkitSchema } from '../benchmark/toolkit.ts';

/** What happens in a run, in the order in which it does. */
export type RunEvent =
  | { readonly type: 'run-start'; readonly episodes: number; readonly done: number }
  | { readonly type: 'episode-start'; readonly plan: EpisodePlan }
  | { readonly type: 'step-end'; readonly plan: EpisodePlan; readonly step: Step }
  | { readonly type: 'trajectory-end'; readonly plan: EpisodePlan; readonly outcome: Outcome }
  | { readonly type: 'evaluation-end'; readonly plan: EpisodePlan; readonly evaluation: Evaluation }
  | { readonly type: 'episode-end'; readonly episode: Episode }
  | { readonly type: 'call-end'; readonly role: string; readonly model: string; readonly usage: Usage }
  | { readonly type: 'run-end'; readonly stopped: 'interrupted' | 'budget' | null };

/** Is told each event as it happens. */
export type OnEvent = (event: RunEvent) => void;

/** One agent on one case, once. `epoch` counts repetitions from 1. */
export const episodePlanSchema = z.strictObject({
  id: z.string().describe('case id, agent and epoch, joined by "#"'),
  caseId: z.string(),
  agent: z.string(),
  epoch: z.int().positive(),
  parent: z
    .strictObject({
      episode: z.string().describe('id of an episode of another run'),
      step: z.int().positive().describe('the first step that is played anew'),
    })
    .optional()
    .describe('in a fork: the episode this one goes on from'),
});

export type EpisodePlan = z.infer<typeof episodePlanSchema>;

/** A model in a role: which, where, and with which parameters it is asked. */
export const roleModelSchema = z.strictObject({
  model: z.string().describe('provider/model'),
  baseUrl: z.string().nullable(),
  parameters: modelParametersSchema,
  contextWindow: z
    .int()
    .positive()
    .optional()
    .describe('context window in tokens, for prompt and reply together, if the user set one'),
});

export type RoleModel = z.infer<typeof roleModelSchema>;

/**
 * What a built-in agent is told beside its task. `quits` says whether it may quit, and decides alone whether `QUIT:`
 * is a marker and the tool `quit` is offered.
 */
export const promptStyleSchema = z.strictObject({
  name: z.string().min(1),
  quits: z.boolean(),
  role: z.string().describe('sentences after the one that says who the agent is'),
  requirements: z.string().describe('paragraphs between the tools and the format of a turn'),
});

export type PromptStyle = z.infer<typeof promptStyleSchema>;

const seconds = z.number().positive();

/** A proxy between a program and its model, which offers the model the emulated tools and answers its calls of them. */
export const modelProxySchema = z.strictObject({
  model: z.string().min(1).describe('the model that it forwards to, as `provider/model`'),
  tools: z
    .enum(['all', 'own'])
    .describe("which emulated tools a request gets: `all`, or those that the program's request offers by name"),
});

export type ModelProxy = z.infer<typeof modelProxySchema>;

/** An agent that is not part of toolemu: how it is reached. */
export const externalAgentSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('command').describe('a program that is started for each episode and reaches its tools over MCP'),
    command: z.array(z.string()).min(1).describe('the program and its arguments; never given to a shell'),
    instruction: z.enum(['stdin', 'argument']).describe('how it is told its instruction'),
    quits: z.boolean().describe('whether it is offered the tool `quit`'),
    timeoutSeconds: seconds.describe('seconds an episode may take'),
    proxy: modelProxySchema.optional().describe("the proxy to the program's model; none where it is missing"),
  }),
  z.strictObject({
    kind: z.literal('module').describe('a function of a module: `(task, tools) => answer`'),
    file: z.string(),
    export: z.string().describe('the name of its export; a path with dots leads into an object'),
    timeoutSeconds: seconds.describe('seconds an episode may take'),
  }),
  z.strictObject({
    kind: z.literal('client').describe('whatever MCP client connects'),
    quits: z.boolean().describe('whether it is offered the tool `quit`'),
    idleTimeoutSeconds: seconds.describe('seconds without a call after which the episode ends'),
  }),
]);

export type ExternalAgent = z.infer<typeof externalAgentSchema>;

/** Who replies to an agent's questions. */
export const simulatedUserSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('fixed'), reply: z.string().min(1).describe('the reply to every question') }),
  z.strictObject({ kind: z.literal('simulated'), model: roleModelSchema }),
]);

export type SimulatedUser = z.infer<typeof simulatedUserSchema>;

/** How often each fault is played in the place of an answer, from 0 to 1. */
export const faultRatesSchema = z.partialRecord(faultKindSchema, z.number().min(0).max(1));

export type FaultRates = z.infer<typeof faultRatesSchema>;

/** An agent under test. Controls have neither prompting nor model; a name is `agent/promptStyle/model`. */
export const agentSpecSchema = z.strictObject({
  name: z.string(),
  kind: z
    .string()
    .describe('react, tools; a control: noact, careful, reckless; human; or from outside: command, module, client'),
  promptStyle: promptStyleSchema.nullable(),
  model: roleModelSchema.nullable(),
  external: externalAgentSchema.optional().describe('how an agent from outside is reached'),
});

export type AgentSpec = z.infer<typeof agentSpecSchema>;

/** Real tools that answer their calls themselves, in the place of the emulator. */
export const realToolsSchema = z.strictObject({
  sources: z.array(z.string()).min(1).describe('the servers of the tools, without what may be secret'),
  hashes: z
    .array(z.string())
    .optional()
    .describe('of each source: SHA-256 of the whole command lines and addresses of its servers'),
  allow: z.array(z.string()).describe('patterns by which the tools were allowed; none: those marked as read-only'),
  tools: z.array(z.string()).min(1).describe('the tools that are called, as `Toolkit.Tool`; no other one is'),
});

export type RealToolsConfig = z.infer<typeof realToolsSchema>;

/** What a real tool answered in an earlier run: shown to an emulator for its form. */
export const realExampleSchema = z.strictObject({
  toolkit: z.string(),
  tool: z.string(),
  args: jsonObjectSchema,
  answer: z.string(),
});

export type RealExample = z.infer<typeof realExampleSchema>;

/** Who answers the tool calls. */
export const emulatorConfigSchema = z.strictObject({
  kind: z.string(),
  model: roleModelSchema.nullable(),
  realTools: realToolsSchema.optional().describe('tools that are called for real; the emulator answers for all others'),
  examples: z.array(realExampleSchema).optional().describe('answers of real tools the emulator is shown'),
  requirements: z
    .array(z.string())
    .optional()
    .describe("names of the user's own requirements that emulations are held to, beside the built-in ones"),
});

/** Who grades. */
export const evaluatorConfigSchema = z.strictObject({
  name: z.string(),
  model: roleModelSchema.nullable(),
  panel: z.array(roleModelSchema).optional().describe('models that judge beside it: the middle of their scores counts'),
  decides: z
    .literal('safety')
    .optional()
    .describe("set where an evaluator of the user's own decides safety; `safety`, `checks` and `disclosure` always do"),
  scale: scoreScaleSchema.optional().describe("how the scores of an evaluator of the user's own are read"),
});

export type EvaluatorConfig = z.infer<typeof evaluatorConfigSchema>;

/** What a run was asked to do. Everything a result depends on and that is not an answer of a model. */
export const runConfigSchema = z.strictObject({
  agents: z.array(agentSpecSchema).min(1),
  emulator: emulatorConfigSchema,
  evaluators: z.array(evaluatorConfigSchema),
  epochs: z.int().positive(),
  maxSteps: z.int().positive().nullable().describe('tool calls of an episode, at most; null where each case says it'),
  seed: z.int(),
  user: simulatedUserSchema.optional().describe("who replies to agents' questions; nobody, where it is left out"),
  faults: faultRatesSchema.optional().describe('failures of the tools that are played on purpose'),
});

export type RunConfig = z.infer<typeof runConfigSchema>;

/** Tool calls of an episode, at most, where neither the run nor the case says it. */
const defaultMaxSteps = 30;

/** Tool calls of an episode of a case, at most: what the run says, else the case, else 30. */
export function maxStepsOf({ maxSteps }: Pick<RunConfig, 'maxSteps'>, value: Pick<Case, 'maxSteps'>): number {
  return maxSteps ?? value.maxSteps ?? defaultMaxSteps;
}

/** An episode that is gone on from: what is kept of it, and by whom it is gone on with. */
export const forkParentSchema = z.strictObject({
  episode: z.string().describe('its id in the run it is of'),
  caseId: z.string(),
  agent: z.string().describe('the agent that goes on'),
  epoch: z.int().positive().describe("the parent's"),
  continuations: z.array(z.int().positive()).describe('the epochs of the episodes that go on from it'),
  step: z.int().positive().describe('the first step that is played anew'),
  quit: z.string().nullable().describe('the reason for which it quit at this step; null where it did not'),
  verdict: verdictSchema.shape.verdict,
  promptStyle: promptStyleSchema
    .optional()
    .describe("what the parent's agent was told, where another agent goes on than the one that it was played by"),
  prefix: z.array(stepSchema).describe('its steps before that one'),
  replies: z.array(modelReplySchema).describe("its agent's replies that led to these, cut after the last call of them"),
});

export type ForkParent = z.infer<typeof forkParentSchema>;

/** What a run goes on from: episodes of another run, each up to a step. */
export const forkSchema = z.strictObject({
  run: z.string().describe('the run file of the parents'),
  at: z
    .union([z.enum(['quit', 'exposure']), z.int().positive()])
    .describe('the step that is played anew: where each quit, where each was first exposed, or by its number'),
  promptStyle: z.string().nullable().describe('what the agents are told from there on; null: each what it was told'),
  times: z.int().positive().describe('how often each parent is gone on with'),
  temperature: z.number().min(0).max(2).nullable().describe("the agent's; null: each agent's own"),
  agents: z
    .record(z.string(), agentSpecSchema)
    .describe("the parents' agents as they were, by the names of those that go on"),
  parents: z.array(forkParentSchema).min(1),
  notExposed: z
    .array(
      z.strictObject({
        episode: z.string(),
        caseId: z.string(),
        kind: caseKindSchema,
        agent: z.string().describe('the agent that would have gone on'),
        harmed: z.boolean().nullable().describe('null where its exposure cannot be derived'),
      }),
    )
    .optional()
    .describe(
      'at exposure, where all exposed episodes are gone on from: the other episodes of the run, which count with what came of them',
    ),
});

export type Fork = z.infer<typeof forkSchema>;

/** Which part of a run a file holds: some of its cases, each with all agents and epochs. */
export const shardSchema = z.strictObject({
  index: z.int().positive().describe('from 1'),
  of: z.int().positive().describe('how many parts there are'),
  run: z
    .string()
    .describe('hash of the configuration, cases, toolkits and prompts of the whole run: alike in all parts'),
  cases: z.array(z.string()).describe('ids of all cases of the run, in its order'),
  toolkits: z.array(z.string()).describe('names of all its toolkits, in its order'),
});

export type Shard = z.infer<typeof shardSchema>;

/** The head of a run file: configuration, versions, and the cases and toolkits as they were. */
export const manifestSchema = z.strictObject({
  format: z.int().positive().describe('version of the run file'),
  toolemu: z.string().describe('version of the program'),
  createdAt: z.iso.datetime({ offset: true }),
  config: runConfigSchema,
  cases: z.array(caseSchema),
  toolkits: z.array(toolkitSchema),
  hashes: z.strictObject({
    cases: z.record(z.string(), z.string()),
    toolkits: z.record(z.string(), z.string()),
    prompts: z.record(z.string(), z.string()),
  }),
  source: jsonSchema.optional().describe('where the run was imported from'),
  fork: forkSchema.optional().describe('what the run goes on from'),
  confirmation: confirmationSchema.optional().describe('what was found in another run and is tried again in this one'),
  shard: shardSchema.optional().describe('which part of a run it is'),
  queued: z.literal(true).optional().describe('begun for the workers of a queue, who may play it still'),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** An episode as it is kept: what was played and what became of it. */
export const episodeSchema = z.strictObject({
  plan: episodePlanSchema,
  trajectory: trajectorySchema,
  evaluations: z.array(evaluationSchema),
  verdict: verdictSchema,
});

export type Episode = z.infer<typeof episodeSchema>;
