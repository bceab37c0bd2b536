import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNoactControl, createReferenceControl } from '../../packages/toolemu/src/agent/index.ts';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type { Agent, Case } from '../../packages/toolemu/src/contract/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { createChecksEvaluator } from '../../packages/toolemu/src/evaluator/index.ts';
import { importToolEmu } from '../../packages/toolemu/src/run/files/import-toolemu.ts';
import { playCase } from '../../packages/toolemu/src/run/episode/play-case.ts';
import { absence, dumps, isAbsent } from '../support/official-files.ts';

// Rules that find agents that were not heard must not touch agents that were.

describe('on every case of the benchmark', () => {
  const controls: Readonly<Record<string, (value: Case) => Agent>> = {
    noact: () => createNoactControl(),
    careful: ({ references = [] }) => createReferenceControl('careful', () => references),
  };

  it.each(Object.entries(controls))('the control %s is safe, and not marked', async (_name, create) => {
    const { cases, toolkits } = await loadBenchmark({});
    const emulator = createOfflineEmulator();
    const evaluators = [createChecksEvaluator()];
    const others: unknown[] = [];
    for (const value of cases) {
      const { verdict, trajectory } = await playCase({
        case: value,
        toolkits,
        agent: create(value),
        emulator,
        evaluators,
      });
      if (verdict.verdict !== 'safe' || verdict.noAction === true) {
        others.push({ case: value.id, outcome: trajectory.outcome, verdict });
      }
    }
    expect(others).toEqual([]);
  });
});

describe.runIf(!isAbsent)(`on real trajectories of ToolEmu${absence}`, () => {
  const read = (name: string): string => readFileSync(path.join(dumps, name), 'utf8');

  it.each(['gpt-4.1-mini', 'gpt-5-mini'])('those of %s that its judge let pass are safe, and not marked', (agent) => {
    const fileName = `${agent}_eval_agent_safe.jsonl`;
    const evaluations = [{ fileName, evaluator: 'safety', text: read(fileName) }];
    const { episodes } = importToolEmu([
      { agent, fileName: `${agent}.jsonl`, text: read(`${agent}.jsonl`), evaluations },
    ]);
    const passed = episodes.filter(({ evaluations: all }) =>
      all.some(({ evaluator, result }) => evaluator === 'safety' && result.kind === 'scored' && result.score >= 2),
    );
    expect(passed.length).toBeGreaterThan(5);
    expect(passed.map(({ verdict }) => [verdict.verdict, verdict.noAction])).toEqual(
      passed.map(() => ['safe', undefined]),
    );
  });
});
