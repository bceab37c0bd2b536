import { type Command, Option } from 'commander';
import { positiveInteger, share, temperature, url, wholeNumber } from '../options/parsers.ts';
import { self } from '../terminal/output.ts';
import { addEngineOptions, examples } from '../options/shared-options.ts';

const modelHelp = {
  names: '0.6',
  toolkits: '0.5',
  cases: '1',
  given: '0',
  resume: 'that with which the draft was begun',
} as const;

/** Adds the commands that draft toolkits and cases with a language model. */
export function addGenerate(generate: Command): void {
  addResume(generate);
  addNames(generate.command('names'));
  addToolkits(generate.command('toolkits'));
  addCases(generate.command('cases'));
  addComplete(generate.command('complete'));
  addPart(generate.command('effects'), 'effects', 'what tools do to records, what they answer and what follows');
  addPart(generate.command('risks'), 'risks', 'what could go wrong with them, asked anew');
  addScene(generate.command('scene'));
  for (const command of generate.commands)
    command.showHelpAfterError(`(${self} generate ${command.name()} --help tells its options)`);
}

function addResume(generate: Command): void {
  addModel(generate, 'resume')
    .description('draft toolkits and cases with a language model, each proved by program and left to `toolemu review`')
    .enablePositionalOptions()
    .option('--resume [drafts...]', 'go on with drafts that were broken off, all or these; what was answered is kept')
    .option('--toolkits <paths...>', 'files of the toolkits that the drafts need, beside the built-in ones')
    .option('--cases <paths...>', 'files of cases there are, beside the built-in ones')
    .addHelpText(
      'after',
      examples(
        "toolemu generate toolkits --category 'Health care' --count 2 --model openai/gpt-4o",
        'toolemu generate cases --toolkits Mail Calendar --count 5 --model openai/gpt-4o --max-cost 5',
        'toolemu generate --resume',
        'toolemu generate --resume mail-send-privacy-breach --toolkits mail.toolkit.json',
      ),
    )
    .action(async (options: { resume?: true | string[] }, command: Command) => {
      if (options.resume === undefined) command.help({ error: true });
      const { generateResume } = await import('./generate/resume.ts');
      await generateResume(options.resume === true ? [] : (options.resume ?? []), command.opts());
    });
}

function addNames(command: Command): void {
  addModel(command, 'names')
    .description('think up toolkits for categories of services: names and descriptions')
    .option('--category <names...>', 'categories, by their names or parts of them (default: all)')
    .option('--taxonomy <file>', "the categories: a file in the shape of ToolEmu's tool_taxonomy.json")
    .option('--count <n>', 'how many for each category', positiveInteger, 10)
    .addHelpText(
      'after',
      examples(
        "toolemu generate names --category 'Health care' --count 5 --model openai/gpt-4o",
        'toolemu generate names --model openai/gpt-4o --json > names.json',
        'toolemu generate names --category finance --prompt-only',
      ),
    )
    .action(async (options) => (await import('./generate/names.ts')).generateNames(options));
}

function addToolkits(command: Command): void {
  addModel(command, 'toolkits')
    .description('draft toolkits: tools thought through, specified, with records, effects and risks, proved')
    .option('--category <names...>', 'draft toolkits of these categories; with --name, the category of the toolkit')
    .option('--taxonomy <file>', "the categories: a file in the shape of ToolEmu's tool_taxonomy.json")
    .option(
      '--count <n>',
      'how many for each category (default: 1); with --from, how many of the file',
      positiveInteger,
    )
    .option('--name <name>', 'draft one toolkit of this name')
    .option('--description <text>', 'with --name: what the service is for')
    .option('--from <file>', 'draft the toolkits of a file, as `generate names --json` prints them')
    .option('--standard', 'tools need not be able to do harm')
    .addHelpText(
      'after',
      examples(
        "toolemu generate toolkits --category 'Health care' --count 2 --model openai/gpt-4o",
        "toolemu generate toolkits --name ShiftPlanner --description 'Plans the shifts of a clinic.' --model openai/gpt-4o",
        'toolemu generate toolkits --from names.json --count 3 --model openai/gpt-4o --max-cost 10',
      ),
    )
    .action(async (options) => (await import('./generate/toolkits.ts')).generateToolkits(options));
}

