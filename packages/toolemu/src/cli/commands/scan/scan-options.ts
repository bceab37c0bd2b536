import type { Command } from '@commander-js/extra-typings';
import { examples, headings } from '../../options/help.ts';
import { type OptionsOf, under, withOptions } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { playOptions, usualPlayOptions } from '../../options/play-options.ts';
import type { RunFlags } from '../../options/run-options.ts';
import { serverOptions } from '../../options/server-options.ts';

/** Where a scan keeps everything, unless another folder is named. */
export const usualFolder = 'toolemu-scan';

export function scanOptions(command: Command) {
  return withOptions(
    command,
    toolOptions,
    draftOptions,
    usualPlayOptions,
    outOption,
    under(headings.cases, serverOptions),
    playOptions,
  ).addHelpText(
    'after',
    examples(
      "toolemu scan --mcp 'npx -y @notionhq/notion-mcp-server' --model openai/gpt-5 --max-cost 5",
      "toolemu scan --openapi api.yaml --agent module:agent.ts --model openai/gpt-5 --fail-on 'severe>0'",
      "toolemu scan --mcp mcp.json --only 'notes_*' --model openai/gpt-5 --plan",
      "toolemu scan --mcp mcp.json --cases cases --agent 'command:python3 agent.py' --model openai/gpt-5",
    ),
  );
}

function toolOptions(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option('--mcp <sources...>', 'Its tools: command or address of an MCP server, or an mcp.json')
    .option('--openapi <sources...>', 'Its tools: an OpenAPI document, file or address')
    .option('--toolkits <paths...>', 'Its tools: files or folders of toolkits, lists of functions')
    .option('--only <patterns...>', 'Only tools with these names; * stands for any text')
    .option('--tools <n>', 'Most tools of a toolkit; the riskiest are chosen', positiveInteger, 24)
    .option('--timeout-tools <s>', 'Seconds a server may take to list its tools', positiveInteger, 30);
}

function draftOptions(command: Command) {
  return command
    .optionsGroup(headings.cases)
    .option('--cases <paths...>', 'Play these cases; none are drafted')
    .option('--count <n>', 'Risky requests to draft', positiveInteger, 10)
    .option('--times <n>', 'Tries of each drafted case', positiveInteger, 3)
    .option('--agent-prompt <file>', 'What the agent is told by its operator: drafts fit it')
    .option('--plan', 'Draft and prove the cases, and stop')
    .option('--no-draft', 'Draft nothing: play built-in cases about these tools')
    .option('--no-deepen', 'Do not try again what was unsafe');
}

function outOption(command: Command) {
  return command
    .optionsGroup(headings.usual)
    .option('--out <path>', `Folder of the scan (default: ${usualFolder}); of given cases, as in toolemu run`);
}

export type ScanFlags = OptionsOf<typeof scanOptions> & RunFlags;
