import { type Seams, trimmed, unlessUsual } from './seams.ts';

/** What an agent's log says of a call. `input` is what it shows as the input where the call has another spelling. */
export interface AgentLog {
  readonly thought: string;
  readonly dropped: string;
  readonly input?: string;
  readonly seams: Seams | undefined;
}

/**
 * Takes an agent's log apart: thought, tool, input, and what followed the input. `seams` is undefined for a log in the
 * usual form, has five parts for another that holds the call, and two for one that does not: all of it is thought.
 */
export function readAgentLog(log: string, tool: string, input: string): AgentLog {
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
export function usualAgentSeams({
  thought,
  dropped,
  input,
}: {
  thought: string;
  dropped: string;
  input: string;
}): Seams {
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
