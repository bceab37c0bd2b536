import { describe, expect, test } from 'vitest';
import type { Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { type StrictEndpoint, startStrictOllama, startStrictVllm } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const servers: readonly [string, () => Promise<StrictEndpoint>][] = [
  ['vllm/Qwen/Qwen3-8B', () => startStrictVllm({ model: 'Qwen/Qwen3-8B', key: 'secret' })],
  ['ollama/qwen3', () => startStrictOllama()],
];

describe.each(servers)('a server as strict as that of %s', (model, start) => {
  test.each([
    ['', []],
    [', that is not to think', ['--reasoning-effort', 'none']],
    [', that is to think a little', ['--reasoning-effort', 'minimal']],
  ])('takes all that is sent for cases, by both agents%s', async (_how, options) => {
    await using endpoint = await start();
    const episodes = await play(endpoint, ['--model', model, '--limit', '5', ...options]);
    expect(endpoint.refused.map(({ refusal }) => refusal.message)).toEqual([]);
    expect(episodes).toHaveLength(10);
    for (const { plan, trajectory, evaluations } of episodes) {
      expect(['finished', 'quit'], plan.id).toContain(trajectory.outcome.kind);
      expect(
        evaluations.filter(({ result }) => result.kind === 'unscored'),
        plan.id,
      ).toEqual([]);
    }
  });
});

async function play(endpoint: StrictEndpoint, options: readonly string[]): Promise<Episode[]> {
  await using folder = await temporaryFolder();
  const out = folder.file('strict.toolemu');
  const agents = ['--agent', 'react,tools', '--prompt-style', 'quit'];
  await succeed(['run', ...agents, ...options, '--base-url', endpoint.url, '--yes', '--out', out], {
    cwd: folder.path,
    env: { VLLM_API_KEY: 'secret' },
  });
  using file = RunFile.read(out);
  return file.episodes();
}
