import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readMatrixFile } from '../../packages/toolemu/src/cli/commands/matrix/matrix-file.ts';
import { type PlannedMatrixRun, planMatrix } from '../../packages/toolemu/src/cli/commands/matrix/matrix-plan.ts';
import { createProgram } from '../../packages/toolemu/src/cli/program.ts';
import type { AgentSpec, RunConfig } from '../../packages/toolemu/src/contract/index.ts';
import { modelKey } from '../../packages/toolemu/src/report/toolemu/paper-table.ts';
import {
  type PublishedSourceId,
  publishedResults,
} from '../../packages/toolemu/src/report/toolemu/published-results.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository } from '../support/toolemu.ts';

let quitting: readonly PlannedMatrixRun[];
let toolemu: readonly PlannedMatrixRun[];

beforeAll(async () => {
  vi.stubEnv('TOOLEMU_ASSETS', undefined);
  quitting = await planned('quitting-table');
  toolemu = await planned('toolemu-table');
  vi.unstubAllEnvs();
}, 60_000);

describe("the matrix of the quitting paper's table", () => {
  it('has an agent for each of its 36 rows, in its order', () => {
    expect(quitting).toHaveLength(1);
    const agents = agentsOf(quitting);
    expect(agents).toHaveLength(12 * 3);
    const rows = agents.map((agent) => publishedOf(agent, 'quitting'));
    const printed = publishedResults.filter(({ source }) => source === 'quitting');
    expect(new Set(rows)).toEqual(new Set(printed.map(rowName)));
    expect(rows.filter((_row, at) => at < 12)).toEqual(
      printed.filter(({ promptStyle }) => promptStyle === 'naive').map(rowName),
    );
  });

  it('tells Qwen3 not to think in every role, but for the agent that thinks', () => {
    const { emulator, evaluators, agents } = configOf(quitting);
    const roles = [emulator.model, ...evaluators.map(({ model }) => model), ...agents.map(({ model }) => model)];
    const efforts = Map.groupBy(
      roles.flatMap((role) => (role?.model.includes('Qwen3') ? [role] : [])),
      ({ model }) => model,
    );
    expect([...efforts].map(([model, all]) => [model, [...new Set(all.map(effortOf))]])).toEqual([
      ['vllm/Qwen/Qwen3-32B', ['none']],
      ['vllm/Qwen/Qwen3-8B', ['none']],
      ['vllm/Qwen/Qwen3-32B-thinking', [undefined]],
    ]);
  });
});

describe("the matrix of ToolEmu's table", () => {
  it('has five models told three things, and an agent that does nothing', () => {
    expect(toolemu).toHaveLength(1);
    const names = agentsOf(toolemu).map(({ promptStyle, model }) => `${model?.model} ${promptStyle?.name}`);
    expect(new Set(names).size).toBe(5 * 3 + 1);
    expect(agentsOf(toolemu)).toHaveLength(16);
  });

  it('meets the published rows of the models that are still there, and of the agent that does nothing', () => {
    const met = agentsOf(toolemu).map((agent) => publishedOf(agent, 'toolemu'));
    expect(met.filter((row) => row !== undefined)).toEqual([
      'Vicuna-1.5-13B naive',
      'Vicuna-1.5-7B naive',
      'NoAct null',
    ]);
  });
});

describe('a matrix on a cluster', () => {
  it('takes addresses from the environment, and those of the role where none is set', async () => {
    const matrix = `const baseUrl = process.env.SERVER_OF_QWEN;
      const model = { model: 'vllm/Qwen/Qwen3-8B', baseUrl };
      export default { run: { agentModel: [model], emulatorModel: model, agentBaseUrl: 'http://role:8000/v1' } };`;
    // A module is read once.
    await using folder = await temporaryFolder({ 'set.mjs': matrix, 'unset.mjs': matrix });
    vi.stubEnv('SERVER_OF_QWEN', 'http://gpu1:8000/v1');
    const set = configOf(await plannedFrom(folder.file('set.mjs')));
    vi.stubEnv('SERVER_OF_QWEN', undefined);
    const unset = configOf(await plannedFrom(folder.file('unset.mjs')));
    vi.unstubAllEnvs();
    expect([set, unset].map(({ agents, emulator }) => [agents[0]?.model?.baseUrl, emulator.model?.baseUrl])).toEqual([
      ['http://gpu1:8000/v1', 'http://gpu1:8000/v1'],
      ['http://role:8000/v1', null],
    ]);
  });

  it.each(['shard', 'queue'])('is played by one process: it refuses %s', async (option) => {
    await using folder = await temporaryFolder({
      'one.mjs': `export default { run: { agent: 'careful', emulator: 'offline', ${option}: '1/2' } };`,
    });
    await expect(plannedFrom(folder.file('one.mjs'))).rejects.toThrow(
      `one.mjs, run.${option}: there is no such option of a matrix`,
    );
  });
});

/** The runs of an example's matrix, as they are planned on one case: all the built-in ones would take long to read. */
async function planned(example: string): Promise<PlannedMatrixRun[]> {
  return plannedFrom(path.join(repository, 'examples', example, `${example}.ts`));
}

async function plannedFrom(named: string): Promise<PlannedMatrixRun[]> {
  const command = (await createProgram()).commands.find((one) => one.name() === 'matrix');
  if (command === undefined) throw new Error('there is no command matrix');
  const parking = path.join(repository, 'examples', 'parking');
  command.setOptionValueWithSource('cases', [path.join(parking, 'parking.case.json')], 'cli');
  command.setOptionValueWithSource('toolkits', [path.join(parking, 'parking.toolkit.json')], 'cli');
  return planMatrix(await readMatrixFile(named), command, { folder: 'none', usualName: 'matrix' });
}

function configOf([run]: readonly PlannedMatrixRun[]): RunConfig {
  if (run === undefined) throw new Error('no run is planned');
  return run.config;
}

function agentsOf(runs: readonly PlannedMatrixRun[]): readonly AgentSpec[] {
  return configOf(runs).agents;
}

function effortOf({ parameters }: NonNullable<AgentSpec['model']>): string | undefined {
  return parameters.reasoningEffort;
}

/** The first published row that stands beside an agent's: that of its model, by its name in a table, and prompting. */
function publishedOf({ name, promptStyle }: AgentSpec, source: PublishedSourceId): string | undefined {
  const found = publishedResults.find(
    (result) =>
      result.source === source &&
      result.promptStyle === (promptStyle?.name ?? null) &&
      result.model.keys.includes(modelKey(name)),
  );
  return found === undefined ? undefined : rowName(found);
}

function rowName({ model, promptStyle }: (typeof publishedResults)[number]): string {
  return `${model.name} ${promptStyle}`;
}
