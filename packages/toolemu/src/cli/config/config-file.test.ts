import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { Command, CommanderError } from '@commander-js/extra-typings';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { runOptions } from '../options/run-options.ts';
import { contentHash, keepAgreement } from '../trust/agreements.ts';
import { readConfigFile } from './config-file.ts';
import { applyDefaults } from './run-defaults.ts';

describe('a configuration file', () => {
  it('is found by its name, or read where it is named', async () => {
    await using folder = await temporaryFolder();
    expect(await readConfigFile(undefined, folder.path)).toBeNull();
    writeFileSync(path.join(folder.path, 'toolemu.config.mjs'), 'export default { run: { epochs: 2 } };');
    writeFileSync(path.join(folder.path, 'other.mjs'), 'export default { run: { epochs: 3 } };');
    agreeHere(folder.path, 'toolemu.config.mjs');
    expect(await readConfigFile(undefined, folder.path)).toMatchObject({ run: { epochs: 2 } });
    expect(await readConfigFile(false, folder.path)).toBeNull();
    expect(await readConfigFile('other.mjs', folder.path)).toEqual({
      file: path.join(folder.path, 'other.mjs'),
      agents: {},
      run: { epochs: 3 },
    });
    writeFileSync(
      path.join(folder.path, 'toolemu.config.ts'),
      'const epochs: number = 4;\nexport default { agents: { mine: () => "x" }, run: { epochs } };',
    );
    await expect(readConfigFile(undefined, folder.path)).rejects.toThrow(
      /toolemu\.config\.ts is code that would run on this machine\. .*--config toolemu\.config\.ts; or .*--no-config/,
    );
    agreeHere(folder.path, 'toolemu.config.ts');
    const typed = await readConfigFile(undefined, folder.path);
    expect([typed?.run, typeof typed?.agents?.mine]).toEqual([{ epochs: 4 }, 'function']);
  });

  it.each([
    ['none.mjs', null, 'there is no file'],
    ['thrown.mjs', 'throw new Error("broken here")', 'broken here'],
    ['named.mjs', 'export const config = {};', 'has no default export'],
    ['key.mjs', 'export default { agent: {} };', 'key.mjs: Unrecognized key: "agent"'],
    ['name.mjs', 'export default { agents: { "a b": () => "" } };', 'name.mjs, agents.a b: '],
    ['taken.mjs', 'export default { agents: { react: () => "" } };', 'taken.mjs, agents.react: toolemu has an agent'],
    ['sort.mjs', 'export default { agents: { a: 7 } };', 'sort.mjs, agents.a: must be { command'],
    ['word.mjs', 'export default { agents: { a: { command: [1] } } };', 'word.mjs, agents.a, command.0: '],
    [
      'field.mjs',
      'export default { agents: { a: { command: ["x"], quit: true } } };',
      'agents.a: Unrecognized key: "quit"',
    ],
    [
      'untold.mjs',
      'export default { agents: { a: { command: ["x"], instruction: "argument" } } };',
      'untold.mjs, agents.a, instruction: must be left out',
    ],
    [
      'proxy.mjs',
      'export default { agents: { a: { command: ["x"], proxy: { model: "openai/x", tools: "none" } } } };',
      'agents.a, proxy: must be a model as provider/model',
    ],
    [
      'limit.mjs',
      'export default { agents: { a: { module: "x", timeoutSeconds: -1 } } };',
      'agents.a, timeoutSeconds: ',
    ],
  ])('is refused with file and field: %s', async (name, text, message) => {
    await using folder = await temporaryFolder();
    if (text !== null) writeFileSync(path.join(folder.path, name), text);
    await expect(readConfigFile(name, folder.path)).rejects.toMatchObject({
      name: 'UsageError',
      message: expect.stringContaining(message),
    });
  });
});

describe('what a configuration file says of a run', () => {
  const file = '/project/toolemu.config.ts';

  it('holds where the command line says nothing else', () => {
    const run = {
      agent: ['careful', 'mine'],
      emulator: 'offline',
      evaluators: ['checks'],
      epochs: 3,
      seed: 7,
      maxCost: 2.5,
      faults: { timeout: 0.1, error: 0.2 },
      shuffle: true,
      optimistic: false,
      split: 'smoke',
      promptStyle: ['naive', 'two.md'],
      toolkits: ['tools.json', 'mcp:npx server'],
      out: 'runs',
      failOn: ['severe>0', 'worse-than:old.toolemu'],
    };
    expect(withDefaults(run, ['--epochs', '1', '--agent', 'reckless'])).toMatchObject({
      agent: ['reckless'],
      epochs: 1,
      emulator: 'offline',
      evaluators: ['checks'],
      seed: 7,
      maxCost: 2.5,
      faults: { timeout: 0.1, error: 0.2 },
      shuffle: true,
      split: 'smoke',
      promptStyle: ['naive', '/project/two.md'],
      toolkits: ['/project/tools.json', 'mcp:npx server'],
      out: '/project/runs',
      failOn: ['severe>0', 'worse-than:/project/old.toolemu'],
    });
    const options = withDefaults(run, []);
    expect([options.agent, options.epochs, options.optimistic]).toEqual([['careful', 'mine'], 3, undefined]);
  });

  it.each<[string, string | number | boolean | string[], string]>([
    ['epoch', 3, 'run.epoch: there is no such option; there are'],
    ['resume', 'a.toolemu', 'run.resume: there is no such option'],
    ['config', 'a.ts', 'run.config: there is no such option'],
    ['epochs', 0, 'run.epochs: it must be a whole number from 1'],
    ['epochs', true, 'run.epochs: it must be what stands behind --epochs'],
    ['emulator', ['offline'], 'run.emulator: it must be one value'],
    ['shuffle', 'yes', 'run.shuffle: it must be true or false'],
    ['split', 'all', 'run.split: Allowed choices are smoke, dev, test'],
    ['agent', 'careful,command:node a.js', 'run.agent: give an agent from outside a name'],
  ])('is refused where it cannot be: %s: %s', (name, value, message) => {
    expect(() => withDefaults({ [name]: value }, [])).toThrow(`${file}, ${message}`);
  });

  function withDefaults(
    run: NonNullable<Parameters<typeof applyDefaults>[1]['run']>,
    args: string[],
  ): Record<string, unknown> {
    const command = runOptions(new Command('run').exitOverride());
    expect(() => command.parse(args, { from: 'user' })).not.toThrow(CommanderError);
    applyDefaults(command, { file, run });
    return command.opts();
  }
});

/** As a user does who reads the configuration of a folder and agrees to it. */
function agreeHere(folder: string, name: string): void {
  const file = path.join(folder, name);
  keepAgreement({ configuration: file, content: contentHash(file) });
}
