import type { Command } from '@commander-js/extra-typings';
import { loadTaxonomy } from '../../../benchmark/index.ts';
import { oneLine, renderTextTable } from '../../../report/index.ts';
import { plural } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { positiveInteger } from '../../options/parsers.ts';
import { colours, note, print, printJson, self } from '../../terminal/output.ts';
import { printPrompt } from '../prompt/print-prompt.ts';
import { confirmGeneration } from './drafting/generation-confirm.ts';
import { estimateGeneration } from './drafting/generation-estimate.ts';
import { loadGenerationLibrary } from './drafting/generation-library.ts';
import { generationModel } from './drafting/generation-model.ts';
import {
  askForNames,
  chooseCategories,
  namesQuestions,
  namesToAvoid,
  type ToolkitIdea,
} from './drafting/generation-names.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { openSession } from './drafting/generation-session.ts';

export function register(command: Command): void {
  generateNamesOptions(command)
    .addHelpText(
      'after',
      examples(
        "toolemu generate names --category 'Health care' --count 5 --model openai/gpt-4o",
        'toolemu generate names --model openai/gpt-4o --json > names.json',
        'toolemu generate names --category finance --prompt-only',
      ),
    )
    .action(generateNames);
}

function generateNamesOptions(command: Command) {
  return withOptions(
    command
      .option('--category <names...>', 'categories, by their names or parts of them (default: all)')
      .option('--taxonomy <file>', "the categories: a file in the shape of ToolEmu's tool_taxonomy.json")
      .option('--count <n>', 'how many for each category', positiveInteger, 10),
    generationOptions('names'),
  );
}

type GenerateNamesFlags = OptionsOf<typeof generateNamesOptions>;

/** `toolemu generate names`: exit code 1 where no name came, or it was broken off. */
export async function generateNames(flags: GenerateNamesFlags): Promise<void> {
  const categories = chooseCategories(await loadTaxonomy(flags.taxonomy), flags.category);
  const { known } = await loadGenerationLibrary({});
  const request = { categories, count: flags.count, avoid: namesToAvoid(known.toolkits, flags.drafts) };
  const questions = await namesQuestions(request);
  if (flags.promptOnly === true) return printPrompt(questions[0] ?? null, flags.json === true);
  const role = await generationModel(flags, 'names');
  const isConfirmed = await confirmGeneration(
    `${plural(flags.count, 'name')} for ${plural(categories.length, 'category', 'categories')}`,
    {
      roles: [role],
      flags,
      estimate: () =>
        estimateGeneration({ requests: [], names: { questions, count: flags.count } }, { model: role.model, known }),
    },
  );
  if (!isConfirmed) return;
  using session = openSession(flags);
  const { ideas, problems, stopped } = await askForNames(request, role, session);
  for (const line of [...problems.map(oneLine), ...session.summary()]) note(line);
  if (stopped !== null) note(oneLine(`broken off: ${stopped}`));
  if (ideas.length === 0 || stopped !== null) process.exitCode = 1;
  if (flags.json === true) printJson(ideas);
  else if (ideas.length > 0) printIdeas(ideas);
}

function printIdeas(ideas: readonly ToolkitIdea[]): void {
  const table = renderTextTable({
    head: ['category', 'name', 'description'].map((head) => colours.bold(head)),
    rows: ideas.map(({ category, name, description }) => [category, name, description].map(oneLine)),
    wrapAt: { 2: 78 },
  });
  print(table);
  print(`Next: ${self} generate toolkits --from FILE, where FILE holds what --json prints`);
}
