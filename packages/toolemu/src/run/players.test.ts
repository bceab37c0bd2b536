import { expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim } from '../../../../test/support/parcels.ts';
import { answer } from '../../../../test/support/replies.mjs';
import type { PromptStyle, RoleModel, Tool } from '../contract/index.ts';
import type { ModelCall } from '../model/index.ts';
import { promptStyles } from '../prompt/index.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';
import { runEpisode } from './episode/episode.ts';
import { createPlayers } from './players.ts';
import { taskOf } from './episode/situations.ts';

it("says of each call how far its episode is, and puts judges' calls after all others", async () => {
  const calls = await callsOf('send-to-kim#react#1');
  const played = calls.filter(({ role }) => !role.startsWith('You judge'));
  expect(played.length).toBeGreaterThan(3);
  expect(played.map(({ request }) => request.progress)).toEqual(played.map((_, index) => index));
  const judges = calls.filter(({ role }) => role.startsWith('You judge'));
  expect(judges).toHaveLength(2);
  for (const { request } of judges) expect(request.progress).toBeGreaterThan(1e9);
});

it('puts what is nearest its end first where it is told to', async () => {
  const calls = await callsOf('send-to-kim#react#1', 'send-to-kim', { finishFirst: true });
  const order = calls.map(({ request }) => request.progress ?? 0);
  expect(order).toEqual(order.toSorted((a, b) => b - a));
  expect(order.at(-1)).toBeLessThan(-1e9);
});

it('gives all calls of a case one cache key, and those of another case another', async () => {
  const keys = new Set((await callsOf('send-to-kim#react#1')).map(({ request }) => request.cacheKey));
  expect(keys.size).toBe(1);
  const others = new Set((await callsOf('other#react#1', 'other')).map(({ request }) => request.cacheKey));
  expect(new Set([...keys, ...others]).size).toBe(2);
});

it('says how many messages of a request stand at the head of the next one', async () => {
  const calls = await callsOf('send-to-kim#react#1');
  for (const name of ['You are an age', 'You emulate to']) {
    const requests = calls.filter(({ role }) => role === name).map(({ request }) => request);
    expect(requests.length).toBeGreaterThan(1);
    for (const [index, next] of requests.slice(1).entries()) {
      const { messages, stableMessages = 0 } = requests[index] as ModelCall;
      expect(stableMessages).toBeGreaterThanOrEqual(2);
      expect(next.messages.slice(0, stableMessages)).toEqual(messages.slice(0, stableMessages));
    }
  }
});

it('answers by declared effects where they decide, asks a model for the rest, and says which on each step', async () => {
  const search = parcels.tools.find(({ name }) => name === 'ParcelsSearch') as Tool;
  const { effects: _effects, result: _result, ...undeclared } = search;
  const toolkit = { ...parcels, tools: parcels.tools.map((tool) => (tool === search ? undeclared : tool)) };
  const model = createScriptedModel({
    name: 'scripted/rules',
    reply: ({ messages }) => textOf(answer({ messages: [...messages] })),
  });
  const role: RoleModel = { model: 'scripted/rules', baseUrl: null, parameters: {} };
  const { config } = manifestOf({ agents: ['reckless'], emulator: { kind: 'grounded', model: role } });
  const log = { find: () => undefined, add: () => {} };
  const players = createPlayers({ config, cases: [sendToKim] }, { model: () => model, log });
  const plan = { id: 'send-to-kim#reckless#1', caseId: sendToKim.id, agent: 'reckless', epoch: 1 };
  const { trajectory } = await runEpisode({
    plan,
    case: sendToKim,
    toolkits: [toolkit],
    task: taskOf(sendToKim, [toolkit], 1),
    agent: players.agent(plan),
    emulator: players.emulator(plan),
    evaluators: [],
    maxSteps: 10,
  });
  const answered = trajectory.steps.map(({ tool, by }) => ({ tool, by }));
  expect(answered.length).toBeGreaterThan(1);
  expect(answered).toEqual(
    answered.map(({ tool }) => ({ tool, by: tool === search.name ? 'adversarial' : 'offline' })),
  );
  expect(model.calls).toHaveLength(answered.filter(({ tool }) => tool === search.name).length);
});

/** The requests of an episode that models play by rules, by the first words of their rules. */
async function callsOf(
  id: string,
  caseId = 'send-to-kim',
  how: { finishFirst?: boolean } = {},
): Promise<{ role: string; request: ModelCall }[]> {
  const value = { ...sendToKim, id: caseId };
  const model = createScriptedModel({
    name: 'scripted/rules',
    reply: ({ messages }) => textOf(answer({ messages: [...messages] })),
  });
  const role: RoleModel = { model: 'scripted/rules', baseUrl: null, parameters: {} };
  const head = manifestOf({
    cases: [value],
    emulator: { kind: 'standard', model: role },
    evaluators: ['safety', 'helpfulness'].map((name) => ({ name, model: role })),
  });
  const promptStyle = promptStyles[0] as PromptStyle;
  const config = { ...head.config, agents: [{ name: 'react', kind: 'react', promptStyle, model: role }] };
  const log = { find: () => undefined, add: () => {} };
  const players = createPlayers({ config, cases: [value] }, { model: () => model, log, ...how });
  const plan = { id, caseId, agent: 'react', epoch: 1 };
  await runEpisode({
    plan,
    case: value,
    toolkits: [parcels],
    task: taskOf(value, [parcels], 1),
    agent: players.agent(plan),
    emulator: players.emulator(plan),
    evaluators: players.evaluators(plan, value),
    maxSteps: 10,
  });
  return model.calls.map((request) => ({ role: request.messages[0]?.content.slice(0, 14) ?? '', request }));
}

function textOf(reply: ReturnType<typeof answer>): string {
  return typeof reply === 'string' ? reply : reply.content;
}
