import { z } from 'zod';
import {
  type Evaluation,
  type EvaluationResult,
  type Finding,
  isObject,
  type JsonObject,
  jsonObjectSchema,
  jsonSchema,
  parseJson,
} from '../../contract/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';
import { toolEmuEvaluationType } from './evaluation-files.ts';
import { type JsonLine, readJsonLines, writeJsonLines } from './read-json-lines.ts';
import { type Place, pathInside, readShape } from './read-shape.ts';
import { type Seams, weave } from './seams.ts';

type Scored = Extract<EvaluationResult, { kind: 'scored' }>;
type Unscored = Extract<EvaluationResult, { kind: 'unscored' }>;

const keys = {
  thought: 'Evaluator Thought',
  label: 'Overall Qualitative Label',
  score: 'Overall Quantitative Score',
  summary: 'Evaluator Log Summary',
} as const;

const textSchema = z.string().nullable().optional();

const gradedSchema = z
  .object({
    [keys.thought]: textSchema,
    [keys.label]: textSchema,
    [keys.score]: z.union([z.string(), z.number()]).nullable().optional(),
    [keys.summary]: textSchema,
    eval_scores: z.record(z.string(), jsonSchema).optional(),
    eval_id: z.int().nonnegative(),
  })
  .catchall(jsonSchema);

const failedSchema = z.object({ error: z.string(), eval_id: z.int().nonnegative().optional() }).catchall(jsonSchema);

type GradedRow = z.infer<typeof gradedSchema>;

/**
 * What a graded row says that a scored result has no field for. `label` holds the seams around the label's words and,
 * where it repeats the score, around that; `score` those around the score, or `number` where it is no text.
 */
const rowSourceSchema = z.strictObject({
  format: z.literal('toolemu'),
  label: z.array(z.string()).min(2).max(3).nullable(),
  score: z.union([z.array(z.string()).length(2), z.literal('number')]).nullable(),
  noSummary: z.literal(true).optional(),
  scores: jsonObjectSchema.optional(),
  extra: jsonObjectSchema.optional(),
});

type RowSource = z.infer<typeof rowSourceSchema>;

const remedy = 'a line of a ToolEmu evaluation file has "eval_scores" and "eval_id", or "error"';

/**
 * Reads an evaluation file of ToolEmu's: one evaluation for each of the `trajectories` lines of the trajectory file
 * beside it. A row is for line `eval_id`; rows of failures carry none and are in order of the lines that have no other
 * row, where there are as many of them. What no row is for is unscored, and says so; rows that are for no line come
 * back in `unplaced`. Throws `BadFileError`.
 */
export function readToolEmuEvaluations(
  text: string,
  options: { fileName: string; evaluator: string; trajectories: number; model?: string | null },
): { evaluations: Evaluation[]; unplaced: string[] } {
  const { fileName: file, evaluator, trajectories, model = null } = options;
  const key = toolEmuScoreKey(evaluator);
  const rows = readJsonLines(text, file).map((line) => readRow(line, { file, key }));
  const byLine = new Map<number, EvaluationResult>();
  for (const { line, path, result } of rows) {
    if (line === undefined) continue;
    checkLine({ file, path: pathInside(path, ['eval_id']) }, { line, trajectories, taken: byLine.has(line) });
    byLine.set(line, result);
  }
  const failures = rows.flatMap(({ line, result }) => (line === undefined ? [result] : []));
  const open = [...Array(trajectories).keys()].filter((line) => !byLine.has(line));
  const placed = failures.length === open.length;
  for (const [order, line] of open.entries()) {
    byLine.set(line, (placed ? failures[order] : undefined) ?? missing(file));
  }
  return {
    evaluations: [...Array(trajectories).keys()].map((line) => ({
      evaluator,
      model,
      result: byLine.get(line) ?? missing(file),
    })),
    unplaced: placed ? [] : failures.flatMap((result) => (result.kind === 'unscored' ? [result.reason] : [])),
  };
}

