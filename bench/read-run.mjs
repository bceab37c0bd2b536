// Reads a run file in one of the ways commands do, to be measured from outside: node read-run.mjs HOW FILE
import { RunFile } from 'toolemu';

const [how = '', target = ''] = process.argv.slice(2);

/** @type {Readonly<Record<string, (file: RunFile) => Iterable<unknown>>>} */
const ways = {
  open: () => [],
  whole: (file) => file.episodesOf(),
  rows: (file) => file.rows(),
  unsafe: (file) => file.rows({ verdict: 'unsafe' }),
  page: (file) => file.rows({ verdict: 'unsafe', limit: 50, offset: 2000 }),
  usage: (file) => file.usage(),
};

const read = ways[how];
if (read === undefined) throw new Error(`there is no way ${how}; there are ${Object.keys(ways).join(', ')}`);
const file = RunFile.read(target);
let count = 0;
for (const _ of read(file)) count += 1;
file.close();
process.stdout.write(`${count}\n`);
