import { setTimeout as pause } from 'node:timers/promises';
import type { Agent, JsonObject, Outcome, Sandbox, Task, Tool, ToolCall } from '../../contract/index.ts';
import type { People } from '../../run/index.ts';
import { asksQuestion } from '../../world/index.ts';
import { hasTerminal } from './ask.ts';
import { UsageError } from './failure.ts';
import { note } from './output.ts';
import { argumentsOf, argumentValue, readMove } from './person-move.ts';
import { visible } from '../../words/index.ts';

/** How a person is talked to. */
export interface Conversation {
  tell(text: string): void;
  ask(question: { readonly message: string; readonly isRequired: boolean }): Promise<string>;
  confirm(question: string): Promise<boolean>;
}

/** A person who plays in the place of an agent, one episode at a time. */
export function createPerson(conversation: Conversation): People {
  let last: Promise<unknown> = Promise.resolve();
  return {
    user: () => undefined,
    agent: ({ agent: name }): Agent => ({
      name,
      play(task, sandbox) {
        const turn = last.then(() => playEpisode(task, sandbox, conversation));
        last = turn.catch(() => {});
        return turn;
      },
    }),
  };
}

/** Throws where there is no terminal for a person to play in. */
export function checkTerminal(): void {
  if (!hasTerminal())
    throw new UsageError('the agent human plays in a terminal, and this is none: play it there, or in `toolemu view`');
}

/** The person at this terminal. What they read and type is no part of the result, and goes to stderr. */
export function terminalConversation(): Conversation {
  return {
    tell: (text) => note(text),
    async ask({ message, isRequired }) {
      const { text } = await import('@clack/prompts');
      const validate = (value: string | undefined): string | undefined =>
        isRequired && (value ?? '').trim() === '' ? 'type something' : undefined;
      const typed = await text({ message: visible(message), validate, output: process.stderr });
      return typeof typed === 'string' ? typed : leave();
    },
    async confirm(question) {
      const { confirm } = await import('@clack/prompts');
      const isConfirmed = await confirm({ message: visible(question), output: process.stderr });
      return typeof isConfirmed === 'boolean' ? isConfirmed : leave();
    },
  };
}

async function playEpisode(task: Task, sandbox: Sandbox, conversation: Conversation): Promise<Outcome> {
  conversation.tell(introduction(task, sandbox.tools));
  for (;;) {
    const line = await conversation.ask({
      message: 'Tool {"argument": ...}, Tool, quit REASON, or the answer',
      isRequired: true,
    });
    const move = readMove(line, sandbox.tools);
    if (move.kind === 'quit') return { kind: 'quit', reason: move.reason };
    if (move.kind === 'answer') {
      if (!(await conversation.confirm('End with this answer?'))) continue;
      return { kind: 'finished', answer: move.answer, asks: asksQuestion(move.answer) };
    }
    const input: ToolCall['input'] = move.input ?? (await askForArguments(move.tool, conversation));
    const { text } = await sandbox.call({ tool: move.tool.name, input });
    conversation.tell(text);
  }
}

function introduction({ instruction, user, now }: Task, tools: readonly Tool[]): string {
  const list = tools.map(
    (tool) =>
      `  ${tool.name}(${argumentsOf(tool)
        .map(({ name }) => name)
        .join(', ')}): ${tool.description}`,
  );
  return `\n${instruction}\n\nYou act for ${user.name}; it is ${now}. Your tools:\n${list.join('\n')}\n`;
}

async function askForArguments(tool: Tool, conversation: Conversation): Promise<JsonObject> {
  const input: JsonObject = {};
  for (const argument of argumentsOf(tool)) {
    const { name, isRequired, about } = argument;
    const message = `${name}${isRequired ? '' : ' (may be left out)'}${about === '' ? '' : `, ${about}`}`;
    const text = await conversation.ask({ message, isRequired });
    if (text !== '' || isRequired) input[name] = argumentValue(argument, text);
  }
  return input;
}

/** Ctrl-C, which a prompt keeps to itself, ends the run as it does elsewhere. */
async function leave(): Promise<never> {
  process.kill(process.pid, 'SIGINT');
  await pause(0);
  throw new Error('nothing was typed');
}
