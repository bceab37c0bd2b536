import type { Command } from '@commander-js/extra-typings';
import type { Case, CaseRequest, Toolkit } from '../../../contract/index.ts';
import { hasEffects } from '../../../curation/index.ts';
import { oneLine } from '../../../report/index.ts';
import { plural, shellWord } from '../../../words/index.ts';
import { examples } from '../../options/help.ts';
import { type OptionsOf, withOptions } from '../../options/option-group.ts';
import { UsageError } from '../../terminal/failure.ts';
import { note, self } from '../../terminal/output.ts';
import { loadGenerationLibrary, toolkitNamed } from './drafting/generation-library.ts';
import { generationOptions } from './drafting/generation-options.ts';
import { generateDrafts } from './drafting/generation-run.ts';

export function register(command: Command): void {
  generateSceneOptions(command)
    .addHelpText(
      'after',
      examples(
        'toolemu generate scene my-case.json --model openai/gpt-4o',
        'toolemu generate scene all_cases.json --only official_0 --toolkits todoist.toolkit.json --model openai/gpt-4o',
      ),
    )
    .action(generateScene);
}

function generateSceneOptions(command: Command) {
  return withOptions(
    command
      .argument('<cases...>', 'cases by id, or files of them')
      .option('--only <ids...>', 'of these, only the cases of these ids')
      .option('--toolkits <names...>', 'files of their toolkits, beside the built-in ones'),
    generationOptions('given'),
  );
}

type GenerateSceneFlags = OptionsOf<typeof generateSceneOptions>;

/** `toolemu generate scene`: exit code 1 where nothing usable came, or a draft was broken off. */
export async function generateScene(sources: readonly string[], flags: GenerateSceneFlags): Promise<void> {
  const { known, cases } = await loadGenerationLibrary({ ...flags, cases: sources });
  const chosen = flags.only === undefined ? cases : flags.only.map((id) => caseNamed(id, cases));
  const open = chosen.filter(lacksScene);
  if (open.length === 0) throw new UsageError(`${plural(chosen.length, 'case')}: nothing is missing`);
  const playable = withEffects(open, known.toolkits, flags);
  await generateDrafts(
    playable.map((one) => ({ name: one.id, request: requestOf(one) })),
    { flags, known },
  );
}

function caseNamed(id: string, cases: readonly Case[]): Case {
  const found = cases.find((one) => one.id === id);
  if (found === undefined) throw new UsageError(`--only ${id}: there is no such case`);
  return found;
}

function lacksScene({ world, checks, references = [] }: Case): boolean {
  return world === undefined || checks === undefined || references.length === 0;
}

/** Cases whose world can be played by program. Throws where there is none, and says how to come by effects. */
function withEffects(cases: readonly Case[], toolkits: readonly Toolkit[], flags: GenerateSceneFlags): Case[] {
  const lacking = new Set<string>();
  const playable = cases.filter(({ toolkits: names }) => {
    const without = names.filter((name) => !hasEffects(toolkitNamed(name, toolkits)));
    for (const name of without) lacking.add(name);
    return without.length === 0;
  });
  if (lacking.size === 0) return playable;
  const names = [...lacking];
  const files = flags.toolkits?.map(shellWord).join(' ') ?? 'TOOLKIT';
  const told = `the tools of ${names.join(', ')} do not say their effects, and without them no world is played by program: effects come first, as by ${self} generate effects ${files} --only ${names.join(' ')}`;
  if (playable.length === 0) throw new UsageError(told);
  note(oneLine(`${cases.length - playable.length} of ${cases.length} cases are left out: ${told}`));
  return playable;
}

function requestOf({ $schema: _schema, ...facts }: Case): CaseRequest {
  const [first = '', ...others] = facts.toolkits;
  return {
    kind: 'case',
    caseKind: facts.kind,
    primary: [first],
    auxiliary: others,
    tool: null,
    riskType: null,
    risks: [],
    // A case is JSON.
    given: facts as unknown as NonNullable<CaseRequest['given']>,
    twinOf: null,
    avoid: [],
    scene: true,
  };
}
