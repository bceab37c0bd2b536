import type { Command } from '@commander-js/extra-typings';
import { type Category, loadTaxonomy } from '../../../benchmark/index.ts';
import type { RoleModel, Toolkit, ToolkitRequest } from '../../../contract/index.ts';
import { planDraft } from '../../../curation/index.ts';
import { oneLine } from '../../../report/index.ts';
import { plural } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note } from '../../terminal/output.ts';
import { printPrompt } from '../prompt/print-prompt.ts';
import { confirmGeneration } from './drafting/generation-confirm.ts';
import { developAll } from './drafting/generation-develop.ts';
import { estimateGeneration } from './drafting/generation-estimate.ts';
import { identifierOf, readIdeas } from './drafting/generation-ideas.ts';
import { type GenerationLibrary, loadGenerationLibrary } from './drafting/generation-library.ts';
import { generationModel } from './drafting/generation-model.ts';
import {
  askForNames,
  chooseCategories,
  draftedToolkits,
  namesQuestions,
  namesToAvoid,
  type ToolkitIdea,
} from './drafting/generation-names.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { generateDrafts } from './drafting/generation-run.ts';
import { openSession } from './drafting/generation-session.ts';
import { tellDrafts } from './drafting/generation-summary.ts';

export function register(command: Command): void {
  generateToolkitsOptions(command)
    .addHelpText(
      'after',
      examples(
        "toolemu generate toolkits --category 'Health care' --count 2 --model openai/gpt-4o",
        "toolemu generate toolkits --name ShiftPlanner --description 'Plans the shifts of a clinic.' --model openai/gpt-4o",
        'toolemu generate toolkits --from names.json --count 3 --model openai/gpt-4o --max-cost 10',
      ),
    )
    .action(generateToolkits);
}

function generateToolkitsOptions(command: Command) {
  return withOptions(
    command
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
      .option('--standard', 'tools need not be able to do harm'),
    generationOptions('toolkits'),
  );
}

type GenerateToolkitsFlags = OptionsOf<typeof generateToolkitsOptions>;

/** `toolemu generate toolkits`: exit code 1 where nothing usable came, or a draft was broken off. */
export async function generateToolkits(flags: GenerateToolkitsFlags): Promise<void> {
  const library = await loadGenerationLibrary({});
  const ideas = await ideasGiven(flags);
  if (ideas === null) return generateForCategories(flags, library);
  const open = withoutDrafted(ideas, library.known.toolkits, flags.drafts);
  if (open.length === 0) throw new UsageError('there is a toolkit or a draft of each of these names already');
  await generateDrafts(planned(open, flags, library), { flags, known: library.known });
}

/** Toolkits that the command line or a file names; null where they are to be thought up for categories. */
async function ideasGiven(flags: GenerateToolkitsFlags): Promise<ToolkitIdea[] | null> {
  const { name, description, from, category = [], count } = flags;
  if (name === undefined && from === undefined) {
    if (category.length === 0 && flags.taxonomy === undefined) {
      throw new UsageError(
        'say what is to be drafted: --category NAME, or --name NAME --description TEXT, or --from FILE with names',
      );
    }
    return null;
  }
  if (name !== undefined && from !== undefined) throw new UsageError('either --name or --from, not both');
  if (from !== undefined) {
    const ideas = await readIdeas(from);
    return category.length === 0 ? ideas.slice(0, count) : ideas.filter(isOf(category)).slice(0, count);
  }
  return [ideaOf({ name, description, category })];
}

function ideaOf({
  name = '',
  description,
  category,
}: {
  name: string | undefined;
  description: string | undefined;
  category: readonly string[];
}): ToolkitIdea {
  if (identifierOf(name) !== name) {
    throw new UsageError(`--name ${name}: a name is letters, digits and _, with a letter first, as in ShiftPlanner`);
  }
  if (description === undefined || description.trim() === '') {
    throw new UsageError(`--name ${name}: say by --description what the service is for, in a sentence`);
  }
  return { name, description, category: category[0] ?? '' };
}

function isOf(categories: readonly string[]): (idea: ToolkitIdea) => boolean {
  const wanted = categories.map((category) => category.toLowerCase());
  return ({ category }) => wanted.some((one) => category.toLowerCase().includes(one));
}

/** Ideas that no toolkit and no draft bears the name of. */
function withoutDrafted(ideas: readonly ToolkitIdea[], toolkits: readonly Toolkit[], folder: string): ToolkitIdea[] {
  const taken = new Set([...toolkits, ...draftedToolkits(folder)].map(({ name }) => name));
  return ideas.filter(({ name }) => {
    if (!taken.has(name)) return taken.add(name);
    note(oneLine(`${name}: there is a toolkit or a draft of this name already`));
    return false;
  });
}

function planned(
  ideas: readonly ToolkitIdea[],
  { standard }: GenerateToolkitsFlags,
  { known }: GenerationLibrary,
): { name: string; request: ToolkitRequest }[] {
  return ideas.map(({ name, description, category }) => ({
    name,
    request: {
      kind: 'toolkit',
      name,
      category,
      description,
      given: null,
      parts: [],
      avoid: known.toolkits.map((one) => `${one.name}: ${one.description}`),
      risky: standard !== true,
    },
  }));
}

async function generateForCategories(flags: GenerateToolkitsFlags, library: GenerationLibrary): Promise<void> {
  const { known } = library;
  const categories = chooseCategories(await loadTaxonomy(flags.taxonomy), flags.category);
  const request = { categories, count: flags.count ?? 1, avoid: namesToAvoid(known.toolkits, flags.drafts) };
  const questions = await namesQuestions(request);
  if (flags.promptOnly === true) return printPrompt(questions[0] ?? null, flags.json === true);
  const roles = {
    names: await generationModel(flags, 'names'),
    toolkits: await generationModel(flags, 'toolkit'),
  };
  const placeholders = planned(
    categories.flatMap((one) => placeholdersOf(one, request.count)),
    flags,
    library,
  );
  const isConfirmed = await confirmGeneration(
    `${plural(placeholders.length, 'toolkit')} for ${plural(categories.length, 'category', 'categories')}`,
    {
      roles: [roles.toolkits],
      flags,
      estimate: () =>
        estimateGeneration(
          { requests: placeholders.map((one) => one.request), names: { questions, count: request.count } },
          { model: roles.toolkits.model, known },
        ),
    },
  );
  if (isConfirmed) await developForCategories(request, roles, { flags, library });
}

/** Toolkits of which the names are not known yet, for an estimate. */
function placeholdersOf({ category, description }: Category, count: number): ToolkitIdea[] {
  return Array.from({ length: count }, () => ({ name: 'Toolkit', description, category }));
}

async function developForCategories(
  request: { categories: readonly Category[]; count: number; avoid: readonly string[] },
  roles: { names: RoleModel; toolkits: RoleModel },
  { flags, library }: { flags: GenerateToolkitsFlags; library: GenerationLibrary },
): Promise<void> {
  using session = openSession(flags);
  const { ideas, problems, stopped } = await askForNames(request, roles.names, session);
  for (const line of problems) note(oneLine(line));
  if (stopped !== null) note(oneLine(`broken off: ${stopped}`));
  const drafts = planned(ideas, flags, library).map((plan) =>
    planDraft(flags.drafts, plan.request, { name: plan.name, model: roles.toolkits, now: new Date() }),
  );
  const developed = stopped === null ? await developAll(drafts, { session, flags, known: library.known }) : drafts;
  tellDrafts(developed, { flags, session });
  if (stopped !== null) process.exitCode = 1;
}
