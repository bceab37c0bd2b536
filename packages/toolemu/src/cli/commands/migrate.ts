import type { Command } from '@commander-js/extra-typings';
import { examples } from '../options/help.ts';
import type { OptionsOf } from '../options/option-group.ts';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { readTextFile } from '../../platform/index.ts';
import { type Json, type OldName, oldOptionNames, type RenamedKind } from '../../contract/index.ts';
import { oneLine } from '../../report/index.ts';
import { currentFormat, formatOf, inspectRunFile, RunFile } from '../../store/index.ts';
import { isObject } from '../../world/index.ts';
import { UsageError } from '../terminal/failure.ts';
import { migrateJson, migrateJsonLines } from './migrate/migrate-json.ts';
import { plural } from '../../words/index.ts';
import { print, printJson } from '../terminal/output.ts';
import { writeWhole } from '../terminal/write-whole.ts';

/** What became of a file. */
interface FileMigration {
  readonly file: string;
  readonly kind: 'renamed' | 'upgraded' | 'to-edit' | 'failed';
  /** Changes, made or left to a person, or the reason why the file could not be migrated. */
  readonly changes: readonly string[];
}

export function register(command: Command): void {
  migrateOptions(command)
    .addHelpText('after', examples('toolemu migrate --dry-run .', 'toolemu migrate cases/ runs/my.toolemu'))
    .action(migrate);
}

function migrateOptions(command: Command) {
  return command
    .argument('<paths...>', 'files or folders: cases, drafts, recorded calls, calibrations, run files')
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--json', 'print the result as JSON');
}

type MigrateFlags = OptionsOf<typeof migrateOptions>;

/** `toolemu migrate`: brings files to current names and formats. Exit code 1 if a file could not be migrated. */
export function migrate(paths: readonly string[], { dryRun, json }: MigrateFlags): void {
  const files = [...new Set(paths.flatMap(filesIn))];
  const migrations = files.flatMap((file) => migrateFile(file, dryRun === true) ?? []);
  if (migrations.some(({ kind }) => kind === 'failed')) process.exitCode = 1;
  if (json === true) return printJson({ files: files.length, dryRun: dryRun === true, migrations });
  for (const { file, kind, changes } of migrations) {
    print(`${oneLine(file)}: ${labels[kind]}`);
    for (const change of changes) print(`  ${oneLine(change)}`);
  }
  const changed = migrations.filter(({ kind }) => kind === 'renamed' || kind === 'upgraded').length;
  const verb = dryRun === true ? 'would be migrated' : 'migrated';
  print(`${plural(files.length, 'file')} read, ${changed} ${verb}`);
}

const labels: Readonly<Record<FileMigration['kind'], string>> = {
  renamed: 'old names',
  upgraded: 'old format',
  'to-edit': 'edit by hand',
  failed: 'left as it is',
};

function filesIn(given: string): string[] {
  const found = statSync(given, { throwIfNoEntry: false });
  if (found === undefined) throw new UsageError(`${given}: there is no such file or folder`);
  if (!found.isDirectory()) return [given];
  return readdirSync(given, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && !name.startsWith('.'))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(given, entry.name);
      if (entry.isDirectory()) return filesIn(file);
      return entry.isFile() && /\.(?:jsonl?|toolemu|[cm]?[jt]s)$/.test(entry.name) ? [file] : [];
    });
}

/** Null where there is nothing to change. */
function migrateFile(file: string, isDryRun: boolean): FileMigration | null {
  try {
    if (file.endsWith('.toolemu')) return migrateRunFile(file, isDryRun);
    if (/\.[cm]?[jt]s$/.test(file)) return readProgram(file);
    return migrateJsonFile(file, isDryRun);
  } catch (error) {
    return { file, kind: 'failed', changes: [(error as Error).message] };
  }
}

function migrateRunFile(file: string, isDryRun: boolean): FileMigration | null {
  const format = formatOf(file);
  if (format === currentFormat) return null;
  const { damage } = inspectRunFile(file);
  if (damage.length > 0) return { file, kind: 'failed', changes: [...damage] };
  if (!isDryRun) RunFile.resume(file).close();
  return { file, kind: 'upgraded', changes: [`format ${format} is now ${currentFormat}`] };
}

function migrateJsonFile(file: string, isDryRun: boolean): FileMigration | null {
  const before = readTextFile(file);
  const kindOf = (value: Json): RenamedKind | null => kindOfJson(value, file);
  const { text, oldNames } = file.endsWith('.jsonl') ? migrateJsonLines(before, kindOf) : migrateJson(before, kindOf);
  if (oldNames.length === 0) return null;
  if (!isDryRun) writeWhole(file, [text]);
  return { file, kind: 'renamed', changes: oldNames.map(changeText) };
}

function changeText({ path: place, current }: OldName): string {
  return `${place} is now \`${current}\``;
}

function kindOfJson(value: Json, file: string): RenamedKind | null {
  if (!isObject(value)) return null;
  if (file.endsWith('.draft.json')) return 'draft';
  if (value.format === 'toolemu-calibration') return 'calibration';
  if ('toolkit' in value && 'tool' in value && 'args' in value) return 'recorded-call';
  return 'twinOf' in value || 'instruction' in value ? 'case' : null;
}

const programNames: Readonly<Record<string, string>> = { ...oldOptionNames, timeLimit: 'timeoutSeconds' };

/** A configuration is a program, so its lines are only pointed out. */
function readProgram(file: string): FileMigration | null {
  const text = readTextFile(file);
  if (!path.basename(file).startsWith('toolemu.config.') && !/\bdefine(?:Config|Matrix)\b/.test(text)) return null;
  const changes = text
    .split('\n')
    .flatMap((line, at) =>
      Object.entries(programNames).flatMap(([old, current]) =>
        new RegExp(`(?:^|[{,\\s'"])${old}['"]?\\s*:`).test(line)
          ? [`line ${at + 1}: rename \`${old}\` to \`${current}\``]
          : [],
      ),
    );
  return changes.length === 0 ? null : { file, kind: 'to-edit', changes };
}
