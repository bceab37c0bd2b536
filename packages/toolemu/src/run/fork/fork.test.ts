import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { manifestOf } from '../../../../../test/support/parcels.ts';
import { temporaryFolder } from '../../../../../test/support/temporary-folder.ts';
import type { Episode, Manifest, ModelRequest, PromptStyle, RunEvent } from '../../contract/index.ts';
import { promptStyles, renderReactPrompt, renderToolsPrompt } from '../../prompt/index.ts';
import { plansOf, RunFile } from '../../store/index.ts';
import {
  agentOf,
  modelsOf,
  noteCase,
  notes,
  notesManifest,
  playNotes,
  reactCall,
  type Say,
  toolCalls,
} from '../../../../../test/support/notes.ts';
import { defineFamilies } from '../families/index.ts';
import { forkManifest, type ForkRequest } from './fork.ts';
import { createManifest } from '../plan/manifest.ts';
import { withReuse } from './replay.ts';
import { openEpisodes } from '../run.ts';
import { taskOf } from '../episode/situations.ts';

const atQuit: ForkRequest = { version: '0.0.0-test', at: 'quit', times: 1, temperature: 0.7 };
const naive = promptStyles[0] as PromptStyle;

/** Takes notes, reads one there is not, calls what there is not, and quits after so many calls where it may. */
function reactQuitting(after: number): Say {
  const calls = [
    reactCall('NotesAdd', { text: 'one' }, 'A first note.'),
    reactCall('NotesRead', { title: 'none' }),
    `${reactCall('NotesAdd', { title: 'wrong' })}\nObservation: Kept.`,
    'Thought: Now this.\nAction: NotesAdd\nAction Input: no object',
  ];
  return ({ made, quits }) => {
    if (quits && made === after) return 'Thought: Too risky.\nQUIT: I cannot rule out harm.';
    return calls[made] ?? 'Final Answer: All is in order.';
  };
}

/** The same by native calls. */
function toolsQuitting(after: number): Say {
  const calls = [
    toolCalls(['NotesAdd', { text: 'one' }]),
    toolCalls(['NotesRead', { title: 'none' }]),
    toolCalls(['NotesAdd', { title: 'wrong' }]),
    toolCalls(['Unknown', {}]),
  ];
  return ({ made, quits }) => {
    if (quits && made === after) return toolCalls(['quit', { reason: 'I cannot rule out harm.' }]);
    return calls[made] ?? 'All is in order.';
  };
}

const agents = [
  { kind: 'react', quitting: reactQuitting, render: renderReactPrompt },
  { kind: 'tools', quitting: toolsQuitting, render: renderToolsPrompt },
];

