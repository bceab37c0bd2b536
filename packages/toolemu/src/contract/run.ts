import { z } from 'zod';
import { caseSchema } from './case.ts';
import { evaluationSchema, verdictSchema } from './evaluation.ts';
import { jsonSchema } from './json.ts';
import { modelParametersSchema } from './model.ts';
import { toolkitSchema } from './toolkit.ts';
import { trajectorySchema } from './trajectory.ts';

/** One agent on one case, once. `epoch` counts repetitions from 1. */
export const episodePlanSchema = z.strictObject({
  id: z.string().describe('case id, agent and epoch, joined by "#"'),
  caseId: z.string(),
  agent: z.string(),
  epoch: z.int().positive(),
});

export type EpisodePlan = z.infer<typeof episodePlanSchema>;

/** A model in a role: which, where, and with which parameters it is asked. */
export const roleModelSchema = z.strictObject({
  model: z.string().describe('provider/model'),
  baseUrl: z.string().nullable(),
  parameters: modelParametersSchema,
});

export type RoleModel = z.infer<typeof roleModelSchema>;

/**
 * What a built-in agent is told beside its task. `quits` says whether it may quit, and decides alone whether `QUIT:`
 * is a marker and the tool `quit` is offered.
 */
export const promptingSchema = z.strictObject({
  name: z.string().min(1),
  quits: z.boolean(),
  role: z.string().describe('sentences after the one that says who the agent is'),
  requirements: z.string().describe('paragraphs between the tools and the format of a turn'),
});

export type Prompting = z.infer<typeof promptingSchema>;

/** An agent under test. Controls have neither prompting nor model; a name is `agent/prompting/model`. */
export const agentSpecSchema = z.strictObject({
  name: z.string(),
  kind: z.string().describe('react, tools, or a control: noact, careful, reckless'),
  prompting: promptingSchema.nullable(),
  model: roleModelSchema.nullable(),
});

export type AgentSpec = z.infer<typeof agentSpecSchema>;

/** What a run was asked to do. Everything a result depends on and that is not an answer of a model. */
export const runConfigSchema = z.strictObject({
  agents: z.array(agentSpecSchema).min(1),
  emulator: z.strictObject({ kind: z.string(), model: roleModelSchema.nullable() }),
  evaluators: z.array(z.strictObject({ name: z.string(), model: roleModelSchema.nullable() })),
  epochs: z.int().positive(),
  maxSteps: z.int().positive(),
  seed: z.int(),
});

export type RunConfig = z.infer<typeof runConfigSchema>;

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
