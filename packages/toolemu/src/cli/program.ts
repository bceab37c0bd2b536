import { Command, Option } from 'commander';
import { collectAgents, usualAgents } from './options/agent-names.ts';
import {
  dollars,
  faultRates,
  forkPoint,
  list,
  positiveInteger,
  shard,
  temperature,
  url,
  wholeNumber,
} from './options/parsers.ts';
import { draftingRoles } from './commands/prompt/drafting-roles.ts';
import { addGenerate } from './commands/generate.ts';
import { addReview } from './commands/review/review-program.ts';
import { matrixTableFormats, refusedByMatrix } from './commands/matrix/matrix-options.ts';
import { keepWords } from './options/option-words.ts';
import { self } from './terminal/output.ts';
import { addSlurmOptions } from './commands/slurm/slurm-options.ts';
import { version } from './version.ts';
import { addEngineOptions, addServerOptions, examples, reasoningEffort } from './options/shared-options.ts';

/** Formats a report can be written in. */
export const reportFormats = ['terminal', 'html', 'txt', 'json', 'csv', 'md', 'junit', 'github'] as const;
const factors = ['agent', 'prompting', 'model', 'emulator', 'evaluators', 'max-steps', 'prompt-versions'] as const;
const dimensions = ['toolkit', 'category', 'risk', 'severity', 'split'] as const;

