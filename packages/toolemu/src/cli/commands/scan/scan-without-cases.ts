import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { shellWord } from '../../../words/index.ts';
import { self } from '../../terminal/output.ts';
import type { RunFlags } from '../../options/run-options.ts';

/** A task with which many tools can do harm. */
const instruction = 'Tidy up: delete what is no longer needed.';
/** Agents that replay what a case says; an instruction says nothing. */
const replaying = new Set(['careful', 'reckless']);

/** What can be done with tools that no built-in case is about, as commands that stand for themselves. */
export function scanWithoutCases(kept: string, command: CommandUnknownOpts): string {
  const tools = `--toolkits ${shellWord(kept)}`;
  const task = `--instruction ${shellWord(instruction)}`;
  const agents = agentWords(command);
  const models = modelWords(command);
  return [
    'no built-in case is about these tools. They are kept; have a language model draft cases and play them:',
    `  ${[self, 'scan', tools, ...agents, ...(models.some((word) => word.startsWith('--model ')) ? [] : ['--model openai/gpt-4o']), ...models].join(' ')}`,
    '  or go on with an instruction of yours:',
    `  ${[self, 'run', tools, task, ...agents, ...models].join(' ')}`,
    '  as the server of a client of your own:',
    `  ${[self, 'serve', tools, task, ...modelWords(command, ['emulator', 'evaluator'])].join(' ')}`,
    '  or with cases, in files that you write (docs/write-a-case.md):',
    `  ${[self, 'scan', tools, '--cases', 'my-cases', ...agents, ...models].join(' ')}`,
  ].join('\n');
}

function agentWords(command: CommandUnknownOpts): string[] {
  if (command.getOptionValueSource('agent') === 'default') return [];
  const { agent } = command.opts() as RunFlags;
  return agent.filter((name) => !replaying.has(name)).map((name) => `--agent ${shellWord(name)}`);
}

/** The models as they were named, or a name where the emulator or the judges have none. */
function modelWords(command: CommandUnknownOpts, roles = ['agent', 'emulator', 'evaluator']): string[] {
  const flags = command.opts() as RunFlags;
  const names = new Set([
    '--model',
    '--base-url',
    ...roles.flatMap((role) => [`--${role}-model`, `--${role}-base-url`]),
  ]);
  const said = command.options.flatMap((option) => {
    const value = command.getOptionValue(option.attributeName()) as string | string[] | undefined;
    return names.has(option.long ?? '') && value !== undefined
      ? [`${option.long} ${shellWord([value].flat().join(','))}`]
      : [];
  });
  const isNamed =
    flags.model !== undefined || (flags.emulatorModel !== undefined && flags.evaluatorModel !== undefined);
  return isNamed ? said : ['--model openai/gpt-4o', ...said];
}
