import type { Command } from '@commander-js/extra-typings';
import { oneLine } from '../../report/index.ts';
import { firstWithChecksums, type Inspection, inspectRunFile, moreOfDamage, RunFileError } from '../../store/index.ts';
import { plural } from '../../words/index.ts';
import { examples } from '../options/help.ts';
import { note, print, printJson } from '../terminal/output.ts';

export function register(command: Command): void {
  inspectOptions(command).addHelpText('after', examples('toolemu inspect runs/my.toolemu')).action(inspect);
}

function inspectOptions(command: Command) {
  return command.argument('<run>', 'a run file').option('--json', 'print the result as JSON');
}

/** `toolemu inspect`: what a run file holds, whether it is whole, and whether it is being written. Exit code 1 where it is damaged. */
export function inspect(path: string, { json }: { json?: true }): void {
  const inspection = inspectionOf(path);
  if (inspection.damage.length > 0) process.exitCode = 1;
  if (json === true) {
    const { manifest, ...rest } = inspection;
    const { toolemu = null, createdAt = null, hashes } = manifest ?? {};
    const checksums = inspection.format >= firstWithChecksums;
    printJson({ run: path, toolemu, createdAt, prompts: hashes?.prompts ?? null, checksums, ...rest });
    return;
  }
  for (const line of told(path, inspection)) print(line);
  if (inspection.damage.length > 0) {
    note(`${path} is damaged: go on from a backup of it, or start a new run`);
  }
}

/** The inspection, with nothing in it that sends here. */
function inspectionOf(path: string): Inspection {
  try {
    const inspection = inspectRunFile(path);
    return { ...inspection, damage: inspection.damage.map((one) => one.replace(moreOfDamage, '')) };
  } catch (error) {
    if (!(error instanceof RunFileError)) throw error;
    throw new RunFileError(error.message.replace(moreOfDamage, ''), { cause: error });
  }
}

function told(path: string, { format, manifest, size, writer, walBytes, damage }: Inspection): string[] {
  const prompts = Object.entries(manifest?.hashes.prompts ?? {}).map(([name, version]) => `${name} ${version}`);
  return [
    `${path}, format ${format}${manifest === null ? '' : `, begun by toolemu ${oneLine(manifest.toolemu)} at ${manifest.createdAt}`}`,
    ...(prompts.length === 0 ? [] : [`prompts: ${oneLine(prompts.join(', '))}`]),
    ...(size === null ? [] : [countsText(size.counts), sizesText(size.bytes, size.parts)]),
    writerText(writer),
    ...(walBytes > 0 && writer?.isAlive !== true
      ? [
          `a log of ${bytesText(walBytes)} was left beside it (-wal): keep the two together; whoever reads it next joins them`,
        ]
      : []),
    ...(format < firstWithChecksums
      ? [`format ${format} has no checksums: a byte that changed may go unnoticed. \`toolemu migrate\` adds them`]
      : []),
    ...(damage.length === 0
      ? ['whole: every page, reference and value can be read']
      : damage.map((one) => `damaged: ${oneLine(one)}`)),
  ];
}

function countsText(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([kind, count]) => `${count} ${kind}`)
    .join(', ');
}

function sizesText(bytes: number, parts: Readonly<Record<string, number>>): string {
  const each = Object.entries(parts).filter(([, size]) => size > 0);
  return `${bytesText(bytes)}: ${each.map(([kind, size]) => `${kind} ${bytesText(size)}`).join(', ')}`;
}

function bytesText(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function writerText(writer: Inspection['writer']): string {
  if (writer === null) return 'nobody is writing it';
  const { pid, heartbeat, isAlive } = writer;
  const host = oneLine(writer.host);
  const seconds = Math.max(0, Math.round((Date.now() - heartbeat) / 1000));
  const ago = `${plural(seconds, 'second')} ago`;
  if (isAlive) return `process ${pid} on ${host} is writing it, and said so ${ago}`;
  return `process ${pid} on ${host} wrote it and ended without closing it; it was last heard of ${ago}`;
}