describe('a continuation of a quit', () => {
  it.each(agents.flatMap((agent) => [0, 2, 4].map((after) => ({ ...agent, after }))))(
    'takes over the $after steps of the agent $kind before it',
    async ({ kind, quitting, after }) => {
      await using folder = await temporaryFolder();
      const parent = await played(folder.file('parent.toolemu'), { say: quitting(after), kind });
      const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say: quitting(after) });
      expect(parent.episodes).toMatchObject([{ trajectory: { outcome: { kind: 'quit' } } }]);
      const before = parent.episodes[0]?.trajectory.steps ?? [];
      expect(before).toHaveLength(after);
      expect(forked.episodes).toHaveLength(1);
      const [episode] = forked.episodes;
      expect(episode?.trajectory.steps.slice(0, after)).toEqual(before);
      expect(episode?.trajectory.steps.map(({ status }) => status)).toEqual(['ok', 'raised', 'rejected', 'rejected']);
      expect(episode?.trajectory.outcome.kind).toBe('finished');
      expect(forked.manifest.fork).toMatchObject({
        run: parent.path,
        at: 'quit',
        promptStyle: 'naive',
        times: 1,
        temperature: 0.7,
        agents: { [`${kind}/quit-then-naive/scripted/agent`]: agentOf(kind, 'quit') },
        parents: [
          {
            episode: `a#${kind}/quit/scripted/agent#1`,
            caseId: 'a',
            agent: `${kind}/quit-then-naive/scripted/agent`,
            epoch: 1,
            continuations: [1],
            step: after + 1,
            quit: 'I cannot rule out harm.',
            verdict: 'not-judged',
            prefix: before,
          },
        ],
      });
    },
  );

  it.each(agents)('goes on with what the agent $kind had said, under a prompt without quitting', async (agent) => {
    const { kind, quitting, render } = agent;
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { say: quitting(2), kind });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say: quitting(2) });
    const [first] = forked.models.agent.calls;
    const quit = parent.models.agent.calls.at(-1);
    const { system, user } = render(taskOf(noteCase('a'), [notes], 1), naive);
    expect(first?.messages).toEqual([
      { role: 'system', content: system },
      { role: 'user', content: user },
      ...(quit?.messages.slice(2) ?? []),
    ]);
    expect(first?.messages.length).toBeGreaterThan(4);
    expect(quit?.messages[0]?.content).toMatch(/quit/i);
    expect(JSON.stringify(first)).not.toMatch(/quit/i);
    expect(first?.parameters).toMatchObject({ temperature: 0.7, maxOutputTokens: 500 });
    expect(quit?.parameters).toMatchObject({ temperature: 0 });
  });

  it.each(agents)('asks for nothing that was said or answered before it: $kind', async ({ kind, quitting }) => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { say: quitting(1), kind });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say: quitting(1) });
    expect(parent.models.agent.calls).toHaveLength(2);
    expect(forked.models.agent.calls).toHaveLength(4);
    expect(forked.models.emulator.calls).toHaveLength(1);
    using file = RunFile.read(forked.path);
    const own = forked.episodes[0]?.plan.id;
    expect([...file.calls()].map(({ role, episode }) => [role, episode])).toEqual([
      ['agent', own],
      ['emulator', own],
      ['agent', own],
      ['agent', own],
      ['agent', own],
    ]);
  });

  it('meets the world as it was left', async () => {
    await using folder = await temporaryFolder();
    const goesOn: Say = ({ made, quits }) => {
      if (quits && made === 2) return 'QUIT: No.';
      return made < 3 ? reactCall('NotesAdd', { text: `note ${made}` }) : 'Final Answer: Done.';
    };
    const parent = await played(folder.file('parent.toolemu'), { say: goesOn });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say: goesOn });
    const whole = await played(folder.file('whole.toolemu'), { say: goesOn, promptStyle: 'naive' });
    expect(whole.models.emulator.calls).toHaveLength(3);
    expect(forked.models.emulator.calls.map(messagesOf)).toEqual(whole.models.emulator.calls.slice(2).map(messagesOf));
    expect(JSON.stringify(messagesOf(forked.models.emulator.calls[0]))).toContain('Kept as number 2.');
  });

  it('keeps what was done to the world and outside it', async () => {
    await using folder = await temporaryFolder();
    const say: Say = ({ made, quits }) => {
      if (made === 0) return reactCall('ParcelsRegister', { to: 'Kim', weight: 3, note: 'Careful.' });
      if (made === 1) return reactCall('ParcelsRegister', { to: 'Kim', weight: 90 });
      if (quits) return 'QUIT: No.';
      return made === 2 ? reactCall('ParcelsSend', { parcelIds: ['pcl_0002'] }) : 'Final Answer: Sent.';
    };
    const { config, cases, toolkits } = manifestOf({ evaluators: [{ name: 'checks', model: null }] });
    const playing = { ...config, agents: [agentOf('react', 'quit')] };
    const manifest = createManifest({ version: '0.0.0-test', config: playing, cases, toolkits });
    const parent = await played(folder.file('parent.toolemu'), { say, manifest });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say });
    const before = parent.episodes[0]?.trajectory.steps ?? [];
    expect(before).toMatchObject([
      { changes: [{ op: 'create' }], consequences: [{ kind: 'message' }] },
      { status: 'raised' },
    ]);
    const [episode] = forked.episodes;
    expect(episode?.trajectory.steps.slice(0, 2)).toEqual(before);
    expect(episode?.trajectory.steps[2]).toMatchObject({ changes: [{ op: 'update', id: 'pcl_0002' }] });
    expect([parent.episodes[0]?.verdict.verdict, episode?.verdict.verdict]).toEqual(['safe', 'unsafe']);
    expect(forked.manifest.fork?.parents[0]?.verdict).toBe('safe');
  });

  it('goes through replies that could not be read as its parent did, and leaves out those before the quit', async () => {
    await using folder = await temporaryFolder();
    const say: Say = ({ made, quits, unread }) => {
      if (made === 0) return unread < 2 ? `I mumble ${unread}.` : reactCall('NotesAdd', { text: 'one' });
      if (made === 1 && quits) return unread < 1 ? 'I hesitate.' : 'QUIT: No.';
      return 'Final Answer: Done.';
    };
    const parent = await played(folder.file('parent.toolemu'), { say });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say });
    expect(parent.models.agent.calls).toHaveLength(5);
    expect(forked.manifest.fork?.parents[0]?.replies.map(({ text }) => text.slice(0, 11))).toEqual([
      'I mumble 0.',
      'I mumble 1.',
      'Thought: In',
    ]);
    expect(forked.models.agent.calls).toHaveLength(1);
    expect(forked.models.agent.calls[0]?.messages.map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ]);
    expect(forked.episodes[0]?.trajectory).toEqual({
      steps: parent.episodes[0]?.trajectory.steps,
      outcome: { kind: 'finished', answer: 'Done.', asks: false },
    });
  });

  it('reads and repeats what was said before as it was read then', async () => {
    await using folder = await temporaryFolder();
    const say: Say = ({ made, quits }) => {
      if (made === 0) return 'Action: NotesAdd\nAction Input: one\nQUIT: or rather not';
      return quits ? 'QUIT: No.' : 'Final Answer: Done.';
    };
    const parent = await played(folder.file('parent.toolemu'), { say });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say });
    const steps = parent.episodes[0]?.trajectory.steps;
    expect(steps).toMatchObject([{ input: 'one', dropped: expect.stringContaining('QUIT: or rather not') }]);
    expect(forked.episodes[0]?.trajectory.steps).toEqual(steps);
    const [last] = parent.models.agent.calls.slice(-1);
    expect(forked.models.agent.calls[0]?.messages.slice(2)).toEqual(last?.messages.slice(2));
  });

  it('keeps the calls that stand before the quit in the same reply', async () => {
    await using folder = await temporaryFolder();
    const say: Say = ({ made, quits }) => {
      if (made > 0) return made === 2 ? toolCalls(['NotesAdd', { text: 'three' }]) : 'Done.';
      if (!quits) return new Error('the prefix was asked for');
      return toolCalls(['NotesAdd', { text: 'one' }], ['NotesAdd', { text: 'two' }], ['quit', { reason: 'No.' }]);
    };
    const parent = await played(folder.file('parent.toolemu'), { say, kind: 'tools' });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say });
    expect(forked.manifest.fork?.parents[0]).toMatchObject({ step: 3, quit: 'No.' });
    expect(forked.episodes[0]?.trajectory.steps).toHaveLength(3);
    expect(forked.episodes[0]?.trajectory.steps.slice(0, 2)).toEqual(parent.episodes[0]?.trajectory.steps);
    expect(forked.models.agent.calls[0]?.messages.slice(2)).toMatchObject([
      { role: 'assistant', toolCalls: [{ name: 'NotesAdd' }, { name: 'NotesAdd' }] },
      { role: 'tool', content: 'Kept as number 1.' },
      { role: 'tool', content: 'Kept as number 2.' },
    ]);
  });

  it('is played so many times, each an episode of its own that names its parent', async () => {
    await using folder = await temporaryFolder();
    const say = reactQuitting(1);
    const manifest = notesManifest({ cases: [noteCase('a'), noteCase('b')], epochs: 2 });
    const parent = await played(folder.file('parent.toolemu'), { say, manifest });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say, request: { times: 2 } });
    const of = (id: string, epoch: number) => ({ episode: `${id}#react/quit/scripted/agent#${epoch}`, step: 2 });
    const planned = plansOf(forked.manifest);
    expect(planned.map(({ id, parent: from }) => [id, from])).toEqual([
      ['a#react/quit-then-naive/scripted/agent#1', of('a', 1)],
      ['a#react/quit-then-naive/scripted/agent#2', of('a', 2)],
      ['b#react/quit-then-naive/scripted/agent#1', of('b', 1)],
      ['b#react/quit-then-naive/scripted/agent#2', of('b', 2)],
      ['a#react/quit-then-naive/scripted/agent#3', of('a', 1)],
      ['a#react/quit-then-naive/scripted/agent#4', of('a', 2)],
      ['b#react/quit-then-naive/scripted/agent#3', of('b', 1)],
      ['b#react/quit-then-naive/scripted/agent#4', of('b', 2)],
    ]);
    expect(forked.episodes.map(({ plan }) => plan)).toEqual(expect.arrayContaining(planned));
    for (const { plan, trajectory } of forked.episodes) {
      const own = parent.episodes.find((one) => one.plan.id === plan.parent?.episode);
      expect([plan.id, trajectory.steps[0]]).toEqual([plan.id, own?.trajectory.steps[0]]);
    }
    expect(forked.manifest.config.epochs).toBe(4);
  });

  it('is one of each agent that quit, and only of those', async () => {
    await using folder = await temporaryFolder();
    const told = ['naive', 'quit', 'simple_quit'];
    const manifest = notesManifest({
      agents: [
        ...told.map((promptStyle) => agentOf('react', promptStyle)),
        { name: 'noact', kind: 'noact', promptStyle: null, model: null },
      ],
      cases: [noteCase('a'), noteCase('b')],
    });
    const say: Say = (turn) =>
      turn.request.messages[1]?.content.includes('notes of a') === true
        ? reactQuitting(0)(turn)
        : 'Final Answer: Done.';
    const parent = await played(folder.file('parent.toolemu'), { say, manifest });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say });
    expect(forked.manifest.config.agents.map(({ name, promptStyle }) => [name, promptStyle])).toEqual([
      ['react/quit-then-naive/scripted/agent', naive],
      ['react/simple_quit-then-naive/scripted/agent', naive],
    ]);
    expect(forked.manifest.cases.map(({ id }) => id)).toEqual(['a']);
    expect(Object.keys(forked.manifest.hashes.cases)).toEqual(['a']);
    expect(forked.episodes).toHaveLength(2);
    const one = { ...atQuit, agent: 'react/simple_quit/scripted/agent' };
    using file = RunFile.read(parent.path);
    expect(forkManifest(file, one).config.agents.map(({ name }) => name)).toEqual([
      'react/simple_quit-then-naive/scripted/agent',
    ]);
  });
});

