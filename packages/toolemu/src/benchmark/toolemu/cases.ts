import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  type Case,
  isObject,
  type Json,
  type JsonObject,
  jsonObjectSchema,
  jsonSchema,
  type RiskType,
  riskTypeSchema,
} from '../../contract/index.ts';
import { BadFileError } from '../documents/bad-file-error.ts';
import { pathInside, type Place, readShape } from './read-shape.ts';

let types: Record<string, RiskType> | undefined;

/** The 145th entry of `all_cases.json`, a left-over test of the quitting prompts and no case of the benchmark. */
const STRAY_CASE = 'test_quit_instruction';

/** Tool calls of an episode, at most, as ToolEmu plays its cases (15 iterations). */
const toolEmuSteps = 15;

/** Which half of a case to take where it has a harmless and a dangerous one. */
export type ToolEmuVariant = 'standard' | 'redteam';

const variantKeys = { standard: 'Standard', redteam: 'Red-teaming' } as const;

const textsSchema = z.array(z.string());

const caseRowSchema = z
  .object({
    name: z.string().min(1).optional(),
    Toolkits: z.array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'not a name of a toolkit')).min(1),
    'User Instruction': z.string().min(1),
    Underspecifications: z
      .object({ 'Task Information': textsSchema, 'Safety & Security Constraints': textsSchema })
      .catchall(jsonSchema),
    'Expected Achievements': textsSchema,
    'Potential Risky Outcomes': z.array(z.string().min(1)),
    'Potential Risky Actions': textsSchema,
  })
  .catchall(jsonSchema);

/** What a case of ToolEmu's says that `Case` has no field for. `others` holds the halves that were not taken. */
const caseSourceSchema = z.strictObject({
  format: z.literal('toolemu'),
  name: z.string().nullable().optional(),
  variant: z.enum(['standard', 'redteam']).optional(),
  others: jsonObjectSchema.optional(),
  extra: jsonObjectSchema.optional(),
});

type CaseSource = z.infer<typeof caseSourceSchema>;

const remedy = 'correct it after the pattern of the cases in `all_cases.json`; an empty list is []';

/** Whether this is ToolEmu's `all_cases.json`, or one case of it. */
export function isToolEmuCases(json: unknown): boolean {
  return (Array.isArray(json) ? json : [json]).some(
    (item: unknown) => typeof item === 'object' && item !== null && 'User Instruction' in item,
  );
}

/**
 * Reads ToolEmu's `all_cases.json`, or one case of it. Every case is open: no world, no checks. ToolEmu gives risky
 * outcomes no severity; all count as severe here, the side on which a safety test errs. `variant` (default redteam)
 * matters only where a case has both halves. Throws `BadFileError`.
 */
export function readToolEmuCases(
  json: unknown,
  options: { fileName: string; path?: string; variant?: ToolEmuVariant; includeStray?: boolean },
): Case[] {
  const { fileName: file, path = '$', variant = 'redteam', includeStray = false } = options;
  const rows = Array.isArray(json) ? json.map((value: unknown, index) => ({ value, index })) : [{ value: json }];
  const cases = new Map<string, Case>();
  for (const row of rows) {
    const place = { file, path: 'index' in row ? pathInside(path, [row.index]) : path };
    const read = readToolEmuCase(row.value, { place, variant, index: 'index' in row ? row.index : 0 });
    if (!includeStray && read.id === STRAY_CASE) continue;
    if (cases.has(read.id)) {
      throw new BadFileError({
        file,
        path: pathInside(place.path, ['name']),
        problem: `another case is called "${read.id}"`,
        remedy: 'rename one of them, or take it out',
      });
    }
    cases.set(read.id, read);
  }
  return [...cases.values()];
}

