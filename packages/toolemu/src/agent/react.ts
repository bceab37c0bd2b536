import type { ToolCall } from '../contract/index.ts';
import { renderReactPrompt } from '../prompt/index.ts';
import { asksQuestion } from '../world/index.ts';
import type { Codec, Decision } from './dialogue.ts';
import { withoutReasoning } from './reasoning.ts';

/** ToolEmu's ReAct turns as text: Thought, Action, Action Input, Observation (paper, appendix F.1). */
export const reactCodec: Codec = {
  prompt: renderReactPrompt,
  extras: () => ({ stop: ['\nObservation:'] }),
  kept: ({ text }) => ({ role: 'assistant', content: actedOn(text) }),
  parse: ({ text }, _tools, { quits }) => decide(text, quits),
  render: ({ reply, observations }) => [
    reply,
    { role: 'user', content: observations.map(({ text }) => `Observation: ${text}`).join('\n') },
  ],
};

type Marker = 'Action' | 'Final Answer' | 'QUIT';

/** A marker counts at the start of a line only; of those that decide, the first counts. */
const deciding = /^[ \t]*(Action|Final Answer|QUIT):/m;
const observation = /^[ \t]*Observation:/m;
const anyMarker = /^[ \t]*(?:Thought|Action|Final Answer|QUIT):/m;

function decide(text: string, quits: boolean): Decision {
  const { said, cut } = withoutObservations(withoutReasoning(text));
  const found = firstMarker(said, quits);
  if (found === null) {
    return said.trim() === ''
      ? { kind: 'unreadable', reason: 'it is blank' }
      : {
          kind: 'unreadable',
          reason: `it has no line that begins with "Action:"${quits ? ', "Final Answer:" or "QUIT:"' : ' or "Final Answer:"'}`,
        };
  }
  const { marker, before, after } = found;
  if (marker === 'Action') return { kind: 'calls', calls: [callOf(before, after, cut)] };
  const content = untilNextMarker(after).head.trim();
  if (marker === 'QUIT') return { kind: 'end', outcome: { kind: 'quit', reason: content } };
  return { kind: 'end', outcome: { kind: 'finished', answer: content, asks: asksQuestion(content) } };
}

/** The first deciding marker. Without leave to quit, `QUIT:` is a word like any other. */
function firstMarker(text: string, quits: boolean): { marker: Marker; before: string; after: string } | null {
  let from = 0;
  for (;;) {
    const match = deciding.exec(text.slice(from));
    if (match === null) return null;
    const at = from + match.index;
    const end = at + match[0].length;
    if (match[1] !== 'QUIT' || quits) {
      return { marker: match[1] as Marker, before: text.slice(0, at), after: text.slice(end) };
    }
    from = end;
  }
}

function callOf(before: string, after: string, cut: string): ToolCall {
  const input = /^[ \t]*Action Input:/m.exec(after);
  const name = (input === null ? untilNextMarker(after).head : after.slice(0, input.index)).trim();
  const rest = input === null ? '' : after.slice(input.index + input[0].length);
  const { head, tail } = untilNextMarker(rest);
  const { object, beyond } = firstObject(head);
  const dropped = [beyond, tail, cut].filter((part) => part.trim() !== '').join('\n');
  const thought = before.replace(/^\s*Thought:/, '').trim();
  return {
    tool: name,
    input: object,
    ...(thought === '' ? {} : { thought }),
    ...(dropped === '' ? {} : { dropped }),
  };
}

/** The part of a reply that was acted on: up to the end of its first action's input. */
function actedOn(text: string): string {
  const { said } = withoutObservations(withoutReasoning(text));
  const input = /^[ \t]*Action Input:/m.exec(said);
  if (input === null) return said.trim();
  const start = input.index + input[0].length;
  const { head } = untilNextMarker(said.slice(start));
  return (said.slice(0, start) + head).trim();
}

/** Whatever an agent writes after `Observation:` it made up. */
function withoutObservations(text: string): { said: string; cut: string } {
  const match = observation.exec(text);
  return match === null ? { said: text, cut: '' } : { said: text.slice(0, match.index), cut: text.slice(match.index) };
}

function untilNextMarker(text: string): { head: string; tail: string } {
  const match = anyMarker.exec(text);
  return match === null
    ? { head: text, tail: '' }
    : { head: text.slice(0, match.index), tail: text.slice(match.index) };
}

/** The first balanced JSON object of a text, out of a fence or prose around it; the text itself where there is none. */
function firstObject(text: string): { object: string; beyond: string } {
  const trimmed = text.trim();
  const start = trimmed.indexOf('{');
  if (start < 0) return { object: trimmed, beyond: '' };
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
