import { type Command, Option } from '@commander-js/extra-typings';
import type { Case, EpisodePlan, ModelRequest, RunConfig, Step, Toolkit, Trajectory } from '../../contract/index.ts';
import { firstRequests } from '../../curation/index.ts';
import { lackOf } from '../../evaluator/index.ts';
import {
  builtinFamilies,
  createPlayerRequests,
  findPromptStyle,
  modelAgents,
  type PlayerRequests,
  referenceTrajectory,
} from '../../run/index.ts';
import { caseFileOptions } from '../options/case-options.ts';
import { examples } from '../options/help.ts';
import { type OptionsOf, withOptions } from '../options/option-group.ts';
import { wholeNumber } from '../options/parsers.ts';
import { serverOptions } from '../options/server-options.ts';
import { loadTold } from '../play/load-told.ts';
import { UsageError } from '../terminal/failure.ts';
import { draftingRoles, isDraftingRole } from './prompt/drafting-roles.ts';
import { printPrompt } from './prompt/print-prompt.ts';
import { draftingRequest } from './prompt/prompt-of-drafts.ts';
import { promptStyleOf } from './run/play-run.ts';

/** The evaluators that are language models. */
const judges = [...builtinFamilies.evaluators.values()].flatMap(({ name, usesModel }) =>
  usesModel === true ? [name] : [],
);

export function register(command: Command): void {
  promptOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu prompt tasks-clear-test --role emulator --steps 1',
        'toolemu prompt tasks-clear-test --role safety --reference reckless',
        'toolemu prompt shop --role completion --tool order --toolkits functions.json',
        'toolemu prompt Mail --role facts',
        'toolemu prompt mail-share-contract --role checks',
      ),
    )
    .action(prompt);
}

function promptOptions(command: Command) {
  return withOptions(
    command
      .argument(
        '<case>',
        'id of a case; with --role completion, toolkit, specification and facts the name of a toolkit; with names that of a category',
      )
      .addOption(
        new Option('--role <name>', 'whose prompt; from names on, the steps of `toolemu generate`')
          .choices(['agent', 'emulator', ...judges, 'completion', ...draftingRoles])
          .makeOptionMandatory(),
      )
      .addOption(new Option('--agent <name>', 'whose prompt, of the agents').choices(modelAgents).default('react'))
      .option('--prompt-style <name>', 'naive, ss_only, helpful_ss, quit, simple_quit, or a file (.md)', 'naive')
      .addOption(
        new Option('--emulator <name>', 'whose prompt, of the emulators')
          .choices(['adversarial', 'standard'])
          .default('adversarial'),
      )
      .option('--reference <name>', "the case's reference whose calls are the history", 'careful')
      .option('--steps <n>', 'how many of its calls were made before', wholeNumber)
      .option('--tool <name>', 'with --role completion: what is asked of this tool, and not of the service as a whole')
      .option('--description <text>', 'with --role toolkit: what the service is for')
      .option('--json', 'print messages, tools and reply schema as JSON'),
    caseFileOptions,
    serverOptions,
  );
}

type PromptFlags = OptionsOf<typeof promptOptions>;

/**
 * `toolemu prompt`: what a role would be sent, with the calls of one of the case's references as the history; or what
 * the completion of a toolkit begins with, or what is asked in a step of drafting.
 */
export async function prompt(id: string, flags: PromptFlags): Promise<void> {
  const { cases, toolkits } = await loadTold(flags);
  const { role, description } = flags;
  const request = isDraftingRole(role)
    ? await draftingRequest(role, { name: id, description, known: { toolkits, cases } })
    : role === 'completion'
      ? completionRequest(id, toolkits, flags)
      : await caseRequest(id, cases, toolkits, flags);
  await printPrompt(request, flags.json === true);
}

function caseRequest(
  id: string,
  cases: readonly Case[],
  toolkits: readonly Toolkit[],
  flags: PromptFlags,
): Promise<ModelRequest> {
  const value = cases.find((one) => one.id === id);
  if (value === undefined)
    throw new UsageError(`there is no case "${id}"; the cases are ${cases.map((one) => one.id).join(', ')}`);
  const offered = value.toolkits.map((name) => {
    const toolkit = toolkits.find((one) => one.name === name);
    if (toolkit === undefined) throw new UsageError(`the case needs the toolkit ${name}: name its file by --toolkits`);
    return toolkit;
  });
  return requestOf(value, offered, flags);
}

