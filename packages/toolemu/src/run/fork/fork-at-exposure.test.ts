import { describe, expect, it } from 'vitest';
import { manifestOf, parcels, sendToKim } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { AgentSpec, CallSlots, Case, ForkSummary, Manifest, ModelRequest } from '../../contract/index.ts';
import { promptStyles } from '../../prompt/index.ts';
import { compareAgents, reportOf } from '../../report/index.ts';
import { RunFile } from '../../store/index.ts';
import { createScriptedModel, type ScriptedReply } from '../../testing/scripted-model.ts';
import { createManifest } from '../plan/manifest.ts';
import { createPlayers } from '../players.ts';
import { run } from '../run.ts';
import { forkManifest, type ForkRequest } from './fork.ts';

const [careful, bold] = [agentNamed('careful'), agentNamed('bold', 0.4)];
const cases = ['a', 'b', 'c'].map((id): Case => ({ ...sendToKim, id }));
const request: ForkRequest = { version: '0.0.0-test', at: 'exposure', times: 4 };

/** Looks Kim up, unless it is asked in case c, and then sends: both parcels where it is bold this time. */
function player(isBold: (asked: number) => boolean) {
  let sent = 0;
  return ({ messages }: ModelRequest): ScriptedReply => {
    const made = messages.filter(({ role }) => role === 'tool').length;
    if (made === 0) return call('ParcelsSearch', { to: 'kim' });
    if (made > 1) return 'It is on its way.';
    sent += 1;
    return call('ParcelsSend', { parcelIds: isBold(sent) ? ['pcl_0001', 'pcl_0002'] : ['pcl_0001'] });
  };
}

const never = player(() => false);
const always = player(() => true);

describe('a fork at exposure', () => {
  it('goes on from every exposed episode before the turn, in new epochs and as the agent was', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { careful: never, bold: always });
    const { fork, config } = headOf(parent);
    expect(fork).toMatchObject({ at: 'exposure', times: 4, temperature: null, promptStyle: null, notExposed: [] });
    expect(
      fork.parents.map(({ episode, agent, step, continuations }) => [episode, agent, step, continuations]),
    ).toEqual(
      ['a', 'b', 'c'].flatMap((id) => [careful, bold].map(({ name }) => [`${id}#${name}#1`, name, 2, [2, 3, 4, 5]])),
    );
    expect(config.agents).toEqual([careful, bold]);
  });

  it('gives the share of each prefix, and estimates the rate of the run', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { careful: never, bold: never });
    const every = (asked: number): boolean => asked % 4 === 0;
    const summaries = await forked(folder.file('fork.toolemu'), parent, request, {
      careful: player(every),
      bold: always,
    });
    const [first, second] = summaries;
    expect(first?.forks).toMatchObject(
      ['a', 'b', 'c'].map(() => ({ step: 2, unsafe: { count: 1, of: 4 }, reproduced: false })),
    );
    expect(first?.repeated).toMatchObject({ noRate: null, harm: { of: 3, missing: 0, value: 0.25 } });
    expect(first?.repeated?.harm?.interval?.low).toBeLessThan(0.25);
    expect(second?.repeated).toEqual({ harm: null, noRate: 'reproduced' });
    expect(second?.forks[0]).toMatchObject({ unsafe: { count: 4, of: 4 }, reproduced: true });
  });

  it('counts episodes that were not exposed as no harm, and harm without exposure as harm', async () => {
    await using folder = await temporaryFolder();
    const refusal = (): ScriptedReply => 'No.';
    const strikes = ({ messages }: ModelRequest): ScriptedReply =>
      messages.some(({ role }) => role === 'tool') ? 'Struck off.' : call('ParcelsDelete', { parcelId: 'pcl_0005' });
    const byCase = (of: Record<string, (request: ModelRequest) => ScriptedReply>) => (asked: ModelRequest) =>
      (
        Object.entries(of).find(([id]) => asked.messages.some(({ content }) => content.includes(`Case ${id}.`)))?.[1] ??
        never
      )(asked);
    const told = cases.map((value) => ({ ...value, instruction: `Case ${value.id}. ${value.instruction}` }));
    const parent = await played(folder.file('parent.toolemu'), { careful: byCase({ b: refusal, c: strikes }) }, told);
    expect(headOf(parent).fork.notExposed).toEqual([
      { episode: `b#${careful.name}#1`, caseId: 'b', kind: 'redteam', agent: careful.name, harmed: false },
      { episode: `c#${careful.name}#1`, caseId: 'c', kind: 'redteam', agent: careful.name, harmed: true },
    ]);
    const [summary] = await forked(folder.file('fork.toolemu'), parent, request, {
      careful: byCase({ a: player((asked) => asked % 2 === 0) }),
    });
    expect(summary?.repeated?.harm).toMatchObject({ of: 3, missing: 0, value: (0.5 + 0 + 1) / 3 });
  });

  it('plays both agents from the same prefixes, whatever came of them', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { careful: never, bold: always });
    const both = { ...request, times: 2, agent: [careful.name, bold.name] };
    const { fork } = headOf(parent, both);
    const of = (name: string) =>
      fork.parents
        .filter(({ agent }) => agent === name)
        .map(({ episode, prefix, continuations }) => ({ episode, prefix, continuations }));
    expect(of(careful.name)).toHaveLength(6);
    expect(of(bold.name)).toEqual(of(careful.name));
    expect(fork.notExposed).toBeUndefined();
    const summaries = await forked(folder.file('fork.toolemu'), parent, both, { careful: never, bold: always });
    expect(
      summaries.map(({ agent, forks, repeated }) => [agent, forks.map(({ unsafe }) => unsafe.count), repeated]),
    ).toEqual([
      [careful.name, [0, 0, 0, 0, 0, 0], { harm: null, noRate: 'shared' }],
      [bold.name, [2, 2, 2, 2, 2, 2], { harm: null, noRate: 'shared' }],
    ]);
    using file = RunFile.read(folder.file('fork.toolemu'));
    const [comparison] = compareAgents(file);
    expect(comparison).toMatchObject({
      pairs: 12,
      cases: 3,
      exposure: null,
      remarks: [expect.stringContaining('the same 6 prefixes')],
    });
    expect(comparison?.differences[0]).toMatchObject({ measure: 'unsafe', a: 0, b: 1, difference: 1, pairs: 12 });
  });

  it('gives no rate of the run from prefixes that were chosen', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { careful: never });
    expect(headOf(parent, { ...request, caseId: 'a' }).fork.notExposed).toBeUndefined();
    expect(headOf(parent, { ...request, episode: 'a' }).fork.notExposed).toBeUndefined();
  });

  it.each<{ what: string; agents: AgentSpec[]; asked?: Partial<ForkRequest>; message: RegExp }>([
    {
      what: 'agents that cannot be restored, by name',
      agents: [careful, { name: 'reckless', kind: 'reckless', promptStyle: null, model: null }],
      message: /reckless cannot be restored at a step.*tools\/naive\/scripted\/careful/,
    },
    {
      what: 'one that is asked for',
      agents: [careful, { name: 'reckless', kind: 'reckless', promptStyle: null, model: null }],
      asked: { agent: 'reckless' },
      message: /cannot restore "reckless" at a step: it is no language model/,
    },
    {
      what: 'two agents that write their calls in two ways',
      agents: [careful, { ...bold, name: 'react/naive/scripted/bold', kind: 'react' }],
      asked: { agent: [careful.name, 'react/naive/scripted/bold'] },
      message: /cannot go on from the same prefixes.*two ways/,
    },
  ])('refuses $what', async ({ agents, asked, message }) => {
    await using folder = await temporaryFolder();
    using file = RunFile.create(folder.file('parent.toolemu'), manifestWith(agents));
    expect(() => forkManifest(file, { ...request, ...asked })).toThrow(message);
  });

  it('says where no episode was exposed', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { careful: () => 'No.' });
    expect(() => headOf(parent)).toThrow(/of 3 finished episodes .* none was exposed to a decisive call before a turn/);
  });
});

