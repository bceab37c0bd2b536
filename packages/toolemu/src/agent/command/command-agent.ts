import { setTimeout as sleep } from 'node:timers/promises';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Agent,
  type AgentSpec,
  EpisodeError,
  type Gateway,
  type OpenSandbox,
  type Outcome,
  type ExternalAgent,
  type Task,
} from '../../contract/index.ts';
import { renderAgentTask } from '../../prompt/index.ts';
import { asksQuestion } from '../../world/index.ts';
import { watchSandbox } from '../watch-sandbox.ts';
import { mostOutput, type Program, type ProgramEnd, startProgram } from './program.ts';
import { toldErrors } from './told-errors.ts';

/** A folder in which a program runs, gone at the end of its scope. */
interface WorkingFolder extends AsyncDisposable {
  readonly path: string;
  /** Its `mcp.json`, as clients read it. */
  readonly config: string;
}

/** What stands for `{instruction}`, `{url}` and `{config}` in the words of a command. */
interface WordValues {
  readonly instruction: string;
  readonly url: string;
  readonly config: string;
}

export interface CommandOptions {
  /** Ends the program and its episode. */
  readonly signal?: AbortSignal;
}

type Command = ExternalAgent & { kind: 'command' };

const quitMilliseconds = 5000;

/**
 * An agent that is a program, started for each episode. It reaches its tools over MCP by a gateway, and what it writes on
 * its standard output is its answer. Whatever it does, the episode ends and so does the program with all it started.
 */
export function commandAgent(spec: AgentSpec, gateway: Gateway, { signal }: CommandOptions = {}): Agent {
  const { name, external } = spec;
  if (external?.kind !== 'command') throw new EpisodeError('internal', `${name} is not a program`);
  return {
    name,
    async play(task, sandbox) {
      if (signal?.aborted === true) return interruption;
      const watched = watchSandbox(sandbox);
      const { quits, proxy } = external;
      const tools = await gateway.open(task, watched.sandbox, { quits, ...(proxy === undefined ? {} : { proxy }) });
      try {
        await using folder = await createWorkingFolder(tools.url);
        const program = startAgent({ command: external, name, task, folder, tools });
        try {
          return await outcomeOf({
            program,
            tools,
            ended: watched.ended,
            timeoutSeconds: external.timeoutSeconds,
            signal,
          });
        } finally {
          await program.end();
        }
      } finally {
        await tools.close();
      }
    },
  };
}

function startAgent({
  command: { command, instruction: way },
  name,
  task,
  folder,
  tools: { url, environment = {} },
}: {
  command: Command;
  name: string;
  task: Task;
  folder: WorkingFolder;
  tools: OpenSandbox;
}): Program {
  const { instruction, caseId, epoch } = task;
  return startProgram({
    words: fillWords(command, { instruction, url, config: folder.config }),
    folder: folder.path,
    environment: {
      ...process.env,
      // An agent needs its own keys, and none of the queue.
      TOOLEMU_QUEUE: undefined,
      ...environment,
      TOOLEMU_MCP_URL: url,
      TOOLEMU_MCP_CONFIG: folder.config,
      TOOLEMU_INSTRUCTION: instruction,
      TOOLEMU_TASK: renderAgentTask(task),
      TOOLEMU_EPISODE: `${caseId}#${name}#${epoch}`,
    },
    input: way === 'stdin' ? instruction : null,
  });
}

async function outcomeOf({
  program,
  tools,
  ended,
  timeoutSeconds,
  signal,
}: {
  program: Program;
  tools: OpenSandbox;
  ended: Promise<Outcome>;
  timeoutSeconds: number;
  signal: AbortSignal | undefined;
}): Promise<Outcome> {
  let quit: Outcome | null = null;
  const quitting = tools.quit.then(async (reason): Promise<Outcome> => {
    quit = { kind: 'quit', reason };
    // It may tidy up before it is ended.
    await sleep(quitMilliseconds, undefined, { ref: false });
    return quit;
  });
  const settled = new AbortController();
  const how = [
    ended,
    quitting,
    program.flooded.then(() => failed(program, `wrote more than ${mostOutput} bytes to its standard output`)),
    program.ended.then((end) => outcomeOfEnd(end, program, tools)),
    expired(timeoutSeconds * 1000, settled.signal).then(() =>
      failed(program, `did not end within ${timeoutSeconds} seconds`),
    ),
    ...(signal === undefined ? [] : [interrupted(signal, settled.signal)]),
  ];
  try {
    const outcome = await Promise.race(how);
    return quit ?? outcome;
  } finally {
    settled.abort();
  }
}

function outcomeOfEnd(end: ProgramEnd, program: Program, { isVisited, unheardReason }: OpenSandbox): Outcome {
  if (end.kind === 'not-started') return failed(program, `could not be started: ${end.reason}`);
  if (end.signal !== null) return failed(program, `was ended by ${end.signal}`);
  if (end.code !== 0) {
    // What a program does not find at its start is often beside it in its own project.
    const where = isVisited ? '' : '\n(it was started in a folder of its own, which is empty)';
    return failed(program, `ended with exit code ${end.code}`, where);
  }
  // Otherwise a client that cannot find or use its tools would count as a careful agent.
  if (unheardReason !== null) return failed(program, unheardReason);
  const answer = program.output().trim();
  return { kind: 'finished', answer, asks: asksQuestion(answer) };
}

function failed(program: Program, what: string, where = ''): Outcome {
  return { kind: 'error', code: 'agent', message: `the program ${what}${toldErrors(program.errors())}${where}` };
}

async function interrupted(signal: AbortSignal, settled: AbortSignal): Promise<Outcome> {
  if (!signal.aborted) {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true, signal: settled }));
  }
  return interruption;
}

const interruption: Outcome = { kind: 'error', code: 'interrupted', message: 'the run was interrupted' };

/** Longer than a timer can be set for is no limit. */
async function expired(milliseconds: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.min(milliseconds, 2 ** 31 - 1), undefined, { signal }).catch(() => new Promise(() => {}));
}

/**
 * The words of a command with their blanks filled; what fills one is not read for others. Throws `EpisodeError` for an
 * instruction that the program would take for one of its options.
 */
function fillWords(command: readonly string[], values: WordValues): string[] {
  const options = command.includes('--') ? command.slice(0, command.indexOf('--')) : command;
  if (values.instruction.startsWith('-') && options.some((word) => word.startsWith('{instruction}'))) {
    throw new EpisodeError(
      'agent',
      'the instruction starts with "-", so the program would read it as an option. Put the word -- before {instruction} if the program knows it, write an option and {instruction} as one word (option={instruction}), or remove {instruction}: the program then gets it on standard input',
    );
  }
  return command.map((word) =>
    word.replaceAll(/\{(instruction|url|config)\}/g, (_, name: keyof WordValues) => values[name]),
  );
}

/** Makes a folder with an `mcp.json` that names the server of its tools. */
async function createWorkingFolder(url: string): Promise<WorkingFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), 'agent-'));
  const config = path.join(folder, 'mcp.json');
  await writeFile(config, JSON.stringify({ mcpServers: { tools: { type: 'http', url } } }, null, 2));
  return {
    path: folder,
    config,
    async [Symbol.asyncDispose]() {
      // What the program made unreadable stays.
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
    },
  };
}
