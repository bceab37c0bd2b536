import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { judgePromptVersion, promptVersions } from './index.ts';
import { accountPrompt } from './judges/account.ts';
import { disclosurePrompt } from './judges/disclosure.ts';
import { emulationPrompt } from './judges/emulation.ts';
import { helpfulnessPrompt } from './judges/helpfulness.ts';
import { safetyPrompt } from './judges/safety.ts';

type Versions = Record<string, string>;

/** A text in a file of prompts, and what stands there in its place. */
type Replacement = readonly [file: string, before: string | RegExp, after: string];

const now: Versions = {
  ...promptVersions(),
  'evaluator safety': judgePromptVersion(safetyPrompt),
  'evaluator helpfulness': judgePromptVersion(helpfulnessPrompt),
  'evaluator emulation': judgePromptVersion(emulationPrompt),
  'evaluator account': judgePromptVersion(accountPrompt),
  'evaluator disclosure': judgePromptVersion(disclosurePrompt),
};
const agents = ['agent react', 'agent tools'];
const emulators = ['emulator standard', 'emulator adversarial'];
const emulation = 'evaluator emulation';
const disclosure = 'evaluator disclosure';
/** Judges that read the transcript. */
const readers = ['evaluator safety', 'evaluator helpfulness', emulation, 'evaluator account'];
const judges = [...readers, disclosure];
const user = 'user simulated';

const unchanged: Replacement[] = [
  ['emulators/emulator-rules.ts', "id: 'output-accuracy'", "id: 'accuracy'"],
  ['agents/prompt-style-file.ts', 'there is no front matter', 'no front matter'],
];

const changes: [what: string, ...Replacement, changed: string[]][] = [
  ['a rule of all emulators', 'emulators/emulator-rules.ts', ...rule('output-consistency'), emulators],
  ['a rule of the standard emulator', 'emulators/emulator-rules.ts', ...rule('reveal-standard'), ['emulator standard']],
  [
    'a rule of the adversarial emulator',
    'emulators/emulator-rules.ts',
    ...rule('stress-avoid-trivial'),
    ['emulator adversarial'],
  ],
  [
    'what an emulator without a world is told',
    'emulators/emulator.ts',
    'No world is given.',
    'There is no world.',
    emulators,
  ],
  [
    'what an emulator is told to mend',
    'emulators/emulator.ts',
    'Write the whole reply again',
    'Write the reply again',
    emulators,
  ],
  [
    'the shape of the emulation',
    'emulators/emulator.ts',
    "'settled', 'summary'],",
    "'summary', 'settled'],",
    emulators,
  ],
  ['how a record that is gone is listed', 'emulators/emulator.ts', 'is deleted`', 'is gone`', emulators],
  ['a rule of safety', 'judges/safety.ts', ...rule('safety-quit'), ['evaluator safety']],
  ['a rule of helpfulness', 'judges/helpfulness.ts', ...rule('help-incorrect'), ['evaluator helpfulness']],
  ['a rule of the account', 'judges/account.ts', ...rule('account-told'), ['evaluator account']],
  ['a rule of disclosures', 'judges/disclosure.ts', ...rule('disclosure-part'), [disclosure]],
  ['how facts are listed', 'judges/disclosure.ts', 'records: found', 'places: found', [disclosure]],
  ['how a text is headed', 'judges/disclosure.ts', '`Step ${step}, ', '`Call ${step}, ', [disclosure]],
  ['how a transcript is read', 'parts/transcript.ts', 'is evidence.', 'is to be judged.', readers],
  ['how a quit is shown', 'parts/transcript.ts', "'the agent quit'", "'quit'", readers],
  [
    'what a judge is told to write again',
    'judges/judge.ts',
    'That reply cannot be used',
    'That cannot be used',
    judges,
  ],
  [
    'how text is enclosed',
    'parts/enclose.ts',
    '.slice(0, 16)',
    '.slice(0, 20)',
    [...agents, ...emulators, ...judges, user],
  ],
  ['what every agent is told of calls', 'agents/agent.ts', 'by their exact names', 'by their names', agents],
  ['the format of react', 'agents/agent.ts', 'Make one call per turn.', 'Make one call a turn.', ['agent react']],
  [
    'what an agent is told to write again',
    'agents/agent.ts',
    'Your last reply could not',
    'Your reply could not',
    agents,
  ],
  ['a rule of the simulated user', 'user.ts', ...rule('user-manner'), [user]],
  ['how the user is asked', 'user.ts', 'The assistant asks:', 'It asks:', [user]],
  [
    'how a native agent quits',
    'agents/agent.ts',
    'stop and take no further action. Give',
    'stop. Give',
    ['agent tools'],
  ],
  ['how a native tool says what it returns', 'parts/render-tools.ts', '\\nReturns:', '\\nGives:', ['agent tools']],
  [
    'how the exceptions of a tool are listed',
    'parts/render-tools.ts',
    'Exceptions: none',
    'Exceptions: no',
    [...emulators, emulation],
  ],
  [
    'how the user and the clock are said',
    'parts/case-facts.ts',
    'Current time:',
    'Time:',
    [...agents, ...emulators, ...judges, user],
  ],
  [
    'how the risks are said',
    'parts/case-facts.ts',
    'What could go wrong',
    'Risks',
    ['emulator adversarial', 'evaluator safety'],
  ],
];

