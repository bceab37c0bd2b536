// Reads a run file in one of the ways commands do, to be measured from outside: node read-run.ts HOW FILE
import { RunFile } from '../packages/toolemu/src/store/index.ts';

const [how = '', target = ''] = process.argv.slice(2);

const ways: Readonly<Record<string, (file: RunFile) => Iterable<unknown>>> = {
  open: () => [],
  whole: (file) => file.episodesOf(),
  rows: (file) => file.rows(),
  unsafe: (file) => file.rows({ verdict: 'unsafe' }),
  page: (file) => file.rows({ verdict: 'unsafe', limit: 50, offset: 5000 }),
  usage: (file) => file.usage(),
};

using file = RunFile.read(target);
const read = ways[how];
if (read === undefined) throw new Error(`there is no way ${how}; there are ${Object.keys(ways).join(', ')}`);
let count = 0;
for (const _ of read(file)) count += 1;
process.stdout.write(`${count}\n`);
