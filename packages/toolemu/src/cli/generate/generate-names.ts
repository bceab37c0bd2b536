import { loadTaxonomy } from '../../benchmark/index.ts';
import { oneLine, renderTextTable } from '../../report/index.ts';
import { confirmGeneration } from './generation-confirm.ts';
import { estimateGeneration } from './generation-estimate.ts';
import type { GenerationFlags } from './generation-flags.ts';
import { loadGenerationLibrary } from './generation-library.ts';
import { generationModel } from './generation-model.ts';
import { askForNames, chooseCategories, namesQuestions, namesToAvoid, type ToolkitIdea } from './generation-names.ts';
import { openSession } from './generation-session.ts';
import { colours, note, plural, print, printJson, self } from '../output.ts';
import { printPrompt } from '../print-prompt.ts';

export interface GenerateNamesFlags extends GenerationFlags {
  readonly category?: string[];
  readonly taxonomy?: string;
  readonly count: number;
}

/** `toolemu generate names`: exit code 1 where no name came, or it was broken off. */
export async function generateNames(flags: GenerateNamesFlags): Promise<void> {
  const categories = chooseCategories(await loadTaxonomy(flags.taxonomy), flags.category);
  const { known } = await loadGenerationLibrary({});
  const request = { categories, count: flags.count, avoid: namesToAvoid(known.toolkits, flags.drafts) };
  const questions = await namesQuestions(request);
  if (flags.promptOnly === true) return printPrompt(questions[0] ?? null, flags.json === true);
  const role = generationModel(flags, 'names');
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
