import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RunFlags } from './run-options.ts';
import { createProgram } from '../program.ts';
import { aliases, generationAliases, withAliases } from './aliases.ts';

/** What `toolemu run` makes of a command line. */
async function flagsOf(...args: string[]): Promise<RunFlags> {
  const program = await createProgram();
  const run = program.commands.find((command) => command.name() === 'run');
  if (run === undefined) throw new Error('there is no command run');
  const flags = await new Promise<RunFlags>((resolve, reject) => {
    run.action(() => resolve(run.opts() as RunFlags)).exitOverride();
    program.parseAsync(withAliases(['run', ...args]), { from: 'user' }).catch(reject);
  });
  return flags;
}

describe("ToolEmu's spellings", () => {
  it.each<[string[], Partial<RunFlags>]>([
    [['--agent-type', 'ss_only'], { promptStyle: ['ss_only'] }],
    [['--simulator-type', 'adv_thought'], { emulator: 'adversarial' }],
    [['--simulator-type', 'std_thought'], { emulator: 'standard' }],
    [['--agent-model-name', 'gpt-4o'], { agentModel: ['gpt-4o'] }],
    [['--simulator-model-name', 'gpt-4o'], { emulatorModel: 'gpt-4o' }],
    [['--simulator-model', 'gpt-4o'], { emulatorModel: 'gpt-4o' }],
    [['--evaluator-model-name', 'gpt-4o'], { evaluatorModel: 'gpt-4o' }],
    [['--agent-temperature', '0.5'], { agentTemperature: 0.5 }],
    [['--simulator-temperature', '0.5'], { emulatorTemperature: 0.5 }],
    [['--evaluator-temperature', '0.5'], { evaluatorTemperature: 0.5 }],
    [['--agent-max-tokens', '500'], { agentMaxTokens: 500 }],
    [['--simulator-max-tokens', '500'], { emulatorMaxTokens: 500 }],
    [['--evaluator-max-tokens', '500'], { evaluatorMaxTokens: 500 }],
    [['--input-path', 'all_cases.json'], { cases: ['all_cases.json'] }],
    [['--trunc-num', '10'], { limit: 10 }],
    [['--start-index', '5'], { offset: 5 }],
    [['--selected-indexes', '3'], { select: ['3'] }],
    [['--selected-indexes', '3', '14', '15'], { select: ['3', '14', '15'] }],
    [['--removed-indexes', '9', '26'], { exclude: ['9', '26'] }],
    [['--shuffle'], { shuffle: true }],
    [['--batch-size', '5'], { concurrency: 5 }],
    [['-bs', '5'], { concurrency: 5 }],
    [['--max-iterations', '20'], { maxSteps: 20 }],
    [['-mi', '20'], { maxSteps: 20 }],
    [['--num-replicates', '3'], { epochs: 3 }],
    [['--random-seed', '42'], { seed: 42 }],
    [['--dump-dir', 'dumps'], { out: 'dumps' }],
    [['--auto'], { yes: true }],
    [['--track-costs'], {}],
  ])('%j', async (args, flags) => {
    const without = await flagsOf();
    expect(await flagsOf(...args)).toEqual({ ...without, ...flags });
  });

  it('work together, with an equals sign, and among ours', async () => {
    const line =
      '--input-path=cases.json --agent-type=quit --agent-model-name gpt-4o --simulator-type=std_thought ' +
      '--removed-indexes 1 2 --track-costs --trunc-num 5 -bs 2 --auto --epochs 2 --json';
    expect(await flagsOf(...line.split(' '))).toMatchObject({
      cases: ['cases.json'],
      promptStyle: ['quit'],
      agentModel: ['gpt-4o'],
      emulator: 'standard',
      exclude: ['1', '2'],
      limit: 5,
      concurrency: 2,
      yes: true,
      epochs: 2,
      json: true,
    });
  });

  it('of an emulator there is not is left for the run to refuse', async () => {
    expect(await flagsOf('--simulator-type', 'normal')).toMatchObject({ emulator: 'normal' });
  });

  it('are all in the documentation, and point to options there are', async () => {
    const page = readFileSync(new URL('../../../../../docs/cli.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split("## ToolEmu's spellings");
    expect(Object.keys(aliases).filter((name) => !section.includes(`\`${name}`))).toEqual([]);
    const run = (await createProgram()).commands.find((command) => command.name() === 'run');
    const options = run?.options.map(({ long }) => long) ?? [];
    expect(Object.values(aliases).filter(({ option }) => !options.includes(option ?? undefined))).toEqual([]);
  });
});

/** What a command of `toolemu generate` makes of a command line. */
async function generationFlagsOf(name: string, ...args: string[]): Promise<Record<string, unknown>> {
  const program = await createProgram();
  const generate = program.commands.find((command) => command.name() === 'generate');
  const command = generate?.commands.find((one) => one.name() === name);
  if (command === undefined) throw new Error(`there is no command generate ${name}`);
  return new Promise((resolve, reject) => {
    command.action(() => resolve(command.opts())).exitOverride();
    program.parseAsync(withAliases(['generate', name, ...args]), { from: 'user' }).catch(reject);
  });
}

describe("ToolEmu's spellings of what is generated", () => {
  it.each<[string, string[], Record<string, unknown>]>([
    ['cases', ['--toolkits-paths', 'a.json', 'b.json'], { toolkits: ['a.json', 'b.json'] }],
    ['cases', ['-tp', 'a.json'], { toolkits: ['a.json'] }],
    ['cases', ['--risk-file-path', 'risks.json'], { risks: 'risks.json' }],
    ['cases', ['-risk', 'risks.json'], { risks: 'risks.json' }],
    ['cases', ['--prim-toolkits', 'Gmail', 'Todoist', '--seed', '3'], { primary: ['Gmail', 'Todoist'], seed: 3 }],
    ['cases', ['-primt', 'Gmail'], { primary: ['Gmail'] }],
    ['cases', ['--num-prim-toolkits', '2'], { primaries: 2 }],
    ['cases', ['-npt', '2'], { primaries: 2 }],
    ['cases', ['--aux-toolkits', 'Slack', 'Terminal'], { auxiliary: ['Slack', 'Terminal'] }],
    ['cases', ['-auxt', 'Slack'], { auxiliary: ['Slack'] }],
    ['cases', ['--num-aux-toolkits', '3'], { auxiliaries: 3 }],
    ['cases', ['-nat', '3'], { auxiliaries: 3 }],
    ['cases', ['--use-aux-ratio', '0.5'], { auxiliaryShare: 0.5 }],
    ['cases', ['-uar', '0.5'], { auxiliaryShare: 0.5 }],
    ['cases', ['--num-sample-risks', '1'], { riskTexts: 1 }],
    ['cases', ['-nrisk', '1'], { riskTexts: 1 }],
    ['cases', ['--random-seed', '42'], { seed: 42 }],
    ['cases', ['-seed', '42'], { seed: 42 }],
    ['cases', ['--standard'], { kind: 'standard' }],
    ['cases', ['-std'], { kind: 'standard' }],
    ['cases', ['--target-num', '7'], { count: 7 }],
    ['cases', ['-tn', '7', '-ngen', '1'], { count: 7 }],
    ['cases', ['--dump-dir', 'dumps'], { drafts: 'dumps' }],
    ['cases', ['-du', 'dumps'], { drafts: 'dumps' }],
    ['cases', ['--num-example-cases', '2', '-ne', '2'], { count: 1, kind: 'redteam' }],
    [
      'cases',
      ['--output-mode', 'full', '-om', 'x', '--format-examples-folder', 'f', '-gen', 'name', '--count', '2'],
      { count: 2 },
    ],
    ['cases', ['-simple', '-po', '--auto', '--track-costs'], { promptOnly: true, yes: true }],
    ['cases', ['--batch-size', '5'], { concurrency: 5 }],
    ['names', ['--num-gen-per-prompt', '4'], { count: 4 }],
    ['names', ['-ngen', '4', '--gen-model-name', 'gpt-4o'], { count: 4, model: 'gpt-4o' }],
    ['toolkits', ['--input-path', 'names.json'], { from: 'names.json' }],
    ['toolkits', ['-inp', 'names.json', '-std', '-brain'], { from: 'names.json', standard: true }],
    ['toolkits', ['--standard', '-tn', '3'], { standard: true, count: 3 }],
    ['toolkits', ['--gen-model', 'gpt-4o', '--gen-temperature', '0.2'], { model: 'gpt-4o', temperature: 0.2 }],
    ['toolkits', ['--gen-max-tokens', '900', '--prompt-only'], { maxTokens: 900, promptOnly: true }],
  ])('of %s are understood: %j', async (name, args, flags) => {
    expect(await generationFlagsOf(name, ...args)).toMatchObject(flags);
  });

  it('say what they always did in other commands', async () => {
    expect(await flagsOf('--dump-dir', 'dumps', '--input-path', 'cases.json')).toMatchObject({
      out: 'dumps',
      cases: ['cases.json'],
    });
    expect(withAliases(['run', '-tn', '3'])).toEqual(['run', '-tn', '3']);
  });

  it('are all in the documentation', () => {
    const page = readFileSync(new URL('../../../../../docs/cli.md', import.meta.url), 'utf8');
    const [, section = ''] = page.split("## ToolEmu's spellings");
    expect(Object.keys(generationAliases).filter((name) => !section.includes(`\`${name}`))).toEqual([]);
  });
});

describe('what a run does where nothing is said', () => {
  it('is an adversarial emulator, the agent react, naive prompting, and the evaluators that fit', async () => {
    expect(await flagsOf()).toMatchObject({
      agent: ['react'],
      promptStyle: ['naive'],
      emulator: 'adversarial',
      epochs: 1,
    });
    expect((await flagsOf()).evaluators).toBeUndefined();
    expect((await flagsOf()).maxSteps).toBeUndefined();
  });
});

describe('a command line', () => {
  it('without such spellings stays as it is', () => {
    const own = fc
      .string()
      .filter((one) => !Object.hasOwn(aliases, one.split('=')[0] ?? '') && one !== '--track-costs');
    fc.assert(
      fc.property(fc.array(own), (args) => {
        expect(withAliases(args)).toEqual(args);
      }),
    );
    const words = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];
    expect(withAliases(words)).toEqual(words);
  });

  it('is not touched after two dashes', () => {
    expect(withAliases(['run', '--', '--trunc-num', '5'])).toEqual(['run', '--', '--trunc-num', '5']);
  });

  it('that ends in an option without its value is left for the parser to refuse', async () => {
    expect(withAliases(['run', '--trunc-num'])).toEqual(['run', '--limit']);
    await expect(flagsOf('--trunc-num')).rejects.toThrow(/argument missing/);
  });
});
