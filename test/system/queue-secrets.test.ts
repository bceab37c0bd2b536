import { expect, test } from 'vitest';
import { onPostgres, startPostgres } from '../support/postgres.ts';
import { createQueueProject, until } from '../support/queue-project.ts';
import { episodesIn } from '../support/run-files.ts';
import { startWatchedEndpoint } from '../support/watched-endpoint.ts';

const password = 'a/password@of: its own';
const key = 'sk-of-nobody-0123456789';

onPostgres('a queue behind TLS and a password', () => {
  test('is reached by what the environment says, and holds no secret', { timeout: 120_000 }, async () => {
    await using postgres = await startPostgres({ password });
    const { host, search } = new URL(postgres.url);
    await using endpoint = await startWatchedEndpoint({ latencyMs: 200 });
    await using project = await createQueueProject(postgres, endpoint, {
      TOOLEMU_QUEUE: `postgres://${host}${search}`,
      PGUSER: 'toolemu',
      PGPASSWORD: password,
      PGDATABASE: 'postgres',
      COMPATIBLE_API_KEY: key,
    });
    const out = project.file('secured.toolemu');
    const worker = project.worker();
    const running = project.run('--split', 'smoke', '--limit', '2', '--agent', 'react', '--out', out);
    await until(() => endpoint.answered.length >= 10);
    const inside = postgres.dump();
    expect(inside).toContain(endpoint.url);
    const { code, stderr } = await running.ended;
    expect(code, stderr).toBe(0);
    expect(episodesIn(out).size).toBe(2);
    expect(endpoint.requests.every(({ authorization }) => authorization === `Bearer ${key}`)).toBe(true);
    for (const said of [inside, stderr, worker.said(), (await project.succeed('queue', 'status')).stdout]) {
      expect(said).not.toContain(key);
      expect(said).not.toContain(password);
      expect(said).not.toContain(encodeURIComponent(password));
    }
  });
});
