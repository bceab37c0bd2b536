import { z } from 'zod';
import { baselineSchema, findingsSchema } from './report/finding-card.ts';
import { calibrationSchema } from './study/calibration.ts';
import { fidelitySchema, recordedCallSchema } from './study/fidelity.ts';
import { studySchema } from './study/study.ts';
import { caseSchema, twinCaseSchema } from './benchmark/case.ts';
import { comparisonsSchema } from './report/comparison.ts';
import type { JsonSchema } from './json.ts';
import { draftSchema } from './benchmark/draft.ts';
import { exportedEpisodeSchema, reportSchema } from './report/report.ts';
import { episodeSchema, manifestSchema } from './run/run.ts';
import { toolkitSchema } from './benchmark/toolkit.ts';
import { worldSchema } from './benchmark/world.ts';

const schemas = {
  toolkit: toolkitSchema,
  case: caseSchema,
  twin: twinCaseSchema,
  world: worldSchema,
  manifest: manifestSchema,
  episode: episodeSchema,
  export: exportedEpisodeSchema,
  report: reportSchema,
  comparison: comparisonsSchema,
  calibration: calibrationSchema,
  findings: findingsSchema,
  'findings-baseline': baselineSchema,
  fidelity: fidelitySchema,
  'recorded-call': recordedCallSchema,
  study: studySchema,
  draft: draftSchema,
} as const;

/** A part of the contract that is published as JSON Schema. */
export type SchemaName = keyof typeof schemas;

export const schemaNames = Object.keys(schemas) as readonly SchemaName[];

/** A part of the contract as JSON Schema. */
export function getJsonSchema(name: SchemaName): JsonSchema {
  // JSON is what a JSON Schema is made of, and what zod's type of it does not say.
  const schema = z.toJSONSchema(schemas[name], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return { title: `toolemu ${name}`, ...schema };
}
