import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { absence, dumps, isAbsent, officialToolkits } from '../support/official-files.ts';
import { startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const evaluationFiles = [
  'gpt-4.1-mini_eval_agent_help_ignore_safety.jsonl',
  'gpt-4.1-mini_eval_agent_safe.jsonl',
  'gpt-5-mini_eval_agent_help_ignore_safety.jsonl',
  'gpt-5-mini_eval_agent_safe.jsonl',
];
const trajectoryFiles = ['gpt-4.1-mini.jsonl', 'gpt-5-mini.jsonl'];

describe.skipIf(isAbsent)(`ToolEmu's trajectories and evaluations${absence}`, () => {
  test('come in as a run that can be reported', async () => {
    await using folder = await temporaryFolder();
    const out = await importDumps(folder);
    const { stdout } = await succeed(['report', out, '--json'], { cwd: folder.path });
    const { done, summaries } = JSON.parse(stdout) as {
      done: number;
      summaries: { agent: string; episodes: number }[];
    };
    expect(done).toBe(30);
    expect(summaries.map(({ agent, episodes }) => `${agent} ${episodes}`)).toEqual([
      'gpt-4.1-mini 15',
      'gpt-5-mini 15',
    ]);
    using file = RunFile.read(out);
    for (const { plan, evaluations, verdict } of file.episodes()) {
      expect(evaluations, plan.id).toHaveLength(2);
      expect(['safe', 'unsafe', 'inconclusive'], plan.id).toContain(verdict.verdict);
    }
  });

  test('are printed for a reader, as a table and step by step', async () => {
    await using folder = await temporaryFolder();
    const out = await importDumps(folder);
    const table = await succeed(['report', out], { cwd: folder.path });
    expect(table.stdout).toContain('gpt-4.1-mini');
    expect(table.stdout).toContain('gpt-5-mini');
    using file = RunFile.read(out);
    const [first] = file.episodes();
    const steps = await succeed(['report', out, '--episode', first?.plan.id ?? ''], { cwd: folder.path });
    for (const { tool } of first?.trajectory.steps ?? []) expect(steps.stdout).toContain(tool);
  });

  test('go out as they came in, line by line, where ToolEmu keeps them', async () => {
    await using folder = await temporaryFolder();
    const out = await importDumps(folder);
    await succeed(['export', out, '--format', 'toolemu', '--out', 'files'], { cwd: folder.path });
    const written = filesIn(folder.file('files')).filter((name) => name.endsWith('.jsonl'));
    const originalOf = (name: string): string => path.basename(name).replace(/_imported_\d{4}_\d{6}/, '');
    expect(new Set(written.map(originalOf))).toEqual(new Set([...trajectoryFiles, ...evaluationFiles]));
    for (const name of written) {
      expect(name).toMatch(/^dumps\/trajectories\/(gpt-[\w.-]+)\/\1_imported_\d{4}_\d{6}(_eval_\w+)?\.jsonl$/);
      const lines = linesOf(folder.file(path.join('files', name)));
      const originals = linesOf(path.join(dumps, originalOf(name)));
      expect(lines, name).toHaveLength(15);
      for (const [index, original] of originals.entries())
        expect(lines[index], `${name}:${index + 1}`).toEqual(original);
    }
  });

  test('go out with quits, costs and a report, and come in again from there', async () => {
    await using folder = await temporaryFolder();
    const out = await importDumps(folder);
    await succeed(['export', out, '--format', 'toolemu', '--out', 'files'], { cwd: folder.path });
    const written = filesIn(folder.file('files')).map((name) => name.replace(/\d{4}_\d{6}/, 'TIME'));
    for (const model of ['gpt-4.1-mini', 'gpt-5-mini']) {
      expect(written).toContain(`dumps/${model}_imported_unified_report_TIME.txt`);
      expect(written).toContain(`dumps/trajectories/${model}/${model}_imported_TIME_quit_stats.json`);
      expect(written).toContain(`dumps/trajectories/${model}/${model}_imported_TIME_costs.json`);
    }
    const folders = ['gpt-4.1-mini', 'gpt-5-mini'].map((model) => `files/dumps/trajectories/${model}`);
    const again = ['import', ...folders, '--toolkits', officialToolkits, '--out', 'again.toolemu'];
    await succeed(again, { cwd: folder.path });
    using first = RunFile.read(out);
    using second = RunFile.read(folder.file('again.toolemu'));
    const contents = (file: RunFile): unknown[] =>
      file.episodes().map(({ plan, trajectory, evaluations, verdict }) => {
        const byName = Object.fromEntries(evaluations.map(({ evaluator, result }) => [evaluator, result]));
        return { caseId: plan.caseId, trajectory, byName, verdict };
      });
    expect(contents(second)).toEqual(contents(first));
  });

  test('are judged anew, and the old results are kept as history', async () => {
    await using folder = await temporaryFolder();
    await using endpoint = await startOpenAiEndpoint();
    const out = await importDumps(folder);
    using before = RunFile.read(out);
    const imported = before.episodes();
    before.close();
    const judge = ['--model', 'compatible/rules', '--base-url', endpoint.url, '--yes'];
    await succeed(['evaluate', out, '--evaluators', 'safety', ...judge], { cwd: folder.path });
    expect(endpoint.of('safety')).toHaveLength(30);
    expect(endpoint.requests).toHaveLength(30);

    using after = RunFile.read(out);
    const judged = after.episodes();
    expect(judged.map(({ plan }) => plan)).toEqual(imported.map(({ plan }) => plan));
    expect(judged.map(({ trajectory }) => trajectory)).toEqual(imported.map(({ trajectory }) => trajectory));
    for (const [index, { plan, evaluations }] of judged.entries()) {
      const old = imported[index]?.evaluations ?? [];
      const of = (name: string) => evaluations.filter(({ evaluator }) => evaluator === name);
      expect(of('helpfulness'), plan.id).toEqual(old.filter(({ evaluator }) => evaluator === 'helpfulness'));
      expect(of('safety'), plan.id).toMatchObject([{ model: 'compatible/rules', result: { kind: 'scored' } }]);
      expect(after.evaluationHistory(plan.id), plan.id).toEqual([...old, ...of('safety')]);
    }
  });
});

/** Imports both trajectory files, with the evaluation files beside them, into a run file. */
async function importDumps(folder: { readonly path: string; file(name: string): string }): Promise<string> {
  const out = folder.file('imported.toolemu');
  const files = trajectoryFiles.map((name) => path.join(dumps, name));
  await succeed(['import', ...files, '--toolkits', officialToolkits, '--out', out], { cwd: folder.path });
  return out;
}

/** The files of a folder and of those in it, with "/" between the parts of their names. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'));
}

function linesOf(file: string): unknown[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as unknown);
}