/** Reads one case. `index` names it where it has no name of its own. */
export function readToolEmuCase(
  json: unknown,
  { place, variant, index }: { place: Place; variant: ToolEmuVariant; index: number },
): Case {
  const { row, others } = takeVariant(json, variant, place);
  const { name, Toolkits, Underspecifications, ...facts } = readShape(caseRowSchema, row, place, remedy);
  const {
    'User Instruction': instruction,
    'Expected Achievements': expectedAchievements,
    'Potential Risky Outcomes': risks,
    'Potential Risky Actions': riskyActions,
    ...extra
  } = facts;
  const {
    'Task Information': task,
    'Safety & Security Constraints': safety,
    ...extraUnderspecifications
  } = Underspecifications;
  if (Object.keys(extraUnderspecifications).length > 0) extra.Underspecifications = extraUnderspecifications;
  const id = name === undefined ? `case-${index}` : idOf(name, place);
  const source = {
    ...(id === name ? {} : { name: name ?? null }),
    ...(Object.keys(others).length === 0 ? {} : { variant, others }),
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
  return {
    id,
    maxSteps: toolEmuSteps,
    kind: 'others' in source && variant === 'standard' ? 'standard' : 'redteam',
    toolkits: Toolkits,
    instruction,
    underspecifications: { task, safety },
    expectedAchievements,
    riskyOutcomes: risks.map((text, number) => {
      const label = riskLabel(text);
      return {
        id: `outcome-${number + 1}`,
        text,
        riskType: riskTypeOf(label),
        severity: 'severe',
        ...(label === undefined ? {} : { label }),
      };
    }),
    riskyActions,
    ...(Object.keys(source).length === 0 ? {} : { source: { format: 'toolemu', ...source } }),
  };
}

/** A case as ToolEmu writes it, from the contract's fields. A world, checks and references have no place in it. */
export function writeToolEmuCase(testCase: Case): JsonObject {
  const { name = testCase.id, variant = 'redteam', others = {}, extra = {} } = caseSource(testCase);
  const { Underspecifications: extraUnderspecifications, ...extraKeys } = extra;
  const row: JsonObject = {
    ...(name === null ? {} : { name }),
    Toolkits: testCase.toolkits,
    'User Instruction': testCase.instruction,
    Underspecifications: {
      'Task Information': testCase.underspecifications.task,
      'Safety & Security Constraints': testCase.underspecifications.safety,
      ...(extraUnderspecifications as JsonObject | undefined),
    },
    'Expected Achievements': testCase.expectedAchievements,
    'Potential Risky Outcomes': testCase.riskyOutcomes.map(({ text }) => text),
    'Potential Risky Actions': testCase.riskyActions,
    ...extraKeys,
  };
  for (const [key, other] of Object.entries(others)) {
    const taken = row[key];
    if (taken !== undefined) row[key] = { [variantKeys[variant]]: taken, ...(other as JsonObject) };
  }
  return row;
}

/** Takes one half of every property that has the two sub-keys of ToolEmu's, and says what was left. */
function takeVariant(json: unknown, variant: ToolEmuVariant, place: Place): { row: unknown; others: JsonObject } {
  const others: JsonObject = {};
  if (!isObject(json)) return { row: json, others };
  const row = Object.entries(json).map(([key, value]): [string, Json] => {
    if (!hasVariants(value)) return [key, value];
    const { [variantKeys[variant]]: taken, ...other } = value;
    if (taken === undefined) {
      throw new BadFileError({
        file: place.file,
        path: pathInside(place.path, [key]),
        problem: `there is no "${variantKeys[variant]}" half`,
        remedy: `add it, or take the other by \`variant: '${variant === 'standard' ? 'redteam' : 'standard'}'\``,
      });
    }
    others[key] = other;
    return [key, taken];
  });
  return { row: Object.fromEntries(row), others };
}

function hasVariants(value: Json): value is JsonObject {
  if (!isObject(value)) return false;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => key === variantKeys.standard || key === variantKeys.redteam);
}

/** The name with what an id must not hold replaced. */
function idOf(name: string, place: Place): string {
  const id = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[^A-Za-z0-9]+/, '');
  if (id !== '') return id;
  throw new BadFileError({
    file: place.file,
    path: pathInside(place.path, ['name']),
    problem: `"${name}" holds no letter or digit`,
    remedy: 'give the case a name of letters, digits, ".", "_" and "-"',
  });
}

function caseSource({ source }: Case): Partial<CaseSource> {
  return caseSourceSchema.safeParse(source).data ?? {};
}

/** The label a risky outcome of ToolEmu's starts with, as in "Data loss: ...": at most six words before a colon. */
export function riskLabel(text: string): string | undefined {
  return /^\s*([^\s:.!?]+(?: [^\s:.!?]+){0,5}):\s/.exec(text)?.[1];
}

/** The risk type `data/toolemu-risk-labels.json` gives a label, whatever its case; null where it gives none. */
export function riskTypeOf(label: string | undefined): RiskType | null {
  types ??= readLabels();
  const key = label?.toLowerCase();
  return key !== undefined && Object.hasOwn(types, key) ? (types[key] ?? null) : null;
}

function readLabels(): Record<string, RiskType> {
  const file = new URL('../../../data/toolemu-risk-labels.json', import.meta.url);
  return z.record(z.string(), riskTypeSchema).parse(JSON.parse(readFileSync(file, 'utf8')));
}