/** The command line. Each command's code is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('toolemu')
    .description('Find out what a tool-using LM agent does with dangerous tools, before it is given them.')
    .version(version(), '-V, --version')
    .exitOverride()
    // `generate` and its commands have options of the same names: those that stand after a command are the command's.
    .enablePositionalOptions()
    .showHelpAfterError('(toolemu --help tells what there is)');

  program
    .command('demo')
    .description('see it work in a minute: three control agents on a few of the built-in cases, without a key')
    .option('--all', 'all the built-in cases')
    .option('--cases <path...>', 'files or folders of cases, instead of the built-in ones')
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .option('--out <path>', 'run file, or folder for it', 'runs')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('toolemu demo', 'toolemu demo --all', 'toolemu demo --toolkits my-toolkit.json --cases my-case.json'),
    )
    .action(async (options) => (await import('./commands/demo.ts')).demo(options));

  addServerOptions(addPlayOptions(addCaseOptions(program.command('run'))))
    .description('play cases with agents in an emulated sandbox, grade the trajectories, keep all in a run file')
    .option('--resume <run>', 'go on with a run file, with the configuration it holds')
    .addOption(
      new Option(
        '--retry <what>',
        'with --resume: also what the agent itself broke off, once it is mended, or where a model would not answer',
      ).choices(['agent', 'unanswerable']),
    )
    .option('--replay <run>', 'play a run again with the answers it recorded, and call nothing')
    .option('--shard <i/n>', 'play one of n parts of the run; `toolemu merge` makes one run of them', shard)
    .option('--reuse <run...>', 'take recorded answers of these runs where a request is the same')
    .option(
      '--queue [url]',
      'have workers play it (`toolemu worker`), by way of a PostgreSQL database (default: TOOLEMU_QUEUE)',
    )
    .option('--no-queue', 'with --resume: play here what was begun on a queue, and is in it no more')
    .addHelpText(
      'after',
      `${examples(
        'toolemu run --model openai/gpt-4o --limit 3',
        'toolemu run --model gpt-4o --agent react,tools --prompting naive,quit --epochs 3 --yes',
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
    .action(async (options, command: Command) => (await import('./commands/run.ts')).runCommand(options, command));

  program
    .command('merge')
    .description('make one run of the parts that `toolemu run --shard` played')
    .argument('<parts...>', 'run files of the parts')
    .option('-o, --out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--partial', 'also where a part is missing or not finished')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu run --model openai/gpt-4o --shard 1/2 --out part-1.toolemu',
        'toolemu run --model openai/gpt-4o --shard 2/2 --out part-2.toolemu',
        'toolemu merge part-1.toolemu part-2.toolemu -o whole.toolemu',
      ),
    )
    .action(async (parts: string[], options) => (await import('./commands/merge.ts')).merge(parts, options));

  addWorker(program.command('worker'));
  addQueue(program.command('queue'));

  addSlurm(program.command('slurm'));

  addMatrix(program.command('matrix'));

  addServerOptions(addPlayOptions(program.command('scan')))
    .description('test an agent with its own tools: emulate them, play the cases that fit, report, and gate')
    .option('--mcp <sources...>', 'its tools: the command or address of an MCP server, or an mcp.json')
    .option('--openapi <sources...>', 'its tools: an OpenAPI document, as a file or an address')
    .option('--toolkits <paths...>', 'its tools: files or folders of toolkits, lists of functions')
    .option('--cases <paths...>', 'the cases to play: files or folders (default: the built-in ones about these tools)')
    .addHelpText(
      'after',
      examples(
        "toolemu scan --mcp mcp.json --cases cases --agent 'command:python3 agent.py' --model gpt-4o",
        'toolemu scan --openapi openapi.yaml --cases cases --agent module:agent.ts --model gpt-4o --yes',
        "toolemu scan --toolkits tools.json --model gpt-4o --fail-on 'severe>0'",
      ),
    )
    .action(async (options, command: Command) => (await import('./commands/scan.ts')).scan(options, command));

  addEngineOptions(program.command('fork'))
    .description('go on from episodes of a run, in a new one: from where agents quit, or from a step')
    .argument('<run>', 'a run file')
    .addOption(
      new Option('--at <step>', 'quit, or the number of the step that is played anew')
        .argParser(forkPoint)
        .default('quit', 'quit'),
    )
    .option(
      '--prompting <name>',
      'what the agent is told from there on: naive, ss_only, helpful_ss, quit, simple_quit, or a file (.md) (default: at a quit what it was told, without quitting; at a step what it was told)',
    )
    .option('--times <k>', 'how often each episode is gone on from', positiveInteger, 3)
    .option('--temperature <t>', 'temperature of the agent; the others keep theirs', temperature, 0.7)
    .option('--agent <name>', 'only from episodes of this agent')
    .option('--case <id>', 'only from episodes on this case')
    .option('--episode <id>', 'only from episodes whose id (case#agent#epoch) begins so')
    .option('--out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--estimate', 'say what the fork may cost, and end without calling anything')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu fork runs/my.toolemu --at quit',
        'toolemu fork runs/my.toolemu --at quit --times 5 --out quits.toolemu --yes',
        'toolemu fork runs/my.toolemu --at 3 --prompting helpful_ss --case mail-share-contract',
        'toolemu run --resume quits.toolemu',
      ),
    )
    .action(async (file: string, options) => (await import('./commands/fork.ts')).fork(file, options));

  addEngineOptions(addModelOptions(program.command('evaluate'), ['evaluator']))
    .description('judge the trajectories of a run file again; earlier results are kept as history')
    .argument('<run>', 'a run file')
    .addOption(
      new Option('--evaluators <names>', 'safety, helpfulness, checks, emulation')
        .argParser(list)
        .default(['safety', 'helpfulness'], 'safety,helpfulness'),
    )
    .option('--missing', 'only trajectories that lack a readable result of these evaluators')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu evaluate runs/my.toolemu --evaluator-model anthropic/claude-sonnet-4-5',
        'toolemu evaluate runs/my.toolemu --missing --evaluators safety --evaluator-model openai/gpt-5',
      ),
    )
    .action(async (file: string, options) => (await import('./commands/evaluate.ts')).evaluate(file, options));

  addEngineOptions(addModelOptions(program.command('calibrate'), ['evaluator']))
    .description('measure a judge on labelled trajectories: agreement, controls, and where it is wrong')
    .argument('[sets...]', 'run files with labels, or files and folders of a shape that docs/calibrate.md shows')
    .usage('[options] <sets...>')
    .addOption(
      new Option('--aspect <name>', 'what is judged').choices(['safety', 'helpfulness', 'emulation']).default('safety'),
    )
    .option('--toolkits <path...>', "ToolEmu's toolkits, as in all_toolkits.json, where a set is a file of ToolEmu's")
    .option('--repeats <n>', 'how often each labelled trajectory is judged', positiveInteger, 1)
    .option('--sample <n>', 'judge this many of the labelled trajectories, drawn by --seed', positiveInteger)
    .option('--seed <n>', 'seed of the sample and of the controls', wholeNumber, 0)
    .option('--controls <n>', 'known-good and known-bad trajectories that are judged as well, of each', wholeNumber, 10)
    .option('--injections', 'judge known-bad trajectories once more with texts that talk to the judge')
    .option(
      '--out <file>',
      'the calibration; what the judge said is kept beside it, ending in .toolemu',
      'calibration.json',
    )
    .option('--resume', 'go on with a calibration that was broken off: what was judged is not paid for again')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the calibration as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu calibrate runs/labelled.toolemu --evaluator-model openai/gpt-5 --injections',
        'toolemu calibrate r-judge/data --sample 100 --evaluator-model openai/gpt-5 --max-cost 5',
        'toolemu calibrate dumps --toolkits all_toolkits.json --aspect helpfulness --repeats 3 --evaluator-model openai/gpt-5',
        'toolemu calibrate runs/labelled.toolemu --evaluator-model openai/gpt-5 --resume',
      ),
    )
    .action(async (sets: string[], options) => (await import('./commands/calibrate.ts')).calibrateJudge(sets, options));

  addStudy(program.command('study'));

  addServerOptions(addEngineOptions(addModelOptions(program.command('fidelity'), ['emulator'])))
    .description('measure an emulator, call by call, against what the tools really do: answers, exceptions, changes')
    .argument('[calls...]', 'files of recorded calls, a call a line, or run files with calls of real tools')
    .option('--benchmark', 'in the place of files: references of cases, played by declared effects, which are exact')
    .addOption(
      new Option('--references <names>', 'with --benchmark: whose calls')
        .argParser(list)
        .default(['careful', 'reckless'], 'careful,reckless'),
    )
    .addOption(
      new Option('--split <name>', 'with --benchmark: only these of the built-in cases').choices([
        'smoke',
        'dev',
        'test',
      ]),
    )
    .option('--select <cases>', 'with --benchmark: only these cases, by id or place, separated by commas', list)
    .option('--cases <path...>', 'with --benchmark: files or folders of cases, instead of the built-in ones')
    .option(
      '--toolkits <path...>',
      'files or folders of toolkits, or what `import-tools` takes, before the built-in ones',
    )
    .option('--sample <n>', 'ask about this many of the calls, drawn by --seed', positiveInteger)
    .option('--seed <n>', 'seed of the sample', wholeNumber, 0)
    .addOption(
      new Option('--emulator <name>', 'the emulator that is measured')
        .choices(['standard', 'adversarial'])
        .default('standard'),
    )
    .option(
      '--revisions <n>',
      'how often a reply that breaks a requirement is sent back; 0: take each as it comes',
      wholeNumber,
      3,
    )
    .option(
      '--out <path>',
      'run file (ending in .toolemu) for what is said, or folder for it; figures beside it',
      'runs',
    )
    .option('--resume <run>', 'go on with a run file of this command: what was answered is not paid for again')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the figures, and all disagreements whole, as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu fidelity --benchmark --split smoke --model openai/gpt-4o',
        'toolemu fidelity --benchmark --sample 200 --revisions 0 --model openai/gpt-4o --max-cost 5 --out gpt-4o.toolemu',
        'toolemu fidelity calls.jsonl --toolkits mcp.json --model openai/gpt-4o',
        'toolemu fidelity runs/passthrough.toolemu --model openai/gpt-4o',
        'toolemu fidelity --resume gpt-4o.toolemu',
      ),
    )
    .action(async (calls: string[], options, command: Command) =>
      (await import('./commands/fidelity.ts')).fidelity(calls, options, command),
    );

  addFailOn(program.command('report'))
    .description('the figures of a run file in any format, what is missing in it, or its episodes')
    .argument('<run>', 'a run file')
    .option('--episode <id>', 'print the episodes whose id (case#agent#epoch) begins so, step by step')
    .option('--full', 'with --episode: texts whole, with what agent and emulator thought')
    .option('--costs', 'also a table of what each role and model cost')
    .option('--worlds', 'also how far each pair of agents met the same world, however many there are')
    .option('--calibration <file>', 'also the rates of failures corrected by a calibration of the judge')
    .addOption(new Option('--by <name>', 'rows for each group of cases').choices(dimensions))
    .addOption(new Option('--table <name>', "beside the papers' published results").choices(['paper']))
    .option('--missing', 'list the episodes without a verdict, each with its reason and the command that retries it')
    .addOption(
      new Option('--format <name>', 'how the report is written (default: terminal, or by the ending of --out)').choices(
        reportFormats,
      ),
    )
    .option('--out <file>', 'write the report to this file')
    .option('--json', 'the same as --format json; with --episode, --missing and --table, these as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu report runs/my.toolemu',
        'toolemu report runs/my.toolemu --by risk',
        'toolemu report runs/my.toolemu --format html --out report.html',
        'toolemu report runs/my.toolemu --table paper',
        "toolemu report runs/my.toolemu --fail-on 'unsafe>0.10' 'severe>0' --format junit --out junit.xml",
        'toolemu report runs/my.toolemu --missing',
        'toolemu report runs/my.toolemu --costs',
        'toolemu report runs/my.toolemu --episode mail-share-contract',
      ),
    )
    .action(async (file: string, options) => (await import('./commands/report.ts')).report(file, options));

  program
    .command('compare')
    .description('compare the agents of a run, or runs with the first of them, on the cases they share')
    .argument('<runs...>', 'run files, the baseline first')
    .option('--agent <names...>', 'only these agents')
    .option(
      '--baseline <name>',
      'the agent of the first run that all others are compared with (default: its first, of several runs the one of the same name)',
    )
    .addOption(
      new Option('--factor <name>', 'what counts where several things differ; the rest is accepted').choices(factors),
    )
    .option(
      '--margin <n>',
      'how much worse is not worse: points of helpfulness, or share of achieved (default: 0.1, 0.05)',
    )
    .option('--seed <n>', 'of bootstrap and permutations (default: that of the first run)', wholeNumber)
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'md']).default('text'))
    .option('--full', 'list all cases that changed')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu compare runs/my.toolemu',
        'toolemu compare runs/my.toolemu --baseline react/naive/openai/gpt-4o',
        'toolemu compare standard.toolemu adversarial.toolemu',
        'toolemu compare main.toolemu branch.toolemu --factor model --format md',
      ),
    )
    .action(async (runs: string[], options) => (await import('./commands/compare.ts')).compare(runs, options));

  addServerOptions(
    addEngineOptions(addModelOptions(addCaseFiles(program.command('serve')), ['emulator', 'evaluator', 'user'])),
  )
    .description('serve the emulated tools of cases over MCP, to whatever client connects; keep and judge what it does')
    .argument('[cases...]', 'ids of cases; all of --cases where none is given')
    .option('--case <ids...>', 'ids of cases, as well')
    .option('--instruction <text>', 'serve the toolkits of --toolkits with this instruction alone, without a case')
    .option('--emulator <name>', 'who answers the tool calls: adversarial, standard, offline, grounded', 'adversarial')
    .option('--faults <rates>', 'failures of the tools that are played on purpose, as shares of all calls', faultRates)
    .option(
      '--evaluators <names>',
      'who grades: safety, helpfulness, checks, emulation; or none (default: those that fit; checks with --stdio, or where no model is named)',
      list,
    )
    .option('--stdio', 'speak with one client over standard input and output')
    .option('--host <name>', 'address to listen on', '127.0.0.1')
    .option('--port <n>', 'port to listen on (default: one that is free)', wholeNumber)
    .option(
      '--ask-user <reply>',
      'offer the tool ask_user, which always gets this reply; terminal: you are asked; simulated: a language model replies as the user',
    )
    .option('--quit', 'offer the tool quit, by which the client gives up the task')
    .option('--idle <seconds>', 'end an episode whose client made no request for so long', positiveInteger, 300)
    .option('--epochs <n>', 'how often each case is served', positiveInteger, 1)
    .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
    .option('--max-steps <n>', 'tool calls a client may make in an episode', positiveInteger, 15)
    .option('--out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu serve tasks-clear-test --emulator offline',
        'toolemu serve tasks-clear-test --emulator offline --stdio',
        'toolemu serve mail-share-contract --model openai/gpt-4o --quit --ask-user "Use your judgement."',
        'toolemu serve --toolkits shop.toolkit.json --instruction "Order the usual." --model openai/gpt-4o',
      ),
    )
    .action(async (cases: string[], options) => (await import('./commands/serve.ts')).serve(cases, options));

  program
    .command('view')
    .description('the web app: watch, read and compare runs, play cases, label trajectories')
    .argument('[target]', 'a run file, or a folder of run files (default: runs, or the current folder)')
    .option('--host <name>', 'address to listen on; beyond this machine a token is asked for', '127.0.0.1')
    .option('--port <n>', 'port to listen on (default: 4173, or one that is free)', wholeNumber)
    .option('--no-open', 'do not open a browser')
    .option('--queue [url]', 'show the page of a queue, too (default: TOOLEMU_QUEUE)')
    .addHelpText(
      'after',
      examples(
        'toolemu view',
        'toolemu view runs/my.toolemu',
        'toolemu view runs --queue postgres://me@db.example/toolemu',
        'toolemu view runs --host 0.0.0.0 --port 8080 --no-open',
      ),
    )
    .action(async (target: string | undefined, options) => (await import('./commands/view.ts')).view(target, options));

  program
    .command('episodes')
    .description('list the episodes of a run file: outcome, verdict, steps, scores')
    .argument('<run>', 'a run file')
    .option('--agent <name>', 'only those of this agent')
    .option('--case <id>', 'only those on this case')
    .addOption(
      new Option('--verdict <name>', 'only those with this verdict').choices([
        'safe',
        'unsafe',
        'inconclusive',
        'not-judged',
      ]),
    )
    .addOption(
      new Option('--outcome <name>', 'only those that ended so').choices([
        'finished',
        'quit',
        'step-limit',
        'error',
        'budget',
        'unfinished',
      ]),
    )
    .option('--limit <n>', 'list this many', positiveInteger)
    .option('--offset <n>', 'leave out this many first', wholeNumber)
    .option('--json', 'print the list as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu episodes runs/my.toolemu --verdict unsafe',
        'toolemu episodes runs/my.toolemu --outcome error --limit 20',
      ),
    )
    .action(async (file: string, options) => (await import('./commands/episodes.ts')).episodes(file, options));

  program
    .command('inspect')
    .description('tell what a run file is made of, whether it is whole, and whether it is being written')
    .argument('<run>', 'a run file')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('toolemu inspect runs/my.toolemu'))
    .action(async (file: string, options) => (await import('./commands/inspect.ts')).inspect(file, options));

  program
    .command('export')
    .description('write the episodes of a run file in another format')
    .argument('<run>', 'a run file')
    .addOption(
      new Option(
        '--format <name>',
        "jsonl: an episode a line; labels: a person's label a line; toolemu: all files ToolEmu writes, in dumps/",
      )
        .choices(['jsonl', 'labels', 'toolemu'])
        .default('jsonl'),
    )
    .option('--out <path>', 'file to write (jsonl; standard output by default), or folder (toolemu)')
    .addHelpText(
      'after',
      examples(
        'toolemu export runs/my.toolemu --out episodes.jsonl',
        'toolemu export runs/my.toolemu --format labels --out labels.jsonl',
        'toolemu export runs/my.toolemu --format toolemu --out .',
      ),
    )
    .action(async (file: string, options) => (await import('./commands/export.ts')).exportRun(file, options));

  program
    .command('import')
    .description("read ToolEmu's trajectory files, with the evaluation files beside them, into a run file")
    .argument('<files...>', 'trajectory files (.jsonl), each one agent')
    .requiredOption('--toolkits <path...>', "ToolEmu's toolkits, as in all_toolkits.json")
    .option('--out <path>', 'run file (ending in .toolemu), or folder for it', 'runs')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('toolemu import dumps/gpt-4o.jsonl --toolkits assets/all_toolkits.json --out gpt-4o.toolemu'),
    )
    .action(async (files: string[], options) => (await import('./commands/import.ts')).importRun(files, options));

  addServerOptions(program.command('import-tools'))
    .description('make toolkits of tools that are there: MCP servers, OpenAPI documents, lists of functions')
    .argument(
      '<sources...>',
      'mcp:COMMAND, mcp:URL, openapi:PATH or URL, a URL, or a file: mcp.json, tools/list, OpenAPI, functions, toolkits',
    )
    .option('--out <path>', 'file to write (ending in .json), or folder; standard output by default')
    .option('--force', 'overwrite files that are there')
    .option('--name <name>', "the toolkit's name, where there is one")
    .option('--only <patterns...>', 'only tools of these names, in which * stands for any text')
    .option('--tag <tags...>', 'only operations of an OpenAPI document with one of these tags')
    .option('--external-references', 'fetch what an OpenAPI document refers to in other files and at other addresses')
    .option('--timeout <seconds>', 'time a server may take to list its tools', positiveInteger, 30)
    .option('--complete', 'have a language model infer what is missing: output schemas, effects, risks')
    .option('--model <name>', 'with --complete: the language model, as in openai/gpt-4o')
    .option('--base-url <url>', 'with --complete: address of a compatible endpoint', url)
    .option('--temperature <t>', 'with --complete: temperature (default: 0)', temperature)
    .option(
      '--max-tokens <n>',
      'with --complete: greatest length of a reply, in tokens (default: 16384)',
      positiveInteger,
    )
    .option(
      '--concurrency <n>',
      'with --complete: calls in flight (default: as many as the provider bears)',
      positiveInteger,
    )
    .option('--rpm <n>', 'with --complete: calls a minute, at most', positiveInteger)
    .option('--tpm <n>', 'with --complete: tokens a minute, in and out, at most', positiveInteger)
    .option('--max-cost <usd>', 'with --complete: what it may cost, in US dollars; it ends before', dollars)
    .option('--yes', 'with --complete: do not ask before the model is called')
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples(
        "toolemu import-tools 'mcp:npx -y @modelcontextprotocol/server-memory' --out memory.toolkit.json",
        'toolemu import-tools ~/.cursor/mcp.json --out toolkits/',
        "toolemu import-tools mcp:https://example.com/mcp --only 'search_*' --out search.toolkit.json",
        'toolemu import-tools petstore.yaml --tag pet --out pets.toolkit.json',
        'toolemu import-tools functions.json --name shop > shop.toolkit.json',
        'toolemu import-tools mcp.json --out toolkits/ --complete --model openai/gpt-4o --max-cost 2',
      ),
    )
    .action(async (sources: string[], options) =>
      (await import('./commands/import-tools.ts')).importToolsCommand(sources, options),
    );

  addServerOptions(program.command('check'))
    .description(
      'check toolkits and cases: shape, expressions, names; then prove them by generated calls and by the references',
    )
    .argument('[paths...]', 'files (.json, .jsonl) or folders; the built-in benchmark where none is given')
    .option('--summary', 'also print what they are made of')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('toolemu check', 'toolemu check my-toolkits/ my-case.json'))
    .action(async (paths: string[], options) => (await import('./commands/check.ts')).check(paths, options));

  addGenerate(program.command('generate'));

  addReview(program.command('review'));

  addServerOptions(addCaseFiles(program.command('coverage')))
    .description('tools by risk types: what the cases can reach, what a run did, what was never offered')
    .argument('[run]', 'a run file; without one, the cases alone')
    .option('--tools', 'a row for each tool, not for each toolkit')
    .option('--picture <file>', 'also draw it, as SVG')
    .option('--json', 'print the result as JSON, by tool')
    .addHelpText('after', examples('toolemu coverage', 'toolemu coverage runs/my.toolemu --picture coverage.svg'))
    .action(async (run: string | undefined, options) =>
      (await import('./commands/coverage.ts')).coverage(run, options),
    );

  addServerOptions(addCaseFiles(program.command('cases')))
    .description('list cases: id, kind, toolkits, instruction')
    .option('--json', 'print the cases whole, as JSON')
    .addHelpText(
      'after',
      examples('toolemu cases', 'toolemu cases --cases all_cases.json --toolkits all_toolkits.json'),
    )
    .action(async (options) => (await import('./commands/cases.ts')).listCases(options));

  addServerOptions(addCaseFiles(program.command('prompt')))
    .description('print the prompt a role gets for a case, as it would be sent')
    .argument(
      '<case>',
      'id of a case; with --role completion, toolkit, specification and facts the name of a toolkit; with names that of a category',
    )
    .addOption(
      new Option('--role <name>', 'whose prompt; from names on, the steps of `toolemu generate`')
        .choices(['agent', 'emulator', 'safety', 'helpfulness', 'emulation', 'completion', ...draftingRoles])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--agent <name>', 'whose prompt, of the agents').choices(['react', 'tools']).default('react'))
    .option('--prompting <name>', 'naive, ss_only, helpful_ss, quit, simple_quit, or a file (.md)', 'naive')
    .addOption(
      new Option('--emulator <name>', 'whose prompt, of the emulators')
        .choices(['adversarial', 'standard'])
        .default('adversarial'),
    )
    .option('--reference <name>', "the case's reference whose calls are the history", 'careful')
    .option('--steps <n>', 'how many of its calls were made before', wholeNumber)
    .option('--tool <name>', 'with --role completion: what is asked of this tool, and not of the service as a whole')
    .option('--description <text>', 'with --role toolkit: what the service is for')
    .option('--json', 'print messages, tools and reply schema as JSON')
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
    .action(async (id: string, options) => (await import('./commands/prompt.ts')).prompt(id, options));

  program
    .command('doctor')
    .description('try keys, endpoints and structured output with a few small, paid calls to each model named')
    .argument('<models...>', 'models, as in openai/gpt-4o')
    .option('--base-url <url>', 'address of a compatible endpoint', url)
    .addOption(reasoningEffort('reasoning-effort', 'how much the models are asked to think'))
    .option('--json', 'print the result as JSON')
    .addHelpText(
      'after',
      examples('toolemu doctor openai/gpt-4o', 'toolemu doctor Qwen/Qwen3-8B --base-url http://localhost:8000/v1'),
    )
    .action(async (models: string[], options) => (await import('./commands/doctor.ts')).doctor(models, options));

  program
    .command('schema')
    .description('print the JSON Schema of a toolkit, a case or another format, for editors to check by')
    .argument(
      '[name]',
      'toolkit, case, twin, world, manifest, episode, export, report or comparison; openapi: the HTTP API of `toolemu view`',
    )
    .option('--out <folder>', 'write each to a file <name>.schema.json')
    .addHelpText('after', examples('toolemu schema case > case.schema.json', 'toolemu schema --out schemas/'))
    .action(async (name: string | undefined, options) => (await import('./commands/schema.ts')).schema(name, options));

  for (const command of program.commands)
    command.showHelpAfterError(`(${self} ${command.name()} --help tells its options)`);
  return program;
}

const queueOption = [
  '--queue [url]',
  'address of the queue, as in postgres://user@host:5432/database (default: TOOLEMU_QUEUE)',
] as const;

function addWorker(command: Command): void {
  command
    .description('play the runs of a queue, on this machine, until it is stopped')
    .option(...queueOption)
    .option('--until-empty', 'end once no run that it can play is in the queue')
    .option(
      '--patience <seconds>',
      'time without a sign of life after which its cases are given to others (default: 30)',
      positiveInteger,
    )
    .addHelpText(
      'after',
      examples(
        'toolemu worker --queue postgres://me@db.example/toolemu',
        'TOOLEMU_QUEUE=postgres://me@db.example/toolemu toolemu worker --until-empty',
      ),
    )
    .action(async (options) => (await import('./commands/worker.ts')).worker(options));
}

function addQueue(command: Command): void {
  command.description('look after the runs and workers of a queue');
  command
    .command('status')
    .description('show its workers, its runs, and what is stuck')
    .option(...queueOption)
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('toolemu queue status', 'toolemu queue status --json'))
    .action(async (options) => (await import('./commands/queue/status.ts')).queueStatus(options));
  command
    .command('cancel')
    .description('have nobody play a run any more; what was played goes into its run file')
    .argument('<run>', 'id of the run, as `toolemu queue status` shows it, or its run file')
    .option(...queueOption)
    .option('--drop', 'also delete what was played and is not in the run file yet')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', examples('toolemu queue cancel 3f2a90b1c4d5e6f7', 'toolemu queue cancel runs/my.toolemu'))
    .action(async (run: string, options) => (await import('./commands/queue/cancel.ts')).queueCancel(run, options));
}

/** A run as jobs of SLURM. */
function addSlurm(command: Command): void {
  addPlayOptions(addCaseOptions(command), {
    flags: '--out <folder>',
    description: 'folder of the scripts, the parts, the merged run and its reports (default: slurm-NAME)',
  });
  const written = keepWords(command);
  addSlurmOptions(command)
    .description('play a run as an array of jobs on a SLURM cluster: write the scripts, and submit them')
    .addHelpText(
      'after',
      examples(
        'toolemu slurm --array 16 --time 4:00:00 --model openai/gpt-4o --max-cost 40 --submit',
        "toolemu slurm --array 8%4 --gpus 2 --mem 64G --setup 'conda activate vllm' --serve Qwen/Qwen3-8B --tensor-parallel 2",
        'bash slurm-toolemu/submit.sh',
      ),
    )
    .action(async () => (await import('./commands/slurm.ts')).slurm(command, written));
}

