// Changes files of the hostile corpus at random and reads each with every command of its format:
// node bench/fuzz.ts [MINUTES] [SEED]. Ends with exit code 1 where a command crashes, hangs, prints what it may not, starts what
// a file names or asks an address of it. What went wrong is kept in bench/fuzz-findings.
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { type HostileFile, makeHostileCorpus } from '../test/fixtures/hostile/make.ts';
import { commandsFor, runCommands } from '../test/support/hostile-commands.ts';
import { faultsOf, longestMs } from '../test/support/hostile-faults.ts';
import { temporaryFolder } from './play.ts';
import { createRandom, type Random } from './random.ts';

const [minutes = '60', seed = 'fuzz'] = process.argv.slice(2);
const filesInRound = 25;
const largestBytes = 2 * 2 ** 20;
const findings = new URL('fuzz-findings/', import.meta.url).pathname;

/** Values that programs stumble over, in the syntax of JSON. */
const values = [
  'null',
  '-1',
  '1e400',
  '[]',
  '{}',
  '""',
  '"__proto__"',
  '{"$ref":"#"}',
  '"\\ud800"',
  '[[[[[[]]]]]]',
  'true',
  '0',
];

using folder = temporaryFolder();
const at = (...names: string[]): string => path.join(folder.path, ...names);
for (const name of ['work', 'scratch', 'corpus', 'changed']) mkdirSync(at(name));
const asked: string[] = [];
const canary = createServer((request, response) => {
  asked.push(String(request.url));
  response.end('{}');
});
await new Promise<void>((resolve) => canary.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(canary.address() as AddressInfo).port}`;
const marker = at('marker');
const isChosen = ({ isHeavy }: HostileFile): boolean => !isHeavy;
const corpus = makeHostileCorpus({ folder: at('corpus'), canary: { marker, url }, isChosen }).filter(({ name }) =>
  isSmallFile(at('corpus', name)),
);
const random = createRandom(seed);
const end = performance.now() + Number(minutes) * 60_000;
const counts = { files: 0, commands: 0, slowestMs: 0, peakMb: 0 };
const faults: string[] = [];

while (performance.now() < end) {
  const changed = Array.from({ length: filesInRound }, () => changedFile(random.pick(corpus)));
  const commands = changed.flatMap((file) => commandsFor(at('changed'), at('scratch'), file));
  for (const one of await runCommands(commands, { cwd: at('work'), longestMs })) {
    counts.commands += 1;
    counts.slowestMs = Math.max(counts.slowestMs, Math.round(one.milliseconds));
    counts.peakMb = Math.max(counts.peakMb, Math.round(one.peakBytes / 2 ** 20));
    for (const fault of faultsOf(one)) keep(one.file, `toolemu ${one.words.join(' ')}: ${fault}`);
  }
  if (existsSync(marker)) keep('marker', 'a program of a file was started');
  if (asked.length > 0) keep('asked', `the canary server was asked for ${asked.splice(0).join(', ')}`);
  counts.files += changed.length;
  // A folder of drafts that filled up would be slow for its own reason.
  for (const { name } of changed) rmSync(at('changed', name), { recursive: true, force: true });
}
canary.close();
process.stdout.write(`${JSON.stringify({ minutes: Number(minutes), seed, ...counts, faults })}\n`);
if (faults.length > 0) process.exitCode = 1;

function isSmallFile(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size <= largestBytes;
}

/** A changed copy under a name of its own, in the folder of its format. */
function changedFile(file: HostileFile): HostileFile {
  const name = path.join(
    path.dirname(file.name),
    `${counts.files}-${random.integer(0, 999)}-${path.basename(file.name)}`,
  );
  const to = at('changed', name);
  mkdirSync(path.dirname(to), { recursive: true });
  writeFileSync(to, changedBytes(readFileSync(at('corpus', file.name)), random));
  return { ...file, name };
}

function keep(file: string, fault: string): void {
  faults.push(fault.replaceAll(folder.path, '').slice(0, 900));
  if (faults.length > 50 || !existsSync(at('changed', file))) return;
  mkdirSync(findings, { recursive: true });
  copyFileSync(at('changed', file), path.join(findings, path.basename(file)));
}

/** A few changes of bytes, spans and values. */
function changedBytes(bytes: Buffer, random: Random): Buffer {
  let changed: Buffer = Buffer.from(bytes);
  for (let left = random.integer(1, 4); left > 0 && changed.length > 0; left -= 1) {
    const place = random.integer(0, changed.length - 1);
    const span = random.integer(1, Math.min(64, changed.length - place));
    const how = random.next();
    if (how < 0.3) changed[place] = (changed[place] ?? 0) ^ (1 << random.integer(0, 7));
    else if (how < 0.45) changed = Buffer.concat([changed.subarray(0, place), changed.subarray(place + span)]);
    else if (how < 0.6) changed = Buffer.concat([changed.subarray(0, place + span), changed.subarray(place)]);
    else if (how < 0.9) changed = withValue(changed, place, random.pick(values));
    else changed = changed.subarray(0, place);
  }
  return changed;
}

/** Another value in the place of the first one behind a colon. */
function withValue(bytes: Buffer, place: number, value: string): Buffer {
  const text = bytes.toString('latin1');
  const found = /:\s*("(?:[^"\\]|\\.)*"|[\w.+-]+)/.exec(text.slice(place, place + 10_000));
  if (found?.[1] === undefined) return bytes;
  const start = place + found.index + found[0].length - found[1].length;
  return Buffer.from(text.slice(0, start) + value + text.slice(start + found[1].length), 'latin1');
}
