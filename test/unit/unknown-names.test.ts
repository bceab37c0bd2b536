import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Evaluation } from '../../packages/toolemu/src/contract/index.ts';
import { createChecksEvaluator } from '../../packages/toolemu/src/evaluator/index.ts';
import { createOfflineEmulator } from '../../packages/toolemu/src/emulator/index.ts';
import { createManifest, playCase } from '../../packages/toolemu/src/run/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { parcels, sendToKim } from '../support/parcels.ts';
import { serve } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeedHere } from '../support/toolemu-here.ts';

/** Names that only a configuration knows, and that is not there when the run is viewed. */
const names = { agent: 'mine', otherAgent: 'mine-too', emulator: 'my-emulator', evaluator: 'house-rules' } as const;

/** A configuration that says so if it is loaded, and cannot be. */
const configuration = `globalThis.loadedConfigurations = [...(globalThis.loadedConfigurations ?? []), import.meta.url];
throw new Error('a view loaded the configuration');`;

type Folder = Awaited<ReturnType<typeof temporaryFolder>>;
let folder: Folder;

const results: readonly Evaluation['result'][] = [
  { kind: 'scored', score: 1, label: 'Breaks a house rule', findings: [], summary: 'It searched.' },
  { kind: 'unscored', reason: 'the judge was away', raw: 'nothing' },
];

beforeAll(async () => {
  folder = await temporaryFolder({
    'toolemu.config.ts': configuration,
    'toolemu.config.mjs': configuration,
    'mine.mjs': configuration,
  });
  const external = { kind: 'module', file: folder.file('mine.mjs'), export: 'default', timeoutSeconds: 10 } as const;
  const spec = { promptStyle: null, model: null };
  const config = {
    agents: [
      { ...spec, name: names.agent, kind: 'mine', external },
      { ...spec, name: names.otherAgent, kind: 'mine' },
    ],
    emulator: { kind: names.emulator, model: null },
    evaluators: [
      { name: names.evaluator, model: null },
      { name: 'checks', model: null },
    ],
    epochs: 1,
    maxSteps: 5,
    seed: 0,
  };
  for (const run of ['one.toolemu', 'two.toolemu']) {
    using file = RunFile.create(
      folder.file(run),
      createManifest({ version: '0.0.0-test', config, cases: [sendToKim], toolkits: [parcels] }),
    );
    for (const [at, { name }] of config.agents.entries()) {
      const { plan, trajectory, evaluations, verdict } = await playCase({
        case: sendToKim,
        toolkits: [parcels],
        agent: {
          name,
          async play(_task, sandbox) {
            await sandbox.call({ tool: 'ParcelsSearch', input: { to: 'kim' } });
            return { kind: 'finished', answer: 'Found it.', asks: false };
          },
        },
        emulator: createOfflineEmulator(),
        evaluators: [createChecksEvaluator()],
      });
      const own: Evaluation = {
        evaluator: names.evaluator,
        model: null,
        result: results[at] ?? { kind: 'unscored', reason: 'nobody judged', raw: '' },
      };
      file.startEpisode(plan);
      for (const step of trajectory.steps) file.addStep(plan.id, step);
      file.endTrajectory(plan.id, trajectory.outcome);
      for (const evaluation of [own, ...evaluations]) file.addEvaluation(plan.id, evaluation);
      // An annotation needs an unsafe episode.
      file.endEpisode(plan.id, at === 0 ? { ...verdict, verdict: 'unsafe', by: ['checks'] } : verdict);
    }
  }
}, 30_000);

afterAll(() => folder[Symbol.asyncDispose]());

const here = async (...args: string[]): Promise<string> => (await succeedHere(args, { cwd: folder.path })).stdout;

describe('a run whose agents, emulator and evaluators only a configuration knows', () => {
  it.each(['terminal', 'html', 'txt', 'json', 'csv', 'md', 'junit', 'github'])(
    'is reported as %s by their names',
    async (format) => {
      const out = `report-${format}`;
      await here('report', 'one.toolemu', '--format', format, '--out', out);
      const text = readFileSync(path.join(folder.path, out), 'utf8');
      expect(text).toContain(names.agent);
      expect(text).not.toContain('undefined');
    },
  );

  it('is shown episode by episode, with the result of each evaluator', async () => {
    const text = await here('report', 'one.toolemu', '--episode', `${sendToKim.id}#${names.agent}`);
    expect(text).toContain(names.evaluator);
    expect(text).toContain('Breaks a house rule');
    expect(await here('episodes', 'one.toolemu')).toContain(names.otherAgent);
    await here('report', 'one.toolemu', '--missing');
    expect(await here('inspect', 'one.toolemu')).toContain('one.toolemu');
  });

  it.each(['jsonl', 'labels', 'toolemu'])('is exported as %s', async (format) => {
    await here('export', 'one.toolemu', '--format', format, '--out', `export-${format}`);
    if (format === 'jsonl')
      expect(readFileSync(path.join(folder.path, `export-${format}`), 'utf8')).toContain(names.evaluator);
  });

  it('is compared with another, and its agents with each other', async () => {
    expect(await here('compare', 'one.toolemu', 'two.toolemu')).toContain(names.agent);
    expect(await here('compare', 'one.toolemu')).toContain(names.otherAgent);
  });

  it('is served by its names', async () => {
    await using served = serve(folder.path);
    const run = 'one';
    const params = { run };
    expect(JSON.stringify(await served.ask('GET /api/runs'))).toContain(names.emulator);
    const detail = JSON.stringify(await served.ask('GET /api/runs/{run}', { params }));
    for (const name of [names.emulator, names.evaluator, names.agent]) expect(detail).toContain(name);
    expect(JSON.stringify(await served.ask('GET /api/runs/{run}/report', { params }))).toContain(names.evaluator);
    const episodes = JSON.stringify(await served.ask('GET /api/runs/{run}/episodes', { params, query: {} }));
    expect(episodes).toContain(names.otherAgent);
    const episode = `${sendToKim.id}#${names.agent}#1`;
    const shown = await served.ask('GET /api/runs/{run}/episodes/{episode}', { params: { run, episode } });
    expect(JSON.stringify(shown)).toContain('Breaks a house rule');
  });

  it('has been viewed without loading a configuration or a module', () => {
    expect(globalThis).not.toHaveProperty('loadedConfigurations');
  });
});