/** A run for each combination of options that are varied. */
function addMatrix(command: Command): void {
  addPlayOptions(addCaseOptions(command), {
    flags: '--out <folder>',
    description: 'folder of the run files (default: matrix-NAME, by the name of the file)',
  });
  for (const option of command.options) option.hideHelp(refusedByMatrix.has(option.attributeName()));
  command
    .description('play a run for each combination of what a file varies, and tell all in one table')
    .argument('<file>', 'a file whose default export is defineMatrix({ run: { ... }, vary: { ... } })')
    .option('--table-only', 'the table of what is there, without playing anything')
    .option('--table-out <file>', 'also write the table to this file (.md, .csv, .json)')
    .addOption(
      new Option('--format <name>', 'with --table-out: how it is written (default: by its ending)').choices(
        matrixTableFormats,
      ),
    )
    .addHelpText(
      'after',
      examples(
        'toolemu matrix emulators.ts --estimate',
        'toolemu matrix emulators.ts --limit 5 --out small --max-cost 10',
        'toolemu matrix emulators.ts --emulator standard',
        'toolemu matrix emulators.ts --table-only --table-out table.md',
      ),
    )
    .action(async (file: string, _options, self: Command) => (await import('./commands/matrix.ts')).matrix(file, self));
}

/** The commands of a study by people. */
function addStudy(study: Command): void {
  study.description(
    'a study by people: play cases with several emulators, have them labelled, and report as the paper did',
  );

  addLabelling(addEngineOptions(addModelOptions(study.command('init'))))
    .description('draw cases, play each with every emulator and the same agent, and open them to be labelled')
    .argument('[folder]', 'folder of the study, which is made', 'study')
    .option('--cases <n>', 'how many cases are drawn', positiveInteger, 100)
    .option(
      '--from <path...>',
      "files or folders of the cases to draw from, ours or ToolEmu's (default: the built-in ones)",
    )
    .option('--toolkits <path...>', 'files or folders of toolkits, before the built-in ones')
    .addOption(
      new Option('--variant <name>', 'which half of a ToolEmu case that has both').choices(['standard', 'redteam']),
    )
    .addOption(new Option('--split <name>', 'only of these of the built-in cases').choices(['smoke', 'dev', 'test']))
    .addOption(
      new Option('--emulators <names>', 'who answers the tool calls; each plays all the cases')
        .argParser(list)
        .default(['standard', 'adversarial'], 'standard,adversarial'),
    )
    .addOption(
      new Option('--agent <names>', 'agents, as of `toolemu run`; where there are several they take turns')
        .argParser(collectAgents)
        .default(usualAgents, 'react'),
    )
    .option('--config <file>', 'configuration file with agents by name')
    .addOption(
      new Option('--prompting <names>', 'what the agent is told, as of `toolemu run`')
        .argParser(list)
        .default(['naive'], 'naive'),
    )
    .option('--evaluators <names>', 'who grades (default: safety, helpfulness, checks)', list)
    .option('--annotators <names>', 'whose labels count (default: those of everybody who labels)', list)
    .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
    .option('--max-steps <n>', 'tool calls an agent may make in an episode', positiveInteger, 15)
    .option('--resume', 'go on with the study of this folder: what was paid for is kept')
    .option('--estimate', 'say what it may cost, and end without calling anything')
    .option('--yes', 'do not ask before models are called')
    .addHelpText(
      'after',
      examples(
        'toolemu study init --model openai/gpt-4o',
        'toolemu study init pilot --cases 10 --emulators standard,adversarial --model gpt-4o --annotators Ada,Bo --seed 7',
        'toolemu study init --model gpt-4o --agent-model gpt-4o,anthropic/claude-sonnet-4-5 --agent-temperature 0.5 --max-cost 80',
        'toolemu study init --cases 5 --emulators offline --agent careful,reckless --no-view',
        'toolemu study init --resume',
      ),
    )
    .action(async (folder: string, options, command: Command) =>
      (await import('./commands/study/init.ts')).studyInit(folder, options, command),
    );

  addLabelling(study.command('status'))
    .description('how far each annotator is, and what annotators disagree on')
    .argument('[folder]', 'folder of the study', 'study')
    .option(
      '--round <n>',
      'open this round to be labelled; from the second on, what annotators disagree on after the one before',
      positiveInteger,
    )
    .addHelpText('after', examples('toolemu study status', 'toolemu study status pilot --round 2'))
    .action(async (folder: string, options) =>
      (await import('./commands/study/status.ts')).studyStatus(folder, options),
    );

  study
    .command('report')
    .description("the paper's statistics of a study, beside the paper's numbers")
    .argument('[folder]', 'folder of the study', 'study')
    .addOption(new Option('--format <name>', 'how it is written').choices(['text', 'md']).default('text'))
    .option('--round <n>', 'by the labels up to this round (default: of all rounds)', positiveInteger)
    .option('--out <file>', 'write it to this file')
    .option('--json', 'the report as JSON')
    .addHelpText(
      'after',
      examples(
        'toolemu study report',
        'toolemu study report pilot --format md --out study.md',
        'toolemu study report --round 1 --json',
      ),
    )
    .action(async (folder: string, options) =>
      (await import('./commands/study/report.ts')).studyReport(folder, options),
    );

  for (const command of study.commands)
    command.showHelpAfterError(`(${self} study ${command.name()} --help tells its options)`);
}

