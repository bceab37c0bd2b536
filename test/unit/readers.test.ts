import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { reactCodec, toolsCodec } from '../../packages/toolemu/src/agent/index.ts';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type { Case, JsonObject, Tool, Toolkit, Trajectory } from '../../packages/toolemu/src/contract/index.ts';
import { importTools } from '../../packages/toolemu/src/benchmark/import-tools/index.ts';
import { readDeclaration } from '../../packages/toolemu/src/curation/asking/asking.ts';
import { readService } from '../../packages/toolemu/src/curation/completion/complete-service.ts';
import { missingServiceParts } from '../../packages/toolemu/src/curation/completion/missing-parts.ts';
import { createDraft } from '../../packages/toolemu/src/emulator/draft.ts';
import { readEmulation } from '../../packages/toolemu/src/emulator/read-emulation.ts';
import { noReveals, requirements, reveals } from '../../packages/toolemu/src/emulator/requirements/index.ts';
import {
  createEmulationEvaluator,
  createHelpfulnessEvaluator,
  createSafetyEvaluator,
} from '../../packages/toolemu/src/evaluator/index.ts';
import { promptStyles } from '../../packages/toolemu/src/prompt/index.ts';
import { referenceTrajectory } from '../../packages/toolemu/src/run/index.ts';
import { createSimulatedUser } from '../../packages/toolemu/src/run/episode/simulated-user.ts';
import { createScriptedModel } from '../../packages/toolemu/src/testing/index.ts';
import { absence, isAbsent, sharedData } from '../support/official-files.ts';

interface Situation {
  role: 'agent' | 'emulator' | 'safety' | 'helpfulness' | 'emulation' | 'user';
  agent?: 'react' | 'tools';
  promptStyle?: string;
  emulator?: 'standard' | 'adversarial';
  case: string;
  reference?: string;
  steps?: number;
  tool?: string;
  args?: JsonObject;
  score?: number;
  question?: string;
  labels?: string[];
}

const folder = path.resolve(import.meta.dirname, '../fixtures/readers');
const situations = JSON.parse(readFileSync(path.join(folder, 'situations.json'), 'utf8')) as Record<string, Situation>;
const of = (role: Situation['role']) => Object.entries(situations).filter(([, situation]) => situation.role === role);
const replyOf = (name: string) => readFileSync(path.join(folder, `${name}.reply.txt`), 'utf8');

let benchmark: { cases: Case[]; toolkits: Toolkit[] };
beforeAll(async () => {
  benchmark = await loadBenchmark({});
});

describe('replies of fresh readers to agent prompts', () => {
  it.each(of('agent'))('%s can be acted on', (name, { agent, promptStyle }) => {
    const chosen = promptStyles.find((one) => one.name === promptStyle);
    if (chosen === undefined) throw new Error(`no prompting ${promptStyle}`);
    const decision =
      agent === 'tools'
        ? toolsCodec.parse(nativeReply(replyOf(name)), [], chosen)
        : reactCodec.parse(textReply(replyOf(name)), [], chosen);
    expect(decision.kind).toBe('calls');
  });
});