describe('a fork at a step', () => {
  it('keeps the steps before it and plays it anew', async () => {
    await using folder = await temporaryFolder();
    const parent = await played(folder.file('parent.toolemu'), { say: reactQuitting(9), promptStyle: 'naive' });
    const say: Say = ({ made }) => (made === 2 ? reactCall('NotesAdd', { text: 'another' }) : 'Final Answer: Done.');
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say, request: { at: 3 } });
    const [episode] = forked.episodes;
    expect(episode?.trajectory.steps.slice(0, 2)).toEqual(parent.episodes[0]?.trajectory.steps.slice(0, 2));
    expect(episode?.trajectory.steps[2]?.args).toEqual({ text: 'another' });
    expect(forked.manifest.fork).toMatchObject({ at: 3, promptStyle: null, parents: [{ step: 3, quit: null }] });
    expect(forked.manifest.config.agents).toMatchObject([
      { name: 'react/naive-then-naive/scripted/agent', promptStyle: { name: 'naive' } },
    ]);
  });

  it('cuts a reply whose later calls lie behind it', async () => {
    await using folder = await temporaryFolder();
    const first: Say = ({ made }) =>
      made === 0
        ? toolCalls(['NotesAdd', { text: 'one' }], ['NotesAdd', { text: 'two' }], ['NotesAdd', { text: 'three' }])
        : 'Done.';
    const parent = await played(folder.file('parent.toolemu'), { say: first, kind: 'tools', promptStyle: 'naive' });
    const say: Say = ({ made }) => (made === 2 ? toolCalls(['NotesRead', { title: 'two' }]) : 'Read.');
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say, request: { at: 3 } });
    expect(parent.episodes[0]?.trajectory.steps).toHaveLength(3);
    const [episode] = forked.episodes;
    expect(episode?.trajectory.steps.map(({ tool }) => tool)).toEqual(['NotesAdd', 'NotesAdd', 'NotesRead']);
    expect(episode?.trajectory.steps.slice(0, 2)).toEqual(parent.episodes[0]?.trajectory.steps.slice(0, 2));
    expect(JSON.stringify(forked.models.agent.calls[0]?.messages)).not.toContain('three');
  });

  it('reads what was said before as it was read then', async () => {
    await using folder = await temporaryFolder();
    const first: Say = ({ made }) =>
      made === 0
        ? `Thought: I do not quit.\nQUIT: no.\n${reactCall('NotesAdd', { text: 'one' })}`
        : 'Final Answer: Done.';
    const parent = await played(folder.file('parent.toolemu'), { say: first, promptStyle: 'naive' });
    const say: Say = () => 'QUIT: Now I do.';
    const request = { at: 2, promptStyle: 'quit' } as const;
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say, request });
    expect(forked.episodes[0]?.trajectory).toEqual({
      steps: parent.episodes[0]?.trajectory.steps,
      outcome: { kind: 'quit', reason: 'Now I do.' },
    });
    const [last] = parent.models.agent.calls.slice(-1);
    expect(forked.models.agent.calls[0]?.messages.slice(1)).toEqual(last?.messages.slice(1));
  });

  it('is made of the episodes that came so far, and of the one that is named', async () => {
    await using folder = await temporaryFolder();
    const manifest = notesManifest({ cases: [noteCase('a'), noteCase('b')], epochs: 11, maxSteps: 3 });
    const say: Say = (turn) =>
      turn.request.messages[1]?.content.includes('notes of a') === true
        ? reactQuitting(0)(turn)
        : reactQuitting(3)(turn);
    const { path } = await played(folder.file('parent.toolemu'), { say, manifest });
    using file = RunFile.read(path);
    const parentsOf = (request: Partial<ForkRequest>) =>
      forkManifest(file, { ...atQuit, ...request }).fork?.parents.map(
        ({ caseId, epoch, quit }) => `${caseId}${epoch} ${quit?.slice(0, 8)}`,
      );
    expect(parentsOf({ at: 4, episode: 'b#react/quit/scripted/agent#1' })).toEqual(['b1 I cannot']);
    expect(parentsOf({ at: 3, episode: 'b#react/quit/scripted/agent#10' })).toEqual(['b10 undefined']);
    expect(parentsOf({ at: 2 })).toHaveLength(11);
    expect(parentsOf({ at: 1 })).toHaveLength(22);
    expect(parentsOf({ caseId: 'a', episode: 'a#react' })).toHaveLength(11);
  });
});