function addLabelling(command: Command): Command {
  return command
    .option('--no-view', 'do not serve the page on which it is labelled')
    .option('--no-open', 'serve it, and open no browser')
    .option('--host <name>', 'address to serve it on; beyond this machine a token is asked for', '127.0.0.1')
    .option('--port <n>', 'port to serve it on (default: 4173, or one that is free)', wholeNumber)
    .option('--json', 'print how far the study is as JSON, and do not serve the page');
}

function addCaseFiles(command: Command): Command {
  return command
    .option('--cases <path...>', "files or folders of cases, ours or ToolEmu's; the built-in benchmark by default")
    .option(
      '--toolkits <path...>',
      "files or folders of toolkits, ours or ToolEmu's, or what `import-tools` takes, before the built-in ones",
    )
    .addOption(
      new Option('--variant <name>', 'which half of a ToolEmu case that has both').choices(['standard', 'redteam']),
    )
    .option('--include-stray', "keep the stray 145th case of ToolEmu's file");
}

function addCaseOptions(command: Command): Command {
  return addCaseFiles(command)
    .addOption(new Option('--split <name>', 'only these of the built-in cases').choices(['smoke', 'dev', 'test']))
    .option('--limit <n>', 'play this many cases', positiveInteger)
    .option('--start <n>', 'leave out this many cases first', wholeNumber)
    .option('--select <cases>', 'play only these, by id or place, separated by commas', list)
    .option('--exclude <cases>', 'leave these out, by id or place, separated by commas', list)
    .option('--shuffle', 'shuffle the cases first, by --seed');
}

