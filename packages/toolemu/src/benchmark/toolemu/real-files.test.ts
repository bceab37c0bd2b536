import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import {
  caseSchema,
  type Episode,
  evaluationSchema,
  jsonObjectSchema,
  type JsonObject,
  riskTypeSchema,
  toolkitSchema,
  trajectorySchema,
} from '../../contract/index.ts';
import {
  findToolEmuEvaluations,
  isToolEmuCases,
  isToolEmuToolkits,
  readToolEmuCases,
  readToolEmuEvaluations,
  readToolEmuToolkits,
  readToolEmuTrajectories,
  toolEmuEvaluationFileName,
  writeToolEmuCase,
  writeToolEmuEvaluations,
  writeToolEmuTrajectories,
} from './index.ts';

const root = findRoot(import.meta.dirname);
const data = path.join(root, '..', 'shared', 'data');
const isAbsent = !existsSync(data);
const note = isAbsent ? ` (skipped: there is no folder ${data})` : '';

const read = (...names: string[]): string => readFileSync(path.join(data, ...names), 'utf8');
const readJson = (...names: string[]): unknown => JSON.parse(read(...names));
const parseLines = (text: string): JsonObject[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => jsonObjectSchema.parse(JSON.parse(line)));
const asks = (answer: string): boolean => answer.includes('?');

describe.skipIf(isAbsent)(`ToolEmu's toolkits${note}`, () => {
  const json = isAbsent ? [] : (readJson('toolemu', 'all_toolkits.json') as JsonObject[]);
  const toolkits = isAbsent ? [] : readToolEmuToolkits(json, 'all_toolkits.json');
  const tools = toolkits.flatMap((toolkit) => toolkit.tools);

  test('come in, all 38 of them with 330 tools', () => {
    expect(isToolEmuToolkits(json)).toBe(true);
    expect(toolkits.map((toolkit) => toolkitSchema.parse(toolkit))).toHaveLength(38);
    expect(tools).toHaveLength(330);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(330);
    expect(tools.map(({ name }) => name)).toContain('GmailSendEmail');
  });

  test('have inputs and outputs that are JSON Schemas', () => {
    const ajv = new Ajv({ strict: true });
    for (const { inputSchema, outputSchema = {} } of tools) {
      expect(ajv.compile(inputSchema)).toBeTypeOf('function');
      expect(ajv.compile(outputSchema)).toBeTypeOf('function');
    }
  });

  test('keep the two tools without exceptions apart from those with none', () => {
    expect(tools.filter(({ exceptions }) => exceptions === undefined).map(({ name }) => name)).toEqual([
      'FedExShipManagerSearchSavedAddresses',
      'TrafficControlCheckTrafficLightsStates',
    ]);
  });

  test('lose nothing of what they say', () => {
    const kept = JSON.stringify(toolkits);
    const lost = [...new Set(stringsIn(json))].filter((text) => !kept.includes(JSON.stringify(text).slice(1, -1)));
    expect(lost).toEqual([]);
  });
});

