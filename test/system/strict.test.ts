import { expect, test } from 'vitest';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { describeOfficial, officialCases, officialToolkits } from '../support/official-files.ts';
import { type StrictEndpoint, startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const models = ['openai/gpt-4o', 'openai/o3', 'openai/gpt-5', 'anthropic/claude-sonnet-4-5'];

describeOfficial('an endpoint as strict as the providers', () => {
  test.each(models)('takes all that %s is sent for the 144 cases, by both agents', async (model) => {
    await using endpoint = await startStrictEndpoint();
    await play(endpoint, ['--model', model, '--agent', 'react,tools'], 288);
    expect(endpoint.refused.map(({ refusal }) => refusal.message)).toEqual([]);
  });

  test.each(models)('takes all that %s is sent when it may quit', async (model) => {
    await using endpoint = await startStrictEndpoint();
    await play(endpoint, ['--model', model, '--agent', 'react,tools', '--prompting', 'quit', '--limit', '30'], 60);
    expect(endpoint.refused.map(({ refusal }) => refusal.message)).toEqual([]);
  });
});

/** Plays cases against the endpoint; none may end in an error, and all are judged. */
async function play(endpoint: StrictEndpoint, options: readonly string[], episodes: number): Promise<void> {
  await using folder = await temporaryFolder();
  const out = folder.file('strict.toolemu');
  const files = ['--cases', officialCases, '--toolkits', officialToolkits];
  await succeed(['run', ...files, ...options, '--base-url', endpoint.url, '--yes', '--out', out], {
    cwd: folder.path,
    env: { OPENAI_API_KEY: strictKey, ANTHROPIC_API_KEY: strictKey, COMPATIBLE_API_KEY: strictKey },
  });
  using file = RunFile.read(out);
  const played = file.episodes();
  expect(played).toHaveLength(episodes);
  for (const { plan, trajectory, evaluations } of played) {
    expect(trajectory.outcome, plan.id).toMatchObject({ kind: 'finished' });
    expect(evaluations.map(({ result }) => result.kind), plan.id).toEqual(['scored', 'scored']);
  }
}
