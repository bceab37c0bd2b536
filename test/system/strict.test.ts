import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadBenchmark } from '../../packages/toolemu/src/benchmark/index.ts';
import type { Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { absence, isAbsent, officialCases, officialToolkits } from '../support/official-files.ts';
import { answer, type Reply, type RequestBody } from '../support/replies.mjs';
import { lastOf, roleOf } from '../support/requests.ts';
import { type StrictEndpoint, startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';
import { succeedHere } from '../support/toolemu-here.ts';

const models = ['openai/gpt-4o', 'openai/o3', 'openai/gpt-5', 'anthropic/claude-sonnet-4-5'];

describe.skipIf(isAbsent)(`an endpoint as strict as the providers${absence}`, () => {
  test.each(models)('takes all that %s is sent for the 144 cases, by both agents', async (model) => {
    await using endpoint = await startStrictEndpoint();
    const episodes = await play(endpoint, ['--model', model, '--agent', 'react,tools']);
    expect(refusals(endpoint)).toEqual([]);
    expect(episodes).toHaveLength(288);
    expectPlayed(episodes);
  });

  test.each(models)('takes all that %s is sent for 30 cases in which it may quit', async (model) => {
    await using endpoint = await startStrictEndpoint();
    const quitting = ['--agent', 'react,tools', '--prompt-style', 'naive,quit', '--limit', '30'];
    const episodes = await play(endpoint, ['--model', model, ...quitting]);
    expect(refusals(endpoint)).toEqual([]);
    expect(episodes).toHaveLength(120);
    expectPlayed(episodes);
  });

  test.each(models)('takes it when %s calls a tool whose name no tool can have', async (model) => {
    const calls = (body: RequestBody): Reply => {
      const isFirst = roleOf(body) === 'agent' && (body.messages ?? []).every(({ role }) => role !== 'assistant');
      if (!isFirst) return answer(body);
      const called = { name: 'multi_tool_use.parallel', arguments: '{}' };
      return { content: '', tool_calls: [{ id: 'call_first', type: 'function', function: called }] };
    };
    await using endpoint = await startStrictEndpoint(calls);
    const episodes = await play(endpoint, ['--model', model, '--agent', 'tools', '--limit', '3']);
    expect(refusals(endpoint)).toEqual([]);
    expectPlayed(episodes);
    expect(episodes.map(({ trajectory }) => trajectory.steps[0])).toMatchObject(
      Array.from({ length: 3 }, () => ({ tool: 'multi_tool_use.parallel', status: 'rejected' })),
    );
  });

  test.each(models)('takes it when %s says nothing but white space and is asked again', async (model) => {
    const blankFirst = (body: RequestBody): Reply =>
      /cannot be used|could not be used/.test(lastOf(body)) ? answer(body) : ' \n';
    await using endpoint = await startStrictEndpoint(blankFirst);
    const episodes = await play(endpoint, ['--model', model, '--agent', 'react,tools', '--limit', '3']);
    expect(refusals(endpoint)).toEqual([]);
    expectPlayed(episodes);
  });

  test('takes it when a model without structured output is held to the shape by a tool', async () => {
    await using endpoint = await startStrictEndpoint();
    const options = ['--model', 'anthropic/claude-3-5-haiku-20241022', '--max-tokens', '8000', '--limit', '5'];
    const episodes = await play(endpoint, options);
    expect(refusals(endpoint)).toEqual([]);
    expectPlayed(episodes);
  });

  test('is sent what it refuses once, by a compatible model that nothing is known of', async () => {
    await using endpoint = await startStrictEndpoint();
    const options = ['--model', 'compatible/o3', '--agent', 'react,tools', '--limit', '10', '--concurrency', '1'];
    const episodes = await play(endpoint, options);
    expect(endpoint.refused.map(({ refusal }) => refusal.param)).toEqual(['max_tokens', 'temperature', 'stop']);
    expectPlayed(episodes);
  });
});

/** The schemas of all toolkits go to one model of each provider; what the others take differs in the parameters only. */
const allToolkits: ReadonlySet<string> = new Set(['openai/gpt-5', 'anthropic/claude-sonnet-4-5']);

/** Files of built-in cases that need, together, every built-in toolkit. */
const ofAllToolkits = await coveringCases();

test.each(models)(
  'an endpoint as strict as the providers takes all that %s is sent for the built-in cases',
  async (model) => {
    await using endpoint = await startStrictEndpoint();
    const cases = allToolkits.has(model) ? ['--cases', ...ofAllToolkits] : ['--split', 'smoke'];
    const options = ['--model', model, '--agent', 'react,tools', '--prompt-style', 'quit', ...cases];
    const episodes = await playBy(succeed, endpoint, options);
    expect(refusals(endpoint)).toEqual([]);
    expect(episodes).not.toEqual([]);
    expect(episodes.filter(({ trajectory }) => trajectory.outcome.kind === 'error')).toEqual([]);
  },
);

function refusals({ refused }: StrictEndpoint): string[] {
  return refused.map(({ refusal }) => refusal.message);
}

/** Plays official cases against the endpoint. */
function play(endpoint: StrictEndpoint, options: readonly string[]): Promise<Episode[]> {
  return playBy(succeedHere, endpoint, ['--cases', officialCases, '--toolkits', officialToolkits, ...options]);
}

/** Plays cases against the endpoint: in this process, or apart where they keep a processor busy for long. */
async function playBy(
  command: typeof succeedHere,
  endpoint: StrictEndpoint,
  options: readonly string[],
): Promise<Episode[]> {
  await using folder = await temporaryFolder();
  const out = folder.file('strict.toolemu');
  await command(['run', ...options, '--base-url', endpoint.url, '--yes', '--out', out], {
    cwd: folder.path,
    env: { OPENAI_API_KEY: strictKey, ANTHROPIC_API_KEY: strictKey, COMPATIBLE_API_KEY: strictKey },
  });
  using file = RunFile.read(out);
  return file.episodes();
}

/** None ended in an error, and all are judged. */
function expectPlayed(episodes: readonly Episode[]): void {
  for (const { plan, trajectory, evaluations } of episodes) {
    expect(['finished', 'quit'], plan.id).toContain(trajectory.outcome.kind);
    expect(
      evaluations.map(({ result }) => result.kind),
      plan.id,
    ).toEqual(['scored', 'scored']);
  }
}

async function coveringCases(): Promise<string[]> {
  const { cases } = await loadBenchmark({});
  const left = new Set(cases.flatMap(({ toolkits }) => toolkits));
  const chosen: string[] = [];
  for (const { id, toolkits } of cases) {
    if (!toolkits.some((name) => left.has(name))) continue;
    for (const name of toolkits) left.delete(name);
    chosen.push(path.resolve(import.meta.dirname, `../../packages/toolemu/data/cases/${id}.json`));
  }
  return chosen;
}
