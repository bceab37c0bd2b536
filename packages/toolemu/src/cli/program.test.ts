import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Command, CommandUnknownOpts } from '@commander-js/extra-typings';
import { commands } from './commands/index.ts';
import { commandIn, createProgram } from './program.ts';

const folder = import.meta.dirname;

describe('the commands', () => {
  it('are the files of their folder, each in the list', () => {
    const files = readdirSync(path.join(folder, 'commands'))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
      .map((name) => name.replace(/\.ts$/, ''));
    expect(commands.map(({ name }) => name).toSorted()).toEqual(files.toSorted());
  });

  it.each(commands.map(({ name }) => name))('register themselves: %s', async (name) => {
    const command = commandOf(await createProgram(name), name);
    const actions = command.commands.length === 0 ? [command] : command.commands;
    expect(actions.filter((one) => !hasAction(one)).map((one) => one.name())).toEqual([]);
    expect(actions.filter((one) => one.description() === '').map((one) => one.name())).toEqual([]);
    expect(command.options.length + command.commands.length).toBeGreaterThan(0);
  });

  it('are known by name and description without being loaded', async () => {
    const program = await createProgram('');
    expect(program.commands.map((command) => [command.name(), command.description()])).toEqual(
      commands.map(({ name, description }) => [name, description]),
    );
    expect(program.commands.flatMap(({ options }) => options)).toEqual([]);
  });

  it('are loaded for the command line that names them, or asks their help', () => {
    expect([['run', '--limit'], ['help', 'run'], ['--help'], []].map(commandIn)).toEqual(['run', 'run', '--help', '']);
  });
});

describe('the help of run', () => {
  let sections: Map<string, string[]>;

  beforeAll(async () => {
    sections = sectionsOf(commandOf(await createProgram('run'), 'run'));
  });

  it('groups options by headings, in the order of a run', () => {
    expect([...sections.keys()]).toEqual([
      'Usual options',
      'Cases',
      'Models',
      'Agent',
      'Emulator',
      'Judges',
      'Limits and cost',
      'Output',
      'Earlier runs',
      'Many machines',
    ]);
  });

  it('begins with the ten usual options', () => {
    expect(sections.get('Usual options')).toEqual([
      '--cases',
      '--toolkits',
      '--limit',
      '--model',
      '--agent',
      '--emulator',
      '--evaluators',
      '--epochs',
      '--max-cost',
      '--out',
    ]);
  });

  it.each([
    ['Cases', '--split'],
    ['Models', '--base-url'],
    ['Agent', '--agent-model'],
    ['Emulator', '--real'],
    ['Judges', '--evaluator-model'],
    ['Limits and cost', '--rpm'],
    ['Output', '--json'],
    ['Earlier runs', '--resume'],
    ['Many machines', '--shard'],
  ])('has under %s %s', (heading, option) => {
    expect(sections.get(heading)).toContain(option);
  });

  it.each(['scan', 'matrix', 'slurm'])('has the headings of %s, too', async (name) => {
    const own = [...sectionsOf(commandOf(await createProgram(name), name)).keys()];
    expect(own).toEqual([...sections.keys()].filter((heading) => own.includes(heading)));
    expect(own).not.toContain('Options');
    expect(own.length).toBeGreaterThan(6);
  });
});