describe('replies of fresh readers to the prompt of a simulated user', () => {
  it.each(of('user'))('%s is what a person would type', async (name, { case: id, question = '' }) => {
    const value = benchmark.cases.find((one) => one.id === id);
    if (value === undefined) throw new Error(`no case ${id}`);
    const model = createScriptedModel({ name: 'reader', replies: [replyOf(name)] });
    const reply = await createSimulatedUser({ case: value, model, parameters: {} })(question);
    expect(reply?.text).toBe(replyOf(name).trim());
    expect(reply?.text).not.toMatch(/\n|^["“]|APPROVED BY ADMIN|<</);
    expect(reply?.text.length).toBeLessThan(300);
  });
});

describe('replies of fresh readers to emulator prompts', () => {
  it.each(of('emulator').filter(([, { case: id }]) => !id.startsWith('official')))(
    '%s meets every requirement',
    async (name, situation) => {
      const { value, toolkits, trajectory } = await situationOf(situation);
      const at = situation.steps ?? 0;
      const next = trajectory.steps[at];
      const tool = toolNamed(situation.tool ?? next?.tool ?? '', toolkits);
      const toolkit = toolkits.find(({ tools }) => tools.includes(tool)) as Toolkit;
      const read = readEmulation(replyOf(name), tool);
      if (!read.ok) throw new Error(read.reason);
      const args = situation.args ?? next?.args ?? {};
      const request = { case: value, toolkits, toolkit, tool, args, history: trajectory.steps.slice(0, at), epoch: 1 };
      const draft = createDraft(request, read.reply);
      const held = [...requirements, situation.emulator === 'standard' ? noReveals : reveals];
      expect(held.flatMap((requirement) => requirement(draft))).toEqual([]);
    },
  );

  it.each(of('emulator').filter(([, { case: id }]) => id.startsWith('official')))('%s can be read', (name) => {
    const anyTool: Tool = { name: 'T', description: '', inputSchema: {}, outputSchema: { type: 'object' } };
    const read = readEmulation(replyOf(name), anyTool);
    expect(read).toMatchObject({ ok: true, reply: { exception: null } });
  });
});

describe.each([
  ['safety', createSafetyEvaluator],
  ['helpfulness', createHelpfulnessEvaluator],
] as const)('replies of fresh readers to %s prompts', (role, create) => {
  it.each(of(role))('%s gets the grade its words deserve', async (name, situation) => {
    const { value, toolkits, trajectory } = await situationOf(situation);
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const { result } = await create({ model, parameters: {} }).evaluate({
      case: value,
      toolkits,
      trajectory,
      epoch: 1,
    });
    expect(result).toMatchObject({ kind: 'scored', score: situation.score });
  });
});

describe('replies of fresh readers to prompts of the judge of the emulation', () => {
  it.each(of('emulation'))('%s tells the answers that were spoiled from the others', async (name, { labels }) => {
    const {
      case: id,
      isOpen,
      trajectory,
    } = JSON.parse(readFileSync(path.join(folder, `${name}.trajectory.json`), 'utf8')) as {
      case: string;
      isOpen: boolean;
      trajectory: Trajectory;
    };
    const value = benchmark.cases.find((one) => one.id === id);
    if (value === undefined) throw new Error(`no case ${id}`);
    const { world: _world, ...open } = value;
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const { result } = await createEmulationEvaluator({ model, parameters: {} }).evaluate({
      case: isOpen ? open : value,
      toolkits: benchmark.toolkits.filter((toolkit) => value.toolkits.includes(toolkit.name)),
      trajectory,
      epoch: 1,
    });
    const told = result.kind === 'scored' ? result.assessments?.map(({ label }) => label) : result;
    expect(told).toEqual(labels);
  });
});

describe('replies of fresh readers to the prompts that complete toolkits', () => {
  it.each([1, 2, 3, 4, 5])('completion-%i can be read', (number) => {
    expect(readDeclaration(replyOf(`completion-${number}`))).toMatchObject({ ok: true });
  });

  it.runIf(!isAbsent).each([
    { name: 'completion-3', source: `openapi:${sharedData}/openapi/petstore-3.0.json`, only: [] },
    {
      name: 'completion-5',
      source: `${sharedData}/mcp/github-tools-list.json`,
      only: ['*issue*', 'search_*', 'get_me', 'delete_file', 'fork_repository'],
    },
  ])(`$name declares a sound service, whatever a description asked for${absence}`, async ({ name, source, only }) => {
    const { toolkits } = await importTools(source, { only });
    const said = readDeclaration(replyOf(name));
    if (!said.ok) throw new Error(said.problem);
    const [toolkit] = toolkits as [Toolkit];
    const { records, risks, problems } = readService(said.declaration, toolkit, missingServiceParts(toolkit));
    expect(problems).toEqual([]);
    expect(Object.keys(records?.collections ?? {}).length).toBeGreaterThan(2);
    expect(risks?.length).toBeGreaterThan(2);
    expect(risks).not.toContain('None known.');
  });
});

/** A built-in case with the steps of a reference; an official one stands on a trajectory of as many steps as a judge may name. */
async function situationOf({
  case: id,
  reference: name,
}: Situation): Promise<{ value: Case; toolkits: Toolkit[]; trajectory: Trajectory }> {
  const official = id.startsWith('official');
  const value = benchmark.cases.find((one) => one.id === (official ? 'tasks-clear-test' : id));
  if (value === undefined) throw new Error(`no case ${id}`);
  const toolkits = benchmark.toolkits.filter((toolkit) => value.toolkits.includes(toolkit.name));
  const reference = (value.references ?? []).find((one) => one.name === (official ? 'careful' : name));
  if (reference === undefined) throw new Error(`no reference ${name} of ${id}`);
  return { value, toolkits, trajectory: await referenceTrajectory(value, toolkits, reference) };
}

function toolNamed(name: string, toolkits: readonly Toolkit[]): Tool {
  const tool = toolkits.flatMap(({ tools }) => tools).find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no tool ${name}`);
  return tool;
}

const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };

function textReply(text: string) {
  return { text, toolCalls: [], finish: 'stop' as const, usage, sent: {}, responseModel: null };
}

function nativeReply(text: string) {
  const { tool_calls: calls } = JSON.parse(text) as { tool_calls: { name: string; arguments: JsonObject }[] };
  const toolCalls = calls.map(({ name, arguments: args }, index) => ({ id: `call_${index}`, name, args }));
  return { ...textReply(''), toolCalls };
}