describe.skipIf(isAbsent)(`ToolEmu's cases${note}`, () => {
  const json = isAbsent ? [] : (readJson('toolemu', 'all_cases.json') as JsonObject[]);
  const cases = isAbsent ? [] : readToolEmuCases(json, { fileName: 'all_cases.json' });
  const outcomes = cases.flatMap(({ riskyOutcomes }) => riskyOutcomes);

  test('come in, 144 of them, and the stray one where it is asked for', () => {
    expect(isToolEmuCases(json)).toBe(true);
    expect(cases.map((testCase) => caseSchema.parse(testCase))).toHaveLength(144);
    const all = readToolEmuCases(json, { fileName: 'all_cases.json', includeStray: true });
    expect(all.map(({ id }) => id).filter((id) => !/^official_\d+$/.test(id))).toEqual(['test_quit_instruction']);
  });

  test('go out as they came in', () => {
    expect(cases.map(writeToolEmuCase)).toEqual(json.slice(0, 144));
  });

  test('name toolkits the toolkits file has', () => {
    const names = readToolEmuToolkits(readJson('toolemu', 'all_toolkits.json'), 'all_toolkits.json').map(
      ({ name }) => name,
    );
    expect(cases.flatMap(({ toolkits }) => toolkits).filter((name) => !names.includes(name))).toEqual([]);
  });

  test('have a label on each of 246 risky outcomes, and a risk type on all but a few', () => {
    expect(outcomes).toHaveLength(246);
    expect(outcomes.filter(({ label }) => label === undefined)).toEqual([]);
    const unmapped = outcomes.filter(({ riskType }) => riskType === null).map(({ label }) => label?.toLowerCase());
    expect(new Set(unmapped)).toEqual(
      new Set([
        'false positives',
        'inventory manipulation',
        'loss of control',
        'unauthorized prescription',
        'unauthorized stock manipulation',
      ]),
    );
    expect(new Set(outcomes.map(({ riskType }) => riskType))).toEqual(new Set([null, ...riskTypeSchema.options]));
  });

  test('have every label of the data file', () => {
    const file = path.join(root, 'packages', 'toolemu', 'data', 'toolemu-risk-labels.json');
    const labels = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object);
    const found = new Set(outcomes.map(({ label }) => label?.toLowerCase()));
    expect(labels.filter((label) => !found.has(label))).toEqual([]);
    expect(labels.toSorted()).toEqual(labels);
  });
});

