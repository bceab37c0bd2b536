import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { manifestOf, sendToKim, stepOf } from '../../../../test/support/parcels.ts';
import { scored } from '../../../../test/support/reported-episodes.ts';
import { serve } from '../../../../test/support/served.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import type { Episode, EpisodePlan, Outcome, Verdict } from '../contract/index.ts';
import { RunFile } from '../store/index.ts';

const finished: Outcome = { kind: 'finished', answer: 'Done.', asks: false };

function planOf(agent: string, epoch = 1): EpisodePlan {
  return { id: `${sendToKim.id}#${agent}#${epoch}`, caseId: sendToKim.id, agent, epoch };
}

function episodeOf(agent: string, verdict: Verdict['verdict'], score: number, outcome = finished): Episode {
  return {
    plan: planOf(agent),
    trajectory: { steps: [stepOf(1), stepOf(2)], outcome },
    evaluations: [{ evaluator: 'safety', model: 'scripted/judge', result: scored(score) }],
    verdict: { verdict, reason: `because ${verdict}`, by: ['safety'], steps: [], disagreement: false },
  };
}

/** A folder with a run of two agents, of which one is unsafe, and one episode that is open. */
async function folderWithRun() {
  const folder = await temporaryFolder();
  const evaluators = [{ name: 'safety', model: null }];
  {
    using file = RunFile.create(
      folder.file('a.toolemu'),
      manifestOf({ agents: ['careful', 'reckless', 'noact'], evaluators }),
    );
    file.addEpisode(episodeOf('careful', 'safe', 3));
    file.addEpisode(episodeOf('reckless', 'unsafe', 0, { kind: 'quit', reason: 'Enough.' }));
    file.startEpisode(planOf('noact'));
    file.addStep(planOf('noact').id, stepOf(1));
  }
  const served = serve(folder.path);
  return {
    ...served,
    folder,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

describe('the runs', () => {
  it('are told with their first figures, and what cannot be read with the reason', async () => {
    await using opened = await folderWithRun();
    const broken = opened.folder.file('broken.toolemu');
    writeFileSync(broken, 'no run file');
    const runs = await opened.ask('GET /api/runs');
    const [unreadable, run] = [runs.find(({ run: id }) => id === 'broken'), runs.find(({ run: id }) => id === 'a')];
    expect(unreadable).toMatchObject({ state: 'unreadable', problem: expect.stringContaining('not a run file') });
    expect(run).toMatchObject({ state: 'stopped', planned: 3, done: 2, cases: 1, problem: null });
    expect(run?.headlines).toMatchObject([
      { agent: 'careful', unsafe: { count: 0, of: 1 }, safety: { value: 3 } },
      { agent: 'reckless', unsafe: { count: 1, of: 1 }, safety: { value: 0 }, quit: { count: 1 } },
    ]);
  });

  it('say while they are written that they are', async () => {
    await using opened = await folderWithRun();
    {
      using _writer = RunFile.resume(opened.folder.file('a.toolemu'));
      expect((await opened.ask('GET /api/runs'))[0]?.state).toBe('running');
    }
    expect((await opened.ask('GET /api/runs'))[0]?.state).toBe('stopped');
  });

  it('have first figures that are of their end once they are not written any more', async () => {
    await using opened = await folderWithRun();
    // Each look at the clock comes ten seconds later: figures that took so long are kept for a while.
    let now = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 10_000));
    const figures = async () => (await opened.ask('GET /api/runs'))[0]?.headlines.length;
    {
      using writer = RunFile.resume(opened.folder.file('a.toolemu'));
      expect(await figures()).toBe(2);
      const { trajectory, verdict } = episodeOf('noact', 'safe', 3);
      writer.endTrajectory(planOf('noact').id, trajectory.outcome);
      writer.endEpisode(planOf('noact').id, verdict);
      expect(await figures()).toBe(2);
    }
    expect(await figures()).toBe(3);
    clock.mockRestore();
  });

  it('keep their tags in their file', async () => {
    await using opened = await folderWithRun();
    const tags = await opened.ask('PUT /api/runs/{run}/tags', {
      params: { run: 'a' },
      body: { tags: ['b', 'a ', 'b'] },
    });
    expect(tags.tags.toSorted()).toEqual(['a', 'b']);
    expect((await opened.ask('GET /api/runs'))[0]?.tags.toSorted()).toEqual(['a', 'b']);
  });

  it('have the figures of the command, and reports as files that are saved and not shown', async () => {
    await using opened = await folderWithRun();
    const { report } = await opened.ask('GET /api/runs/{run}/report', { params: { run: 'a' } });
    expect(report).toMatchObject({ planned: 3, done: 2 });
    const html = await opened.request('/api/runs/a/files/html');
    expect(html.headers.get('content-disposition')).toContain('attachment');
    expect(await html.text()).toContain('<!doctype html>');
    const lines = await (await opened.request('/api/runs/a/files/jsonl')).text();
    expect(lines.trim().split('\n')).toHaveLength(2);
  });

  it('are added by their content, and found under the id that is told', async () => {
    await using opened = await folderWithRun();
    const body = readFileSync(opened.folder.file('a.toolemu'));
    const response = await opened.request('/api/runs?name=copy.toolemu', { method: 'POST', body });
    expect(await response.json()).toEqual({ run: 'copy' });
    expect((await opened.ask('GET /api/runs/{run}', { params: { run: 'copy' } })).cases).toHaveLength(1);
    expect(await opened.ask('DELETE /api/runs/{run}', { params: { run: 'copy' } })).toEqual({
      file: '.trash/copy.toolemu',
    });
    expect((await opened.ask('GET /api/runs')).map(({ run }) => run)).toEqual(['a']);
  });
});

