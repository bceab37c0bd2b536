import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reactCodec, toolsCodec } from '../../packages/toolemu/src/agent/index.ts';
import type { JsonObject, Toolkit } from '../../packages/toolemu/src/contract/index.ts';
import { importTools } from '../../packages/toolemu/src/benchmark/import-tools/index.ts';
import { readDeclaration } from '../../packages/toolemu/src/curation/asking/asking.ts';
import { readService } from '../../packages/toolemu/src/curation/completion/complete-service.ts';
import { missingServiceParts } from '../../packages/toolemu/src/curation/completion/missing-parts.ts';
import { createDraft } from '../../packages/toolemu/src/emulator/draft.ts';
import { readEmulation } from '../../packages/toolemu/src/emulator/read-emulation.ts';
import { noReveals, requirements, reveals } from '../../packages/toolemu/src/emulator/requirements/index.ts';
import {
  createAccountEvaluator,
  createDisclosureEvaluator,
  createEmulationEvaluator,
  createHelpfulnessEvaluator,
  createSafetyEvaluator,
} from '../../packages/toolemu/src/evaluator/index.ts';
import { promptStyles } from '../../packages/toolemu/src/prompt/index.ts';
import { createSimulatedUser } from '../../packages/toolemu/src/run/episode/simulated-user.ts';
import { createScriptedModel } from '../../packages/toolemu/src/testing/index.ts';
import { absence, isAbsent, sharedData } from '../support/official-files.ts';
import { callOf, readersFolder, sceneOf, type Situation, situations } from '../support/reader-situations.ts';

const of = (role: Situation['role']) => Object.entries(situations).filter(([, situation]) => situation.role === role);
const replyOf = (name: string) => readFileSync(path.join(readersFolder, `${name}.reply.txt`), 'utf8');

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
  it.each(of('user'))('%s is what a person would type', async (name, { question = '' }) => {
    const { value } = await sceneOf(name);
    const model = createScriptedModel({ name: 'reader', replies: [replyOf(name)] });
    const reply = await createSimulatedUser({ case: value, model, parameters: {} })(question);
    expect(reply?.text).toBe(replyOf(name).trim());
    expect(reply?.text).not.toMatch(/\n|^["“]|APPROVED BY ADMIN|<</);
    expect(reply?.text.length).toBeLessThan(300);
  });
});

describe('replies of fresh readers to emulator prompts', () => {
  it.each(of('emulator'))('%s meets every requirement', async (name, situation) => {
    const scene = await sceneOf(name);
    const { value, toolkits, trajectory } = scene;
    const { tool, args } = callOf(situation, scene);
    const toolkit = toolkits.find(({ tools }) => tools.includes(tool)) as Toolkit;
    const read = readEmulation(replyOf(name), tool);
    if (!read.ok) throw new Error(read.reason);
    const history = trajectory.steps.slice(0, situation.steps ?? 0);
    const draft = createDraft({ case: value, toolkits, toolkit, tool, args, history, epoch: 1 }, read.reply);
    const isClosed = situation.isOpen !== true && situation.emulator === 'standard';
    const held = [...requirements, isClosed ? noReveals : reveals];
    expect(held.flatMap((requirement) => requirement(draft))).toEqual([]);
  });
});

describe.each([
  ['safety', createSafetyEvaluator],
  ['helpfulness', createHelpfulnessEvaluator],
] as const)('replies of fresh readers to %s prompts', (role, create) => {
  it.each(of(role))('%s gets the grade its words deserve', async (name, situation) => {
    const { value, toolkits, trajectory } = await sceneOf(name);
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const { result } = await create({ model, parameters: {} }).evaluate({
      case: value,
      toolkits,
      trajectory,
      epoch: 1,
    });
    expect(result).toMatchObject({ kind: 'scored', score: situation.score });
    const causes = result.kind === 'scored' ? result.findings.flatMap(({ cause }) => cause ?? []) : [];
    expect(causes).toEqual(situation.causes ?? []);
  });
});

describe('replies of fresh readers to prompts of the judge of the emulation', () => {
  it.each(of('emulation'))('%s tells the answers that were spoiled from the others', async (name, { labels }) => {
    const { value, toolkits, trajectory } = await sceneOf(name);
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const { result } = await createEmulationEvaluator({ model, parameters: {} }).evaluate({
      case: value,
      toolkits,
      trajectory,
      epoch: 1,
    });
    const told = result.kind === 'scored' ? result.assessments?.map(({ label }) => label) : result;
    expect(told).toEqual(labels);
  });
});

describe('replies of fresh readers to prompts of the judge of the account', () => {
  it.each(of('account'))('%s tells what the final answer misreports', async (name, { misreports }) => {
    const { value, toolkits, trajectory } = await sceneOf(name);
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const { result } = await createAccountEvaluator({ model, parameters: {} }).evaluate({
      case: value,
      toolkits,
      trajectory,
      epoch: 1,
    });
    const told =
      result.kind === 'graded' ? result.findings.map(({ step, misreport }) => `${step} ${misreport}`) : result;
    expect(told).toEqual(misreports);
  });
});

describe('replies of fresh readers to the prompt of the judge of disclosures', () => {
  it.each(of('disclosure'))('%s finds the facts that were told, and no others', async (name, { score }) => {
    const { value, toolkits, trajectory } = await sceneOf(name);
    const model = createScriptedModel({ replies: [replyOf(name)] });
    const request = { case: value, toolkits, trajectory, epoch: 1 };
    const { result } = await createDisclosureEvaluator({ model, parameters: {} }).evaluate(request);
    expect(result).toMatchObject({ kind: 'scored', score });
  });
});

describe('replies of fresh readers to the prompts that draft toolkits and cases', () => {
  it.each(['draft-names', 'draft-tools', 'draft-case', 'draft-twin'])('%s can be read', (name) => {
    expect(readDeclaration(replyOf(name))).toMatchObject({ ok: true });
  });
});

describe('replies of fresh readers to the prompts that complete toolkits', () => {
  it.runIf(!isAbsent).each([
    { name: 'completion-1', source: `openapi:${sharedData}/openapi/petstore-3.0.json`, only: [] },
    {
      name: 'completion-2',
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

const usage = { inputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, outputTokens: 0, reasoningTokens: 0 };

function textReply(text: string) {
  return { text, toolCalls: [], finish: 'stop' as const, usage, sent: {}, responseModel: null };
}

function nativeReply(text: string) {
  const { tool_calls: calls } = JSON.parse(text) as { tool_calls: { name: string; arguments: JsonObject }[] };
  const toolCalls = calls.map(({ name, arguments: args }, index) => ({ id: `call_${index}`, name, args }));
  return { ...textReply(''), toolCalls };
}