describe('the modules of the command line', () => {
  const modules = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => name.split(path.sep).join('/'))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const imports = new Map(modules.map((name) => [name, importsOf(name)]));

  it('import each other in no circle, types and modules loaded later included', () => {
    expect(modules.length).toBeGreaterThan(100);
    expect([...imports.values()].flat().length).toBeGreaterThan(300);
    expect(circleIn(imports)).toEqual([]);
  });

  it('leave the program to the entry point', () => {
    expect(modules.filter((name) => imports.get(name)?.includes('program.ts'))).toEqual(['main.ts']);
  });

  it('show the list of commands and the help of run without loading what plays', () => {
    const loaded = reachableFrom(['cli/main.ts', 'cli/commands/run.ts']);
    expect(loaded).toContain('cli/options/play-options.ts');
    expect(loaded.filter((name) => !/^(?:cli|words)\//.test(name)).toSorted()).toEqual([
      'contract/errors.ts',
      'platform/login.ts',
      'platform/old-name-notes.ts',
      'platform/secrets.ts',
      'platform/version.ts',
    ]);
    expect(reachableFrom(['cli/commands/run/play-run.ts'])).toContain('run/index.ts');
  });

  it.each<[string, [string, string[]][], string[]]>([
    [
      'two modules',
      [
        ['a', ['b']],
        ['b', ['a']],
      ],
      ['a', 'b', 'a'],
    ],
    [
      'three',
      [
        ['x', ['a']],
        ['a', ['b']],
        ['b', ['c']],
        ['c', ['a']],
      ],
      ['a', 'b', 'c', 'a'],
    ],
    [
      'none',
      [
        ['a', ['b', 'c']],
        ['b', ['c']],
        ['c', []],
      ],
      [],
    ],
  ])('would be caught in a circle of %s', (_what, graph, trustedContacts) => {
    expect(circleIn(new Map(graph))).toEqual(trustedContacts);
  });
});

function commandOf(program: Command, name: string): CommandUnknownOpts {
  const found = program.commands.find((one) => one.name() === name);
  if (found === undefined) throw new Error(`there is no command ${name}`);
  return found;
}

/** Commander keeps the action of a command to itself. */
function hasAction(command: CommandUnknownOpts): boolean {
  return typeof (command as unknown as { readonly _actionHandler: unknown })._actionHandler === 'function';
}

/** The options in the help of a command, by heading; arguments are left out. */
function sectionsOf(command: CommandUnknownOpts): Map<string, string[]> {
  const sections = new Map<string, string[]>();
  let heading = '';
  for (const line of command.helpInformation().split('\n')) {
    const [, name] = /^(\S.*):$/.exec(line) ?? [];
    const [, option] = /^ {2}(?:-\w, )?(--[\w-]+)/.exec(line) ?? [];
    if (name !== undefined) heading = name;
    else if (option !== undefined) sections.set(heading, [...(sections.get(heading) ?? []), option]);
  }
  return sections;
}

/** The modules of the command line that one imports, by any of the ways there are. */
function importsOf(name: string): string[] {
  const text = readFileSync(path.join(folder, name), 'utf8');
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\s*\(|\bimport)\s*'(\.[^']+\.ts)'/g)];
  return specifiers
    .map(([, specifier = '']) => path.posix.join(path.posix.dirname(name), specifier))
    .filter((target) => !target.startsWith('..'));
}

/** The modules of the package that are loaded with some of them: without types, and without what is loaded later. */
function reachableFrom(names: readonly string[]): string[] {
  const source = path.dirname(folder);
  const found = new Set(names);
  for (const name of found) {
    const text = readFileSync(path.join(source, name), 'utf8');
    for (const [, specifier = ''] of text.matchAll(/^(?:import|export) (?!type\b)[^;]*?from '(\.[^']+\.ts)';$/gm))
      found.add(path.posix.join(path.posix.dirname(name), specifier));
  }
  return [...found];
}

/** A path that leads from a module back to it; empty where there is none. */
function circleIn(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const done = new Set<string>();
  const visit = (name: string, way: readonly string[]): string[] => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return [];
    for (const next of graph.get(name) ?? []) {
      const trustedContacts = visit(next, [...way, name]);
      if (trustedContacts.length > 0) return trustedContacts;
    }
    done.add(name);
    return [];
  };
  for (const name of graph.keys()) {
    const trustedContacts = visit(name, []);
    if (trustedContacts.length > 0) return trustedContacts;
  }
  return [];
}
