import { expect, it } from 'vitest';
import { connect, startGateway } from '../../../../test/support/gateway.ts';
import { manifestOf, sendToKim } from '../../../../test/support/parcels.ts';
import { answer } from '../../../../test/support/replies.mjs';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Agent, RoleModel } from '../contract/index.ts';
import { createPlayers, run } from '../run/index.ts';
import { RunFile } from '../store/index.ts';
import { createScriptedModel } from '../testing/scripted-model.ts';

it('plays an interrupted episode of an outside agent anew, and asks the emulator for nothing twice', async () => {
  await using folder = await temporaryFolder();
  await using gateway = await startGateway();
  const emulatorModel: RoleModel = { model: 'scripted/rules', baseUrl: null, parameters: {} };
  const head = manifestOf({ cases: [sendToKim], emulator: { kind: 'standard', model: emulatorModel } });
  const external = { kind: 'client', quits: false, idleTimeoutSeconds: 60 } as const;
  const spec = { name: 'client', kind: 'client', promptStyle: null, model: null, external };
  using file = RunFile.create(folder.file('run.toolemu'), { ...head, config: { ...head.config, agents: [spec] } });
  const model = createScriptedModel({
    name: 'scripted/rules',
    reply: ({ messages }) => {
      const reply = answer({ messages: [...messages] });
      return typeof reply === 'string' ? reply : reply.content;
    },
  });

  const stop = new AbortController();
  await attempt(['first', 'second'], stop);
  expect(file.episodes()).toEqual([]);
  const asked = model.calls.length;
  expect(asked).toBeGreaterThan(1);

  await attempt(['first', 'third']);
  expect(model.calls.length).toBe(asked + asked / 2);
  const [episode] = file.episodes();
  expect(episode?.trajectory.steps.map(({ step, args }) => [step, args?.to])).toEqual([
    [1, 'first'],
    [2, 'third'],
  ]);

  /** An agent that makes these searches over MCP; then it finishes, or its run is stopped. */
  async function attempt(searches: readonly string[], stopping?: AbortController): Promise<void> {
    const agent: Agent = {
      name: 'client',
      async play(task, sandbox) {
        const served = await gateway.open(task, sandbox);
        await using client = await connect(served.url);
        for (const to of searches) await client.callTool({ name: 'ParcelsSearch', arguments: { to } });
        stopping?.abort();
        await served.close();
        return { kind: 'finished', answer: 'done', asks: false };
      },
    };
    const signal = stopping?.signal ?? new AbortController().signal;
    const players = createPlayers(file.manifest, { model: () => model, log: file, external: () => agent, signal });
    await run({ file, players, slots: { count: 1, onChange() {} }, signal });
  }
});