describe('the episodes', () => {
  it.each([
    [{}, ['careful', 'reckless', 'noact']],
    [{ verdict: 'unsafe' }, ['reckless']],
    [{ verdict: 'none' }, ['noact']],
    [{ outcome: 'unfinished' }, ['noact']],
    [{ outcome: 'quit' }, ['reckless']],
    [{ safety: '3' }, ['careful']],
    [{ agent: 'careful', verdict: 'unsafe' }, []],
    [{ kind: 'twin' }, []],
    [{ toolkit: sendToKim.toolkits[0] ?? '' }, ['careful', 'reckless', 'noact']],
    [{ toolkit: 'Other' }, []],
    [{ text: sendToKim.instruction.slice(3, 12).toUpperCase() }, ['careful', 'reckless', 'noact']],
    [{ text: 'RECKLESS' }, ['reckless']],
    [{ text: '%' }, []],
    [{ sort: 'safety' }, ['reckless', 'careful', 'noact']],
    [{ sort: 'agent', descending: 'true' }, ['reckless', 'noact', 'careful']],
    [{ offset: '1', limit: '1' }, ['reckless']],
  ] as const)('are chosen by %j', async (query, agents) => {
    await using opened = await folderWithRun();
    const { episodes } = await opened.ask('GET /api/runs/{run}/episodes', { params: { run: 'a' }, query });
    expect(episodes.map(({ plan }) => plan.agent)).toEqual(agents);
  });

  it('are told whole, also one that is being played', async () => {
    await using opened = await folderWithRun();
    const ask = (agent: string) =>
      opened.ask('GET /api/runs/{run}/episodes/{episode}', { params: { run: 'a', episode: planOf(agent).id } });
    expect(await ask('reckless')).toMatchObject({
      outcome: { kind: 'quit' },
      verdict: { verdict: 'unsafe' },
      evaluations: [{ evaluator: 'safety', current: true }],
    });
    const open = await ask('noact');
    expect([open.outcome, open.verdict, open.steps.length]).toEqual([null, null, 1]);
  });

  it('have those before and after them in the order of a list', async () => {
    await using opened = await folderWithRun();
    const ask = (query: object) =>
      opened.ask('GET /api/runs/{run}/episodes/{episode}/neighbors', {
        params: { run: 'a', episode: planOf('reckless').id },
        query,
      });
    expect(await ask({})).toEqual({ place: 1, total: 3, previous: planOf('careful').id, next: planOf('noact').id });
    expect(await ask({ verdict: 'safe' })).toEqual({ place: null, total: 1, previous: null, next: null });
  });
});

describe('what cannot be answered', () => {
  it.each([
    ['/api/runs/none', 404, /there is no run "none"/],
    ['/api/runs/a/episodes?limit=0', 400, /^limit: /],
    ['/api/runs/a/episodes?nonsense=1', 400, /nonsense/],
    ['/api/runs/a/episodes/none', 404, /has no episode "none"/],
    ['/api/runs/a/files/exe', 400, /^format: /],
    ['/api/nothing', 404, /answers no GET/],
    ['/api/runs/..%2F..%2Fetc%2Fpasswd', 404, /there is no run/],
  ])('%s: %i', async (path, status, error) => {
    await using opened = await folderWithRun();
    const response = await opened.request(path);
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ error: expect.stringMatching(error) });
  });

  it.each([
    ['text/plain', '{"tags":[]}', /must be JSON/],
    ['application/json', '{"tags":', /is no JSON/],
    ['application/json', '{"tags":"a"}', /^tags: /],
    ['application/json', '{"tags":[],"more":1}', /more/],
    ['application/json', `{"tags":${'['.repeat(250)}${']'.repeat(250)}}`, /nested more than 200 levels deep/],
    ['application/json', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, /nested more than 200 levels deep/],
  ])('a body of %s: %s', async (type, body, error) => {
    await using opened = await folderWithRun();
    const response = await opened.request('/api/runs/a/tags', {
      method: 'PUT',
      body,
      headers: { 'content-type': type },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.stringMatching(error) });
  });
});

describe('every other address', () => {
  it('is the app, with the nonce of its policy', async () => {
    await using opened = await folderWithRun();
    const response = await opened.request('/runs/a/episodes/x');
    const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
    expect(await response.text()).toBe(`<!doctype html><title>app ${nonce}</title>`);
    expect(nonce).toBeTruthy();
  });
});

describe('the events', () => {
  it('tell what is written to a run while it is followed', async () => {
    await using opened = await folderWithRun();
    const reader = (await opened.request('/api/events')).body?.pipeThrough(new TextDecoderStream()).getReader();
    using writer = RunFile.resume(opened.folder.file('a.toolemu'));
    writer.addStep(planOf('noact').id, stepOf(2));
    let said = '';
    while (!said.includes('data: ')) said += (await reader?.read())?.value ?? '';
    expect(said).toContain('data: {"type":"run","run":"a"}');
    await reader?.cancel();
  });
});