describe('an episode that met the end of the budget', () => {
  const outcome = { kind: 'budget', message: 'the next call may cost more than is left' } as const;

  it('is gone on from at no step', async () => {
    await using folder = await temporaryFolder();
    const manifest = notesManifest({ cases: [noteCase('a'), noteCase('b')] });
    const { path, episodes } = await played(folder.file('parent.toolemu'), { say: reactQuitting(3), manifest });
    using source = RunFile.read(path);
    using cut = RunFile.create(folder.file('cut.toolemu'), source.manifest);
    for (const call of source.calls()) cut.add(call);
    for (const { trajectory, ...episode } of episodes) {
      const isCut = episode.plan.caseId === 'b';
      cut.addEpisode({ ...episode, trajectory: isCut ? { ...trajectory, outcome } : trajectory });
    }
    const parentsOf = (file: RunFile) =>
      forkManifest(file, { ...atQuit, at: 2 }).fork.parents.map(({ caseId }) => caseId);
    expect(parentsOf(source)).toEqual(['a', 'b']);
    expect(parentsOf(cut)).toEqual(['a']);
    expect(() => forkManifest(cut, { ...atQuit, at: 2, caseId: 'b' })).toThrow(/no finished episode of .*cut\.toolemu/);
  });
});

describe('the file of a fork', () => {
  it('is gone on with where it was stopped, also without its parent', async () => {
    await using folder = await temporaryFolder();
    const say = reactQuitting(2);
    const parent = await played(folder.file('parent.toolemu'), { say });
    const path = folder.file('fork.toolemu');
    {
      using source = RunFile.read(parent.path);
      RunFile.create(path, forkManifest(source, { ...atQuit, times: 3 })).close();
    }
    rmSync(parent.path);
    const models = modelsOf(say);
    {
      using file = RunFile.resume(path);
      const stop = new AbortController();
      const onEvent = (event: RunEvent) => {
        if (event.type === 'step-end' && event.step.step === 3) stop.abort();
      };
      const first = await playNotes(file, models, { signal: stop.signal, onEvent });
      expect(first).toMatchObject({ planned: 3, stopped: 'interrupted' });
      expect(first.done).toBeLessThan(3);
    }
    const asked = models.agent.calls.length;
    expect([asked > 0, asked < 9]).toEqual([true, true]);
    using file = RunFile.resume(path);
    expect(openEpisodes(file).open).toHaveLength(3);
    const { episodes, done } = await playNotes(file, models);
    expect([done, episodes.length]).toEqual([3, 3]);
    for (const { trajectory, plan } of episodes) {
      expect(trajectory.steps.slice(0, 2)).toEqual(parent.episodes[0]?.trajectory.steps);
      expect(plan.parent).toEqual({ episode: 'a#react/quit/scripted/agent#1', step: 3 });
    }
    // Each continuation asks three times in all, whatever was asked before the stop.
    expect(models.agent.calls).toHaveLength(9);
  });

  it('can be played again with what it recorded', async () => {
    await using folder = await temporaryFolder();
    const say = reactQuitting(1);
    const parent = await played(folder.file('parent.toolemu'), { say });
    const forked = await fork(folder.file('fork.toolemu'), { parent: parent.path, say, request: { times: 2 } });
    using source = RunFile.read(forked.path);
    const head = createManifest({ ...source.manifest, version: '0.0.0-test' });
    using file = RunFile.create(folder.file('again.toolemu'), head);
    const silent = modelsOf(() => new Error('nothing is to be asked'));
    const again = await playNotes(file, silent, { log: withReuse(file, [source]) });
    expect(again.episodes).toEqual(forked.episodes);
  });
});

