import type { Command } from '@commander-js/extra-typings';
import type { AgentSpec, RunEvent, Task } from '../../contract/index.ts';
import { type ClientGateway, createGateway, createStdioGateway, type RunningGateway } from '../../gateway/index.ts';
import { oneLine, missingToolLines, renderSummary } from '../../report/index.ts';
import { createRun, estimateRun, modelsIn, type RunRequest } from '../../run/index.ts';
import type { RunFile } from '../../store/index.ts';
import { plural } from '../../words/index.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { UsageError } from '../terminal/failure.ts';
import { checkModels } from '../play/model-access.ts';
import { colours, note } from '../terminal/output.ts';
import { play } from '../play/play.ts';
import type { Progress } from '../terminal/progress.ts';
import { roleOf } from '../options/role-flags.ts';
import { servedCases, servedOptions } from './serve/serve-cases.ts';
import { tellBroken } from '../play/tell-broken.ts';
import { userAtTerminal } from '../terminal/users.ts';
import { runOutOption } from '../options/play-options.ts';
import { caseFileOptions } from '../options/case-options.ts';
import { engineOptions } from '../options/engine-options.ts';
import { examples } from '../options/help.ts';
import { modelOptions } from '../options/model-options.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { faultRates, list, positiveInteger, wholeNumber } from '../options/parsers.ts';
import { serverOptions } from '../options/server-options.ts';
import { onServeInterrupt } from '../terminal/interrupt.ts';
import { rolesOf, tell } from './run/play-run.ts';

export function register(command: Command): void {
  serveOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu serve tasks-clear-test --emulator offline',
        'toolemu serve tasks-clear-test --emulator offline --stdio',
        'toolemu serve mail-share-contract --model openai/gpt-4o --quit --ask-user "Use your judgement."',
        'toolemu serve --toolkits shop.toolkit.json --instruction "Order the usual." --model openai/gpt-4o',
      ),
    )
    .action(serve);
}

function serveOptions(command: Command) {
  return withOptions(
    command
      .argument('[cases...]', 'ids of cases; all of --cases where none is given')
      .option(
        '--emulator <name>',
        'who answers the tool calls: adversarial, standard, offline, grounded',
        'adversarial',
      )
      .option(
        '--faults <rates>',
        'failures of the tools that are played on purpose, as shares of all calls',
        faultRates,
      )
      .option(
        '--evaluators <names>',
        'who grades: safety, helpfulness, checks, emulation, account, disclosure; or none (default: those that fit; checks with --stdio, or where no model is named)',
        list,
      )
      .option('--stdio', 'speak with one client over standard input and output')
      .option('--host <name>', 'address to listen on', '127.0.0.1')
      .option('--port <n>', 'port to listen on (default: one that is free)', wholeNumber)
      .option(
        '--idle-timeout <seconds>',
        'end an episode whose client made no request for so long',
        positiveInteger,
        300,
      )
      .option('--epochs <n>', 'how often each case is served', positiveInteger, 1)
      .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
      .option(
        '--max-steps <n>',
        'tool calls a client may make in an episode (default: what the case says, else 30)',
        positiveInteger,
      )
      .addOption(runOutOption())
      .option('--yes', 'do not ask before models are called')
      .option('--json', 'print the result as JSON'),
    servedOptions,
    caseFileOptions,
    serverOptions,
    modelOptions('emulator', 'evaluator', 'user'),
    engineOptions,
  );
}

type ServeFlags = OptionsOf<typeof serveOptions>;

/** Who answers `ask_user` where it is not one reply for all questions. */
const terminal = 'terminal';
const simulated = 'simulated';

/** `toolemu serve`: cases as MCP servers for whatever client connects; their episodes are kept and judged as those of a run. */
export async function serve(ids: readonly string[], flags: ServeFlags): Promise<void> {
  refuseUnservable(flags);
  const { config, cases, toolkits } = await servedCases(ids, flags, requestOf(flags));
  const episodes = cases.length * config.epochs;
  if (flags.stdio === true && episodes > 1)
    throw new UsageError(`--stdio serves one episode, and these are ${episodes}: name one case, with one epoch`);
  await checkModels(modelsIn(config), flags);
  const what = `${plural(episodes, 'episode')}: ${plural(cases.length, 'case')}, served over MCP`;
  const estimate = () => estimateRun({ config, cases, toolkits });
  if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) return;
  const gateway = await startGateway(flags);
  const file = await createServed(gateway, () =>
    createRun({ config, cases, toolkits, out: flags.out, name: 'served' }),
  );
  note(`run file ${file.path}`);
  await playServed(file, gateway, episodes, flags);
}

/** Makes the run file; where that fails nobody is left listening. */
async function createServed(gateway: ClientGateway | RunningGateway, create: () => RunFile): Promise<RunFile> {
  try {
    return create();
  } catch (error) {
    if ('close' in gateway) await gateway.close();
    throw error;
  }
}

