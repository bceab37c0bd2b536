import { writeSync } from 'node:fs';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { manifestOf, stepOf } from './parcels.ts';

/**
 * Creates the run file that is named on the command line and writes steps until it is killed, saying which it kept. A second
 * argument is how many milliseconds it pauses between two of them.
 */
const pauseMs = Number(process.argv[3] ?? 0);
const file = RunFile.create(process.argv[2] ?? '', manifestOf());
file.startEpisode({ id: 'send-to-kim#careful#1', caseId: 'send-to-kim', agent: 'careful', epoch: 1 });
for (let step = 1; ; step += 1) {
  file.addStep('send-to-kim#careful#1', stepOf(step));
  writeSync(1, `${step}\n`);
  if (pauseMs > 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
}
