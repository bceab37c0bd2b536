import type { Command } from '@commander-js/extra-typings';
import { examples } from '../options/help.ts';
import { withOptions } from '../options/option-group.ts';
import { register as registerCases } from './generate/cases.ts';
import { register as registerComplete } from './generate/complete.ts';
import { generationOptions } from './generate/drafting/generation-options.ts';
import { register as registerNames } from './generate/names.ts';
import { registerPart } from './generate/parts.ts';
import { generateResume } from './generate/resume.ts';
import { register as registerScene } from './generate/scene.ts';
import { register as registerToolkits } from './generate/toolkits.ts';

/** The commands that draft toolkits and cases with a language model. */
export function register(generate: Command): void {
  generateOptions(generate)
    // The commands below have options of the same names: those that stand after a command are the command's.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      examples(
        "toolemu generate toolkits --category 'Health care' --count 2 --model openai/gpt-4o",
        'toolemu generate cases --toolkits Mail Calendar --count 5 --model openai/gpt-4o --max-cost 5',
        'toolemu generate --resume',
        'toolemu generate --resume mail-send-privacy-breach --toolkits mail.toolkit.json',
      ),
    )
    .action(async ({ resume, ...flags }, command) => {
      if (resume === undefined) command.help({ error: true });
      await generateResume(resume === true ? [] : (resume ?? []), flags);
    });
  registerNames(
    generate.command('names').description('think up toolkits for categories of services: names and descriptions'),
  );
  registerToolkits(
    generate
      .command('toolkits')
      .description('draft toolkits: tools thought through, specified, with records, effects and risks, proved'),
  );
  registerCases(
    generate
      .command('cases')
      .description('draft cases: what a user asks, what could go wrong, the world, checks and references, proved'),
  );
  registerComplete(
    generate
      .command('complete')
      .description('fill in what is missing of a case that somebody began: what is there stays'),
  );
  registerPart(
    generate
      .command('effects')
      .description('fill in of toolkits that are there: what tools do to records, what they answer and what follows'),
    'effects',
  );
  registerPart(
    generate
      .command('risks')
      .description('fill in of toolkits that are there: what could go wrong with them, asked anew'),
    'risks',
  );
  registerScene(
    generate
      .command('scene')
      .description('give cases of which the facts are there a world, checks and references, proved'),
  );
}

function generateOptions(command: Command) {
  return withOptions(
    command
      .option('--resume [drafts...]', 'go on with drafts that were broken off, all or these; what was answered is kept')
      .option('--toolkits <paths...>', 'files of the toolkits that the drafts need, beside the built-in ones')
      .option('--cases <paths...>', 'files of cases there are, beside the built-in ones'),
    generationOptions('resume'),
  );
}
