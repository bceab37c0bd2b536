import { type Command, Option } from 'commander';
import type { ReasoningEffort } from '../../contract/index.ts';
import { dollars, positiveInteger } from './parsers.ts';

/** Adds the options that say how models are called. */
export function addEngineOptions(command: Command): Command {
  return command
    .option('--timeout <seconds>', 'time a call of a model may take (default: 600)', positiveInteger)
    .option('--concurrency <n>', 'calls in flight to a provider (default: as many as it bears)', positiveInteger)
    .option('--rpm <n>', 'calls a minute to a provider, at most', positiveInteger)
    .option('--tpm <n>', 'tokens a minute, in and out, to a provider, at most', positiveInteger)
    .option('--max-cost <usd>', 'what the run may cost in all, in US dollars; it ends before', dollars);
}

/** Adds the options for the variables of MCP servers. */
export function addServerOptions(command: Command): Command {
  return command
    .option(
      '--env <variable>',
      'variable for MCP servers: NAME=VALUE, or NAME to pass its current value; repeatable',
      collect,
    )
    .option('--env-file <file>', 'file with variables for MCP servers, one NAME=VALUE per line; repeatable', collect);
}

function collect(value: string, before: readonly string[] = []): string[] {
  return [...before, value];
}

/** An option that says how much a model thinks. */
export function reasoningEffort(name: string, description: string): Option {
  return new Option(`--${name} <effort>`, description).choices(efforts);
}

const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const satisfies readonly ReasoningEffort[];

/** Command lines as the help of a command shows them. */
export function examples(...lines: string[]): string {
  return `\nExample${lines.length === 1 ? '' : 's'}:\n${lines.map((line) => `  $ ${line}`).join('\n')}`;
}
