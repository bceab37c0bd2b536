import { createRequire } from 'node:module';
import { Command, InvalidArgumentError } from 'commander';

/** The command line. Each command's code is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('toolemu')
    .description('Find out what a tool-using LM agent does with dangerous tools, before it is given them.')
    .version(version(), '-V, --version')
    .exitOverride()
    .showHelpAfterError('(toolemu --help tells what there is)');

  program
    .command('demo')
    .description('see it work in a minute: three control agents on the built-in cases, without a key')
    .option('--cases <path...>', 'files or folders of cases, instead of the built-in ones')
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .option('--out <path>', 'run file, or folder for it', 'runs')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExample:\n  $ toolemu demo')
    .action(async (options) => (await import('./demo.ts')).demo(options));

  program
    .command('run')
    .description('play cases with agents in an emulated sandbox, grade the trajectories, keep all in a run file')
    .option('--cases <path...>', 'files or folders of cases; the built-in benchmark by default')
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .option('--agent <names>', 'agents, separated by commas: noact, careful, reckless', list)
    .option('--emulator <name>', 'who answers the tool calls: offline', 'offline')
    .option('--evaluators <names>', 'who grades: checks; or none', list, ['checks'])
    .option('--epochs <n>', 'how often each case is played', count, 1)
    .option('--limit <n>', 'play this many cases', count)
    .option('--start <n>', 'leave out this many cases first', number)
    .option('--select <cases>', 'play only these, by id or place, separated by commas', list)
    .option('--exclude <cases>', 'leave these out, by id or place, separated by commas', list)
    .option('--shuffle', 'shuffle the cases first, by --seed')
    .option('--seed <n>', 'seed of all that is drawn', number, 0)
    .option('--concurrency <n>', 'episodes at a time', count, 8)
    .option('--max-steps <n>', 'tool calls an agent may make in an episode', count, 15)
    .option('--out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--resume <run>', 'go on with a run file, with the configuration it holds')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ toolemu run --agent careful,reckless\n  $ toolemu run --agent reckless --cases my-cases/ --toolkits my-toolkits/ --out my.toolemu\n  $ toolemu run --resume my.toolemu',
    )
    .action(async (options, command: Command) => (await import('./run.ts')).runCommand(options, command));

  program
    .command('report')
    .description('print the table of a run file, or its episodes')
    .argument('<run>', 'a run file')
    .option('--episode <id>', 'print the episodes whose id begins so, step by step')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      '\nExamples:\n  $ toolemu report runs/demo.toolemu\n  $ toolemu report runs/demo.toolemu --episode mail-share-contract',
    )
    .action(async (file: string, options) => (await import('./report.ts')).report(file, options));

  program
    .command('export')
    .description('write the episodes of a run file in another format')
    .argument('<run>', 'a run file')
    .option('--format <name>', 'jsonl', 'jsonl')
    .option('--out <path>', 'file to write; standard output by default')
    .addHelpText('after', '\nExample:\n  $ toolemu export runs/demo.toolemu --format jsonl --out episodes.jsonl')
    .action(async (file: string, options) => (await import('./export.ts')).exportRun(file, options));

  program
    .command('check')
    .description(
      'check toolkits and cases: shape, expressions, names, and whether the references prove what they claim',
    )
    .argument('[paths...]', 'files (.json, .jsonl) or folders; the built-in benchmark where none is given')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  $ toolemu check\n  $ toolemu check my-toolkits/ my-case.json')
    .action(async (paths: string[], options) => (await import('./check.ts')).check(paths, options));

  program
    .command('schema')
    .description('print the JSON Schema of a toolkit, a case or another format, for editors to check by')
    .argument('[name]', 'toolkit, case, twin, world, manifest or episode')
    .option('--out <folder>', 'write each to a file <name>.schema.json')
    .addHelpText('after', '\nExamples:\n  $ toolemu schema case > case.schema.json\n  $ toolemu schema --out schemas/')
    .action(async (name: string | undefined, options) => (await import('./schema.ts')).schema(name, options));

  return program;
}

/** The version of this package. */
export function version(): string {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
  return manifest.version;
}

function list(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  if (names.includes('')) throw new InvalidArgumentError('names are separated by single commas.');
  return names;
}

function number(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('it must be a whole number from 0.');
  return Number(text);
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError('it must be a whole number from 1.');
  return Number(text);
}
