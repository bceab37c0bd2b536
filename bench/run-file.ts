import { fileURLToPath } from 'node:url';
import type { Benchmark, Figure } from './benchmark.ts';
import { largeRun } from './large-run.ts';
import { bin, measureProcess } from './measure-process.ts';
import { checkPlayed, createMaterial, playRun } from './play.ts';
import { startEndpoint } from './start-endpoint.ts';

const reader = fileURLToPath(new URL('read-run.mjs', import.meta.url));
const megabyte = 1_000_000;

/**
 * How large the file of a run of 144 cases is, and what it takes to read one of 10,000 and one of 100,000 episodes, each
 * way in a process of its own: whole, listed, filtered, by the page, and by the commands.
 */
export const runFile: Benchmark = async (note) => {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  await endpoint.configure({ scripts: material.scripts });
  const { episodes, fileBytes } = await playRun({ url: endpoint.url, material, concurrency: 50 });
  checkPlayed(material, episodes, (await endpoint.stats()).answered);
  const figures: Figure[] = [
    { name: 'file of 144 cases', value: fileBytes / megabyte, unit: 'MB', target: { atMost: 20 } },
  ];
  for (const count of [10_000, 100_000]) {
    const { path: target, secondsToWrite, bytes } = await largeRun(count);
    note(`${count} episodes written in ${secondsToWrite.toFixed(1)} s, ${(bytes / megabyte).toFixed(0)} MB`);
    for (const [name, args] of ways(target)) {
      const { seconds: taken, megabytes } = measureProcess(...args);
      figures.push(
        { name: `${count} episodes, ${name}: time`, value: taken, unit: 's' },
        { name: `${count} episodes, ${name}: peak memory`, value: megabytes, unit: 'MB' },
      );
    }
  }
  return figures;
};

function ways(target: string): [string, string[]][] {
  return [
    ['opened', [reader, 'open', target]],
    ['read whole', [reader, 'whole', target]],
    ['listed', [reader, 'rows', target]],
    ['unsafe ones listed', [reader, 'unsafe', target]],
    ['a page of unsafe ones', [reader, 'page', target]],
    ['usage', [reader, 'usage', target]],
    ['toolemu report', [bin, 'report', target]],
    ['toolemu episodes', [bin, 'episodes', target]],
    ['toolemu episodes --verdict unsafe', [bin, 'episodes', target, '--verdict', 'unsafe']],
  ];
}
