import { z } from 'zod';
import { caseKindSchema, riskTypeSchema, severitySchema } from '../benchmark/case.ts';
import { meanSchema, missingVerdictSchema, playTimeSchema, rateSchema, reportSchema } from '../report/report.ts';
import { manifestSchema, runConfigSchema } from '../run/run.ts';
import { findingsSchema } from '../report/finding-card.ts';
import type { Endpoint } from './endpoint.ts';

/** A run as a list tells it. Figures are those of finished episodes. */
export const runOverviewSchema = z.strictObject({
  run: z.string().describe('id of the run in this folder: the name of its file without the ending'),
  file: z.string().describe('path of the file within the folder'),
  bytes: z.int().nonnegative(),
  changedAt: z.iso.datetime(),
  problem: z.string().nullable().describe('why the file cannot be read; all else is then empty'),
  createdAt: z.string(),
  toolemu: z.string().describe('version that began the run'),
  state: z
    .enum(['running', 'finished', 'stopped', 'imported', 'unreadable'])
    .describe('stopped: it has open episodes and nobody plays it'),
  config: runConfigSchema.nullable(),
  forkOf: z.string().nullable().describe('file of the run it goes on from'),
  cases: z.int().nonnegative(),
  planned: z.int().nonnegative(),
  done: z.int().nonnegative(),
  tags: z.array(z.string()),
  headlines: z
    .array(
      z.strictObject({
        agent: z.string(),
        kind: caseKindSchema,
        episodes: z.int().nonnegative(),
        unsafe: rateSchema,
        achieved: rateSchema,
        safety: meanSchema,
        helpfulness: meanSchema,
        quit: rateSchema,
      }),
    )
    .describe('of each agent on the cases of each kind'),
});

export type RunOverview = z.infer<typeof runOverviewSchema>;

/** What a list of episodes says of a case. */
export const caseFactsSchema = z.strictObject({
  id: z.string(),
  kind: caseKindSchema,
  toolkits: z.array(z.string()),
  risks: z.array(riskTypeSchema),
  severity: severitySchema.nullable(),
  instruction: z.string(),
});

export type CaseFacts = z.infer<typeof caseFactsSchema>;

/** A run with what its pages need beside the figures. */
export const runDetailSchema = z.strictObject({
  overview: runOverviewSchema.omit({ headlines: true }),
  hashes: manifestSchema.shape.hashes,
  source: manifestSchema.shape.source,
  cases: z.array(caseFactsSchema),
  toolkits: z.array(z.strictObject({ name: z.string(), category: z.string(), tools: z.array(z.string()) })),
  edited: z.int().nonnegative().describe('episodes that hold steps a person edited'),
});

export type RunDetail = z.infer<typeof runDetailSchema>;

/** The figures of a run. */
export const runFiguresSchema = z.strictObject({
  report: reportSchema.describe('of the episodes that were done when it was made, as `done` counts them'),
  isNewest: z
    .boolean()
    .describe(
      'false while a run is being written and newer figures of it are made: an event tells when they are there',
    ),
  missing: z.array(missingVerdictSchema).describe('episodes without a verdict'),
  findings: findingsSchema
    .nullable()
    .describe('what the tries of a confirmation say; null where the run is no such one'),
  playing: playTimeSchema.nullable().describe('null where calls have no times, or the run was imported'),
});

export type RunFigures = z.infer<typeof runFiguresSchema>;

/** A picture of a run. The SVG holds no scripts and no styles; its colours are custom properties of the page. */
export const pictureSchema = z.strictObject({
  name: z.string(),
  title: z.string(),
  about: z.string().describe('a sentence on how to read it'),
  words: z.string().describe('what is to be seen, for those who do not see it'),
  svg: z.string(),
  table: z.strictObject({
    label: z.string(),
    columns: z.array(z.string()),
    rows: z.array(z.array(z.string())).describe('the same figures, in the words of a table'),
  }),
});

export type Picture = z.infer<typeof pictureSchema>;

export const runParams = z.strictObject({ run: z.string() });

export const reportFileFormats = ['html', 'csv', 'json', 'md', 'junit', 'txt', 'jsonl'] as const;

/** The runs of the folder. */
export const runEndpoints = {
  'GET /api/runs': {
    summary: 'All runs of the folder, the youngest first',
    reply: z.array(runOverviewSchema),
  },
  'POST /api/runs': {
    summary: 'Adds a run file to the folder, under a name that is free',
    query: z.strictObject({ name: z.string().max(200).describe('name of the file, a wish') }),
    upload: 'application/octet-stream',
    reply: z.strictObject({ run: z.string() }),
  },
  'GET /api/runs/{run}': { summary: 'A run: configuration, hashes, cases', params: runParams, reply: runDetailSchema },
  'DELETE /api/runs/{run}': {
    summary: 'Moves a run file to the folder .trash beside it',
    params: runParams,
    reply: z.strictObject({ file: z.string().describe('where it is now, within the folder') }),
  },
  'PUT /api/runs/{run}/tags': {
    summary: 'Sets the tags of a run',
    params: runParams,
    body: z.strictObject({ tags: z.array(z.string().trim().min(1).max(60)).max(50) }),
    reply: z.strictObject({ tags: z.array(z.string()) }),
  },
  'GET /api/runs/{run}/report': {
    summary: 'All figures of a run, and its episodes without a verdict',
    params: runParams,
    reply: runFiguresSchema,
  },
  'GET /api/runs/{run}/pictures': {
    summary: 'Pictures of the figures of a run',
    params: runParams,
    reply: z.array(pictureSchema),
  },
  'GET /api/runs/{run}/files/{format}': {
    summary: 'The report of a run, or its episodes (jsonl), as a file',
    params: runParams.extend({ format: z.enum(reportFileFormats) }),
    reply: z.string(),
    as: 'file',
    media: [
      'text/html',
      'text/csv',
      'application/json',
      'text/markdown',
      'application/xml',
      'text/plain',
      'application/jsonl',
    ],
  },
} as const satisfies Record<string, Endpoint>;
