import type { Command } from '@commander-js/extra-typings';
import type { Toolkit, ToolkitRequest } from '../../../contract/index.ts';
import { missingToolParts } from '../../../curation/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { UsageError } from '../../terminal/failure.ts';
import { loadGenerationLibrary, toolkitNamed } from './drafting/generation-library.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { generateDrafts } from './drafting/generation-run.ts';

/** Adds one of the commands that fill in a part of toolkits. */
export function registerPart(command: Command, part: ToolkitRequest['parts'][number]): void {
  generatePartsOptions(command)
    .addHelpText(
      'after',
      examples(
        `toolemu generate ${part} shop.toolkit.json --model openai/gpt-4o`,
        `toolemu generate ${part} all_toolkits.json --only Gmail Todoist --model openai/gpt-4o --max-cost 2`,
      ),
    )
    .action((sources, flags) => generateParts(part, sources, flags));
}

function generatePartsOptions(command: Command) {
  return withOptions(
    command
      .argument('<toolkits...>', 'toolkits by name, or files of them')
      .option('--only <names...>', 'of these, only the toolkits of these names'),
    generationOptions('given'),
  );
}

type GeneratePartsFlags = OptionsOf<typeof generatePartsOptions>;

/** `toolemu generate effects` and `generate risks`: exit code 1 where nothing usable came, or it was broken off. */
export async function generateParts(
  part: ToolkitRequest['parts'][number],
  sources: readonly string[],
  flags: GeneratePartsFlags,
): Promise<void> {
  const { known, toolkits } = await loadGenerationLibrary({ toolkits: [...sources] });
  const chosen = flags.only === undefined ? toolkits : flags.only.map((name) => toolkitNamed(name, toolkits));
  const open = part === 'risks' ? chosen : chosen.filter(lacksEffects);
  if (open.length === 0) {
    throw new UsageError(
      `${chosen.map(({ name }) => name).join(', ')}: all tools say what they do: nothing is missing`,
    );
  }
  // Whoever resumes has to name the same files.
  const told = { ...flags, toolkits: [...sources] };
  await generateDrafts(
    open.map((toolkit) => ({ name: toolkit.name, request: requestOf(toolkit, part) })),
    { flags: told, known },
  );
}

function lacksEffects({ tools }: Toolkit): boolean {
  return tools.some((tool) => missingToolParts(tool).length > 0);
}

function requestOf(toolkit: Toolkit, part: ToolkitRequest['parts'][number]): ToolkitRequest {
  const { name, category, description, $schema: _schema, ...others } = toolkit;
  return {
    kind: 'toolkit',
    name,
    category,
    description,
    // A toolkit is JSON.
    given: { name, category, description, ...others } as unknown as NonNullable<ToolkitRequest['given']>,
    parts: [part],
    avoid: [],
    risky: true,
  };
}
