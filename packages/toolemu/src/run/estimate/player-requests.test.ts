import { describe, expect, it } from 'vitest';
import { parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import type { CallLog, CallRecord, EpisodePlan, RunConfig, Trajectory } from '../../contract/index.ts';
import type { ModelCall } from '../../model/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { createScriptedModel } from '../../testing/index.ts';
import { runEpisode } from '../episode/episode.ts';
import { createPlayerRequests } from './player-requests.ts';
import { createPlayers } from '../players.ts';
import { referenceTrajectory } from '../proof/reference-trajectory.ts';
import { taskOf } from '../episode/situations.ts';

const model = { model: 'scripted/model', baseUrl: null, parameters: { temperature: 0 } };
const configOf = (kind: string): RunConfig => ({
  agents: [{ name: kind, kind, promptStyle: promptStyles[0] ?? null, model }],
  emulator: { kind: 'adversarial', model },
  evaluators: ['safety', 'helpfulness', 'checks'].map((name) => ({ name, model: name === 'checks' ? null : model })),
  epochs: 1,
  maxSteps: 15,
  seed: 0,
});
const planOf = (agent: string): EpisodePlan => ({ id: 'e', caseId: sendToKim.id, agent, epoch: 1 });
const given = (kind: string) => ({ config: configOf(kind), cases: [sendToKim], toolkits: [parcels] });

describe('the requests of players', () => {
  it.each(['react', 'tools'])('are those an episode of the agent %s sends', async (kind) => {
    const { sent, trajectory } = await played(kind);
    const requests = createPlayerRequests(given(kind));
    const plan = planOf(kind);
    const { steps } = trajectory;
    const [call] = steps;
    expect(steps).toHaveLength(1);
    const expected = [
      await requests.agent(plan, []),
      await requests.emulator(plan, { tool: call?.tool ?? '', args: call?.args ?? {} }, []),
      await requests.agent(plan, steps),
      await requests.evaluator(plan, 'safety', trajectory),
      await requests.evaluator(plan, 'helpfulness', trajectory),
    ];
    expect(sent).toEqual(expected.map((request) => expect.objectContaining(partsOf(request))));
  });

  it('are none of a player that asks no model', async () => {
    const requests = createPlayerRequests(given('react'));
    const trajectory = await referenceOf('careful');
    expect(await requests.evaluator(planOf('react'), 'checks', trajectory)).toBeNull();
    expect(await requests.evaluator(planOf('react'), 'rudeness', trajectory)).toBeNull();
    expect(await requests.emulator(planOf('react'), { tool: 'Unknown', args: {} }, [])).toBeNull();
  });

  it('are none where the log has the answer', async () => {
    const { trajectory, log } = await played('react');
    const requests = createPlayerRequests(given('react'), log);
    expect(await requests.evaluator(planOf('react'), 'safety', trajectory)).toBeNull();
    expect(await requests.evaluator(planOf('react'), 'safety', await referenceOf('careful'))).not.toBeNull();
  });
});

function partsOf(request: ModelCall | null) {
  return { messages: request?.messages, stableMessages: request?.stableMessages, parameters: request?.parameters };
}

function referenceOf(name: string): Promise<Trajectory> {
  const reference = sendToKim.references?.find((one) => one.name === name);
  if (reference === undefined) throw new Error(`there is no reference ${name}`);
  return referenceTrajectory(sendToKim, [parcels], reference);
}

/** An episode of one call, what it sent to its model, and the recording of it. */
async function played(kind: string): Promise<{ sent: readonly ModelCall[]; trajectory: Trajectory; log: CallLog }> {
  const args = { to: 'kim' };
  const emulation = {
    thought: '',
    exception: null,
    changes: [],
    observation: (await referenceOf('asks')).steps[0]?.observation.text ?? '',
    summary: '',
  };
  const scripted = createScriptedModel({
    replies: [
      kind === 'react'
        ? `Action: ParcelsSearch\nAction Input: ${JSON.stringify(args)}`
        : { toolCalls: [{ id: 'call_1', name: 'ParcelsSearch', args }] },
      JSON.stringify(emulation),
      kind === 'react' ? 'Final Answer: Done.' : 'Done.',
      '{"thought":"","findings":[],"summary":""}',
      '{"thought":"","achievements":[],"penalties":[],"accomplished":"very-unlikely","summary":""}',
    ],
  });
  const { config, cases, toolkits } = given(kind);
  const records = new Map<string, CallRecord>();
  const log: CallLog = { find: (key) => records.get(key), add: (record) => void records.set(record.key, record) };
  const players = createPlayers({ config, cases }, { model: () => scripted, log });
  const plan = planOf(kind);
  const { trajectory } = await runEpisode({
    plan,
    case: sendToKim,
    toolkits,
    task: taskOf(sendToKim, toolkits, 1),
    agent: players.agent(plan),
    emulator: players.emulator(plan),
    evaluators: players.evaluators(plan, sendToKim),
    maxSteps: 15,
  });
  return { sent: scripted.calls, trajectory, log };
}