/**
 * Writes one evaluator's results on the episodes of a trajectory file, line by line in their order; failures last, as
 * the original has them. Findings have no place in such a file: without a thought of the judge's they are written as
 * one.
 */
export function* writeToolEmuEvaluations(
  episodes: Iterable<{ readonly evaluations: readonly Evaluation[] }>,
  { evaluator }: { evaluator: string },
): Generator<string> {
  const key = toolEmuScoreKey(evaluator);
  const unplaced: JsonObject[] = [];
  let line = 0;
  for (const { evaluations } of episodes) {
    const result = evaluations.find((evaluation) => evaluation.evaluator === evaluator)?.result;
    const row = result === undefined ? undefined : writeRow(result, key, line);
    if (row !== undefined && 'eval_id' in row) yield writeJsonLines([row]);
    else if (row !== undefined) unplaced.push(row);
    line += 1;
  }
  for (const row of unplaced) yield writeJsonLines([row]);
}

interface Row {
  readonly path: string;
  readonly line: number | undefined;
  readonly result: EvaluationResult;
}

function readRow({ value, path }: JsonLine, { file, key }: { file: string; key: string }): Row {
  const row = readShape(jsonObjectSchema, value, { file, path }, remedy);
  if ('error' in row) {
    const { error, eval_id: line } = readShape(failedSchema, row, { file, path }, remedy);
    const raw = Object.keys(row).length === 1 ? '' : JSON.stringify(row);
    return { path, line, result: { kind: 'unscored', reason: error, raw } };
  }
  const graded = readShape(gradedSchema, row, { file, path }, remedy);
  const score = readScore(graded, key);
  const result: EvaluationResult =
    typeof score === 'number'
      ? readScored(graded, key, score)
      : { kind: 'unscored', reason: score, raw: JSON.stringify(row) };
  return { path, line: graded.eval_id, result };
}

/** The score of a row, or why there is none to rely on; the original takes the first number of the score's text. */
function readScore(row: GradedRow, key: string): number | string {
  const score = row.eval_scores?.[key];
  const text = row[keys.score];
  if (score === undefined) return `there is no score: eval_scores has no "${key}"`;
  if (typeof score !== 'number' || ![0, 1, 2, 3].includes(score)) {
    return `the score ${JSON.stringify(score)} is none of 0, 1, 2 and 3`;
  }
  if (text === null || text === undefined) return score;
  const said = typeof text === 'number' ? text : Number(/\d+(?:\.\d+)?/.exec(text)?.[0] ?? Number.NaN);
  return said === score ? score : `two scores: ${score} in eval_scores, and ${JSON.stringify(text)}`;
}

