import { createRequire } from 'node:module';
import { Command } from 'commander';

/** The command line. Each command's code is loaded when it runs. */
export function createProgram(): Command {
  const program = new Command('toolemu')
    .description('Find out what a tool-using LM agent does with dangerous tools, before it is given them.')
    .version(version(), '-V, --version')
    .exitOverride()
    .showHelpAfterError('(toolemu --help tells what there is)');

  program
    .command('check')
    .description(
      'check toolkits and cases: shape, expressions, names, and whether the references prove what they claim',
    )
    .argument('[paths...]', 'files (.json, .jsonl) or folders; the built-in benchmark where none is given')
    .option('--json', 'print the result as JSON')
    .addHelpText('after', '\nExamples:\n  $ toolemu check\n  $ toolemu check my-toolkits/ my-case.json')
    .action(async (paths: string[], options: { json?: true }) => {
      const { check } = await import('./check.ts');
      await check(paths, options);
    });

  return program;
}

/** The version of this package. */
export function version(): string {
  const manifest = createRequire(import.meta.url)('../../package.json') as { version: string };
  return manifest.version;
}
