import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { costlyCase } from '../../../../../test/support/costly-case.ts';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { askProver, ProofFailure, proveBenchmark, proveToolkit } from './prover.ts';

const sourced = <T>(value: T): { file: string; place: string; value: T } => ({ file: '', place: '$', value });
const known = { toolkits: [parcels], cases: [] };

describe('what somebody else wrote', () => {
  it('is checked in another process, as on the command line', async () => {
    const given = { toolkits: [], cases: [sourced(sendToKim)], refused: [], issues: [] };
    expect(await proveBenchmark(given, known)).toEqual([]);
    const wrong = { ...parcels, tools: [...parcels.tools, ...parcels.tools.slice(0, 1)] };
    expect((await proveToolkit(sourced(wrong)))[0]?.message).toContain('another tool is called');
  });

  it('holds up nothing else while it is evaluated, and is not sound where it needs too many steps', async () => {
    const given = { toolkits: [], cases: [sourced(costlyCase(8_000))], refused: [], issues: [] };
    let [ticks, longest, last] = [0, 0, performance.now()];
    const timer = setInterval(() => {
      const now = performance.now();
      [ticks, longest, last] = [ticks + 1, Math.max(longest, now - last), now];
    }, 20);
    const start = performance.now();
    const issues = await proveBenchmark(given, known);
    const taken = performance.now() - start;
    clearInterval(timer);
    expect(issues.map(({ message }) => message).join('\n')).toContain('steps');
    expect(ticks).toBeGreaterThan(5);
    expect(longest).toBeLessThan(Math.max(1_000, taken / 2));
  });

  it('fails with the reason where it cannot be carried out, and the next is carried out', async () => {
    await expect(askProver('checks', [null])).rejects.toThrow(ProofFailure);
    expect(await proveToolkit(sourced(parcels))).toEqual([]);
  });
});

it('no module of the server evaluates it in its own process', () => {
  const folder = fileURLToPath(new URL('..', import.meta.url));
  const inProver = ['making/tasks.ts', 'playground/read-case.ts'];
  const found = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !inProver.includes(file))
    .filter((file) =>
      /\b(?:checkBenchmark|checkToolkit|evaluateChecks|callTool|provers)\b(?!')/.test(
        readFileSync(`${folder}/${file}`, 'utf8'),
      ),
    );
  expect(found).toEqual(['making/prover.ts']);
});