describe('what cannot be gone on from is refused', () => {
  const say = reactQuitting(1);

  it.each<{ what: string; promptStyle?: string; request?: Partial<ForkRequest>; message: string | RegExp }>([
    {
      what: 'a run in which none quit',
      promptStyle: 'naive',
      message: /of 1 finished episodes chosen from .* none quit: .*`at: 2`/,
    },
    {
      what: 'a step beyond the last',
      request: { at: 4 },
      message: /of 1 finished episodes chosen from .* none came to step 4: fork at step 2 at most/,
    },
    {
      what: 'an agent there is not',
      request: { agent: 'react' },
      message: /has no agent "react"; its agents that are language models are react\/quit\/scripted\/agent/,
    },
    { what: 'a case there is not', request: { caseId: 'b' }, message: /no case "b"; it has a$/ },
    {
      what: 'an episode there is not',
      request: { episode: 'b' },
      message: /no finished episode of .*parent\.toolemu is of these agents/,
    },
    {
      what: 'a prompting by which it may quit again',
      request: { promptStyle: 'simple_quit' },
      message: /told simple_quit may quit again: .*`promptStyle: 'naive'`/,
    },
    { what: 'a prompting there is not', request: { promptStyle: 'nice' }, message: /there is no prompting "nice"/ },
  ])('$what', async ({ promptStyle = 'quit', request = {}, message }) => {
    await using folder = await temporaryFolder();
    const { path } = await played(folder.file('parent.toolemu'), { say, promptStyle });
    using file = RunFile.read(path);
    expect(() => forkManifest(file, { ...atQuit, ...request })).toThrow(
      expect.objectContaining({ name: 'ConfigError', message: expect.stringMatching(message) }),
    );
  });

  it('a prompt style that no configuration names, and takes one that a configuration names', async () => {
    await using folder = await temporaryFolder();
    const { path } = await played(folder.file('parent.toolemu'), { say, promptStyle: 'quit' });
    using file = RunFile.read(path);
    const request = { ...atQuit, promptStyle: 'terse' };
    expect(() => forkManifest(file, request)).toThrow(/there is no prompting "terse"/);
    const terse = { quits: false, role: 'Be brief.', requirements: 'Answer in one word.' };
    const families = defineFamilies({ promptStyles: { terse } });
    expect(forkManifest(file, { ...request, families }).config.agents).toMatchObject([
      { name: 'react/quit-then-terse/scripted/agent', promptStyle: { name: 'terse', ...terse } },
    ]);
  });

  it('a prompting of whose parts nobody knows which are about quitting, unless another is named', async () => {
    await using folder = await temporaryFolder();
    const own = { name: 'quit', quits: true, role: 'You may stop.', requirements: 'Stop when in doubt.' };
    const manifest = notesManifest({ agents: [{ ...agentOf('react', 'quit'), promptStyle: own }] });
    const { path } = await played(folder.file('parent.toolemu'), { say, manifest });
    using file = RunFile.read(path);
    expect(() => forkManifest(file, atQuit)).toThrow(/parts of the prompting quit .* say by `promptStyle`/);
    const named = forkManifest(file, { ...atQuit, promptStyle: 'ss_only' });
    expect(named.config.agents).toMatchObject([{ name: 'react/quit-then-ss_only/scripted/agent' }]);
    expect(named.fork?.promptStyle).toBe('ss_only');
  });

  it('controls, imports, forks, and runs under another version of a prompt', async () => {
    await using folder = await temporaryFolder();
    const { path } = await played(folder.file('parent.toolemu'), { say });
    using parent = RunFile.read(path);
    const made = (name: string, change: object, head: object = parent.manifest): RunFile =>
      RunFile.create(folder.file(name), { ...(head as typeof parent.manifest), ...change });
    using controls = made('controls.toolemu', {}, manifestOf());
    expect(() => forkManifest(controls, atQuit)).toThrow(/no agent that is a language model, only careful/);
    using imported = made('imported.toolemu', { source: { format: 'toolemu' } });
    expect(() => forkManifest(imported, atQuit)).toThrow(/imported\.toolemu was imported/);
    using forked = made('fork.toolemu', forkManifest(parent, atQuit));
    expect(() => forkManifest(forked, { ...atQuit, at: 1 })).toThrow(
      /is a fork itself: fork the run it was made of, .*parent\.toolemu/,
    );
    const hashes = { ...parent.manifest.hashes, prompts: { ...parent.manifest.hashes.prompts, 'agent react': 'old' } };
    using older = made('older.toolemu', { hashes });
    expect(() => forkManifest(older, atQuit)).toThrow(/another version of the prompt of agent react/);
  });

  it('an episode whose replies are not there', async () => {
    await using folder = await temporaryFolder();
    const { path, episodes } = await played(folder.file('parent.toolemu'), { say });
    using source = RunFile.read(path);
    using bare = RunFile.create(folder.file('bare.toolemu'), source.manifest);
    for (const episode of episodes) bare.addEpisode(episode);
    expect(() => forkManifest(bare, atQuit)).toThrow(
      /does not hold the replies by which a#react\/quit\/scripted\/agent#1 came to step 2/,
    );
  });
});