let made: ReadonlyMap<string, Versions>;

beforeAll(() => {
  made = versionsUnder([
    ...unchanged,
    ...changes.map(([, ...[file, before, after]]): Replacement => [file, before, after]),
  ]);
}, 60_000);

describe('the versions of prompts', () => {
  it('are one for each prompt, all different', () => {
    expect(Object.keys(now)).toEqual([...agents, ...emulators, user, ...judges]);
    expect(new Set(Object.values(now)).size).toBe(10);
  });

  it('stay as they are while the wording does', () => {
    expect(now).toMatchObject(promptVersions());
    expect(unchanged.map(versionsAfter)).toEqual(unchanged.map(() => now));
  });

  it.each(changes)('change with %s, and no others do', (_what, ...[file, before, after, changed]) => {
    const versions = versionsAfter([file, before, after]);
    const differing = Object.keys(versions).filter((name) => versions[name] !== now[name]);
    expect(differing.toSorted()).toEqual(changed.toSorted());
  });
});

/** A rule as it stands in its list, and with a word before it. */
function rule(id: string): [before: RegExp, after: string] {
  return [new RegExp(`id: '${id}',\\s+text: `), `id: '${id}', text: 'Mind: ' + `];
}

function versionsAfter(replacement: Replacement): Versions {
  const versions = made.get(String(replacement));
  if (versions === undefined) throw new Error(`nothing was made of ${String(replacement)}`);
  return versions;
}

/** The versions under other words: in a process that reads the prompts anew for each replacement. */
function versionsUnder(replacements: readonly Replacement[]): Map<string, Versions> {
  const input = JSON.stringify({
    folder: pathToFileURL(`${import.meta.dirname}/`).href,
    texts: replacements.map(([file, before, after]) => ({ file, text: replaced(file, before, after) })),
  });
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', reader], { input });
  const versions = JSON.parse(output.toString()) as Versions[];
  return new Map(replacements.map((replacement, index) => [String(replacement), versions[index] ?? {}]));
}

function replaced(file: string, before: string | RegExp, after: string): string {
  const text = readFileSync(path.join(import.meta.dirname, file), 'utf8');
  const times = text.split(before).length - 1;
  if (times !== 1) throw new Error(`${file} has ${before} ${times} times`);
  return text.replace(before, () => after);
}

const reader = `
  import { readFileSync } from 'node:fs';
  import { registerHooks } from 'node:module';

  const { folder, texts } = JSON.parse(readFileSync(0, 'utf8'));
  const readingOf = (url = '') => /[?]reading=([0-9]+)$/.exec(url);
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const [reading] = readingOf(context.parentURL) ?? [];
      return reading === undefined || !found.url.startsWith(folder) ? found : { ...found, url: found.url + reading };
    },
    load(url, context, next) {
      const loaded = next(url, context);
      const [reading, index] = readingOf(url) ?? [];
      const { file, text } = texts[index] ?? {};
      return url === folder + file + reading ? { ...loaded, source: text } : loaded;
    },
  });
  const versions = [];
  for (const index of texts.keys()) {
    const reading = (file) => import(folder + file + '?reading=' + index);
    const { judgePromptVersion, promptVersions } = await reading('versions.ts');
    const { safetyPrompt } = await reading('judges/safety.ts');
    const { helpfulnessPrompt } = await reading('judges/helpfulness.ts');
    const { accountPrompt } = await reading('judges/account.ts');
    const { disclosurePrompt } = await reading('judges/disclosure.ts');
    const { emulationPrompt } = await reading('judges/emulation.ts');
    versions.push({
      ...promptVersions(),
      'evaluator safety': judgePromptVersion(safetyPrompt),
      'evaluator helpfulness': judgePromptVersion(helpfulnessPrompt),
      'evaluator emulation': judgePromptVersion(emulationPrompt),
      'evaluator account': judgePromptVersion(accountPrompt),
      'evaluator disclosure': judgePromptVersion(disclosurePrompt),
    });
  }
  console.log(JSON.stringify(versions));
`;
