import { expect, it } from 'vitest';
import { makeRichRun, richEpisodes } from '../../../../test/support/rich-run.ts';
import { temporaryFolder } from '../../../../test/support/temporary-folder.ts';
import { endpoints, type Endpoints } from '../contract/api/index.ts';
import { startServer } from './start-server.ts';

/** Endpoints with an address at which a run of every kind of step has something to tell. */
const asked = (episode: string) =>
  [
    ['GET /api/workspace', '/api/workspace'],
    ['GET /api/runs', '/api/runs'],
    ['GET /api/runs/{run}', '/api/runs/rich'],
    ['GET /api/runs/{run}/report', '/api/runs/rich/report'],
    ['GET /api/runs/{run}/pictures', '/api/runs/rich/pictures'],
    ['GET /api/runs/{run}/episodes', '/api/runs/rich/episodes?limit=5'],
    ['GET /api/runs/{run}/episodes/{episode}', `/api/runs/rich/episodes/${episode}`],
    ['GET /api/runs/{run}/episodes/{episode}/neighbors', `/api/runs/rich/episodes/${episode}/neighbors`],
    ['GET /api/runs/{run}/episodes/{episode}/world', `/api/runs/rich/episodes/${episode}/world?step=3`],
    ['GET /api/runs/{run}/episodes/{episode}/calls', `/api/runs/rich/episodes/${episode}/calls`],
    ['GET /api/runs/{run}/episodes/{episode}/calls/{number}', `/api/runs/rich/episodes/${episode}/calls/0`],
  ] as const satisfies readonly (readonly [keyof Endpoints, string])[];

it('answers by HTTP what the contract says, with nothing that is not in it', { timeout: 120_000 }, async () => {
  await using folder = await temporaryFolder({ 'app/index.html': '<!doctype html>' });
  await makeRichRun(folder.file('rich.toolemu'));
  const options = { host: '127.0.0.1', port: 0, version: '0.0.0-test', env: {}, assets: folder.file('app') };
  const server = await startServer({ target: folder.path, ...options });
  try {
    for (const [name, at] of asked(encodeURIComponent(richEpisodes.rejected))) {
      const response = await fetch(new URL(at, server.url));
      expect(response.status, name).toBe(200);
      const { success, data, error } = endpoints[name].reply.safeParse(await response.json());
      expect(error?.message, name).toBeUndefined();
      expect([success, isEmpty(data)], name).toEqual([true, false]);
    }
  } finally {
    await server.close();
  }
});

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
