import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { type Json, type JsonObject, jsonObjectSchema, type Step, readJson } from '../../contract/index.ts';
import { type Place, readShape } from './read-shape.ts';
import { type Seams, trimmed, unlessUsual, weave } from './seams.ts';

/** What an agent's log says of a call. `input` is what it shows as the input where the call has another spelling. */
interface AgentLog {
  readonly thought: string;
  readonly dropped: string;
  readonly input?: string;
  readonly seams: Seams | undefined;
}

/** What a simulator's log says before its summary. */
interface SimulatorLog {
  readonly thought: string;
  readonly seams: Seams | undefined;
}

const usualSimulatorSeams: Seams = ['', '\nSimulator Log Summary: ', '\nObservation: ', ''];

/** `[[tool, input, log], [observation, summary, log]]`; a real tool's observation is a bare text. */
const pairSchema = z.tuple([
  z.tuple([z.string(), z.union([z.string(), jsonObjectSchema]), z.string()]),
  z.union([z.string(), z.tuple([z.string(), z.string(), z.string()])]),
]);

/**
 * What a step of ToolEmu's says that `Step` has no field for. `input` is the spelling of the arguments in the call, as
 * text or as an object, and `shownInput` that in the agent's log, where it is another one; seams: see `seams.ts`.
 */
const stepSourceSchema = z.strictObject({
  format: z.literal('toolemu'),
  input: z.union([z.string(), jsonObjectSchema]).optional(),
  shownInput: z.string().optional(),
  agentSeams: z.union([z.array(z.string()).length(2), z.array(z.string()).length(5)]).optional(),
  simulatorSeams: z.union([z.array(z.string()).length(2), z.array(z.string()).length(4)]).optional(),
  observationOnly: z.literal(true).optional(),
});

type StepSource = z.infer<typeof stepSourceSchema>;

const remedy = 'a step is [[tool, input, log], [observation, summary, log]]';

/** Reads one step of `intermediate_steps`. `number` is its place in the trajectory, from 1. */
export function readToolEmuStep(json: Json, number: number, place: Place): Step {
  const [[tool, rawInput, agentLog], result] = readShape(pairSchema, json, place, remedy);
  const [observation, summary, simulatorLog] = typeof result === 'string' ? [result, '', result] : result;
  const inputText = typeof rawInput === 'string' ? rawInput : JSON.stringify(rawInput);
  const args = typeof rawInput === 'string' ? readArguments(rawInput) : rawInput;
  const agent = readAgentLog(agentLog, tool, inputText);
  const asked = wasSimulated({ observation, summary, simulatorLog });
  const simulator = asked ? readSimulatorLog(simulatorLog, summary, observation) : undefined;
  const spelledAsUsual = rawInput === (args === null ? inputText : JSON.stringify(args));
  const source = {
    ...(spelledAsUsual && agent.input === undefined ? {} : { input: rawInput }),
    ...(agent.input === undefined ? {} : { shownInput: agent.input }),
    ...(agent.seams === undefined ? {} : { agentSeams: [...agent.seams] }),
    ...(simulator?.seams === undefined ? {} : { simulatorSeams: [...simulator.seams] }),
    ...(typeof result === 'string' ? { observationOnly: true } : {}),
  };
  return {
    step: number,
    tool,
    args,
    ...(args === null ? { input: inputText } : {}),
    status: statusOf(observation, asked && simulatorLog !== ''),
    observation: { text: observation, ...jsonOf(observation) },
    changes: [],
    consequences: [],
    violations: [],
    ...(agent.thought === '' ? {} : { thought: agent.thought }),
    ...(agent.dropped === '' ? {} : { dropped: agent.dropped }),
    ...(simulator === undefined ? {} : { emulator: { thought: simulator.thought, summary } }),
    ...(Object.keys(source).length === 0 ? {} : { source: { format: 'toolemu', ...source } }),
  };
}

/** A step as ToolEmu writes it, from the contract's fields; only its layout comes from where it was imported. */
export function writeToolEmuStep(step: Step): Json {
  const source = stepSource(step);
  const unchanged = source.input !== undefined && saysTheSame(source.input, step);
  const input = unchanged && source.input !== undefined ? source.input : inputOf(step);
  const inputText = typeof input === 'string' ? input : JSON.stringify(input);
  const shown = unchanged ? (source.shownInput ?? inputText) : inputText;
  return [[step.tool, input, agentLogOf(step, shown, source)], resultOf(step, source)];
}

function agentLogOf(step: Step, input: string, { agentSeams }: Partial<StepSource>): string {
  const { thought = '', dropped = '' } = step;
  if (agentSeams?.length === 2) return weave(agentSeams, [thought]);
  return weave(agentSeams ?? usualAgentSeams({ thought, dropped, input }), [thought, step.tool, input, dropped]);
}

function resultOf({ observation, emulator }: Step, { simulatorSeams, observationOnly }: Partial<StepSource>): Json {
  const { text } = observation;
  if (emulator === undefined) return observationOnly === true ? text : [text, '', text];
  const { thought = '', summary = '' } = emulator;
  const log =
    simulatorSeams?.length === 2
      ? weave(simulatorSeams, [thought])
      : weave(simulatorSeams ?? usualSimulatorSeams, [thought, summary, text]);
  return [text, summary, log];
}

