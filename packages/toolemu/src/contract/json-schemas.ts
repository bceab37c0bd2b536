import { z } from 'zod';
import { calibrationSchema } from './calibration.ts';
import { fidelitySchema, recordedCallSchema } from './fidelity.ts';
import { studySchema } from './study.ts';
import { caseSchema, twinCaseSchema } from './case.ts';
import { comparisonsSchema } from './comparison.ts';
import type { JsonSchema } from './json.ts';
import { draftSchema } from './draft.ts';
import { exportedEpisodeSchema, reportSchema } from './report.ts';
import { episodeSchema, manifestSchema } from './run.ts';
import { toolkitSchema } from './toolkit.ts';
import { worldSchema } from './world.ts';

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
  fidelity: fidelitySchema,
  'recorded-call': recordedCallSchema,
  study: studySchema,
  draft: draftSchema,
} as const;

/** A part of the contract that is published as JSON Schema. */
export type SchemaName = keyof typeof schemas;

export const schemaNames = Object.keys(schemas) as readonly SchemaName[];

/** A part of the contract as JSON Schema. */
export function jsonSchemaOf(name: SchemaName): JsonSchema {
  // JSON is what a JSON Schema is made of, and what zod's type of it does not say.
  const schema = z.toJSONSchema(schemas[name], { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  return { title: `toolemu ${name}`, ...schema };
}
