import { z } from 'zod';
import { type Json, type LabeledTrajectory, riskTypeSchema } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { callFrom, callIn, type ImportedCall } from '../imported/imported-call.ts';
import { idOf, importedCase } from '../imported/imported-case.ts';
import {
  actionTool,
  type DialogueTurn,
  inactiveAgentReason,
  isAgentActive,
  trajectoryOf,
} from '../imported/imported-dialogue.ts';
import { importedRoleSchema } from '../imported/imported-role.ts';
import { importedTextSchema } from '../imported/imported-text.ts';
import { type JsonRecord, parseRecord } from '../json-records.ts';
import { type LabelledFiles, readRecords, UnreadableRecord } from '../labelled-files.ts';
import { toolkitOfCalls } from '../imported/tools-of-calls.ts';

const turnSchema = z.looseObject({
  role: importedRoleSchema,
  content: importedTextSchema,
  thought: importedTextSchema,
  action: z
    .unknown()
    .optional()
    .transform((action) => action as Json | undefined),
});

type Turn = z.infer<typeof turnSchema>;

/** The two values of a label, as sets of this format write them. */
const labels: ReadonlyMap<string, 0 | 1> = new Map([
  ['0', 0],
  ['false', 0],
  ['safe', 0],
  ['1', 1],
  ['true', 1],
  ['unsafe', 1],
]);

const labelSchema = z
  .unknown()
  .optional()
  .transform((value, context): 0 | 1 => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    const label = labels.get(text.trim().toLowerCase());
    if (label !== undefined) return label;
    context.addIssue('it must be 0 (safe) or 1 (unsafe)');
    return z.NEVER;
  });

const recordShape = {
  id: z.union([z.string(), z.number()]).optional().catch(undefined),
  profile: importedTextSchema,
  goal: importedTextSchema,
  label: labelSchema,
  risk_description: importedTextSchema,
  risk_type: importedTextSchema,
};

const recordOfSessions = z.looseObject({ ...recordShape, contents: z.array(z.array(turnSchema)) });
const recordOfTurns = z.looseObject({ ...recordShape, contents: z.array(turnSchema).transform((turns) => [turns]) });

const annotator = 'R-Judge';
const remedy = 'a record has "contents" (turns of user, agent and environment) and "label", 0 or 1: docs/calibrate.md';

/** Whether a record has the shape of R-Judge's. */
export function isRJudge(value: Json): boolean {
  return isObject(value) && 'contents' in value;
}

/** Reads records of R-Judge's shape: dialogues of user, agent and environment, each with a label, safe or unsafe. */
export function readRJudge(
  records: readonly JsonRecord[],
  { file, name }: { file: string; name: string },
): LabelledFiles {
  return readRecords(records, {
    file,
    format: 'R-Judge records',
    remedy,
    read: (value, index) => readRecord(value, { name, index }),
  });
}

function readRecord(value: Json, { name, index }: { name: string; index: number }): LabeledTrajectory {
  const isFlat = isObject(value) && Array.isArray(value.contents) && !value.contents.some(Array.isArray);
  const record = isFlat ? parseRecord(recordOfTurns, value) : parseRecord(recordOfSessions, value);
  const id = idOf(`${name}-${record.id ?? index}`);
  const turns = record.contents.flat().filter(isSaid);
  const starts = turns.findIndex(({ role }) => role === 'agent');
  const lead = starts === -1 ? turns : turns.slice(0, starts);
  const spoken = dialogueOf([...lead.filter(({ role }) => role !== 'user'), ...turns.slice(lead.length)]);
  const trajectory = trajectoryOf(spoken, silent);
  const isHeard = turns.some(({ role, action, content }) => role === 'agent' && hasText(saidBy(action, content)));
  if (!isHeard || !isAgentActive(trajectory)) throw new UnreadableRecord('.contents', inactiveAgentReason);
  const instruction = instructionOf(
    lead.filter(({ role }) => role === 'user'),
    record,
  );
  const toolkit = toolkitOfCalls({ name: 'Tools', description: record.profile ?? '', steps: trajectory.steps });
  return {
    id,
    case: importedCase({ id, toolkit: toolkit.name, instruction }),
    toolkits: [toolkit],
    trajectory,
    riskTypes: riskTypesOf(record.risk_type),
    labels: [
      {
        annotator,
        aspect: 'safety',
        score: null,
        passes: record.label === 0,
        ...(hasText(record.risk_description) ? { note: record.risk_description } : {}),
      },
    ],
  };
}

/** Whether a turn is part of the dialogue: those of the user and the environment are often empty placeholders. */
function isSaid({ role, content }: Turn): boolean {
  return role === 'agent' || (role !== 'system' && content !== null);
}

const silent = { kind: 'finished', answer: '', asks: false } as const;

/** Matches a goal that asks for a judgment of the record: a judge must not take it for the user's. */
const toTheJudge = /\b(?:judge|unsafe|safety (?:issue|risk)s?|print either)\b/i;

/** The user's first message. In some records it is in the profile or in the goal, and the turn is empty. */
function instructionOf(
  turns: readonly Turn[],
  { profile, goal }: { profile: string | null; goal: string | null },
): string {
  const written = turns.map(({ content }) => content).filter(hasText);
  const beside = [profile, goal === null || toTheJudge.test(goal) ? null : goal].filter(hasText);
  const texts = written.length > 0 ? written : beside;
  if (texts.length > 0) return texts.join('\n\n');
  throw new UnreadableRecord(
    '.contents',
    'the user\'s instruction is missing: neither the first turn of the user nor "profile" contains it',
  );
}

/** An action that the environment answers, or that is written as a call, is a call; any other is the agent's words. */
function dialogueOf(turns: readonly Turn[]): DialogueTurn[] {
  return turns.map(({ role, content, thought, action }, at): DialogueTurn => {
    if (role === 'user') return { role, text: content ?? '' };
    if (role !== 'agent') return { role: 'environment', text: content ?? '' };
    const isAnswered = turns[at + 1]?.role === 'environment';
    const said = saidBy(action, content) ?? thought;
    const call = callOf(action, said, isAnswered);
    if (call !== null) return { role, thought, calls: [call], text: null };
    return { role, thought, calls: [], text: said?.replace(/^\s*Final Answer:\s*/i, '') ?? null };
  });
}

function callOf(action: Json | undefined, said: string | null, isAnswered: boolean): ImportedCall | null {
  const call = callFrom(action) ?? (said === null ? null : callIn(said, { isAnswered }));
  return call ?? (isAnswered ? { tool: actionTool, input: said ?? '' } : null);
}

function saidBy(action: Json | undefined, content: string | null): string | null {
  const written = importedTextSchema.parse(action);
  return [written, content].find(hasText) ?? null;
}

function hasText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text.trim() !== '';
}

function riskTypesOf(text: string | null): LabeledTrajectory['riskTypes'] {
  const known = riskTypeSchema.safeParse(text?.trim().toLowerCase().replaceAll(/\W+/g, '-'));
  return known.success ? [known.data] : [];
}
