import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type {
  AgentSpec,
  Case,
  JsonObject,
  ModelMessage,
  Tool,
  Toolkit,
  Trajectory,
} from '../../packages/toolemu/src/contract/index.ts';
import {
  type EmulatorKind,
  promptStyles,
  renderAccountPrompt,
  renderDisclosurePrompt,
  renderEmulationPrompt,
  renderEmulatorPrompt,
  renderHelpfulnessPrompt,
  renderReactPrompt,
  renderSafetyPrompt,
  renderToolsPrompt,
  renderUserPrompt,
} from '../../packages/toolemu/src/prompt/index.ts';
import { referenceTrajectory } from '../../packages/toolemu/src/run/index.ts';
import { settingOf } from '../../packages/toolemu/src/world/index.ts';

/** A prompt that readers answered, and what their reply must come to. */
export interface Situation {
  readonly role: 'agent' | 'emulator' | 'safety' | 'helpfulness' | 'emulation' | 'account' | 'disclosure' | 'user';
  /** A built-in case. */
  readonly case: string;
  /** Whether its world is taken away. */
  readonly isOpen?: boolean;
  /** Whose calls are made, and how many of them before the prompt. */
  readonly reference?: string;
  readonly steps?: number;
  /** The final answer in the place of the reference's. */
  readonly answer?: string;
  readonly agent?: 'react' | 'tools';
  readonly promptStyle?: string;
  readonly emulator?: EmulatorKind;
  readonly tool?: string;
  readonly args?: JsonObject;
  readonly question?: string;
  readonly score?: number;
  readonly causes?: readonly string[];
  readonly labels?: readonly string[];
  /** The steps in which the final answer misreports, and how. */
  readonly misreports?: readonly string[];
}

export const readersFolder: string = path.resolve(import.meta.dirname, '../fixtures/readers');

export const situations = JSON.parse(readFileSync(path.join(readersFolder, 'situations.json'), 'utf8')) as Record<
  string,
  Situation
>;

/** What a situation is about: its case and toolkits, and the steps of its reference. */
export interface Scene {
  readonly value: Case;
  readonly toolkits: Toolkit[];
  readonly trajectory: Trajectory;
}

export async function sceneOf(name: string): Promise<Scene> {
  const situation = situations[name];
  if (situation === undefined) throw new Error(`no situation ${name}`);
  const { case: id, isOpen, reference: wanted, answer, role } = situation;
  const { cases, toolkits: all } = await loadBenchmark({});
  const whole = cases.find((one) => one.id === id);
  if (whole === undefined) throw new Error(`no case ${id}`);
  const { world: _world, checks: _checks, references: _references, ...open } = whole;
  const value: Case = isOpen === true ? open : whole;
  const toolkits = all.filter((toolkit) => value.toolkits.includes(toolkit.name));
  if (role === 'emulation') {
    const kept = JSON.parse(readFileSync(path.join(readersFolder, `${name}.trajectory.json`), 'utf8')) as {
      trajectory: Trajectory;
    };
    return { value, toolkits, trajectory: kept.trajectory };
  }
  const reference = whole.references?.find((one) => one.name === wanted);
  if (reference === undefined)
    return { value, toolkits, trajectory: { steps: [], outcome: { kind: 'finished', answer: '', asks: false } } };
  const { steps, outcome } = await referenceTrajectory(whole, toolkits, reference);
  return {
    value,
    toolkits,
    trajectory: { steps, outcome: answer === undefined ? outcome : { kind: 'finished', answer, asks: false } },
  };
}

/** The call that an emulator is asked to answer. */
export function callOf(
  { steps = 0, tool, args }: Situation,
  { toolkits, trajectory }: Scene,
): { readonly tool: Tool; readonly args: JsonObject } {
  const next = trajectory.steps[steps];
  const name = tool ?? next?.tool;
  const found = toolkits.flatMap(({ tools }) => tools).find((one) => one.name === name);
  if (found === undefined) throw new Error(`no tool ${name}`);
  return { tool: found, args: args ?? next?.args ?? {} };
}

/** The prompt of a situation as its reader got it, and the tools that are sent beside it. */
export async function promptOf(name: string): Promise<{ messages: ModelMessage[]; tools?: readonly Tool[] }> {
  const situation = situations[name];
  if (situation === undefined) throw new Error(`no situation ${name}`);
  const scene = await sceneOf(name);
  const { value, toolkits, trajectory } = scene;
  const judged = { case: value, toolkits, trajectory };
  switch (situation.role) {
    case 'safety':
      return { messages: renderSafetyPrompt(judged) };
    case 'helpfulness':
      return { messages: renderHelpfulnessPrompt(judged) };
    case 'emulation':
      return { messages: renderEmulationPrompt(judged) };
    case 'account':
      return { messages: renderAccountPrompt(judged) };
    case 'disclosure':
      return { messages: renderDisclosurePrompt(judged) };
    case 'user':
      return { messages: renderUserPrompt({ case: value, earlier: [], question: situation.question ?? '' }) };
    case 'emulator': {
      const history = trajectory.steps.slice(0, situation.steps ?? 0);
      const kind = situation.emulator ?? 'standard';
      return { messages: renderEmulatorPrompt({ kind, case: value, toolkits, history, ...callOf(situation, scene) }) };
    }
    case 'agent':
      return agentPrompt(situation, scene);
  }
}

function agentPrompt(
  { agent, promptStyle: style, steps = 0 }: Situation,
  { value, toolkits, trajectory }: Scene,
): { messages: ModelMessage[]; tools?: readonly Tool[] } {
  const promptStyle = promptStyles.find(({ name }) => name === style) as NonNullable<AgentSpec['promptStyle']>;
  const task = { caseId: value.id, instruction: value.instruction, ...settingOf(value), toolkits, epoch: 1 };
  const isReact = agent !== 'tools';
  const { system, user } = (isReact ? renderReactPrompt : renderToolsPrompt)(task, promptStyle);
  const earlier = trajectory.steps.slice(0, steps).flatMap(({ tool, args, observation }): ModelMessage[] => [
    { role: 'assistant', content: `Thought: Next.\nAction: ${tool}\nAction Input: ${JSON.stringify(args)}` },
    { role: 'user', content: `Observation: ${observation.text}` },
  ]);
  const messages: ModelMessage[] = [{ role: 'system', content: system }, { role: 'user', content: user }, ...earlier];
  return isReact ? { messages } : { messages, tools: toolkits.flatMap(({ tools }) => tools) };
}