interface PlayedNotes {
  readonly path: string;
  readonly manifest: Manifest;
  readonly models: ReturnType<typeof modelsOf>;
  readonly episodes: Episode[];
}

async function played(
  path: string,
  {
    say,
    kind = 'react',
    promptStyle = 'quit',
    manifest = notesManifest({ agents: [agentOf(kind, promptStyle)] }),
  }: { say: Say; kind?: string; promptStyle?: string; manifest?: ReturnType<typeof notesManifest> },
): Promise<PlayedNotes> {
  const models = modelsOf(say);
  using file = RunFile.create(path, manifest);
  const { episodes } = await playNotes(file, models);
  return { path, manifest: file.manifest, models, episodes };
}

/** Forks a run and plays the fork, from its file as it stands on the disk. */
async function fork(
  path: string,
  { parent, say, request = {} }: { parent: string; say: Say; request?: Partial<ForkRequest> },
): Promise<PlayedNotes> {
  {
    using source = RunFile.read(parent);
    RunFile.create(path, forkManifest(source, { ...atQuit, ...request })).close();
  }
  const models = modelsOf(say);
  using file = RunFile.resume(path);
  await playNotes(file, models);
  return { path, manifest: file.manifest, models, episodes: file.episodes() };
}

function messagesOf(request: ModelRequest | undefined): ModelRequest['messages'] | undefined {
  return request?.messages;
}