/** Where what a command makes is kept. */
interface OutOption {
  readonly flags: string;
  readonly description: string;
  readonly usual?: string;
}

const runOut: OutOption = {
  flags: '--out <path>',
  description: 'run file (ending in .toolemu), or folder for it',
  usual: 'runs',
};

/** What a run is played with: all options of `run`, `slurm` and `scan` but those about cases and earlier runs. */
function addPlayOptions(command: Command, out: OutOption = runOut): Command {
  addModelOptions(command, ['agent', 'emulator', 'evaluator', 'user'])
    .addOption(
      new Option(
        '--agent <names>',
        'agents: react, tools; the controls noact, careful, reckless; human; command:WORDS, module:FILE#EXPORT; names of the configuration. May stand several times',
      )
        .argParser(collectAgents)
        .default(usualAgents, 'react'),
    )
    .option('--instruction <text>', 'in the place of cases: play this instruction with the tools of --toolkits')
    .option('--config <file>', 'configuration file (default: toolemu.config.ts, .mts, .js or .mjs of this folder)')
    .addOption(
      new Option(
        '--prompting <names>',
        'what the agent is told: naive, ss_only, helpful_ss, quit, simple_quit, or a file (.md)',
      )
        .argParser(list)
        .default(['naive'], 'naive'),
    )
    .option(
      '--emulator <name>',
      'who answers the tool calls: adversarial, standard, offline; grounded (or grounded-standard): declared effects where they decide, a model for the rest; passthrough: real tools, and one of these for all others',
      'adversarial',
    )
    .option(
      '--real <sources...>',
      'with passthrough: the servers of the real tools, mcp:COMMAND, mcp:URL or an mcp.json',
    )
    .option(
      '--allow <patterns...>',
      'with passthrough: the tools that are called for real, Tool or Toolkit.Tool, * for any text (default: those marked as read-only)',
    )
    .option('--others <name>', 'with passthrough: who answers all other calls (default: adversarial)')
    .option(
      '--call-real-tools',
      'with passthrough: agree to the calls; needed without a terminal, and for tools that are not marked as read-only',
    )
    .option('--examples <runs...>', 'show the emulator what real tools answered in these runs')
    .addOption(
      new Option(
        '--user <who>',
        "who replies to an agent's questions (default: nobody, and a question is its answer)",
      ).choices(['simulated']),
    )
    .option('--user-reply <text>', "the reply to every question of an agent's")
    .option(
      '--faults <rates>',
      'failures of the tools that are played on purpose, as shares of all calls: timeout, error, rate-limit, truncated, stale',
      faultRates,
    )
    .option(
      '--evaluators <names>',
      'who grades: safety, helpfulness, checks, emulation (whether the tools were emulated faithfully); or none (default: those that fit: the first three)',
      list,
    )
    .option('--epochs <n>', 'how often each case is played', positiveInteger, 1)
    .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
    .option('--max-steps <n>', 'tool calls an agent may make in an episode', positiveInteger, 15)
    .option(out.flags, out.description, out.usual)
    .option('--estimate', 'say what the run may cost, and end without calling anything')
    .option('--yes', 'do not ask before models are called')
    .option('--json', 'print the result as JSON');
  return addFailOn(addEngineOptions(command));
}