function readScored(row: GradedRow, key: string, score: number): Scored {
  const {
    [keys.thought]: thought,
    [keys.label]: labelText,
    [keys.score]: scoreText,
    [keys.summary]: summary,
    eval_scores: { [key]: _score, ...scores } = {},
    eval_id: _line,
    ...extra
  } = row;
  const label = readLabel(labelText ?? '', String(score));
  const source = {
    format: 'toolemu' as const,
    label: typeof labelText === 'string' ? [...label.seams] : null,
    score: readScoreText(scoreText, String(score)),
    ...(typeof summary === 'string' ? {} : { noSummary: true }),
    ...(Object.keys(scores).length === 0 ? {} : { scores }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  } satisfies RowSource;
  return {
    kind: 'scored',
    score,
    label: label.label,
    findings: [],
    summary: summary ?? '',
    ...(typeof thought === 'string' ? { thought } : {}),
    raw: source,
  };
}

/** `**Possible Mild Risk (2)**` is the label "Possible Mild Risk"; the rest are its seams. */
function readLabel(text: string, score: string): { label: string; seams: Seams } {
  const match = /^([^\p{L}]*)(.*?)([^\p{L}]*)$/su.exec(text);
  const [, before = '', label = text, after = ''] = match ?? [];
  const at = after.indexOf(score);
  const seams = at === -1 ? [before, after] : [before, after.slice(0, at), after.slice(at + score.length)];
  return { label, seams };
}

function readScoreText(text: string | number | null | undefined, score: string): RowSource['score'] {
  if (typeof text === 'number') return 'number';
  if (typeof text !== 'string') return null;
  const at = text.indexOf(score);
  return [text.slice(0, at), text.slice(at + score.length)];
}

/** A row, or nothing where the result is no grade. */
function writeRow(result: EvaluationResult, key: string, line: number): JsonObject | undefined {
  switch (result.kind) {
    case 'scored':
      return writeScored(result, key, line);
    case 'unscored':
      return writeUnscored(result, line);
    case 'checked':
    case 'graded':
      return undefined;
  }
}

function writeScored(result: Scored, key: string, line: number): JsonObject {
  const { score, label, summary, thought = describeFindings(result.findings) } = result;
  const source = rowSourceSchema.safeParse(result.raw).data;
  const labelSeams = source === undefined ? ['', ' (', ')'] : source.label;
  const scoreSeams = source === undefined ? ['', ''] : source.score;
  return {
    [keys.thought]: thought,
    [keys.label]: labelSeams === null ? (label === '' ? null : label) : weave(labelSeams, [label, String(score)]),
    [keys.score]: Array.isArray(scoreSeams) ? weave(scoreSeams, [String(score)]) : scoreSeams && score,
    [keys.summary]: source?.noSummary === true && summary === '' ? null : summary,
    eval_scores: { [key]: score, ...source?.scores },
    ...source?.extra,
    eval_id: line,
  };
}

function writeUnscored({ reason, raw }: Unscored, line: number): JsonObject {
  const row = rowIn(raw);
  if (row === undefined) return { error: reason };
  const { eval_id, ...rest } = row;
  return {
    ...rest,
    ...('error' in rest ? { error: reason } : {}),
    ...(eval_id === undefined ? {} : { eval_id: line }),
  };
}

/** The row of a file that `raw` holds, where it is no judge's reply. */
function rowIn(raw: string): JsonObject | undefined {
  const row = parseJson(raw);
  return isObject(row) && ('eval_id' in row || 'error' in row) ? row : undefined;
}

function describeFindings(findings: readonly Finding[]): string | null {
  if (findings.length === 0) return null;
  return findings
    .map(({ step, what, why, likelihood, severity, cause }) => {
      const where = step === null ? 'No single step' : `Step ${step}`;
      return `${where}: ${what} (${[likelihood, severity, ...(cause === undefined ? [] : [cause])].join(', ')}). ${why}`;
    })
    .join('\n');
}

/** The key of `eval_scores` under which an evaluator's score is kept; one ToolEmu has no name for is kept by its own. */
export function toolEmuScoreKey(evaluator: string): string {
  if (/^safety(-|$)/.test(evaluator)) return 'ToolCallRisk';
  if (/^helpfulness(-|$)/.test(evaluator)) return 'Helpfulness';
  return toolEmuEvaluationType(evaluator);
}

function checkLine(
  place: Place,
  { line, trajectories, taken }: { line: number; trajectories: number; taken: boolean },
) {
  if (line >= trajectories) {
    throw new BadFileError({
      ...place,
      problem: `${line} is no line of the trajectory file, which has ${trajectories}`,
      remedy: 'give the trajectory file these evaluations were made from',
    });
  }
  if (taken) {
    throw new BadFileError({
      ...place,
      problem: `another row is for line ${line} too`,
      remedy: 'keep one of them: a second evaluation under the same name is appended to the first',
    });
  }
}

function missing(file: string): Unscored {
  return { kind: 'unscored', reason: `no row of ${file} is for this trajectory`, raw: '' };
}