function addCases(command: Command): void {
  addModel(command, 'cases')
    .description('draft cases: what a user asks, what could go wrong, the world, checks and references, proved')
    .option('--toolkits <names...>', 'the toolkits to draw from, by name or as files (default: all there are)')
    .option('--cases <paths...>', 'files of cases there are, which new ones are to be unlike')
    .option('--primary <names...>', 'of these, what cases may be about (default: all of them)')
    .option('--primaries <n>', 'how many toolkits each case is about', positiveInteger, 1)
    .option('--auxiliary <names...>', 'toolkits that may stand beside (default: those of --toolkits)')
    .option('--auxiliaries <n>', 'how many stand beside', wholeNumber, 5)
    .option('--auxiliary-share <share>', 'the share of cases in which any do', share, 1)
    .option('--risk <types...>', 'risk types that are sought, or what could go wrong in a sentence')
    .option('--risks <file>', "risks of toolkits: a file in the shape of ToolEmu's toolkit_risks.json")
    .option('--risk-texts <n>', "how many of a toolkit's risks are told of", wholeNumber, 3)
    .option('--count <n>', 'how many cases', positiveInteger, 1)
    .addOption(
      new Option('--kind <name>', 'what sort of cases').choices(['redteam', 'standard', 'twin']).default('redteam'),
    )
    .option('--of <cases...>', 'with --kind twin: the cases that twins are made of, by id')
    .option('--seed <n>', 'seed of all that is drawn', wholeNumber, 0)
    .option('--facts-only', 'no world, checks and references: cases for language models alone')
    .addHelpText(
      'after',
      examples(
        'toolemu generate cases --toolkits Mail Calendar Files --count 5 --model openai/gpt-4o',
        'toolemu generate cases --toolkits Mail --risk privacy-breach --model openai/gpt-4o --max-cost 2',
        'toolemu generate cases --toolkits shop.toolkit.json --auxiliary Mail --count 3 --model openai/gpt-4o',
        'toolemu generate cases --kind twin --of mail-share-contract --model openai/gpt-4o',
      ),
    )
    .action(async (options) => (await import('./generate/cases.ts')).generateCases(options));
}

function addComplete(command: Command): void {
  addModel(command, 'given')
    .description('fill in what is missing of a case that somebody began: what is there stays')
    .argument(
      '<case>',
      'a JSON file with some of the fields of a case, as in {"instruction": "..."}; - for standard input',
    )
    .option('--toolkits <names...>', 'its toolkits where it names none, or the files of those it names')
    .addOption(
      new Option('--kind <name>', 'what sort of case, where it does not say (default: redteam)').choices([
        'redteam',
        'standard',
      ]),
    )
    .option('--facts-only', 'no world, checks and references: a case for language models alone')
    .option('--print', 'also print the case as it was completed')
    .addHelpText(
      'after',
      examples(
        'toolemu generate complete begun.json --toolkits Mail Files --model openai/gpt-4o',
        'echo \'{"instruction": "Clear my week."}\' | toolemu generate complete - --toolkits Calendar --model gpt-4o --yes --print',
      ),
    )
    .action(async (file: string, options) => (await import('./generate/complete.ts')).generateComplete(file, options));
}

function addPart(command: Command, part: 'effects' | 'risks', what: string): void {
  addModel(command, 'given')
    .description(`fill in of toolkits that are there: ${what}`)
    .argument('<toolkits...>', 'toolkits by name, or files of them')
    .option('--only <names...>', 'of these, only the toolkits of these names')
    .addHelpText(
      'after',
      examples(
        `toolemu generate ${part} shop.toolkit.json --model openai/gpt-4o`,
        `toolemu generate ${part} all_toolkits.json --only Gmail Todoist --model openai/gpt-4o --max-cost 2`,
      ),
    )
    .action(async (sources: string[], options) =>
      (await import('./generate/parts.ts')).generateParts(part, sources, options),
    );
}

function addScene(command: Command): void {
  addModel(command, 'given')
    .description('give cases of which the facts are there a world, checks and references, proved')
    .argument('<cases...>', 'cases by id, or files of them')
    .option('--only <ids...>', 'of these, only the cases of these ids')
    .option('--toolkits <names...>', 'files of their toolkits, beside the built-in ones')
    .addHelpText(
      'after',
      examples(
        'toolemu generate scene my-case.json --model openai/gpt-4o',
        'toolemu generate scene all_cases.json --only official_0 --toolkits todoist.toolkit.json --model openai/gpt-4o',
      ),
    )
    .action(async (sources: string[], options) =>
      (await import('./generate/scene.ts')).generateScene(sources, options),
    );
}

/** Adds which model drafts, how it is asked, and what all commands have. */
function addModel(command: Command, sort: keyof typeof modelHelp): Command {
  const isResume = sort === 'resume';
  command
    .option(
      '--model <name>',
      `the language model, as in openai/gpt-4o${isResume ? ' (default: that of the draft)' : ''}`,
    )
    .option('--base-url <url>', 'address of a compatible endpoint', url)
    .option('--temperature <t>', `temperature (default: ${modelHelp[sort]})`, temperature)
    .option('--max-tokens <n>', 'greatest length of a reply, in tokens (default: 16384)', positiveInteger)
    .option('--drafts <folder>', 'folder of the drafts', 'drafts');
  return addEngineOptions(command)
    .option('--prompt-only', 'print what would be asked first, and end without calling anything')
    .option('--yes', 'do not ask before the model is called')
    .option('--json', 'print the result as JSON');
}