async function playServed(
  file: RunFile,
  gateway: ClientGateway | RunningGateway,
  episodes: number,
  flags: ServeFlags,
): Promise<void> {
  const interrupt = onServeInterrupt();
  const { path } = file;
  const played = await play(
    file,
    flags,
    {},
    {
      interrupt,
      progress: createServedProgress(),
      external: {
        startGateway: async () => gateway,
        goodbye: interrupt.goodbye,
        ...(flags.stdio === true ? { onOpen: () => {} } : { onOpen: tellAddress }),
      },
      // All addresses are open from the beginning, since nobody knows where a client will connect.
      slots: { count: episodes, onChange() {} },
      people: flags.askUser === terminal ? userAtTerminal(interrupt.goodbye) : undefined,
    },
  );
  if (flags.stdio !== true) {
    tell(played, { file: path, replayed: null, json: flags.json === true });
    return;
  }
  tellBroken(played, { file: path, replayed: null });
  if (played.report.summaries.length > 0) {
    note([renderSummary(played.report.summaries, colours), ...missingToolLines(played.report, colours)].join('\n'));
  }
}

function refuseUnservable(flags: ServeFlags): void {
  const { stdio, json, askUser, port } = flags;
  refuseUser(flags);
  if (stdio !== true) return;
  if (json === true) throw new UsageError('--stdio leaves standard output to the client: leave out --json');
  if (port !== undefined) throw new UsageError('--stdio listens on no port: leave out --port');
  if (askUser === terminal)
    throw new UsageError(
      '--stdio leaves standard input to the client, and nobody to ask: write the --ask-user reply, or simulated',
    );
}

/** A user that is a language model has one, and nobody else has. */
function refuseUser(flags: ServeFlags): void {
  const { askUser, model, userModel, userBaseUrl, userTemperature, userMaxTokens, userReasoningEffort } = flags;
  const isNamed = [userModel, userBaseUrl, userTemperature, userMaxTokens, userReasoningEffort].some(
    (value) => value !== undefined,
  );
  if (askUser !== simulated && isNamed)
    throw new UsageError(`only --ask-user ${simulated} asks a model of the user: say that, or leave out --user-...`);
  if (askUser === simulated && userModel === undefined && model === undefined)
    throw new UsageError(
      `--ask-user ${simulated} is a language model: name it by --model or --user-model, or write the reply itself`,
    );
}

function requestOf(flags: ServeFlags): RunRequest {
  const { askUser, stdio } = flags;
  const named = flags.model ?? flags.emulatorModel ?? flags.evaluatorModel;
  // Clients kill their server soon after they leave: judges would not be done by then.
  const isChecked = stdio === true || named === undefined;
  return {
    agents: [clientSpec(flags)],
    ...rolesOf(flags),
    emulator: flags.emulator,
    evaluators: flags.evaluators ?? (isChecked ? ['checks'] : null),
    epochs: flags.epochs,
    maxSteps: flags.maxSteps,
    seed: flags.seed,
    user: userOf(askUser),
    userRole: roleOf(flags, 'user'),
    ...(flags.faults === undefined ? {} : { faults: flags.faults }),
  };
}

/** Who replies by the run's configuration; a person at the terminal is no part of it. */
function userOf(askUser: string | undefined): RunRequest['user'] {
  if (askUser === undefined || askUser === terminal) return undefined;
  return askUser === simulated ? simulated : { kind: 'fixed', reply: askUser };
}

function clientSpec({ quit, idleTimeout }: ServeFlags): AgentSpec {
  return {
    name: 'client',
    kind: 'client',
    promptStyle: null,
    model: null,
    external: { kind: 'client', quits: quit === true, idleTimeoutSeconds: idleTimeout },
  };
}

async function startGateway({ stdio, host, port }: ServeFlags): Promise<ClientGateway | RunningGateway> {
  if (stdio === true) return createStdioGateway({ input: process.stdin, output: process.stdout });
  try {
    return await createGateway({ host, ...(port === undefined ? {} : { port }) });
  } catch (error) {
    throw new UsageError(`--host ${host}${port === undefined ? '' : ` --port ${port}`}: ${(error as Error).message}`);
  }
}

function tellAddress({ caseId, epoch }: Task, url: string): void {
  const servers = { [caseId]: { type: 'http', url } };
  note(`\n${caseId}, epoch ${epoch}: ${url}\n${JSON.stringify({ mcpServers: servers }, null, 2)}`);
}

/** A line for each step and each end: whoever serves wants to see what a client does. */
function createServedProgress(): Progress {
  return {
    onEvent(event: RunEvent) {
      if (event.type === 'step-end')
        note(`${event.plan.id}: ${event.step.step}. ${oneLine(event.step.tool)}, ${event.step.status}`);
      if (event.type === 'trajectory-end') note(`${event.plan.id}: ${event.outcome.kind}`);
    },
    stop() {},
  };
}
