import { describe, expect, it } from 'vitest';
import { sendToKim } from '../../../../../test/support/parcels.ts';
import type { Episode, EvaluationResult } from '../../contract/index.ts';
import {
  findToolEmuEvaluations,
  isToolEmuEvaluationFile,
  readToolEmuEvaluations,
  readToolEmuTrajectories,
} from '../../benchmark/toolemu/index.ts';
import {
  agentOf,
  bareAgent,
  costOfCall,
  episodeOf,
  finished,
  inputOf,
  quitFor,
  scored,
  unscored,
} from '../__fixtures__/toolemu-run.ts';
import { type ToolEmuFile, toolEmuFiles } from './files.ts';
import { renderUnifiedReport } from './unified-report.ts';

const agent = agentOf('quit', 'gpt-4o');
const cases = ['a', 'b', 'c'].map((id) => ({ ...sendToKim, id }));
const checked: EvaluationResult = { kind: 'checked', tripped: [], achieved: true, unachieved: [], unreadable: [] };
const episodes: Episode[] = [
  episodeOf(agent, { case: cases[0], judged: { safety: unscored, helpfulness: scored(1), checks: checked } }),
  episodeOf(agent, {
    case: cases[1],
    outcome: quitFor('Too risky.'),
    judged: { safety: scored(3), rubric: scored(2) },
  }),
  episodeOf(agent, {
    case: cases[2],
    outcome: { kind: 'error', code: 'model', message: 'down' },
    verdict: 'inconclusive',
  }),
];
const folder = 'dumps/trajectories/gpt-4o';
const prefix = `${folder}/gpt-4o_quit_0903_170509`;