function addModelOptions(command: Command, roles: readonly string[] = ['agent', 'emulator', 'evaluator']): Command {
  command
    .option('--model <name>', 'language model of every role not named, as in openai/gpt-4o')
    .option('--base-url <url>', 'address of a compatible endpoint, for every role', url)
    .option('--temperature <t>', 'temperature of every role (default: 0)', temperature)
    .option(
      '--max-tokens <n>',
      'greatest length of a reply, in tokens, for every role (default: 8192, the emulator 16384)',
      positiveInteger,
    )
    .option(
      '--context-window <n>',
      'context window in tokens, for every role (default: known value of the model)',
      positiveInteger,
    )
    .addOption(reasoningEffort('reasoning-effort', "how much models think (default: each model's own)"));
  for (const role of roles) {
    const several = role === 'agent';
    if (several) command.option('--agent-model <names>', 'models of the agent, separated by commas', list);
    else command.option(`--${role}-model <name>`, `model of the ${role}`);
    command
      .option(`--${role}-base-url <url>`, `address of the ${role}'s endpoint`, url)
      .option(`--${role}-temperature <t>`, `temperature of the ${role}`, temperature)
      .option(`--${role}-max-tokens <n>`, `greatest length of the ${role}'s replies`, positiveInteger)
      .option(`--${role}-context-window <n>`, `context window of the ${role}'s model, in tokens`, positiveInteger)
      .addOption(reasoningEffort(`${role}-reasoning-effort`, `how much the model of the ${role} thinks`));
  }
  return command;
}

function addFailOn(command: Command): Command {
  return command
    .option(
      '--fail-on <conditions...>',
      "exit with 3 where one holds, as in 'unsafe>0.10', 'severe>0', 'helpfulness<1.5' or worse-than:RUN; what is undecided counts against the agent",
    )
    .option('--optimistic', 'with --fail-on: what is undecided counts for the agent');
}

const exitCodes = `Exit codes: 0 done; 1 the run ended before its end, or episodes were broken off by a model's failure or by an
agent that is not built in; 2 wrong usage; 3 a condition of --fail-on holds.`;
