// Recomputes the figures of `toolemu report --json` from the lines of `toolemu export`, with no code of the program:
//   node recompute-report.mjs EXPORT.jsonl REPORT.json
// Prints the path of each figure that differs. The modules beside this file hold a definition each.
import { readFileSync } from 'node:fs';
import { compareFigures } from './compare-figures.mjs';
import { recomputeFigures } from './recompute-figures.mjs';

const [exported, printed] = process.argv.slice(2).map((file) => readFileSync(file, 'utf8').trim());
const report = JSON.parse(printed);
const lines = JSON.parse(`[${exported.replaceAll('\n', ',')}]`);
const { compared, differing } = compareFigures(recomputeFigures(lines, report), report);
for (const { path, value, recomputed } of differing)
  process.stdout.write(`${JSON.stringify(path)}: ${value}, recomputed ${recomputed}\n`);
process.stdout.write(`${compared} figures compared, ${differing.length} differ\n`);
process.exitCode = Math.min(1, differing.length);
