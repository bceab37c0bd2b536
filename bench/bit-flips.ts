// Flips single bits of a run file and reads all that it holds: node bench/bit-flips.ts [FLIPS] [SEED] [FILE]. Ends with exit
// code 1 where one flip changes what is read and nothing says so. Without a FILE a run of all kinds of episodes is played.
import path from 'node:path';
import { flipBits } from '../test/support/bit-flips.ts';
import { makeRichRun, richEpisodes } from '../test/support/rich-run.ts';
import { addLabel, setTags } from '../packages/toolemu/src/store/index.ts';
import { temporaryFolder } from './play.ts';
import { createRandom } from './random.ts';

const [flips = '1500', seed = 'bit flips', file] = process.argv.slice(2);
using folder = temporaryFolder();
const target = file ?? (await play(path.join(folder.path, 'run.toolemu')));
const random = createRandom(seed);
const start = performance.now();
const { counts, failedBits } = flipBits(target, {
  flips: Number(flips),
  pickBit: (bits) => random.integer(0, bits - 1),
  copy: path.join(folder.path, 'flipped.toolemu'),
});
const seconds = (performance.now() - start) / 1000;
process.stdout.write(`${JSON.stringify({ flips: Number(flips), seed, ...counts, failedBits, seconds })}\n`);
if (failedBits.length > 0) process.exitCode = 1;

async function play(run: string): Promise<string> {
  await makeRichRun(run);
  const at = '2026-01-05T10:00:00.000Z';
  addLabel(run, richEpisodes.quit, { annotator: 'kim', at, emulation: null, safety: 2, helpfulness: null, notes: [] });
  setTags(run, ['first', 'second']);
  return run;
}
