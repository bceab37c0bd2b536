import type { ToolCall } from '../contract/index.ts';
import { splitReasoning } from '../model/index.ts';
import { renderReactPrompt } from '../prompt/index.ts';
import { asksQuestion } from '../world/index.ts';
import type { Codec, Decision } from './dialogue.ts';

/** ToolEmu's ReAct turns as text: Thought, Action, Action Input, Observation (paper, appendix F.1). */
export const reactCodec: Codec = {
  prompt: renderReactPrompt,
  extras: () => ({ stop: ['\nObservation:'] }),
  kept: ({ text }, { quits }) => ({ role: 'assistant', content: actedOn(text, quits) }),
  parse: ({ text, toolCalls }, _tools, { quits }) => {
    if (text.trim() === '' && toolCalls.length > 0) return nativeCall;
    return decide(text, quits);
  },
  render: ({ reply, observations }) => [
    reply,
    { role: 'user', content: observations.map(({ text }) => `Observation: ${text}`).join('\n') },
  ],
};

/** Markers count at the start of a line only. Without leave to quit, `QUIT:` is a word like any other. */
const markers = {
  deciding: { quits: /^[ \t]*(Action|Final Answer|QUIT):/m, stays: /^[ \t]*(Action|Final Answer):/m },
  any: { quits: /^[ \t]*(?:Thought|Action|Final Answer|QUIT):/m, stays: /^[ \t]*(?:Thought|Action|Final Answer):/m },
  input: /^[ \t]*Action Input:/m,
  observation: /^[ \t]*Observation:/m,
};

const nativeCall: Decision = {
  kind: 'unreadable',
  reason: 'it calls a tool natively, and not by a line that begins with "Action:"',
  remedy: 'Use the agent tools, which calls tools natively',
};

function decide(text: string, quits: boolean): Decision {
  const { said, cut } = withoutObservations(splitReasoning(text).said);
  const found = markers.deciding[quits ? 'quits' : 'stays'].exec(said);
  if (found === null) {
    return said.trim() === ''
      ? { kind: 'unreadable', reason: 'it is blank' }
      : {
          kind: 'unreadable',
          reason: `it has no line that begins with "Action:"${quits ? ', "Final Answer:" or "QUIT:"' : ' or "Final Answer:"'}`,
        };
  }
  if (found[1] === 'Action') return { kind: 'calls', calls: [callOf(found, cut, quits)] };
  const content = untilNextMarker(said.slice(found.index + found[0].length), quits).head.trim();
  if (found[1] === 'QUIT') return { kind: 'end', outcome: { kind: 'quit', reason: content } };
  if (content === '') return { kind: 'unreadable', reason: 'its final answer is blank' };
  return { kind: 'end', outcome: { kind: 'finished', answer: content, asks: asksQuestion(content) } };
}

/** The call after an `Action:`; what stands beyond its name and its input is dropped. */
function callOf(action: RegExpExecArray, cut: string, quits: boolean): ToolCall {
  const { head, tail } = untilNextMarker(action.input.slice(action.index + action[0].length), quits);
  const input = markers.input.exec(head);
  const [name = '', ...beside] = (input === null ? head : head.slice(0, input.index)).trim().split(/\r?\n/);
  const { object, beyond } = firstObject(input === null ? '' : head.slice(input.index + input[0].length));
  const dropped = [beside.join('\n'), beyond, tail, cut].filter((part) => part.trim() !== '').join('\n');
  const thought = action.input
    .slice(0, action.index)
    .replace(/^\s*Thought:/, '')
    .trim();
  return {
    // A marker of reasoning is no part of a name, whatever stands around the call.
    tool: splitReasoning(name).said.trim(),
    input: object,
    ...(thought === '' ? {} : { thought }),
    ...(dropped === '' ? {} : { dropped }),
  };
}

/** The part of a reply that was acted on: its first call or its answer, and what was said before. */
function actedOn(text: string, quits: boolean): string {
  const { said } = withoutObservations(splitReasoning(text).said);
  const action = markers.deciding.stays.exec(said);
  if (action === null) return said.trim();
  if (action[1] === 'Final Answer') {
    const end = action.index + action[0].length;
    return `${said.slice(0, end)}${untilNextMarker(said.slice(end), quits).head}`.trim();
  }
  const { tool, input } = callOf(action, '', quits);
  return `${said.slice(0, action.index)}Action: ${tool}\nAction Input: ${input as string}`.trim();
}

/** Whatever an agent writes after `Observation:` it made up. */
function withoutObservations(text: string): { said: string; cut: string } {
  const match = markers.observation.exec(text);
  return match === null ? { said: text, cut: '' } : { said: text.slice(0, match.index), cut: text.slice(match.index) };
}

function untilNextMarker(text: string, quits: boolean): { head: string; tail: string } {
  const match = markers.any[quits ? 'quits' : 'stays'].exec(text);
  return match === null
    ? { head: text, tail: '' }
    : { head: text.slice(0, match.index), tail: text.slice(match.index) };
}

/** The first balanced JSON object of a text, out of a fence or prose around it; the text itself where there is none. */
function firstObject(text: string): { object: string; beyond: string } {
  const trimmed = text.trim();
  const start = trimmed.indexOf('{');
  // What stands in a list is no input of its own.
  if (start < 0 || /^(?:```\w*\s*)?\[/.test(trimmed)) return { object: trimmed, beyond: '' };
  let depth = 0;
  let quoted = false;
  for (let at = start; at < trimmed.length; at += 1) {
    const character = trimmed[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) {
        const around = `${trimmed.slice(0, start)} ${trimmed.slice(at + 1)}`.replaceAll(/```(?:json)?/g, '').trim();
        return { object: trimmed.slice(start, at + 1), beyond: around };
      }
    }
  }
  return { object: trimmed, beyond: '' };
}
