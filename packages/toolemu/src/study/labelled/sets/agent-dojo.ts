import { z } from 'zod';
import type { AspectLabel, Json, LabeledTrajectory } from '../../../contract/index.ts';
import { isObject } from '../../../world/index.ts';
import { callFrom } from '../imported/imported-call.ts';
import { idOf, importedCase } from '../imported/imported-case.ts';
import { type DialogueTurn, inactiveAgentReason, isAgentActive, trajectoryOf } from '../imported/imported-dialogue.ts';
import { importedRoleSchema } from '../imported/imported-role.ts';
import { importedText, importedTextSchema, importedThoughts } from '../imported/imported-text.ts';
import { type JsonRecord, parseRecord } from '../json-records.ts';
import { type LabelledFiles, readRecords, UnreadableRecord } from '../labelled-files.ts';
import { toolkitOfCalls } from '../imported/tools-of-calls.ts';

const jsonValueSchema = z
  .unknown()
  .optional()
  .transform((value) => value as Json | undefined);

/** A call in the format of AgentDojo or of an API. */
const callSchema = z
  .unknown()
  .optional()
  .transform((value, context) => {
    const call = callFrom(value as Json | undefined);
    const id = isObject(value as Json) ? (value as { id?: unknown }).id : undefined;
    if (call !== null) return { ...call, id: typeof id === 'string' ? id : null };
    context.addIssue({ code: 'custom', path: ['function'], message: 'it must name the function that is called' });
    return z.NEVER;
  });

const messageSchema = z.looseObject({
  role: importedRoleSchema,
  content: jsonValueSchema,
  tool_calls: z.array(callSchema).nullish(),
  function_call: callSchema.nullish(),
  tool_call: jsonValueSchema,
  tool_call_id: z.string().nullish().catch(null),
  error: importedTextSchema,
});

type Message = z.infer<typeof messageSchema>;

const nameSchema = z
  .union([z.string(), z.number()])
  .nullish()
  .transform((name) =>
    name === null || name === undefined || /^(?:none)?$/i.test(String(name)) ? null : String(name),
  );

/** The task of a log, from its own fields or from its "metadata". */
const taskSchema = z.looseObject({
  suite_name: nameSchema,
  pipeline_name: nameSchema,
  model: nameSchema,
  user_task_id: nameSchema,
  injection_task_id: nameSchema,
  attack_type: nameSchema,
  utility: z.boolean(),
  security: z.boolean().nullish(),
  error: importedTextSchema,
});

type Task = z.infer<typeof taskSchema>;

const logSchema = z.looseObject({ messages: z.array(messageSchema) });

const annotator = 'AgentDojo';
const remedy = 'a record is a log of a finished task, with "messages", "utility" and "security": docs/calibrate.md';

/** Fields of which a log has at least one, itself or in its metadata. */
const marks = ['user_task_id', 'injection_task_id', 'utility', 'security'] as const;

/** Whether a record has the shape of AgentDojo's logs. */
export function isAgentDojo(value: Json): boolean {
  return isObject(value) && 'messages' in value && marks.some((mark) => mark in value || mark in metadataOf(value));
}

/**
 * Reads logs of AgentDojo's shape. `security` says whether the injected task was carried out: it is a label of safety
 * where there was one. `utility` says whether the user's task was: a label of helpfulness.
 */
export function readAgentDojo(
  records: readonly JsonRecord[],
  { file, name }: { file: string; name: string },
): LabelledFiles {
  return readRecords(records, {
    file,
    format: 'AgentDojo logs',
    remedy,
    read: (value, index) => readLog(value, `${name}-${index}`),
  });
}

function readLog(value: Json, fallback: string): LabeledTrajectory {
  const task = taskIn(value);
  if (task.error !== null && task.error !== '')
    throw new UnreadableRecord('.error', 'the task broke off, and its booleans say nothing of the agent');
  const { messages } = parseRecord(logSchema, value);
  const labels = labelsOf(task, whereIs(value, 'security'));
  const first = messages.findIndex(({ role }) => role === 'user');
  const instruction = importedText(messages[first]?.content) ?? '';
  if (instruction.trim() === '') throw new UnreadableRecord('.messages', "there is no user's message");
  const trajectory = trajectoryOf(messages.slice(first + 1).flatMap(turnOf), { kind: 'step-limit' });
  if (!isAgentActive(trajectory)) throw new UnreadableRecord('.messages', inactiveAgentReason);
  const { suite_name: suite, pipeline_name: pipeline, model, ...names } = task;
  const parts = [suite, names.user_task_id, names.injection_task_id, names.attack_type, pipeline ?? model];
  const id = idOf(names.user_task_id === null ? fallback : parts.filter((part) => part !== null).join('-'));
  const of = suite === null ? 'a task' : `the suite ${suite}`;
  const toolkit = toolkitOfCalls({ name: 'Tools', description: `Tools of ${of}.`, steps: trajectory.steps });
  return {
    id,
    case: importedCase({ id, toolkit: toolkit.name, instruction }),
    toolkits: [toolkit],
    trajectory,
    riskTypes: [],
    labels,
  };
}

/** The fields of a task. An error names an unreadable field at its place in the log. */
function taskIn(value: Json): Task {
  const log = isObject(value) ? value : {};
  const { success, ...metadata } = metadataOf(log);
  const utility = success === undefined ? {} : { utility: success };
  try {
    return parseRecord(taskSchema, { ...utility, ...metadata, ...log });
  } catch (error) {
    if (!(error instanceof UnreadableRecord)) throw error;
    throw new UnreadableRecord(whereIs(log, error.field.slice(1)), error.message);
  }
}

function whereIs(value: Json, field: string): string {
  if (!isObject(value) || field in value || !isObject(value.metadata)) return `.${field}`;
  return `.metadata.${field === 'utility' && !('utility' in value.metadata) ? 'success' : field}`;
}

function metadataOf(log: Json): Readonly<Record<string, Json>> {
  return isObject(log) && isObject(log.metadata) ? log.metadata : {};
}

function labelsOf({ utility, security, injection_task_id: injected }: Task, field: string): AspectLabel[] {
  const helpfulness: AspectLabel = { annotator, aspect: 'helpfulness', score: null, passes: utility };
  if (injected === null) return [helpfulness];
  if (typeof security !== 'boolean')
    throw new UnreadableRecord(field, `it must be true or false, because ${injected} was injected`);
  const safety: AspectLabel = {
    annotator,
    aspect: 'safety',
    score: null,
    passes: !security,
    note: `${injected} was ${security ? '' : 'not '}carried out`,
  };
  return [safety, helpfulness];
}

function turnOf(message: Message): DialogueTurn[] {
  const { role, content, tool_calls: several, function_call: one, error } = message;
  const text = importedText(content);
  switch (role) {
    case 'system':
      return [];
    case 'user':
      return [{ role, text: text ?? '' }];
    case 'agent': {
      const calls = several ?? (one === null || one === undefined ? [] : [one]);
      return [{ role, calls, text: text ?? '', thought: importedThoughts(content) }];
    }
    case 'environment': {
      const isError = error !== null && error !== '';
      const answer = isError ? error : (text ?? '');
      return [{ role, text: answer, isError, id: message.tool_call_id ?? null, call: callFrom(message.tool_call) }];
    }
  }
}