type Words = Record<string, (request: ModelRequest) => ScriptedReply>;

function agentNamed(name: string, temperature = 0): AgentSpec {
  return {
    name: `tools/naive/scripted/${name}`,
    kind: 'tools',
    promptStyle: promptStyles.find((one) => one.name === 'naive') ?? null,
    model: { model: `scripted/${name}`, baseUrl: null, parameters: { temperature } },
  };
}

function call(name: string, args: Record<string, string | string[]>): ScriptedReply {
  return { text: '', toolCalls: [{ id: `call_${name}`, name, args }] };
}

async function played(path: string, words: Words, played: readonly Case[] = cases): Promise<string> {
  const agents = [careful, bold].filter(({ name }) => words[name.split('/').at(-1) ?? ''] !== undefined);
  using file = RunFile.create(path, manifestWith(agents, played));
  await play(file, words);
  return path;
}

function manifestWith(agents: AgentSpec[], played: readonly Case[] = cases): Omit<Manifest, 'format'> {
  const { config } = manifestOf({ cases: played });
  return createManifest({ version: '0.0.0-test', config: { ...config, agents }, cases: played, toolkits: [parcels] });
}

function headOf(path: string, asked: ForkRequest = request): ReturnType<typeof forkManifest> {
  using file = RunFile.read(path);
  return forkManifest(file, asked);
}

async function forked(path: string, parent: string, asked: ForkRequest, words: Words): Promise<ForkSummary[]> {
  using file = RunFile.create(path, headOf(parent, asked));
  await play(file, words);
  return (await reportOf(file)).forks;
}

const slots: CallSlots = { count: 1, onChange: () => {} };

async function play(file: RunFile, words: Words): Promise<void> {
  const players = createPlayers(file.manifest, {
    model: ({ model: name }) =>
      createScriptedModel({ name, reply: (asked) => words[name.split('/').at(-1) ?? '']?.(asked) ?? 'No.' }),
    log: file,
  });
  await run({ file, players, slots });
}
