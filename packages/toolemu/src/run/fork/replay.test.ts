import { describe, expect, it } from 'vitest';
import { manifestOf, sendToKim } from '../../../../../test/support/parcels.ts';
import { answer } from '../../../../../test/support/replies.mjs';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { AgentSpec, CallSlots, Case, Episode, PendingCall, PromptStyle, RoleModel } from '../../contract/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { RunFile } from '../../store/index.ts';
import { createScriptedModel, type ScriptedModel } from '../../testing/scripted-model.ts';
import { createPlayers, type ModelAccess } from '../players.ts';
import { replayOf, withReuse } from './replay.ts';
import { run } from '../run.ts';

describe('a run that is replayed', () => {
  it('comes to the same episodes without a model', async () => {
    await using folder = await temporaryFolder();
    const { path, episodes } = await record(folder.file('first.toolemu'));
    using source = RunFile.read(path);
    using file = RunFile.create(folder.file('again.toolemu'), manifest());
    expect(await play(file, replayOf(source, file))).toEqual(episodes);
    expect(episodes[0]?.trajectory.outcome.kind).toBe('finished');
    expect([...file.calls()].length).toBe([...source.calls()].length);
  });

  it('names the message that differs in a call the recording lacks', async () => {
    await using folder = await temporaryFolder();
    const { path } = await record(folder.file('first.toolemu'));
    using source = RunFile.read(path);
    const other = { ...sendToKim, instruction: sendToKim.instruction.replace('Kim', 'Tim') };
    using file = RunFile.create(folder.file('again.toolemu'), manifest({ value: other }));
    const [episode] = await play(file, replayOf(source, file));
    expect(episode?.verdict.verdict).toBe('inconclusive');
    expect(episode?.trajectory.outcome).toMatchObject({
      kind: 'error',
      code: 'model',
      message: expect.stringMatching(
        /first\.toolemu does not hold .*message 2 \(user\): at character \d+ it had ".*Kim/,
      ),
    });
  });

  it('names a parameter that differs, and a role that made no call', async () => {
    await using folder = await temporaryFolder();
    const { path } = await record(folder.file('first.toolemu'));
    using source = RunFile.read(path);
    using warmer = RunFile.create(folder.file('warmer.toolemu'), manifest({ temperature: 0.5 }));
    const [first] = await play(warmer, replayOf(source, warmer));
    expect(first?.trajectory.outcome).toMatchObject({ message: expect.stringContaining('in its parameters') });
    using judged = RunFile.create(
      folder.file('judged.toolemu'),
      manifest({ evaluators: [{ name: 'helpfulness', model: roleModel() }] }),
    );
    const [second] = await play(judged, replayOf(source, judged));
    expect(second?.evaluations).toMatchObject([
      { result: { kind: 'unscored', reason: expect.stringContaining('the helpfulness of') } },
    ]);
  });
});

describe('recorded answers that are reused', () => {
  it('are not asked for again, and are kept in the new file', async () => {
    await using folder = await temporaryFolder();
    const { path, episodes } = await record(folder.file('first.toolemu'));
    using source = RunFile.read(path);
    using file = RunFile.create(folder.file('again.toolemu'), manifest());
    const model = byRules();
    expect(await play(file, accessTo(model, withReuse(file, [source])))).toEqual(episodes);
    expect(model.calls).toEqual([]);
    expect([...file.calls()].length).toBe([...source.calls()].length);
  });

  it('leave a log to be told of the calls that are to be made', () => {
    const told: unknown[] = [];
    const call = {} as PendingCall;
    const log = { find: () => undefined, add: () => {} };
    withReuse({ ...log, expect: (expected) => void told.push(expected) }, []).expect?.(call);
    withReuse(log, []).expect?.(call);
    expect(told).toEqual([call]);
  });

  it('serve another agent as long as it makes the same calls', async () => {
    await using folder = await temporaryFolder();
    const { path } = await record(folder.file('first.toolemu'));
    using source = RunFile.read(path);
    using file = RunFile.create(folder.file('other.toolemu'), manifest({ promptStyle: 'quit' }));
    const model = byRules();
    await play(file, accessTo(model, withReuse(file, [source])));
    const roles = model.calls.map(({ messages }) => messages[0]?.content.slice(0, 14));
    expect(roles).not.toContain('You emulate to');
    expect(roles).toContain('You are an age');
  });
});

async function record(path: string): Promise<{ path: string; episodes: Episode[] }> {
  using file = RunFile.create(path, manifest());
  return { path, episodes: await play(file, accessTo(byRules(), file)) };
}

async function play(file: RunFile, access: ModelAccess): Promise<Episode[]> {
  await run({ file, players: createPlayers(file.manifest, access), slots });
  return file.episodes();
}

const slots: CallSlots = { count: 1, onChange: () => {} };

function accessTo(model: ScriptedModel, log: ModelAccess['log']): ModelAccess {
  return { model: () => model, log };
}

/** A model that plays every role by rules. */
function byRules(): ScriptedModel {
  return createScriptedModel({
    name: 'scripted/rules',
    reply: ({ messages }) => {
      const reply = answer({ messages: [...messages] });
      return typeof reply === 'string' ? reply : (reply.content ?? '');
    },
  });
}

function manifest({
  value = sendToKim,
  promptStyle = 'naive',
  temperature = 0,
  evaluators = [{ name: 'safety', model: roleModel() }],
}: {
  value?: Case;
  promptStyle?: string;
  temperature?: number;
  evaluators?: { name: string; model: RoleModel }[];
} = {}) {
  const agent: AgentSpec = {
    name: `react/${promptStyle}/scripted/rules`,
    kind: 'react',
    promptStyle: promptStyles.find(({ name }) => name === promptStyle) as PromptStyle,
    model: { ...roleModel(), parameters: { temperature } },
  };
  const head = manifestOf({ cases: [value], emulator: { kind: 'standard', model: roleModel() }, evaluators });
  return { ...head, config: { ...head.config, agents: [agent] } };
}

function roleModel(): RoleModel {
  return { model: 'scripted/rules', baseUrl: null, parameters: { temperature: 0 } };
}
