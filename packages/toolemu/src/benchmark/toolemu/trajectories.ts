import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  type Case,
  type EpisodePlan,
  type ErrorCode,
  type Json,
  type JsonObject,
  jsonObjectSchema,
  jsonSchema,
  type Outcome,
  type Trajectory,
} from '../../contract/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';
import { readToolEmuCase, type ToolEmuVariant, writeToolEmuCase } from './cases.ts';
import { endingSchema, readEnding, splitSteps, writeEnding } from './endings.ts';
import { readJsonLines, writeJsonLines } from './read-json-lines.ts';
import { pathInside, type Place, readShape } from './read-shape.ts';
import { readToolEmuStep, writeToolEmuStep } from './steps.ts';

/** One line of a trajectory file: what was played, and the case it was played on. */
export interface ToolEmuTrajectory {
  readonly plan: EpisodePlan;
  readonly case: Case;
  readonly trajectory: Trajectory;
}

/** What a line says that `Trajectory` has no field for. `absent` lists the case's facts it leaves out. */
const sourceSchema = z.strictObject({
  format: z.literal('toolemu'),
  caseIndex: z.int().optional(),
  absent: z.array(z.string()).optional(),
  extra: jsonObjectSchema.optional(),
  ending: endingSchema.optional(),
  errorType: z.string().optional(),
});

type TrajectorySource = z.infer<typeof sourceSchema>;

const common = { case: jsonObjectSchema, case_idx: z.int().optional() };

const playedSchema = z
  .object({ ...common, output: z.string(), intermediate_steps: z.array(jsonSchema) })
  .catchall(jsonSchema);

const failedSchema = z
  .object({
    ...common,
    error: z.string(),
    error_type: z.string().optional(),
    intermediate_steps: z.array(jsonSchema).optional(),
  })
  .catchall(jsonSchema);

type PlayedRow = z.infer<typeof playedSchema>;
type FailedRow = z.infer<typeof failedSchema>;

const remedy =
  'a line of a ToolEmu trajectory file has "output", "intermediate_steps" and "case", or "error" and "case"';

/** How the clients of model providers call what went wrong with a model. */
const modelErrors =
  /^(API\w*|RateLimit|BadRequest|Authentication|PermissionDenied|InternalServer|NotFound|Connection|Overloaded)Error$|Timeout$/;

/**
 * Reads a trajectory file of ToolEmu's, one agent's. A case that comes again is its next epoch. `asks` says whether an
 * answer puts a question to the user. Throws `BadFileError`.
 */
export function readToolEmuTrajectories(
  text: string,
  options: { fileName: string; agent: string; asks: (answer: string) => boolean; variant?: ToolEmuVariant },
): ToolEmuTrajectory[] {
  const { fileName: file, agent, asks, variant = 'redteam' } = options;
  const seen = new Map<string, { case: Case; count: number }>();
  return readJsonLines(text, file).map(({ value, path, index }) => {
    const place = { file, path };
    const row = readRow(value, place);
    const testCase = readToolEmuCase(row.case, {
      place: { file, path: pathInside(path, ['case']) },
      variant,
      index: row.case_idx ?? index,
    });
    const epoch = countEpoch(seen, testCase, place);
    return {
      plan: { id: `${testCase.id}#${agent}#${epoch}`, caseId: testCase.id, agent, epoch },
      case: testCase,
      trajectory: isFailed(row) ? readFailed(row, place) : readPlayed(row, { place, testCase, asks }),
    };
  });
}

/**
 * Writes trajectories of one agent as a file of ToolEmu's, from the contract's fields. World changes, ledger and
 * violations have no place in it. Throws `RangeError` where a case is not among `cases`.
 */
export function writeToolEmuTrajectories(
  episodes: readonly { readonly plan: EpisodePlan; readonly trajectory: Trajectory }[],
  { cases }: { cases: readonly Case[] },
): string {
  return writeJsonLines(
    episodes.map(({ plan, trajectory }) => {
      const index = cases.findIndex(({ id }) => id === plan.caseId);
      const testCase = cases[index];
      if (testCase === undefined) throw new RangeError(`episode ${plan.id}: its case is not among those given`);
      return writeTrajectory(trajectory, testCase, index);
    }),
  );
}

function readRow(value: Json, place: Place): PlayedRow | FailedRow {
  const failed = typeof value === 'object' && value !== null && 'error' in value && !('output' in value);
  return failed ? readShape(failedSchema, value, place, remedy) : readShape(playedSchema, value, place, remedy);
}

function isFailed(row: PlayedRow | FailedRow): row is FailedRow {
  return !('output' in row);
}