describe.skipIf(isAbsent)(`real trajectory files${note}`, () => {
  const files = ['gpt-4.1-mini.jsonl', 'gpt-5-mini.jsonl'];
  const names = files.flatMap((file) => [
    file,
    toolEmuEvaluationFileName(file, 'safety'),
    toolEmuEvaluationFileName(file, 'helpfulness-ignore-safety'),
  ]);
  const load = (file: string): { text: string; episodes: Pick<Episode, 'plan' | 'trajectory' | 'evaluations'>[] } => {
    const text = read('toolemu-dumps', file);
    const trajectories = readToolEmuTrajectories(text, { fileName: file, agent: 'react', asks });
    const evaluations = findToolEmuEvaluations(file, names).map(({ fileName, evaluator }) =>
      readToolEmuEvaluations(read('toolemu-dumps', fileName), {
        fileName,
        evaluator,
        trajectories: trajectories.length,
      }),
    );
    expect(evaluations.flatMap(({ unplaced }) => unplaced)).toEqual([]);
    return {
      text,
      episodes: trajectories.map(({ plan, trajectory }, line) => ({
        plan,
        trajectory,
        evaluations: evaluations.flatMap(({ evaluations }) => evaluations.slice(line, line + 1)),
      })),
    };
  };
  const cases = isAbsent ? [] : readToolEmuCases(readJson('toolemu', 'all_cases.json'), { fileName: 'all_cases.json' });

  test.each(files)('%s comes in with its evaluations and goes out with the same content, line by line', (file) => {
    const { text, episodes } = load(file);
    expect(episodes).toHaveLength(15);
    for (const { trajectory, evaluations } of episodes) {
      expect(trajectorySchema.parse(trajectory)).toEqual(trajectory);
      expect(evaluations.map(({ evaluator }) => evaluator)).toEqual(['safety', 'helpfulness-ignore-safety']);
      for (const evaluation of evaluations) {
        expect(evaluationSchema.parse(evaluation)).toEqual(evaluation);
        expect(evaluation.result.kind).toBe('scored');
      }
    }
    const stored = JSON.parse(JSON.stringify(episodes)) as typeof episodes;
    expect(parseLines(writeToolEmuTrajectories(stored, { cases }))).toEqual(parseLines(text));
    for (const { fileName, evaluator } of findToolEmuEvaluations(file, names)) {
      expect(parseLines([...writeToolEmuEvaluations(stored, { evaluator })].join(''))).toEqual(
        parseLines(read('toolemu-dumps', fileName)),
      );
    }
  });

  test('observations that are no JSON, empty ones among them, come in as they are', () => {
    const observations = files.flatMap((file) =>
      load(file).episodes.flatMap(({ trajectory }) => trajectory.steps.map(({ observation }) => observation)),
    );
    const unreadable = observations.filter(({ json }) => json === undefined);
    expect(observations).toHaveLength(58);
    expect(unreadable.map(({ text }) => text.length)).toEqual([0, 597, 0, 128, 250, 1340, 1152, 1338]);
  });

  test("a simulated exception is the tool's, and no refusal by the program", () => {
    const steps = files.flatMap((file) => load(file).episodes.flatMap(({ trajectory }) => trajectory.steps));
    expect(steps.filter(({ status }) => status !== 'ok').map(({ tool, status }) => [tool, status])).toEqual([
      ['BinanceWithdraw', 'raised'],
    ]);
  });

  test('answers lose the colon before them, scores and labels the stars around them', () => {
    const [first] = load('gpt-5-mini.jsonl').episodes;
    expect(first?.trajectory.outcome).toMatchObject({ kind: 'finished', answer: expect.stringMatching(/^Done — /) });
    expect(first?.evaluations[0]?.result).toMatchObject({ score: 2, label: 'Possible Mild Risk' });
  });

  test('nothing of a line is kept twice', () => {
    for (const file of files) {
      const { text, episodes } = load(file);
      const size = JSON.stringify(episodes.map(({ trajectory }) => trajectory)).length;
      const withoutCases = parseLines(text).map(({ intermediate_steps, output }) => [intermediate_steps, output]);
      expect(size).toBeLessThan(JSON.stringify(withoutCases).length * 1.1);
    }
  });

  test('an edit of any field shows in the export, and nowhere else', () => {
    const { text, episodes } = load('gpt-4.1-mini.jsonl');
    const [episode, ...others] = structuredClone(episodes);
    const step = episode?.trajectory.steps[0];
    if (episode === undefined || step?.emulator === undefined) throw new Error('the first line has an emulated step');
    step.tool = 'TodoistFindTasks';
    step.args = { keywords: 'Exam' };
    step.thought = 'Another thought.';
    step.observation = { text: '{"tasks": []}', json: { tasks: [] } };
    step.emulator = { thought: 'Another simulation.', summary: 'Nothing found.' };
    episode.trajectory.outcome = { kind: 'finished', answer: 'There was nothing.', asks: false };
    const safety = episode.evaluations[0]?.result;
    if (safety?.kind !== 'scored') throw new Error('the first line is scored');
    Object.assign(safety, { score: 3, label: 'Certain No Risk', summary: 'Harmless.', thought: 'Nothing was done.' });

    const written = parseLines(writeToolEmuTrajectories([episode, ...others], { cases }));
    expect(written.slice(1)).toEqual(parseLines(text).slice(1));
    const steps = written[0]?.intermediate_steps as unknown[];
    expect(written[0]?.output).toBe(': There was nothing.');
    expect(steps[0]).toEqual([
      [
        'TodoistFindTasks',
        '{"keywords":"Exam"}',
        ' Another thought.\nAction: TodoistFindTasks\nAction Input: {"keywords":"Exam"}\n',
      ],
      [
        '{"tasks": []}',
        'Nothing found.',
        'Another simulation.\n\nSimulator Log Summary: \nNothing found.\n\nObservation: {"tasks": []}',
      ],
    ]);
    const stepsBefore = parseLines(text).map(({ intermediate_steps }) => intermediate_steps as unknown[]);
    expect(steps.slice(1, -1)).toEqual(stepsBefore[0]?.slice(1, -1));
    expect(steps.at(-1)).toEqual([
      {
        return_values: { output: ': There was nothing.' },
        log: 'Final Answer: There was nothing.\n',
        type: 'AgentFinish',
      },
      '',
    ]);
    expect(parseLines([...writeToolEmuEvaluations([episode], { evaluator: 'safety' })].join(''))[0]).toMatchObject({
      'Evaluator Thought': 'Nothing was done.',
      'Overall Qualitative Label': '**Certain No Risk (3)**',
      'Overall Quantitative Score': '**3**',
      'Evaluator Log Summary': 'Harmless.',
      eval_scores: { ToolCallRisk: 3 },
      eval_id: 0,
    });
  });
});

function findRoot(folder: string): string {
  const isRoot = existsSync(path.join(folder, 'packages', 'toolemu', 'package.json'));
  return isRoot ? folder : findRoot(path.dirname(folder));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
