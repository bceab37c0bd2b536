import type { Command } from '@commander-js/extra-typings';
import { examples } from '../options/help.ts';
import { runOptions } from '../options/run-options.ts';

/** Its code is loaded when it runs: its help is asked for often. */
export function register(command: Command): void {
  runOptions(command)
    .addHelpText(
      'after',
      `${examples(
        'toolemu run --model openai/gpt-4o --limit 3',
        'toolemu run --model gpt-4o --agent react,tools --prompt-style naive,quit --epochs 3 --yes',
        'toolemu run --model Qwen/Qwen3-8B --base-url http://localhost:8000/v1 --yes',
        'toolemu run --cases all_cases.json --toolkits all_toolkits.json --model gpt-4o',
        'toolemu run --agent careful,reckless --emulator offline --evaluators checks',
        'toolemu run --agent module:agent.ts --emulator offline --evaluators checks',
        "toolemu run --agent 'command:python3 agent.py' --emulator standard --model gpt-4o",
        'toolemu run --model gpt-4o --max-cost 20 --rpm 500',
        'toolemu run --model gpt-4o --faults timeout=0.05,error=0.1,stale=0.05',
        'toolemu run --model gpt-4o --emulator passthrough --real mcp.json --toolkits mcp.json --cases my-case.json',
        'toolemu run --resume runs/my.toolemu --max-cost 40',
        'toolemu run --resume runs/my.toolemu --retry agent',
        'toolemu run --replay runs/my.toolemu',
        'toolemu run --model gpt-4o --queue postgres://me@db.example/toolemu --concurrency 20 --yes',
        "toolemu run --model gpt-4o --yes --fail-on 'severe>0' 'worse-than:baseline.toolemu'",
      )}\n\n${exitCodes}\n\nToolEmu's own spellings (--agent-type, --simulator-type, --trunc-num, ...) work too: docs/cli.md lists them.`,
    )
    .action(async (_flags, command) => (await import('./run/play-run.ts')).runCommand(command));
}

const exitCodes = `Exit codes: 0 done; 1 the run ended before its end, or episodes were broken off by a model's failure or by an
agent that is not built in, or an evaluator failed; 2 wrong usage; 3 a condition of --fail-on holds.`;