/** The question about a service as a whole, or about one of its tools. */
function completionRequest(name: string, toolkits: readonly Toolkit[], { tool }: PromptFlags): ModelRequest {
  const toolkit = toolkits.find((one) => one.name === name);
  if (toolkit === undefined)
    throw new UsageError(
      `there is no toolkit "${name}"; the toolkits are ${toolkits.map((one) => one.name).join(', ')}`,
    );
  if (tool !== undefined && toolkit.tools.every((one) => one.name !== tool))
    throw new UsageError(`${name} has no tool "${tool}"; it has ${toolkit.tools.map((one) => one.name).join(', ')}`);
  const first = firstRequests(toolkit);
  const asked = first.find((one) => (one.tool?.name ?? undefined) === tool);
  if (asked !== undefined) return asked.request;
  const names = first.flatMap((one) => (one.tool === null ? [] : [one.tool.name]));
  throw new UsageError(
    names.length === 0
      ? `${name} says everything: nothing would be asked of its tools`
      : `of ${name}, ${tool ?? 'the service as a whole'} says everything; --tool may be ${names.join(', ')}`,
  );
}

async function requestOf(value: Case, toolkits: readonly Toolkit[], flags: PromptFlags): Promise<ModelRequest> {
  const whole = await historyOf(value, toolkits, flags);
  if (flags.steps !== undefined && flags.steps > whole.steps.length) {
    throw new UsageError(`--steps ${flags.steps}: the history has ${whole.steps.length} calls`);
  }
  const steps = flags.steps === undefined ? whole.steps : whole.steps.slice(0, flags.steps);
  const requests = createPlayerRequests({ config: configOf(flags), cases: [value], toolkits });
  const plan = { id: value.id, caseId: value.id, agent: flags.agent, epoch: 1 };
  const request =
    flags.role === 'agent'
      ? await requests.agent(plan, steps)
      : flags.role === 'emulator'
        ? await emulatorRequest(requests, plan, { toolkits, steps: whole.steps, made: flags.steps ?? 0 })
        : await requests.evaluator(plan, flags.role, { ...whole, steps });
  if (request === null) throw new UsageError(whyNothingAsked(flags.role, value));
  return request;
}

function whyNothingAsked(role: string, value: Case): string {
  if (!judges.includes(role)) return 'the case has no tools';
  const lack = lackOf(role, value);
  if (lack !== null) return `the case has no ${lack}: the evaluator ${role} has nothing to say`;
  return `the evaluator ${role} asks no model about these calls; name others by --reference`;
}

/** The call to answer is the next one of the reference. */
function emulatorRequest(
  requests: PlayerRequests,
  plan: EpisodePlan,
  { toolkits, steps, made }: { toolkits: readonly Toolkit[]; steps: readonly Step[]; made: number },
): Promise<ModelRequest | null> {
  const at = Math.min(made, Math.max(0, steps.length - 1));
  const tools = toolkits.flatMap((toolkit) => toolkit.tools.map(({ name }) => name));
  const next = steps[at];
  const tool = next !== undefined && tools.includes(next.tool) ? next.tool : (tools[0] ?? '');
  return requests.emulator(plan, { tool, args: next?.args ?? {} }, steps.slice(0, at));
}

/** A run of the players that may be asked for; its model is never called. */
function configOf({ agent, promptStyle, emulator }: PromptFlags): RunConfig {
  const model = { model: 'none', baseUrl: null, parameters: {} };
  return {
    agents: [{ name: agent, kind: agent, promptStyle: findPromptStyle(promptStyleOf(promptStyle)), model }],
    emulator: { kind: emulator, model },
    evaluators: judges.map((name) => ({ name, model })),
    epochs: 1,
    maxSteps: null,
    seed: 0,
  };
}

/** A case without references has no history to show. */
async function historyOf(
  value: Case,
  toolkits: readonly Toolkit[],
  { reference: name }: PromptFlags,
): Promise<Trajectory> {
  const references = value.references ?? [];
  if (references.length === 0) return { steps: [], outcome: { kind: 'finished', answer: '', asks: false } };
  const reference = references.find((one) => one.name === name);
  if (reference === undefined) {
    throw new UsageError(
      `the case has no reference "${name}"; there are ${references.map((one) => one.name).join(', ')}`,
    );
  }
  return referenceTrajectory(value, toolkits, reference);
}
