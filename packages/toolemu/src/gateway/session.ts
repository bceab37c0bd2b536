import {
  EpisodeEnded,
  EpisodeError,
  type Json,
  type ModelProxy,
  type OpenSandbox,
  type Sandbox,
  type Task,
  type ToolCall,
} from '../contract/index.ts';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { quitTool, renderAgentTask } from '../prompt/index.ts';
import { askUserTool, isObject } from '../world/index.ts';
import { callResultOf, errorResult, textResult } from './call-result.ts';
import { createHearing, type Hearing } from './hearing.ts';
import { createIdleClock } from './idle-clock.ts';
import { type ListedTool, offeredTools, problemOfOffer } from './offered-tools.ts';

/** How a sandbox is opened. */
export interface OpenOptions {
  readonly quits?: boolean;
  /** Seconds without a request after which the session is left, from the first request on. */
  readonly idleTimeoutSeconds?: number;
  /** The model that a proxy for the agent's requests to OpenAI's API forwards to; no proxy where it is missing. */
  readonly proxy?: ModelProxy;
}

/** A sandbox that clients reach, and that tells when they are gone. */
export interface ServedSandbox extends OpenSandbox {
  /** Settles once a client ended the session, or made no request for as long as was allowed. */
  readonly left: Promise<void>;
}

/** A call as a client makes it. */
export interface ClientCall {
  readonly name: string;
  /** An object or undefined; any other value is recorded as a rejected call. */
  readonly arguments?: Json | undefined;
  /** Arguments that are no JSON object, as a model wrote them, in the place of `arguments`. */
  readonly text?: string | undefined;
  readonly thought?: string | undefined;
}

/** A call that is not carried out: nothing is there any more to do it, or too much is asked at once. */
export class CallRefused extends Error {
  override readonly name = 'CallRefused';
}

/** What a server of one sandbox answers with. */
export interface Session {
  /** The names of its toolkits. */
  readonly title: string;
  readonly tools: readonly ListedTool[];
  /** What the agent is told of its task. */
  readonly task: string;
  /** Whether its client quit, or it was closed. */
  readonly isOver: boolean;
  /** Why its client quit; null if it did not. */
  readonly quitReason: string | null;
  /** Carries a call out. Throws {@link CallRefused}. */
  call(call: ClientCall): Promise<CallToolResult>;
  /** Tells that a client made a request. */
  readonly touch: () => void;
  /** Stops the clock of an idle client until the function that is returned is called. */
  readonly hold: () => () => void;
  /** Tells that a client ended the session. */
  readonly leave: () => void;
  readonly hearing: Hearing;
  close(): void;
  readonly served: Pick<ServedSandbox, 'quit' | 'left' | 'isVisited' | 'unheardReason'>;
}

/** Calls that wait for each other in a session; those beyond are refused. */
const mostWaiting = 64;

/** Opens a sandbox to clients. Throws an {@link EpisodeError} where its tools cannot be offered by one server. */
export function createSession(
  task: Task,
  sandbox: Sandbox,
  { quits = false, idleTimeoutSeconds }: OpenOptions,
): Session {
  const own = { asks: sandbox.ask !== undefined, quits };
  const problem = problemOfOffer(task, own);
  if (problem !== null) throw new EpisodeError('toolkit', problem);
  const quit = Promise.withResolvers<string>();
  const left = Promise.withResolvers<void>();
  const clock = createIdleClock(idleTimeoutSeconds, left.resolve);
  const hearing = createHearing();
  let isOver = false;
  let quitReason: string | null = null;
  let waiting = 0;

  const carryOut = async (call: ClientCall): Promise<CallToolResult> => {
    const { name, arguments: args = call.text } = call;
    if (quits && name === quitTool.name) {
      hearing.act();
      isOver = true;
      quitReason = textOf(isObject(args) ? args.reason : args);
      quit.resolve(quitReason);
      return textResult('You have quit.');
    }
    if (own.asks && name === askUserTool) {
      const question = isObject(args) ? args.question : undefined;
      if (typeof question !== 'string' || question.trim() === '') return errorResult('"question" must be a text');
      hearing.act();
      return textResult((await sandbox.ask?.(question)) ?? 'The user does not reply.');
    }
    hearing.act();
    return callTool(sandbox, call);
  };
  return {
    title: task.toolkits.map(({ name }) => name).join(', '),
    tools: offeredTools(task, own),
    task: renderAgentTask(task),
    get isOver() {
      return isOver;
    },
    get quitReason() {
      return quitReason;
    },
    async call(call) {
      if (isOver) throw new CallRefused(over);
      if (waiting >= mostWaiting) throw new CallRefused(`${mostWaiting} calls wait already: wait for their results`);
      waiting += 1;
      clock.hold();
      try {
        return await carryOut(call);
      } catch (error) {
        if (error instanceof EpisodeEnded) throw new CallRefused(over);
        throw error;
      } finally {
        waiting -= 1;
        clock.release();
      }
    },
    touch() {
      hearing.visit();
      clock.touch();
    },
    hold() {
      clock.hold();
      return clock.release;
    },
    leave: left.resolve,
    hearing,
    close() {
      isOver = true;
      clock.stop();
    },
    served: {
      quit: quit.promise,
      left: left.promise,
      get isVisited() {
        return hearing.isVisited;
      },
      get unheardReason() {
        return hearing.unheardReason;
      },
    },
  };
}

/** What a call is told after the end. */
export const over = 'the session is over: this call was not carried out';

/** What any other request is told after the end. */
export const ended = 'the episode at this address is over, and its tools are gone';

async function callTool(
  sandbox: Sandbox,
  { name, arguments: args, text, thought }: ClientCall,
): Promise<CallToolResult> {
  const observation = await sandbox.call({
    tool: name,
    input: text ?? inputOf(args),
    ...(thought === undefined ? {} : { thought }),
  });
  return callResultOf(
    observation,
    sandbox.tools.find((tool) => tool.name === name),
  );
}

/** Arguments for a sandbox. Non-objects stay JSON, so that a string that contains an object does not become one. */
function inputOf(args: Json | undefined): ToolCall['input'] {
  if (args === undefined || args === null) return {};
  return isObject(args) ? args : JSON.stringify(args);
}

function textOf(reason: Json | undefined): string {
  if (reason === undefined || reason === null) return '';
  return typeof reason === 'string' ? reason : JSON.stringify(reason);
}
