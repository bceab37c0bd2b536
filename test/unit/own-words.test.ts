import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import { absence, isAbsent, officialCases } from '../support/official-files.ts';

const longestShared = 7;

describe.skipIf(isAbsent)(`the benchmark's own words${absence}`, () => {
  it('share no run of eight words with an instruction of ToolEmu', async () => {
    const official = JSON.parse(readFileSync(officialCases, 'utf8')) as { 'User Instruction': string }[];
    const theirs = new Set(official.flatMap((row) => runs(row['User Instruction'])));
    expect(theirs.size).toBeGreaterThan(1000);
    const { cases, toolkits } = await loadBenchmark({});
    const ours = [
      ...cases.map(({ id, instruction }) => ({ name: id, text: instruction })),
      ...toolkits.map((toolkit) => ({ name: toolkit.name, text: JSON.stringify(toolkit) })),
    ];
    const shared = ours.flatMap(({ name, text }) =>
      runs(text)
        .filter((run) => theirs.has(run))
        .map((run) => [name, run]),
    );
    expect(shared).toEqual([]);
  });
});

function runs(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}']+/gu) ?? [];
  return words.slice(longestShared).map((_, at) => words.slice(at, at + longestShared + 1).join(' '));
}