function readPlayed(
  row: PlayedRow,
  { place, testCase, asks }: { place: Place; testCase: Case; asks: (answer: string) => boolean },
): Trajectory {
  const { output, intermediate_steps, case: _case, case_idx: caseIndex, ...rest } = row;
  const { calls, finish } = splitSteps(intermediate_steps);
  const { outcome, ending } = readEnding(output, finish, asks);
  const facts = Object.entries(serializeCase(testCase));
  const absent = facts.flatMap(([key]) => (key in rest ? [] : [key]));
  const extra = Object.fromEntries(
    Object.entries(rest).filter(([key, kept]) => !facts.some(([name, fact]) => name === key && fact === kept)),
  );
  return {
    steps: readSteps(calls, place),
    outcome,
    source: {
      format: 'toolemu',
      ...(caseIndex === undefined ? {} : { caseIndex }),
      ...(absent.length === 0 ? {} : { absent }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
      ending,
    },
  };
}

function readFailed(row: FailedRow, place: Place): Trajectory {
  const { error, error_type: errorType, intermediate_steps, case: _case, case_idx: caseIndex, ...extra } = row;
  return {
    steps: readSteps(intermediate_steps ?? [], place),
    outcome: { kind: 'error', code: codeOf(errorType), message: error },
    source: {
      format: 'toolemu',
      ...(caseIndex === undefined ? {} : { caseIndex }),
      ...(errorType === undefined ? {} : { errorType }),
      ...(Object.keys(extra).length === 0 ? {} : { extra }),
    },
  };
}

function readSteps(steps: readonly Json[], { file, path }: Place): Trajectory['steps'] {
  return steps.map((step, index) =>
    readToolEmuStep(step, index + 1, { file, path: pathInside(path, ['intermediate_steps', index]) }),
  );
}

function writeTrajectory({ steps, outcome, source }: Trajectory, testCase: Case, index: number): JsonObject {
  const { caseIndex = index, absent = [], extra = {}, ending, errorType } = trajectorySource(source);
  const written = steps.map(writeToolEmuStep);
  const last = { case: writeToolEmuCase(testCase), case_idx: caseIndex };
  if (outcome.kind === 'error') {
    return {
      error: outcome.message,
      ...errorTypeOf(outcome, source === undefined ? outcome.code : errorType),
      ...(written.length === 0 ? {} : { intermediate_steps: written }),
      ...extra,
      ...last,
    };
  }
  const { output, finish } = writeEnding(outcome, ending);
  const facts = Object.entries(serializeCase(testCase)).filter(([key]) => !absent.includes(key));
  return {
    ...Object.fromEntries(facts),
    ...extra,
    output,
    intermediate_steps: [...written, ...finish],
    ...last,
  };
}

/** Where the code was edited after the import, the file's name for the error no longer holds. */
function errorTypeOf({ code }: Outcome & { kind: 'error' }, errorType: string | undefined): JsonObject {
  if (errorType === undefined) return code === codeOf(undefined) ? {} : { error_type: code };
  return { error_type: code === codeOf(errorType) ? errorType : code };
}

function codeOf(errorType: string | undefined): ErrorCode {
  return errorType !== undefined && modelErrors.test(errorType) ? 'model' : 'internal';
}

function countEpoch(seen: Map<string, { case: Case; count: number }>, testCase: Case, place: Place): number {
  const earlier = seen.get(testCase.id);
  if (earlier !== undefined && !isDeepStrictEqual(earlier.case, testCase)) {
    throw new BadFileError({
      ...place,
      problem: `the case "${testCase.id}" is not the one an earlier line calls so`,
      remedy: 'the file mixes two versions of the cases: import each in a file of its own',
    });
  }
  const count = (earlier?.count ?? 0) + 1;
  seen.set(testCase.id, { case: testCase, count });
  return count;
}

function trajectorySource(source: JsonObject | undefined): Partial<TrajectorySource> {
  return sourceSchema.safeParse(source).data ?? {};
}

/** The case's facts as ToolEmu's prompts and trajectory files spell them: nested lists with bullets, `None` if empty. */
function serializeCase({ instruction, underspecifications, riskyOutcomes, riskyActions }: Case): {
  input: string;
  underspecifications: string;
  risky_outcome: string;
  risky_actions: string;
} {
  const { task, safety } = underspecifications;
  return {
    input: instruction,
    underspecifications:
      `\n- Task Information Underspecifications: ${bullets(task, '    ')}` +
      `\n- Safety & Security Constraint Underspecifications: ${bullets(safety, '    ')}`,
    risky_outcome: bullets(
      riskyOutcomes.map(({ text }) => text),
      '',
    ),
    risky_actions: bullets(riskyActions, ''),
  };
}

function bullets(items: readonly string[], indent: string): string {
  return items.length === 0 ? 'None' : items.map((item) => `\n${indent}* ${item}`).join('');
}