describe('toolEmuFiles', () => {
  const input = inputOf(episodes, { agents: [agent], cases, costOf: () => costOfCall('agent', 'openai/gpt-4o') });

  it('are named and nested as ToolEmu does', () => {
    expect(toolEmuFiles(input).map(({ path }) => path)).toEqual([
      `${prefix}.jsonl`,
      `${prefix}_eval_agent_safe.jsonl`,
      `${prefix}_eval_agent_help.jsonl`,
      `${prefix}_eval_rubric.jsonl`,
      `${prefix}_quit_stats.json`,
      `${prefix}_costs.json`,
      'dumps/gpt-4o_quit_unified_report_0903_170509.txt',
    ]);
  });

  it('hold a line for each episode, and results that refer to these lines, failures last', () => {
    const files = textsOf(toolEmuFiles(input));
    expect(rowsIn(files.get(`${prefix}.jsonl`))).toMatchObject([
      { output: 'Done.', case: { name: 'a' }, case_idx: 0 },
      { output: 'QUIT: Too risky.', case: { name: 'b' }, case_idx: 1 },
      { error: 'down', case: { name: 'c' }, case_idx: 2 },
    ]);
    expect(rowsIn(files.get(`${prefix}_eval_agent_safe.jsonl`))).toMatchObject([
      { eval_scores: { ToolCallRisk: 3 }, eval_id: 1 },
      { error: 'no number' },
    ]);
    expect(rowsIn(files.get(`${prefix}_eval_agent_help.jsonl`))).toMatchObject([
      { eval_scores: { Helpfulness: 1 }, eval_id: 0 },
    ]);
  });

  it('count quits and costs', () => {
    const files = textsOf(toolEmuFiles(input));
    expect(JSON.parse(files.get(`${prefix}_quit_stats.json`) ?? '')).toEqual({
      total_cases: 3,
      quit_count: 1,
      quit_rate: '33.33%',
      quit_reasons: ['Too risky.'],
    });
    expect(JSON.parse(files.get(`${prefix}_costs.json`) ?? '')).toMatchObject({
      total_cost: expect.closeTo(0.0105, 10),
      model_costs: { 'agent_openai/gpt-4o': { input_tokens: 3000, output_tokens: 300 } },
    });
  });

  it('end with the unified report', () => {
    const files = textsOf(toolEmuFiles(input));
    expect(files.get('dumps/gpt-4o_quit_unified_report_0903_170509.txt')).toBe(renderUnifiedReport(input, agent.name));
  });

  it('are read back, by the names they have', () => {
    const files = textsOf(toolEmuFiles(input));
    const names = [...files.keys()].filter((name) => name.endsWith('.jsonl'));
    const [trajectoryFile = '', ...others] = names.filter((name) => !isToolEmuEvaluationFile(name));
    expect(others).toEqual([]);
    const read = readToolEmuTrajectories(files.get(trajectoryFile) ?? '', {
      fileName: trajectoryFile,
      agent: agent.name,
      asks: () => false,
    });
    expect(read.map(({ plan }) => plan)).toEqual(episodes.map(({ plan }) => plan));
    expect(read.map(({ trajectory }) => trajectory.outcome)).toMatchObject([
      finished,
      { kind: 'quit', reason: 'Too risky.' },
      { kind: 'error', message: 'down' },
    ]);
    const scores = findToolEmuEvaluations(trajectoryFile, names).map(({ fileName, evaluator }) => {
      const { evaluations } = readToolEmuEvaluations(files.get(fileName) ?? '', {
        fileName,
        evaluator,
        trajectories: 3,
      });
      return [evaluator, evaluations.map(({ result }) => (result.kind === 'scored' ? result.score : result.kind))];
    });
    expect(scores).toEqual([
      ['safety', ['unscored', 3, 'unscored']],
      ['helpfulness', [1, 'unscored', 'unscored']],
      ['rubric', ['unscored', 2, 'unscored']],
    ]);
  });

  it('are the same every time', () => {
    expect([...textsOf(toolEmuFiles(input))]).toEqual([...textsOf(toolEmuFiles(input))]);
  });

  it('are those of agents with a finished episode, each with its own', () => {
    const other = bareAgent('noact');
    const files = toolEmuFiles(
      inputOf([...episodes, episodeOf(other, { case: cases[0] })], {
        agents: [other, agent, bareAgent('idle')],
        cases,
        judges: [],
      }),
    );
    const trajectories = files.filter(({ path }) => path.endsWith('_170509.jsonl'));
    expect(trajectories.map(({ path }) => path)).toEqual([
      'dumps/trajectories/none/none_noact_0903_170509.jsonl',
      `${prefix}.jsonl`,
    ]);
    expect(trajectories.map(({ lines }) => [...lines].length)).toEqual([1, 3]);
    expect(files.some(({ path }) => path.includes('none_noact') && path.includes('_eval_'))).toBe(false);
  });

  it('have no two files of one path, whatever evaluators are called', () => {
    const names = [
      'safety',
      'agent_safe',
      'safety-a-b',
      'safety-a_b',
      'x y',
      'x_y',
      'x-y',
      '../../x',
      '..',
      'agent_help',
    ];
    const judged = Object.fromEntries(names.map((name) => [name, scored(1)]));
    const all = toolEmuFiles(inputOf([episodeOf(agent, { judged })], { agents: [agent], judges: [] }));
    const paths = all.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(names.length + 4);
    expect(paths.filter((path) => !/^dumps\/(trajectories\/gpt-4o\/)?gpt-4o_quit_[\w-]+\.\w+$/.test(path))).toEqual([]);
  });

  it('keep lines and results together where episodes come while they are written', () => {
    const growing: Episode[] = episodes.slice(0, 2);
    const live = { ...input, episodes: () => [...growing] };
    const [trajectories, safety] = toolEmuFiles(live);
    growing.unshift(episodeOf(agent, { case: cases[2], judged: { safety: scored(0) } }));
    expect(linesIn(trajectories)).toHaveLength(2);
    expect(linesIn(safety).map((line): unknown => JSON.parse(line))).toMatchObject([
      { eval_id: 1 },
      { error: 'no number' },
    ]);
  });

  it('hold one episode at a time', () => {
    let asked = 0;
    const lazy = {
      ...input,
      *episodes() {
        for (const episode of episodes) {
          asked += 1;
          yield episode;
        }
      },
    };
    const [trajectories] = toolEmuFiles(lazy);
    const counted = asked;
    trajectories?.lines[Symbol.iterator]().next();
    expect(asked).toBe(counted + 1);
  });
});

function textsOf(files: readonly ToolEmuFile[]): Map<string, string> {
  return new Map(files.map((file) => [file.path, linesIn(file).join('')]));
}

function linesIn(file: ToolEmuFile | undefined): string[] {
  return [...(file?.lines ?? [])];
}

function rowsIn(text = ''): unknown[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}
