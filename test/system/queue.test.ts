import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { chance } from '../support/chance.ts';
import { sumOf } from '../support/counts.ts';
import { onPostgres, startPostgres, type TestPostgres } from '../support/postgres.ts';
import { concurrency, createQueueProject, overlaps, paidBeyond, until } from '../support/queue-project.ts';
import { callsIn, episodesIn } from '../support/run-files.ts';
import { startWatchedEndpoint } from '../support/watched-endpoint.ts';

/** Twelve cases with both kinds of agent, which share emulated answers, and two judges each. */
const cases = ['--split', 'smoke', '--agent', 'react,tools', '--emulator', 'standard'];
const oneCase = [...cases, '--limit', '1'];

/** Another one each time, said in the test's name; QUEUE_SEED plays one again, nearly as it was. */
const seed = Number(process.env.QUEUE_SEED ?? Date.now() % 1_000_000);

onPostgres('a run that workers play', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  }, 60_000);
  afterAll(() => postgres[Symbol.asyncDispose]());

  test('is the run of one machine, and leaves nothing in the database', { timeout: 180_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 10 });
    await using project = await createQueueProject(postgres, endpoint);
    const [queued, local] = [project.file('queued.toolemu'), project.file('local.toolemu')];
    for (let worker = 1; worker <= 2; worker += 1) project.worker();
    const { code, stdout, stderr } = await project.run(...cases, '--epochs', '2', '--json', '--out', queued).ended;
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ planned: 48, done: 48, stopped: null });
    expect(sumOf(paidBeyond(endpoint, queued))).toBe(0);
    expect(await rowsLeft(postgres)).toEqual(emptied);
    await project.succeed(
      'run',
      ...cases,
      '--epochs',
      '2',
      '--model',
      'compatible/rules',
      '--base-url',
      endpoint.url,
      '--yes',
      '--out',
      local,
    );
    expect(episodesIn(queued)).toEqual(episodesIn(local));
    expect(keysIn(queued)).toEqual(keysIn(local));
  });

  test(`goes on when two workers and the coordinator are killed, and pays twice only for what was in flight (QUEUE_SEED=${seed})`, {
    timeout: 300_000,
  }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: ({ n }) => 20 + 60 * chance(seed, `latency ${n}`) });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('killed.toolemu');
    const workers = [1, 2, 3, 4].map(() => project.worker());
    const first = project.run(...cases, '--epochs', '21', '--out', out);
    for (const [at, victim] of [workers[0], first, workers[1]].entries()) {
      const answers = endpoint.answered.length + 80 + Math.floor(120 * chance(seed, `answers ${at}`));
      await until(() => endpoint.answered.length >= answers);
      victim?.child.kill('SIGKILL');
      expect((await victim?.ended)?.code, `kill ${at} came too late`).toBeNull();
    }
    const { code, stderr } = await project.run('--resume', out).ended;
    expect(code, stderr).toBe(0);
    expect(episodesIn(out).size).toBe(504);
    const leases = await project.leases();
    expect(overlaps(leases)).toEqual([]);
    expect(leases.filter(({ ending }) => ending === 'lost').length).toBeGreaterThan(0);
    const done = leases.filter(({ ending }) => ending === 'done').map(({ task }) => task);
    expect(done.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 252 }, (_, task) => task));
    const beyond = paidBeyond(endpoint, out);
    expect(Math.min(0, ...beyond.values()), 'recorded without an answer').toBe(0);
    // An answer on its way into the database is in flight still, while the next call has its place.
    expect(sumOf(beyond)).toBeLessThanOrEqual(2 * 2 * concurrency);
    expect(await rowsLeft(postgres)).toEqual(emptied);
  });

  test('waits for a database that is restarted, and loses nothing', { timeout: 180_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 40 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('restarted.toolemu');
    const workers = [project.worker(), project.worker()];
    const running = project.run(...cases, '--epochs', '4', '--out', out);
    await until(() => endpoint.answered.length >= 150);
    await postgres.stop();
    await wait(3000);
    await postgres.start();
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    for (const { child, said } of workers) expect(child.exitCode, said()).toBeNull();
    expect(stderr).toContain('does not answer');
    expect(stderr).toContain('answers again');
    expect(episodesIn(out).size).toBe(96);
    expect(overlaps(await project.leases())).toEqual([]);
    expect(sumOf(paidBeyond(endpoint, out))).toBe(0);
  });

  test('sets a case aside with which three workers were lost', { timeout: 120_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 60_000 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('poisoned.toolemu');
    const running = project.run(...oneCase, '--json', '--out', out);
    for (let tried = 1; tried <= 3; tried += 1) {
      const worker = project.worker();
      const isHeld = async () => {
        const leases = await project.leases();
        return leases.length === tried && leases.at(-1)?.ended_at === null;
      };
      await until(isHeld);
      worker.child.kill('SIGKILL');
    }
    const [stuck] = (await project.status()).stuck;
    expect(stuck?.epoch).toBe(1);
    expect(stuck?.tries).toBeGreaterThanOrEqual(2);
    project.worker();
    const { code, stdout, stderr } = await running.ended;
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ planned: 2, done: 0 });
    expect(stderr).toContain('set aside after 3 tries: 3 of 3 workers that played it were lost');
    expect(stderr).toContain('--resume');
  });

  test('has a worker that was thought dead begin nothing and add nothing', { timeout: 120_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 300 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('asleep.toolemu');
    const asleep = project.worker();
    const running = project.run(...cases, '--limit', '4', '--out', out);
    await until(() => endpoint.answered.length >= 5);
    asleep.child.kill('SIGSTOP');
    project.worker();
    await until(async () => (await project.leases()).some(({ ending }) => ending === 'lost'));
    asleep.child.kill('SIGCONT');
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    const ended = await asleep.ended;
    expect(ended.stderr).toContain('was not heard of in time');
    expect(ended.code).toBe(1);
    expect(overlaps(await project.leases())).toEqual([]);
    expect(sumOf(paidBeyond(endpoint, out))).toBeLessThanOrEqual(2 * concurrency);
  });

  test('is taken up where its database lost sight of its cases', { timeout: 120_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('lost.toolemu');
    const running = project.run(...cases, '--limit', '3', '--out', out);
    await until(async () => (await postgres.query('SELECT FROM toolemu.tasks')).length === 3);
    await postgres.query(`UPDATE toolemu.tasks SET state = 'playing' WHERE number < 2`);
    await postgres.query(
      `INSERT INTO toolemu.leases (run, task, worker) SELECT run, number, 'nobody' FROM toolemu.tasks WHERE number > 0`,
    );
    project.worker();
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    expect(episodesIn(out).size).toBe(6);
    expect(await rowsLeft(postgres)).toEqual(emptied);
  });

  test('ends workers that are to stay until nothing is left', { timeout: 60_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5 });
    await using project = await createQueueProject(postgres, endpoint);
    const running = project.run(...oneCase, '--out', project.file('until.toolemu'));
    await until(() => running.said().includes('no worker of toolemu'));
    const worker = await project.worker('--until-empty').ended;
    expect(worker.code, worker.stderr).toBe(0);
    expect((await running.ended).code).toBe(0);
  });

  test('is dropped with all that was played of it, and may be queued again', { timeout: 120_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 100 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('dropped.toolemu');
    project.worker();
    const first = project.run(...cases, '--limit', '6', '--out', out);
    await until(() => endpoint.answered.length >= 10);
    first.child.kill('SIGKILL');
    await first.ended;
    await project.succeed('queue', 'cancel', out, '--drop');
    expect(await rowsLeft(postgres)).toEqual(emptied);
    // The worker that was at it plays what comes next.
    const second = await project.run('--resume', out).ended;
    expect(second.code, second.stderr).toBe(0);
    expect(episodesIn(out).size).toBe(12);
  });

  test('keeps its budget across workers, and goes on with a greater one', { timeout: 180_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5, tokens: () => ({ input: 4000, output: 400 }) });
    await using project = await createQueueProject(postgres, endpoint, { OPENAI_API_KEY: 'none' });
    const out = project.file('budget.toolemu');
    for (let worker = 1; worker <= 3; worker += 1) project.worker();
    const priced = ['--model', 'openai/gpt-4o', '--base-url', endpoint.url, '--max-tokens', '500'];
    const first = await project.run(...cases, ...priced, '--max-cost', '0.4', '--json', '--out', out).ended;
    expect(first.code, first.stderr).toBe(1);
    expect(JSON.parse(first.stdout)).toMatchObject({ planned: 24, stopped: 'budget' });
    expect(first.stderr).toContain('--max-cost MORE');
    const spent = await costOf(project, out);
    expect(spent).toBeLessThanOrEqual(0.4);
    expect(spent).toBeGreaterThan(0.2);
    expect(await rowsLeft(postgres)).toEqual(emptied);
    const second = await project.run('--resume', out, '--max-cost', '50').ended;
    expect(second.code, second.stderr).toBe(0);
    expect(episodesIn(out).size).toBe(24);
    expect(sumOf(paidBeyond(endpoint, out))).toBe(0);
  });

  test('goes on with a greater budget that was spent while nobody took its results in', {
    timeout: 180_000,
  }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 20, tokens: () => ({ input: 4000, output: 400 }) });
    await using project = await createQueueProject(postgres, endpoint, { OPENAI_API_KEY: 'none' });
    const out = project.file('spent.toolemu');
    project.worker();
    const priced = ['--model', 'openai/gpt-4o', '--base-url', endpoint.url, '--max-tokens', '500'];
    const first = project.run(...cases, ...priced, '--max-cost', '0.4', '--out', out);
    await until(() => endpoint.answered.length >= 3);
    first.child.kill('SIGINT');
    await first.ended;
    await until(async () => (await project.status()).runs[0]?.state === 'budget');
    const second = await project.run('--resume', out, '--max-cost', '50').ended;
    expect(second.code, second.stderr).toBe(0);
    expect(episodesIn(out).size).toBe(24);
    expect(sumOf(paidBeyond(endpoint, out))).toBe(0);
    expect(await rowsLeft(postgres)).toEqual(emptied);
  });

  test('keeps its rate across workers', { timeout: 120_000 }, async () => {
    const [perSecond, workers] = [10, 3];
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5 });
    await using project = await createQueueProject(postgres, endpoint);
    for (let worker = 1; worker <= workers; worker += 1) project.worker();
    await until(async () => (await postgres.query('SELECT FROM toolemu.workers')).length === workers);
    const rate = ['--rpm', String(60 * perSecond)];
    const { code, stderr } = await project.run(
      ...cases,
      '--limit',
      '10',
      ...rate,
      '--out',
      project.file('rate.toolemu'),
    ).ended;
    expect(code, stderr).toBe(0);
    const times = endpoint.requests.map(({ arrivedAt }) => arrivedAt);
    const seconds = (Math.max(...times) - Math.min(...times)) / 1000;
    expect(times.length).toBeGreaterThan(10 * perSecond);
    // One more for each at the start, and one that was late.
    expect(times.length).toBeLessThanOrEqual(perSecond * seconds + 2 * workers);
  });

  test('is left in the queue by Ctrl-C, told of by its status, and taken out by cancel', {
    timeout: 120_000,
  }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 100 });
    await using project = await createQueueProject(postgres, endpoint);
    const out = project.file('left.toolemu');
    const worker = project.worker();
    const first = project.run(...cases, '--epochs', '4', '--out', out);
    await until(() => endpoint.answered.length >= 60);
    first.child.kill('SIGINT');
    const left = await first.ended;
    expect(left.code).toBe(1);
    expect(left.stderr).toContain('queue cancel');
    expect(left.stderr).toContain(`run --resume ${out} --queue`);
    const here = await project.start('run', '--resume', out, '--no-queue', '--estimate').ended;
    expect(here.code, here.stderr).toBe(0);
    const forgotten = await project.start('run', '--resume', out, '--yes').ended;
    expect(forgotten.code).toBe(2);
    expect(forgotten.stderr).toContain('go on with --queue');
    await until(async () => ((await project.status()).runs[0]?.tasksPerMinute ?? 0) > 0);
    expect(await project.status()).toMatchObject({
      workers: [{ state: expect.stringMatching(/^(here|silent)$/) }],
      runs: [{ name: out, state: 'playing', tasks: { setAside: 0 } }],
    });
    const { stdout } = await project.succeed('queue', 'status');
    expect(stdout).toContain('1 worker');
    expect(stdout).toContain('playing');
    await project.succeed('queue', 'cancel', out);
    const second = await project.run('--resume', out, '--json').ended;
    expect(second.code).toBe(1);
    expect(JSON.parse(second.stdout)).toMatchObject({ planned: 96, stopped: 'interrupted' });
    expect(second.stderr).toContain('it was taken out of the queue');
    expect(await rowsLeft(postgres)).toEqual(emptied);
    expect(sumOf(paidBeyond(endpoint, out))).toBe(0);
    expect(worker.child.exitCode).toBeNull();
    worker.child.kill('SIGTERM');
    expect((await worker.ended).code).toBe(0);
  });

  test('is not played by a worker of another version, which says so', { timeout: 60_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5 });
    await using project = await createQueueProject(postgres, endpoint);
    const running = project.run(...oneCase, '--out', project.file('other.toolemu'));
    await until(() => running.said().includes('no worker of toolemu'));
    await postgres.query(`UPDATE toolemu.runs SET version = '0.0.1-other'`);
    const worker = project.worker();
    await until(() => worker.said().includes('waits for workers of toolemu 0.0.1-other'));
    await wait(2000);
    expect(endpoint.requests).toEqual([]);
    running.child.kill('SIGINT');
    await running.ended;
    const again = await project.run('--resume', project.file('other.toolemu')).ended;
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is in the queue for workers of toolemu 0.0.1-other');
  });

  test('ends a worker that lacks a key, and is played by others', { timeout: 60_000 }, async () => {
    await using endpoint = await startWatchedEndpoint({ latencyMs: 5 });
    await using project = await createQueueProject(postgres, endpoint);
    const model = ['--model', 'anthropic/claude-sonnet-4-5'];
    const running = project.run(...oneCase, ...model, '--out', project.file('keyless.toolemu'));
    const worker = project.worker();
    const ended = await worker.ended;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('ANTHROPIC_API_KEY');
    expect(endpoint.requests).toEqual([]);
    await until(() => /a worker ended: .*ANTHROPIC_API_KEY/.test(running.said()));
    running.child.kill('SIGINT');
    await running.ended;
    expect((await project.succeed('queue', 'status')).stdout).toContain('ended: this worker cannot play');
    expect((await project.leases()).map(({ ending }) => ending)).toContain('given back');
  });

  test.each([
    { what: 'an agent of this machine', args: ['--agent', 'module:agent.ts'], says: 'is on this machine' },
    { what: 'recorded answers of other runs', args: ['--reuse', 'no.toolemu'], says: '--queue goes without --reuse' },
  ])('refuses $what', async ({ args, says }) => {
    await using project = await createQueueProject(postgres, { url: 'http://127.0.0.1:9/v1' });
    const { code, stderr } = await project.run(...oneCase, ...args).ended;
    expect(code).toBe(2);
    expect(stderr).toContain(says);
  });

  test('says where it cannot reach the database, without its password', async () => {
    await using project = await createQueueProject(postgres, { url: 'http://127.0.0.1:9/v1' }, {});
    const { code, stderr } = await project.worker('--queue', 'postgres://me:hidden@127.0.0.1:9/none').ended;
    expect(code).toBe(1);
    expect(stderr).toContain('PostgreSQL at 127.0.0.1:9/none cannot be reached');
    expect(stderr).not.toContain('hidden');
    const out = project.file('none.toolemu');
    const run = await project.start(
      'run',
      ...oneCase,
      '--model',
      'compatible/rules',
      '--base-url',
      'http://127.0.0.1:9/v1',
      '--yes',
      '--queue',
      'postgres://127.0.0.1:9/none',
      '--out',
      out,
    ).ended;
    expect(run.code).toBe(1);
    expect(existsSync(out)).toBe(false);
  });

  test.each([
    { what: 'a database that is not there', url: () => new URL('/none', postgres.url).href, code: 1, says: 'createdb' },
    { what: 'what is no address', url: () => 'mysql://me@127.0.0.1/x', code: 2, says: 'is one of PostgreSQL' },
  ])('says what to do about $what', async ({ url, code, says }) => {
    await using project = await createQueueProject(postgres, { url: 'http://127.0.0.1:9/v1' });
    for (const command of [['worker'], ['queue', 'status']]) {
      const ended = await project.start(...command, '--queue', url()).ended;
      expect(ended.stderr).toContain(says);
      expect(ended.code, ended.stderr).toBe(code);
    }
  });
});

const emptied = {
  runs: 0,
  tasks: 0,
  leases: 0,
  calls: 0,
  parts: 0,
  episodes: 0,
  reservations: 0,
};

/** How many rows of runs the database holds, by table. */
async function rowsLeft(postgres: TestPostgres): Promise<Record<string, number>> {
  const counts = Object.keys(emptied).map((name) => `(SELECT count(*)::integer FROM toolemu.${name}) AS ${name}`);
  const [row] = await postgres.query(`SELECT ${counts.join(', ')}`);
  return row as Record<string, number>;
}

function keysIn(file: string): string[] {
  return callsIn(file)
    .map(({ key }) => key)
    .toSorted();
}

async function costOf(
  project: { succeed(...args: string[]): Promise<{ stdout: string }> },
  file: string,
): Promise<number> {
  using read = RunFile.read(file);
  expect(read.counts().begun).toBeGreaterThan(0);
  const report = JSON.parse((await project.succeed('report', file, '--json')).stdout) as {
    costs: { total: { usd: number } };
  };
  return report.costs.total.usd;
}