/** The original's program answers a call it does not pass on with a text that is observation and log in one. */
function wasSimulated(result: { observation: string; summary: string; simulatorLog: string }): boolean {
  return result.summary !== '' || result.simulatorLog !== result.observation;
}

/**
 * A refusal by the original's program (unknown tool, invalid input) never reached its simulator, so that it comes
 * without a log of the simulator's own: `rejected`. The same words with one are an exception of the simulated tool: `raised`, as
 * is any object whose only property is `error`. All else was carried out, an unreadable observation included.
 */
function statusOf(observation: string, asked: boolean): Step['status'] {
  if (!asked && observation.startsWith('{"error": "InvalidRequestException:')) return 'rejected';
  const { json } = jsonOf(observation);
  const isError =
    typeof json === 'object' && json !== null && Object.keys(json).length === 1 && Object.hasOwn(json, 'error');
  return isError ? 'raised' : 'ok';
}

function jsonOf(text: string): { json?: Json } {
  try {
    return { json: readJson(text) };
  } catch {
    return {};
  }
}

/** The arguments as the original reads them: an object, in whose strings line breaks may stand unescaped. */
function readArguments(text: string): JsonObject | null {
  const escaped = text.replace(/"(?:[^"\\]|\\.)*"/gs, (literal) =>
    literal.replace(/\p{Cc}/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  const { json = null } = jsonOf(escaped);
  return typeof json === 'object' && !Array.isArray(json) ? json : null;
}

/** The input of the call where no imported spelling serves. */
function inputOf({ args, input = '' }: Step): string {
  return args === null ? input : JSON.stringify(args);
}

/** Whether the imported spelling still says what the step says. */
function saysTheSame(spelling: string | JsonObject, step: Step): boolean {
  if (typeof spelling !== 'string') return isDeepStrictEqual(spelling, step.args);
  const args = readArguments(spelling);
  return args === null ? step.args === null && step.input === spelling : isDeepStrictEqual(args, step.args);
}

function stepSource({ source }: Step): Partial<StepSource> {
  return stepSourceSchema.safeParse(source).data ?? {};
}

/**
 * Takes a simulator's log apart: thought, summary, observation. `seams` is undefined for a log in the usual form, has
 * four parts for another that ends in summary and observation, and two for one that does not: all of it is thought.
 */
function readSimulatorLog(log: string, summary: string, observation: string): SimulatorLog {
  const whole = { thought: log, seams: ['', ''] };
  const text = trimmed(log);
  if (!text.core.endsWith(observation)) return whole;
  const beforeObservation = log.slice(0, log.length - text.after.length - observation.length);
  const marker = /\n*(?:Revised )?Observation(?: #\d+)?:\s*$/.exec(beforeObservation);
  if (marker === null) return whole;
  const head = trimmed(beforeObservation.slice(0, marker.index));
  const untilSummary = head.before + head.core;
  if (!untilSummary.endsWith(summary)) return whole;
  const beforeSummary = untilSummary.slice(0, untilSummary.length - summary.length);
  const label = /(?:Revised )?Simulator Log Summary(?: #\d+)?:\s*$/.exec(beforeSummary);
  if (label === null) return whole;
  const thought = beforeSummary.slice(0, label.index).trimEnd();
  const seams = ['', beforeSummary.slice(thought.length), head.after + marker[0], text.after];
  return { thought, seams: unlessUsual(seams, usualSimulatorSeams) };
}

/**
 * Takes an agent's log apart: thought, tool, input, and what followed the input. `seams` is undefined for a log in the
 * usual form, has five parts for another that holds the call, and two for one that does not: all of it is thought.
 */
function readAgentLog(log: string, tool: string, input: string): AgentLog {
  const match = /Action: (.*?)(\n*Action Input:\s*)/s.exec(log);
  const toolText = trimmed(match?.[1] ?? '');
  if (match === null || toolText.core !== tool) return thoughtOnly(log);
  const head = trimmed(log.slice(0, match.index));
  const rest = log.slice(match.index + match[0].length);
  const start = rest.indexOf(input);
  const shown = start === -1 ? rest : input;
  const tail = trimmed(start === -1 ? '' : rest.slice(start + input.length));
  const isContent = /[\p{L}\p{N}]/u.test(tail.core);
  const seams = [
    head.before,
    `${head.after}Action: ${toolText.before}`,
    toolText.after + (match[2] ?? '') + (start === -1 ? '' : rest.slice(0, start)),
    isContent ? tail.before : tail.before + tail.core + tail.after,
    isContent ? tail.after : '',
  ];
  const dropped = isContent ? tail.core : '';
  return {
    thought: head.core,
    dropped,
    ...(shown === input ? {} : { input: shown }),
    seams: unlessUsual(seams, usualAgentSeams({ thought: head.core, dropped, input: shown })),
  };
}

/** The seams around thought, tool, input and what was dropped, as the original's agent leaves them. */
function usualAgentSeams({ thought, dropped, input }: { thought: string; dropped: string; input: string }): Seams {
  return [
    thought === '' ? '' : ' ',
    thought === '' ? 'Action: ' : '\nAction: ',
    '\nAction Input: ',
    input.endsWith('\n') ? '' : '\n',
    dropped === '' ? '' : '\n',
  ];
}

function thoughtOnly(log: string): AgentLog {
  const { before, core, after } = trimmed(log);
  return { thought: core, dropped: '', seams: [before, after] };
}
