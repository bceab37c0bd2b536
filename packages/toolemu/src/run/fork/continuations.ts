import type { Codec } from '../../agent/index.ts';
import {
  type Agent,
  type AskUser,
  type Emulation,
  type EmulationRequest,
  type Emulator,
  type EpisodePlan,
  EpisodeError,
  type Fork,
  type LanguageModel,
  type ModelReply,
  type PromptStyle,
  type Sandbox,
  type Step,
} from '../../contract/index.ts';
import { hashOf } from '../../model/index.ts';
import type { Exchange } from '../../prompt/index.ts';

/** What is known of an episode before it is played: nothing, or where it goes on from. */
export interface Beginning {
  readonly prefix: readonly Step[];
  readonly replies: readonly ModelReply[];
  /** What the agent was told when it replied so. */
  readonly promptStyle: PromptStyle | null;
}

/** Finds the beginnings of a run's episodes. */
export function createBeginnings(fork: Fork | undefined): (plan: EpisodePlan) => Beginning {
  const parents = new Map((fork?.parents ?? []).map((parent) => [keyOf(parent.episode, parent.agent), parent]));
  return ({ id, agent: name, parent }) => {
    if (fork === undefined || parent === undefined) return { prefix: [], replies: [], promptStyle: null };
    const found = parents.get(keyOf(parent.episode, name));
    if (found === undefined)
      throw new EpisodeError('internal', `the run does not hold ${parent.episode}, from which ${id} goes on`);
    const { prefix, replies, agent, promptStyle } = found;
    return { prefix, replies, promptStyle: promptStyle ?? fork.agents[agent]?.promptStyle ?? null };
  };
}

/** An episode may be gone on from by several agents. */
function keyOf(episode: string, agent: string): string {
  return JSON.stringify([episode, agent]);
}

/** A model that first gives these replies again, and is asked after them. */
export function afterReplies(model: LanguageModel, replies: readonly ModelReply[]): LanguageModel {
  if (replies.length === 0) return model;
  const rest = [...replies];
  return {
    name: model.name,
    generate: async (request) => rest.shift() ?? model.generate(request),
  };
}

/** A codec that reads replies of a beginning as they were read then, whatever the agent is told now. */
export function readingAsBefore(codec: Codec, { replies, promptStyle }: Beginning): Codec {
  if (replies.length === 0) return codec;
  const known = new Set(replies);
  const toldAt = (reply: ModelReply, now: PromptStyle): PromptStyle => (known.has(reply) ? (promptStyle ?? now) : now);
  return {
    ...codec,
    kept: (reply, now) => codec.kept(reply, toldAt(reply, now)),
    parse: (reply, tools, now) => codec.parse(reply, tools, toldAt(reply, now)),
  };
}

/**
 * An emulator that first answers as these steps were answered, and is asked after them. Throws an {@link EpisodeError}
 * where the steps that were taken are not these.
 */
export function afterSteps(emulator: Emulator, steps: readonly Step[]): Emulator {
  const prefix = steps.filter((step) => !isUserReply(step));
  if (prefix.length === 0) return emulator;
  return {
    name: emulator.name,
    async emulate(request) {
      refuseOther(request, prefix);
      const recorded = prefix[request.history.length];
      return recorded === undefined ? emulator.emulate(request) : emulationOf(recorded);
    },
  };
}

function refuseOther({ history, tool, args }: EmulationRequest, prefix: readonly Step[]): void {
  const other = prefix.find((step, at) => {
    const taken = history[at];
    if (taken !== undefined) return !isSame(withoutTurn(taken), withoutTurn(step));
    return at === history.length && (step.status === 'rejected' || step.tool !== tool.name || !isSame(step.args, args));
  });
  if (other === undefined) return;
  throw new EpisodeError(
    'internal',
    `the continuation departs from its parent before the fork: step ${other.step}, a call of ${other.tool}, came out otherwise`,
  );
}

/** An agent that first makes the calls of these steps again, and plays on after them. */
export function afterCalls(agent: Agent, prefix: readonly Step[]): Agent {
  if (prefix.length === 0) return agent;
  return {
    name: agent.name,
    async play(task, sandbox) {
      const answers: Promise<unknown>[] = [];
      for (const step of prefix) {
        await Promise.all(answers.slice(0, step.issuedAfter ?? step.step - 1));
        const answer = repeat(step, sandbox);
        // One that fails is met below.
        answer.catch(() => {});
        answers.push(answer);
      }
      await Promise.all(answers);
      return agent.play(task, sandbox);
    },
  };
}

async function repeat(step: Step, sandbox: Sandbox): Promise<void> {
  const { tool, args, input = '', thought, dropped } = step;
  if (isUserReply(step)) await sandbox.ask?.(questionOf(step));
  else {
    await sandbox.call({
      tool,
      input: args ?? input,
      ...(thought === undefined ? {} : { thought }),
      ...(dropped === undefined ? {} : { dropped }),
    });
  }
}

/** A user who first replies as in these steps, and is asked after them; nobody where that was all. */
export function afterUserReplies(ask: AskUser | undefined, prefix: readonly Step[]): AskUser | undefined {
  const replies = prefix.filter(isUserReply).map(({ observation: { text }, source = {} }) => ({ text, source }));
  if (replies.length === 0) return ask;
  return async (question) => replies.shift() ?? (await ask?.(question)) ?? null;
}

/** What was asked and replied in steps. */
export function exchangesIn(steps: readonly Step[]): Exchange[] {
  return steps.filter(isUserReply).map((step) => ({ question: questionOf(step), reply: step.observation.text }));
}

/** Whether a step is a user's reply to a question the agent ended with, and no call of a tool. */
export function isUserReply({ source }: Pick<Step, 'source'>): boolean {
  return source?.from === 'user';
}

function questionOf({ args }: Step): string {
  return typeof args?.question === 'string' ? args.question : '';
}

/** A step without when its call was issued: calls that an agent makes at once are made again as fast as they are answered. */
function withoutTurn({ issuedAfter: _issuedAfter, ...step }: Step): Omit<Step, 'issuedAfter'> {
  return step;
}

/** Compared as JSON, in which the one was kept. */
function isSame(one: unknown, other: unknown): boolean {
  return hashOf(one) === hashOf(other);
}

function emulationOf(step: Step): Emulation {
  const { status, observation, changes, consequences, violations, emulator, source, fault, real, by } = step;
  return {
    exception: status === 'raised' ? { name: 'recorded', message: observation.text } : null,
    observation,
    changes,
    consequences,
    violations,
    ...(emulator === undefined ? {} : { record: emulator }),
    ...(source === undefined ? {} : { source }),
    ...(fault === undefined ? {} : { fault }),
    ...(real === undefined ? {} : { real }),
    ...(by === undefined ? {} : { by }),
  };
}
