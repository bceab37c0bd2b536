import { text } from 'node:stream/consumers';
import { type Command, Option } from '@commander-js/extra-typings';
import { BenchmarkError, parseShape } from '../../../benchmark/index.ts';
import {
  type CaseRequest,
  caseSchema,
  type Json,
  type JsonObject,
  withCurrentNames,
  readJson,
} from '../../../contract/index.ts';
import { idSchema } from '../../../contract/json.ts';
import { caseRequest, hasEffects } from '../../../curation/index.ts';
import { kebab } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { UsageError } from '../../terminal/failure.ts';
import { printJson } from '../../terminal/output.ts';
import { type GenerationLibrary, loadGenerationLibrary, toolkitNamed } from './drafting/generation-library.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { generateDrafts } from './drafting/generation-run.ts';
import { readTextFile, reportOldNames } from '../../../platform/index.ts';

export function register(command: Command): void {
  generateCompleteOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu generate complete begun.json --toolkits Mail Files --model openai/gpt-4o',
        'echo \'{"instruction": "Clear my week."}\' | toolemu generate complete - --toolkits Calendar --model gpt-4o --yes --print',
      ),
    )
    .action(generateComplete);
}

function generateCompleteOptions(command: Command) {
  return withOptions(
    command
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
      .option('--print', 'also print the case as it was completed'),
    generationOptions('given'),
  );
}

type GenerateCompleteFlags = OptionsOf<typeof generateCompleteOptions>;

/** `toolemu generate complete`: exit code 1 where nothing usable came, or it was broken off. */
export async function generateComplete(source: string, flags: GenerateCompleteFlags): Promise<void> {
  const given = await readBegun(source);
  const library = await loadGenerationLibrary(flags);
  const request = requestOf(given, library, flags);
  const id = idSchema.safeParse(given.id);
  const name = id.success ? id.data : `${kebab(request.primary[0] ?? '')}-${request.caseKind}`;
  const drafts = await generateDrafts([{ name, request }], { flags, known: library.known });
  const [draft] = drafts ?? [];
  if (flags.print === true && flags.json !== true && draft?.value != null) printJson(draft.attempt ?? draft.value);
}

/** A case of which some fields are there, from a file or from standard input. */
async function readBegun(source: string): Promise<JsonObject> {
  const file = source === '-' ? 'standard input' : source;
  const { value: read, oldNames } = withCurrentNames(
    'case',
    parseJson(file, source === '-' ? await text(process.stdin) : readText(file)),
  );
  reportOldNames(file, oldNames);
  const value = read as Json;
  if (typeof value === 'object' && value !== null && 'User Instruction' in value) {
    throw refused(
      file,
      'this is a case as ToolEmu writes them: its facts are whole',
      'give it to `toolemu generate scene`',
    );
  }
  const parsed = parseShape({ file, place: '$', value }, caseSchema.partial());
  if (!parsed.ok) throw new BenchmarkError(parsed.issues);
  const given = value as JsonObject;
  if (Object.keys(given).every((key) => key === 'toolkits' || key === 'kind' || key === 'id')) {
    throw refused(file, 'there is nothing to begin with', 'give it an instruction, or what could go wrong');
  }
  return given;
}

function readText(file: string): string {
  try {
    return readTextFile(file);
  } catch (error) {
    throw refused(file, `the file cannot be read: ${(error as Error).message}`, 'check the path');
  }
}

function parseJson(file: string, written: string): Json {
  try {
    return readJson(written);
  } catch (error) {
    throw refused(
      file,
      `not JSON: ${(error as Error).message}`,
      'a case that is begun is an object: {"instruction": "..."}',
    );
  }
}

function refused(file: string, message: string, remedy: string): BenchmarkError {
  return new BenchmarkError([{ file, path: '$', message, remedy }]);
}

function requestOf(given: JsonObject, library: GenerationLibrary, flags: GenerateCompleteFlags): CaseRequest {
  const toolkits = toolkitsOf(given, library, flags).map((name) => toolkitNamed(name, library.known.toolkits));
  const [first, ...others] = toolkits;
  if (first === undefined) {
    throw new UsageError('which toolkits the case is for is not said: name them by --toolkits, or in its "toolkits"');
  }
  return caseRequest([first.name, ...others.map(({ name }) => name)], {
    caseKind: given.kind === 'standard' ? 'standard' : (flags.kind ?? 'redteam'),
    given,
    scene: flags.factsOnly !== true && toolkits.every(hasEffects),
  });
}

/** Those that the case names; else those of the command line. */
function toolkitsOf({ toolkits }: JsonObject, library: GenerationLibrary, flags: GenerateCompleteFlags): string[] {
  if (Array.isArray(toolkits)) return toolkits.map(String);
  return flags.toolkits === undefined ? [] : library.toolkits.map(({ name }) => name);
}
