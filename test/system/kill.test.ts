import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { type OpenAiEndpoint, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import { isRevision } from '../support/requests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { together } from '../support/together.ts';
import { type RunningToolemu, startToolemu } from '../support/toolemu.ts';
import { succeedHere } from '../support/toolemu-here.ts';

/** A case of the benchmark that an agent, an emulator and two judges play: the last two are asked at once. */
const episode = ['--select', 'tasks-clear-test', '--evaluators', 'safety,helpfulness', '--emulator', 'standard'];

describe.each(['react', 'tools'])('an episode of the agent %s that is killed', (agent) => {
  test('at any of its requests goes on from there', async () => {
    const whole = await playWhole(agent);
    expect(whole.requests).toBeGreaterThan(8);
    await twoAtATime(whole.requests, async (at) => {
      const { requests, unanswered, episodes } = await playKilled(agent, at);
      expect(requests, `killed at request ${at}`).toBe(whole.requests + unanswered);
      // Where the first judge's request ends the process, the other's is in flight too.
      expect(unanswered, `killed at request ${at}`).toBeLessThanOrEqual(at === whole.requests - 1 ? 2 : 1);
      expect(episodes, `killed at request ${at}`).toEqual(whole.episodes);
    });
  });
});

/** Tries what is numbered from 1: the odd ones one after another, and the even ones beside them. */
async function twoAtATime(count: number, attempt: (at: number) => Promise<void>): Promise<void> {
  const lane = async (from: number): Promise<void> => {
    for (let at = from; at <= count; at += 2) await attempt(at);
  };
  await together([lane(1), lane(2)]);
}

interface PlayedEpisode {
  readonly requests: number;
  readonly episodes: readonly object[];
}

async function playWhole(agent: string): Promise<PlayedEpisode> {
  await using endpoint = await startOpenAiEndpoint(revisedOnce());
  await using folder = await temporaryFolder();
  const out = folder.file('whole.toolemu');
  await succeedHere(['run', ...episode, ...optionsOf(agent, endpoint), '--out', out], { cwd: folder.path });
  return { requests: endpoint.requests.length, episodes: episodesIn(out) };
}

/** Kills the run when its n-th request arrives, which is never answered, and goes on with it. */
async function playKilled(agent: string, at: number): Promise<PlayedEpisode & { unanswered: number }> {
  await using folder = await temporaryFolder();
  const out = folder.file('killed.toolemu');
  let running: RunningToolemu | undefined;
  let isKilled = false;
  let unanswered = 0;
  const reply = revisedOnce();
  await using endpoint = await startOpenAiEndpoint((request) => {
    if (isKilled || request.n < at) return reply(request);
    unanswered += 1;
    if (request.n === at) void wait(graceMs).then(() => running?.child.kill('SIGKILL'));
    return { instead: 'hang' };
  });
  running = startToolemu(['run', ...episode, ...optionsOf(agent, endpoint), '--out', out], { cwd: folder.path });
  expect((await running.ended).code).toBeNull();
  isKilled = true;
  await succeedHere(['run', '--resume', out, '--yes'], { cwd: folder.path });
  expect(existsSync(`${out}-wal`)).toBe(false);
  expect(existsSync(`${out}-shm`)).toBe(false);
  expect(journalModeOf(out)).toBe('delete');
  return { requests: endpoint.requests.length, unanswered, episodes: episodesIn(out) };
}

/** Time in which the answer before reaches the run file, and the other judge's request the endpoint. */
const graceMs = 300;

/** Sends the first reply of the emulator back once, so that a revision is among the requests. */
function revisedOnce(): NonNullable<Parameters<typeof startOpenAiEndpoint>[0]> {
  return ({ body, role }) => {
    const isFirst = role === 'emulator' && body.messages?.length === 4 && !isRevision(body);
    return isFirst ? 'Let me think.' : answer(body);
  };
}

function optionsOf(agent: string, { url }: OpenAiEndpoint): string[] {
  return ['--agent', agent, '--model', 'compatible/rules', '--base-url', url, '--yes'];
}

/** The episodes of a run file. Judges answer in any order, and their results are kept in the order of their answers. */
function episodesIn(out: string): object[] {
  using file = RunFile.read(out);
  return file.episodes().map(({ evaluations, ...rest }) => ({
    ...rest,
    evaluations: new Map(evaluations.map((evaluation) => [evaluation.evaluator, evaluation])),
  }));
}

function journalModeOf(out: string): unknown {
  const database = new DatabaseSync(out, { readOnly: true });
  try {
    return database.prepare('PRAGMA journal_mode').get()?.journal_mode;
  } finally {
    database.close();
  }
}
