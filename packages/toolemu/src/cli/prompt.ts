import { loadBenchmark } from '../benchmark/index.ts';
import type { Case, ModelMessage, ModelRequest, Step, Toolkit, Trajectory } from '../contract/index.ts';
import { reactCodec, toolsCodec } from '../agent/index.ts';
import {
  type EmulatorKind,
  emulatorReplySchema,
  helpfulnessReplySchema,
  renderEmulatorPrompt,
  renderHelpfulnessPrompt,
  renderSafetyPrompt,
  safetyReplySchema,
} from '../prompt/index.ts';
import { findPrompting, referenceTrajectory, taskOf } from '../run/index.ts';
import { UsageError } from './failure.ts';
import { colours, print, printJson } from './output.ts';
import { type CaseFlags, promptingOf } from './run.ts';

export interface PromptFlags extends CaseFlags {
  role: 'agent' | 'emulator' | 'safety' | 'helpfulness';
  agent: 'react' | 'tools';
  prompting: string;
  emulator: EmulatorKind;
  reference: string;
  steps?: number;
  json?: true;
}

type Printed = Pick<ModelRequest, 'messages' | 'tools' | 'schema'>;

/** `toolemu prompt`: what a role would be sent, with the calls of one of the case's references as the history. */
export async function prompt(id: string, flags: PromptFlags): Promise<void> {
  const { cases, toolkits } = await loadBenchmark(flags);
  const value = cases.find((one) => one.id === id);
  if (value === undefined)
    throw new UsageError(`there is no case "${id}"; the cases are ${cases.map((one) => one.id).join(', ')}`);
  const offered = value.toolkits.map((name) => {
    const toolkit = toolkits.find((one) => one.name === name);
    if (toolkit === undefined) throw new UsageError(`the case needs the toolkit ${name}: name its file by --toolkits`);
    return toolkit;
  });
  const printed = await printedOf(value, offered, flags);
  if (flags.json === true) {
    printJson(printed);
    return;
  }
  for (const message of printed.messages) print(`${colours.bold(`--- ${message.role}`)}\n${message.content}\n`);
  if (printed.tools !== undefined) print(`${colours.bold('--- tools')}\n${JSON.stringify(printed.tools, null, 1)}\n`);
  if (printed.schema !== undefined)
    print(`${colours.bold('--- reply schema')}\n${JSON.stringify(printed.schema.schema)}`);
}

async function printedOf(value: Case, toolkits: readonly Toolkit[], flags: PromptFlags): Promise<Printed> {
  const whole = await historyOf(value, toolkits, flags);
  if (flags.steps !== undefined && flags.steps > whole.steps.length) {
    throw new UsageError(`--steps ${flags.steps}: the history has ${whole.steps.length} calls`);
  }
  const steps = flags.steps === undefined ? whole.steps : whole.steps.slice(0, flags.steps);
  switch (flags.role) {
    case 'agent':
      return agentPrompt(value, toolkits, steps, flags);
    case 'emulator':
      return { messages: emulatorPrompt(value, toolkits, whole.steps, flags), schema: emulatorReplySchema };
    case 'safety':
      return {
        messages: renderSafetyPrompt({ case: value, toolkits, trajectory: { ...whole, steps } }),
        schema: safetyReplySchema,
      };
    case 'helpfulness':
      return {
        messages: renderHelpfulnessPrompt({ case: value, toolkits, trajectory: { ...whole, steps } }),
        schema: helpfulnessReplySchema,
      };
  }
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

function agentPrompt(value: Case, toolkits: readonly Toolkit[], steps: readonly Step[], flags: PromptFlags): Printed {
  const prompting = findPrompting(promptingOf(flags.prompting));
  const codec = flags.agent === 'react' ? reactCodec : toolsCodec;
  const { system, user } = codec.prompt(taskOf(value, toolkits, 1), prompting);
  const { tools } = codec.extras(
    toolkits.flatMap((toolkit) => toolkit.tools),
    prompting,
  );
  const history = steps.flatMap(({ tool, args, observation }, index) => {
    const call = { id: `call_${index + 1}`, name: tool, args: args ?? {} };
    const content = flags.agent === 'react' ? `Action: ${tool}\nAction Input: ${JSON.stringify(call.args)}` : '';
    const reply = { role: 'assistant' as const, content, ...(flags.agent === 'react' ? {} : { toolCalls: [call] }) };
    return codec.render({ reply, observations: [observation] });
  });
  const messages: ModelMessage[] = [{ role: 'system', content: system }, { role: 'user', content: user }, ...history];
  return { messages, ...(tools === undefined ? {} : { tools }) };
}

/** The call to answer is the next one of the reference. */
function emulatorPrompt(
  value: Case,
  toolkits: readonly Toolkit[],
  steps: readonly Step[],
  flags: PromptFlags,
): ModelMessage[] {
  const kind = flags.emulator;
  const at = Math.min(flags.steps ?? 0, Math.max(0, steps.length - 1));
  const next = steps[at];
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);
  const tool = tools.find(({ name }) => name === next?.tool) ?? tools[0];
  if (tool === undefined) throw new UsageError('the case has no tools');
  return renderEmulatorPrompt({
    kind,
    case: value,
    toolkits,
    tool,
    args: next?.args ?? {},
    history: steps.slice(0, at),
  });
}
