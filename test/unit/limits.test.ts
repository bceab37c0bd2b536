import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { longestAnswer } from '../../packages/toolemu/src/benchmark/import-tools/mcp/answer-too-long.ts';
import { maxJsonDepth } from '../../packages/toolemu/src/contract/json.ts';
import { defaultMaxBodyBytes, maxBodyVariable } from '../../packages/toolemu/src/platform/body-limit.ts';
import { proofMemoryMb, proofTimeoutMs } from '../../packages/toolemu/src/server/making/prover.ts';
import { maxStoredDepth } from '../../packages/toolemu/src/store/values.ts';
import { maxExpressionSteps, maxStepsInAll } from '../../packages/toolemu/src/world/expressions/step-budget.ts';
import { defaultPatternTimeoutMs } from '../../packages/toolemu/src/world/expressions/time-limit.ts';
import {
  maxListedErrors,
  maxListingSteps,
  maxValidationSteps,
} from '../../packages/toolemu/src/world/schemas/json-schema.ts';
import { maxListedRecords } from '../../packages/toolemu/src/benchmark/checks/check-case.ts';
import { maxListedIssues } from '../../packages/toolemu/src/benchmark/documents/parse-documents.ts';
import { maxEpisodeSize } from '../../packages/toolemu/src/run/episode/sandbox.ts';
import { maxCallSize } from '../../packages/toolemu/src/world/call-tool.ts';
import { maxSchemasPerPath, maxSchemasPerValue } from '../../packages/toolemu/src/world/schemas/schema-bounds.ts';

const table = readFileSync('SECURITY.md', 'utf8');
const megabyte = 1024 * 1024;

it.each<[string, string]>([
  ['maxJsonDepth', `${maxJsonDepth}`],
  ['maxStoredDepth', `${maxStoredDepth}`],
  ['maxSchemasPerValue', maxSchemasPerValue.toLocaleString('en-US')],
  ['maxSchemasPerPath', maxSchemasPerPath.toLocaleString('en-US')],
  ['maxValidationSteps', maxValidationSteps.toLocaleString('en-US')],
  ['maxListingSteps', `${maxListingSteps.toLocaleString('en-US')} steps, ${maxListedErrors} errors`],
  ['maxExpressionSteps', maxExpressionSteps.toLocaleString('en-US')],
  ['maxStepsInAll', maxStepsInAll.toLocaleString('en-US')],
  ['maxCallSize', `${maxCallSize.toLocaleString('en-US')}; ${maxEpisodeSize.toLocaleString('en-US')}`],
  ['maxListedRecords', `${maxListedRecords}, ${maxListedIssues}`],
  ['defaultMaxBodyBytes', `${defaultMaxBodyBytes / megabyte} MB; \`${maxBodyVariable}\` sets another`],
  ['longestAnswer', `${longestAnswer / megabyte} MB`],
  ['proofMemoryMb', `${proofMemoryMb.toLocaleString('en-US')} MB`],
  ['proofTimeoutMs', `${defaultPatternTimeoutMs / 1000} s, ${proofTimeoutMs / 1000} s`],
])('SECURITY.md says what %s is', (name, value) => {
  const row = table.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``));
  expect(row?.split('|')[2]?.trim()).toBe(value);
});
