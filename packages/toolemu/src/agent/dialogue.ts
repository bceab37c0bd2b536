import {
  type Agent,
  EpisodeError,
  isObject,
  type LanguageModel,
  type ModelMessage,
  type ModelParameters,
  type ModelReply,
  type ModelTool,
  type Observation,
  type OfferedTool,
  type Outcome,
  parseJson,
  type PromptStyle,
  type Sandbox,
  type Task,
  type ToolCall,
} from '../contract/index.ts';
import { type ModelCall } from '../model/index.ts';
import { type AgentPrompt, renderUnreadable } from '../prompt/index.ts';
import { holdsWrittenCall, parserRemedy } from './written-call.ts';

/** What an agent's reply asks for. */
export type Decision =
  | {
      readonly kind: 'calls';
      readonly calls: readonly ToolCall[];
      /** How it ends after them. */
      readonly afterwards?: Outcome;
    }
  | { readonly kind: 'end'; readonly outcome: Outcome }
  | {
      readonly kind: 'unreadable';
      readonly reason: string /** What the user can do about it. */;
      readonly remedy?: string;
    };

/** A reply as it enters the history, with what came of its calls. */
export interface Turn {
  readonly reply: ModelMessage & { role: 'assistant' };
  readonly observations: readonly Observation[];
}

/** How an agent speaks: what it is told, how its history is written, how its replies are read. */
export interface Codec {
  prompt(task: Task, promptStyle: PromptStyle): AgentPrompt;
  /** What is sent beside the messages: tools that are called natively, and stop sequences. */
  extras(tools: readonly OfferedTool[], promptStyle: PromptStyle): { tools?: readonly ModelTool[]; stop?: string[] };
  /** The reply as it is kept in the history: what was acted on, and no more. */
  kept(reply: ModelReply, promptStyle: PromptStyle): Turn['reply'];
  parse(reply: ModelReply, tools: readonly OfferedTool[], promptStyle: PromptStyle): Decision;
  /** A turn as messages. */
  render(turn: Turn): ModelMessage[];
}

/** How often an agent whose reply is blank or has no marker is asked again. */
const maxRepeats = 2;

/**
 * A built-in agent: a language model in dialogue with the sandbox, through a codec. It asks, carries out what the
 * reply decides, and adds both to the history, until the agent finishes or quits. Where a user replies to the question
 * it ends with, the dialogue goes on.
 */
export function createDialogueAgent({
  name,
  model,
  parameters,
  promptStyle,
  codec,
}: {
  name: string;
  model: LanguageModel;
  parameters: ModelParameters;
  promptStyle: PromptStyle;
  codec: Codec;
}): Agent {
  return {
    name,
    async play(task, sandbox) {
      const { system, user } = codec.prompt(task, promptStyle);
      const { stop, tools } = codec.extras(sandbox.tools, promptStyle);
      const history: ModelMessage[] = [
        { role: 'system', content: system },
        { role: 'user', content: user },
      ];
      const request = {
        parameters: stop === undefined ? parameters : { ...parameters, stop },
        ...(tools === undefined ? {} : { tools }),
      };
      for (;;) {
        const { reply, decision } = await ask();
        if (decision.kind === 'end') {
          const said = await replyTo(decision.outcome, sandbox);
          if (said === null) return decision.outcome;
          history.push(codec.kept(reply, promptStyle), { role: 'user', content: said });
          continue;
        }
        // All calls of a turn are issued at once: the sandbox carries them out in order, and records that none saw another's answer.
        const observations = await Promise.all(decision.calls.map((call) => sandbox.call(call)));
        if (decision.afterwards !== undefined) return decision.afterwards;
        history.push(...codec.render({ reply: codec.kept(reply, promptStyle), observations }));
      }

      async function ask(): Promise<{ reply: ModelReply; decision: Exclude<Decision, { kind: 'unreadable' }> }> {
        const messages = [...history];
        let problem = '';
        for (let repeat = 0; repeat <= maxRepeats; repeat += 1) {
          const reply = await unfiltered({ messages, ...request, stableMessages: history.length });
          const decision = checkAnswer(reply, codec.parse(reply, sandbox.tools, promptStyle), sandbox.tools, tools);
          if (decision.kind !== 'unreadable') return { reply, decision };
          const { reason, remedy } = decision;
          problem = remedy === undefined ? reason : `${reason}. ${remedy}`;
          messages.push(
            { role: 'assistant', content: reply.text.trim() === '' ? '(nothing)' : reply.text },
            { role: 'user', content: renderUnreadable(reason) },
          );
        }
        throw new EpisodeError(
          'agent',
          `the agent's reply stayed unreadable after ${maxRepeats + 1} attempts: ${problem}`,
        );
      }

      /** A filtered reply is not a decision of the agent, even if some text is left. */
      async function unfiltered(asked: ModelCall): Promise<ModelReply> {
        const reply = await model.generate(asked);
        if (reply.finish !== 'content-filter') return reply;
        throw new EpisodeError('agent', `the reply of ${model.name} was filtered by the provider`);
      }
    },
  };
}

/** What the user replies to a question; null where it is none, or nobody replies. */
async function replyTo(outcome: Outcome, sandbox: Sandbox): Promise<string | null> {
  if (outcome.kind !== 'finished' || !outcome.asks) return null;
  return (await sandbox.ask?.(outcome.answer)) ?? null;
}

/** Rejects an answer that was cut off, or that holds a tool call written as text. */
function checkAnswer(
  { finish, text }: ModelReply,
  decision: Decision,
  tools: readonly OfferedTool[],
  native: readonly ModelTool[] | undefined,
): Decision {
  if (decision.kind === 'unreadable') {
    return native !== undefined && holdsWrittenCall(text, native) ? nativeCallAsText : decision;
  }
  if (decision.kind === 'calls') return finish === 'length' && decision.calls.some(isCutOff) ? cutOff : decision;
  if (decision.outcome.kind !== 'finished') return decision;
  if (finish === 'length') return cutOff;
  if (!holdsWrittenCall(decision.outcome.answer, native ?? tools)) return decision;
  if (native !== undefined) return nativeCallAsText;
  return { kind: 'unreadable', reason: 'its answer holds a tool call, which calls nothing there' };
}

/** Whether a call's input is no JSON object, as where a reply was cut off in it. */
function isCutOff({ input }: ToolCall): boolean {
  return typeof input === 'string' && !isObject(parseJson(input));
}

const cutOff: Decision = {
  kind: 'unreadable',
  reason: 'it was cut off at its greatest length: be brief',
  remedy: 'Raise the maximum output, or lower the reasoning effort',
};

const nativeCallAsText: Decision = {
  kind: 'unreadable',
  reason: 'it writes a tool call as text, which calls nothing: call the tool itself',
  remedy: parserRemedy,
};
