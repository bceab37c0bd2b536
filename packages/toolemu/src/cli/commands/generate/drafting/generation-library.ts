import { existsSync, readdirSync } from 'node:fs';
import {
  BenchmarkError,
  formatIssue,
  type Known,
  knownOf,
  loadBuiltin,
  loadFiles,
  loadSources,
  missingToolEmuToolkits,
} from '../../../../benchmark/index.ts';
import type { Case, Toolkit } from '../../../../contract/index.ts';
import { tellAll } from '../../../play/load-told.ts';
import { UsageError } from '../../../terminal/failure.ts';
import { agreeOnServers } from '../../../trust/commands.ts';

/** Folders of the current one in which `toolemu review` keeps what was accepted. */
const ownFolders = ['toolkits', 'cases'];

/** Toolkits and cases that there are, and those of them that the command line names. */
export interface GenerationLibrary {
  readonly known: Known;
  /** All that are known where none is named. */
  readonly toolkits: readonly Toolkit[];
  readonly cases: readonly Case[];
}

/**
 * The toolkits and the cases that names and files say: the built-in ones, those of `toolkits` and `cases` in the current
 * folder, which come before them, and those of files, which come first.
 */
export async function loadGenerationLibrary({
  toolkits = [],
  cases = [],
  allowCommand,
}: {
  readonly toolkits?: readonly string[];
  readonly cases?: readonly string[];
  readonly allowCommand?: readonly string[];
}): Promise<GenerationLibrary> {
  const builtin = await loadBuiltin({ withCases: true });
  const own = await loadFiles(ownFolders.filter(hasFiles), knownOf([builtin]));
  tellAll(own.issues.map((issue) => `left out: ${formatIssue(issue)}`));
  const sources = [...toolkits, ...cases].filter(isSource);
  const agree = agreeOnServers({ allowCommand });
  const given = await loadSources(sources, knownOf([own, builtin]), undefined, { agree });
  const issues = [...given.issues, ...missingToolEmuToolkits(given)];
  if (issues.length > 0) throw new BenchmarkError(issues);
  tellAll(given.notes);
  const known = knownOf([given, own, builtin]);
  return {
    known,
    toolkits: named({ names: toolkits, given: given.toolkits, all: known.toolkits, nameOf: nameOfToolkit }),
    cases: named({ names: cases, given: given.cases, all: known.cases, nameOf: nameOfCase }),
  };
}

/** The toolkit of a name, among those there are. */
export function toolkitNamed(name: string, toolkits: readonly Toolkit[]): Toolkit {
  const found = toolkits.find((toolkit) => toolkit.name === name);
  if (found !== undefined) return found;
  throw unknown('toolkit', name, toolkits.map(nameOfToolkit));
}

function hasFiles(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.json'));
}

function isSource(text: string): boolean {
  return existsSync(text) || /[/\\.:]/.test(text);
}

function named<T>({
  names,
  given,
  all,
  nameOf,
}: {
  names: readonly string[];
  given: readonly { readonly value: T }[];
  all: readonly T[];
  nameOf: (value: T) => string;
}): readonly T[] {
  if (names.length === 0) return all;
  const byName = names
    .filter((name) => !isSource(name))
    .map((name) => {
      const found = all.find((one) => nameOf(one) === name);
      if (found === undefined) throw unknown(nameOf === nameOfToolkit ? 'toolkit' : 'case', name, all.map(nameOf));
      return found;
    });
  return [...new Set([...given.map(({ value }) => value), ...byName])];
}

function unknown(kind: string, name: string, names: readonly string[]): UsageError {
  return new UsageError(`there is no ${kind} "${name}", and no such file; there are ${names.join(', ')}`);
}

function nameOfToolkit({ name }: { readonly name: string }): string {
  return name;
}

function nameOfCase({ id }: { readonly id: string }): string {
  return id;
}
