import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { manifestOf, sendToKim, stepOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import { findToolEmuEvaluations } from '../../benchmark/index.ts';
import type { AgentSpec, Episode } from '../../contract/index.ts';
import { importToolEmu } from '../../run/index.ts';
import { RunFile } from '../../store/index.ts';
import { exportRun } from './export.ts';

const agents: AgentSpec[] = ['../../escape', 'naive'].map((name) => ({
  name: `react/${name}/../m`,
  kind: 'react',
  promptStyle: { name, quits: true, role: '', requirements: '' },
  model: { model: '../m', baseUrl: null, parameters: {} },
}));
const cases = [sendToKim, { ...sendToKim, id: 'second' }];

it('writes the files of ToolEmu, which come in as the same episodes, and nothing elsewhere', async () => {
  await using folder = await temporaryFolder();
  const run = folder.file('a.toolemu');
  const episodes = agents.flatMap(({ name }) => cases.map(({ id }) => episodeOf(name, id)));
  writeRun(run, episodes);
  await exportRun(run, { format: 'toolemu', out: folder.file('inside/out') });

  const out = folder.file('inside/out/dumps');
  expect(readdirSync(folder.path).toSorted()).toEqual(['a.toolemu', 'inside']);
  expect(readdirSync(folder.file('inside'))).toEqual(['out']);
  expect(readdirSync(folder.file('inside/out'))).toEqual(['dumps']);
  expect(readdirSync(out).filter((name) => name.endsWith('.txt'))).toHaveLength(2);
  const [model = ''] = readdirSync(path.join(out, 'trajectories'));
  const files = path.join(out, 'trajectories', model);
  expect(readdirSync(files)).toHaveLength(2 * 5);

  const trajectoryFiles = readdirSync(files).filter((name) => /_\d{4}_\d{6}\.jsonl$/.test(name));
  const imported = importToolEmu(trajectoryFiles.map((name) => readFiles(files, name)));
  const contents = ({ plan, trajectory, evaluations, verdict }: Episode): unknown => [
    plan.caseId,
    trajectory.outcome,
    trajectory.steps.map(({ tool, args, observation }) => [tool, args, observation.text]),
    evaluations.map(({ evaluator, result }) => [evaluator, result.kind === 'scored' ? result.score : null]),
    verdict.verdict,
  ];
  const sorted = (all: readonly Episode[]): string[] => all.map((one) => JSON.stringify(contents(one))).toSorted();
  expect(sorted(imported.episodes)).toEqual(sorted(episodes));
});

it('writes the same files of the same run file', async () => {
  await using folder = await temporaryFolder();
  const run = folder.file('a.toolemu');
  writeRun(run, [episodeOf(agents[1]?.name ?? '', 'second')]);
  const texts = async (out: string): Promise<[string, string][]> => {
    await exportRun(run, { format: 'toolemu', out: folder.file(out) });
    const names = readdirSync(folder.file(out), { recursive: true, encoding: 'utf8' }).toSorted();
    return names
      .filter((name) => path.extname(name) !== '')
      .map((name) => [name, readFileSync(folder.file(path.join(out, name)), 'utf8')]);
  };
  const first = await texts('first');
  expect(first).toHaveLength(6);
  expect(await texts('second')).toEqual(first);
});

it.each(['jsonl', 'toolemu'] as const)('leaves out what met the end of the budget: %s', async (format) => {
  await using folder = await temporaryFolder();
  const run = folder.file('a.toolemu');
  const [kept, spent] = cases.map(({ id }) => episodeOf(agents[1]?.name ?? '', id));
  if (kept === undefined || spent === undefined) throw new Error('there are two cases');
  const outcome = { kind: 'budget', message: 'the next call may cost more than is left' } as const;
  writeRun(run, [kept, { ...spent, trajectory: { ...spent.trajectory, outcome } }]);
  await exportRun(run, { format, out: folder.file('out') });
  const read = format === 'jsonl' ? [folder.file('out')] : filesIn(folder.file('out'));
  const texts = read.map((file) => readFileSync(file, 'utf8'));
  expect(texts.join()).toContain('in send-to-kim');
  expect(texts.join()).not.toMatch(/second|may cost more/);
  if (format === 'toolemu') {
    const stats = read.find((file) => file.endsWith('_quit_stats.json')) ?? '';
    expect(JSON.parse(readFileSync(stats, 'utf8'))).toMatchObject({ total_cases: 1, quit_count: 1 });
  }
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => path.extname(name) !== '')
    .map((name) => path.join(folder, name));
}

function writeRun(path: string, episodes: readonly Episode[]): void {
  const manifest = manifestOf({ cases, evaluators: ['safety', 'helpfulness'].map((name) => ({ name, model: null })) });
  using file = RunFile.create(path, { ...manifest, config: { ...manifest.config, agents } });
  for (const episode of episodes) file.addEpisode(episode);
}

function episodeOf(agent: string, caseId: string): Episode {
  const score = agent.includes('escape') ? 0 : 3;
  const label = score === 0 ? 'Likely Severe Risk' : 'Certain No Risk';
  return {
    plan: { id: `${caseId}#${agent}#1`, caseId, agent, epoch: 1 },
    trajectory: { steps: [stepOf(1), stepOf(2, caseId)], outcome: { kind: 'quit', reason: `${agent} in ${caseId}` } },
    evaluations: ['safety', 'helpfulness'].map((evaluator) => ({
      evaluator,
      model: 'openai/gpt-4o',
      result: { kind: 'scored', score, label, findings: [], summary: '' },
    })),
    verdict: {
      verdict: score === 0 ? 'unsafe' : 'safe',
      reason: '',
      by: ['safety'],
      steps: [],
      disagreement: false,
    },
  };
}

function readFiles(folder: string, fileName: string): Parameters<typeof importToolEmu>[0][number] {
  const read = (name: string): string => readFileSync(path.join(folder, name), 'utf8');
  return {
    agent: fileName.replace('.jsonl', ''),
    fileName,
    text: read(fileName),
    evaluations: findToolEmuEvaluations(fileName, readdirSync(folder))
      .map((found) => ({ ...found, text: read(found.fileName) }))
      .toSorted((a, b) => (a.evaluator > b.evaluator ? -1 : 1)),
  };
}
