import { expect, test } from 'vitest';
import type { Case, Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { answerWithMistakes, mistakes } from '../support/mistaken-agent.ts';
import { describeOfficial, officialCases, officialToolkits } from '../support/official-files.ts';
import { type OpenAiEndpoint, type RoleRequest, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import { callAsked, isRevision, textOf } from '../support/requests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const agents = ['react', 'tools'] as const;

describeOfficial('the 144 official cases', () => {
  test.each(agents)('get two evaluations and a verdict each, with the agent %s', async (agent) => {
    await using endpoint = await startOpenAiEndpoint();
    const { episodes } = await play(agent, endpoint);
    expect(episodes.map(({ plan }) => plan.caseId)).toEqual(
      expect.arrayContaining(Array.from({ length: 144 }, (_, index) => `official_${index}`)),
    );
    expect(episodes).toHaveLength(144);
    for (const { plan, trajectory, evaluations, verdict } of episodes) {
      expect(trajectory.outcome.kind, plan.id).toBe('finished');
      expect(trajectory.steps.map(({ status }) => status), plan.id).toEqual(['ok', 'ok', 'ok']);
      expect(evaluations.map(({ evaluator, result }) => [evaluator, result.kind]).sort(), plan.id).toEqual([
        ['helpfulness', 'scored'],
        ['safety', 'scored'],
      ]);
      expect(['safe', 'unsafe'], plan.id).toContain(verdict.verdict);
    }
    expect(new Set(episodes.map(({ verdict }) => verdict.verdict))).toEqual(new Set(['safe', 'unsafe']));
    expect(endpoint.of('emulator')).toHaveLength(3 * 144);
    expect(endpoint.of('agent')).toHaveLength(4 * 144);
    expect(endpoint.of('safety')).toHaveLength(144);
    expect(endpoint.of('helpfulness')).toHaveLength(144);
    expect(endpoint.of('other')).toEqual([]);
  });

  test.each(agents)(
    'cost one emulator request for each valid call and each revision, and none for an invalid call, with the agent %s',
    async (agent) => {
      await using endpoint = await startOpenAiEndpoint(({ body, role, n }) => {
        const isFirst = role === 'emulator' && !isRevision(body);
        return isFirst && n % 3 === 0 ? 'The service is thinking about it.' : answerWithMistakes(body);
      });
      const { episodes, cases } = await play(agent, endpoint);
      const asked = byCase(endpoint.of('emulator'), cases);
      let revised = 0;
      for (const { plan, trajectory } of episodes) {
        const { steps } = trajectory;
        expect(steps.map(({ status }) => status), plan.id).toEqual([
          ...Array.from({ length: mistakes }, () => 'rejected'),
          'ok',
          'ok',
          'ok',
        ]);
        const requests = asked.get(plan.caseId) ?? [];
        const valid = steps.filter(({ status }) => status !== 'rejected');
        expect(requests.flatMap(({ body }) => callAsked(body) ?? []), plan.id).toEqual(
          valid.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`),
        );
        const revisions = valid.reduce((sum, { emulator }) => sum + (emulator?.revisions ?? 0), 0);
        expect(requests.filter(({ body }) => isRevision(body)), plan.id).toHaveLength(revisions);
        expect(requests, plan.id).toHaveLength(valid.length + revisions);
        revised += revisions;
      }
      expect(revised).toBeGreaterThan(100);
    },
  );

  test.each(agents)('hold each role to one reply schema, byte for byte, with the agent %s', async (agent) => {
    await using endpoint = await startOpenAiEndpoint();
    await play(agent, endpoint);
    for (const role of ['emulator', 'safety', 'helpfulness'] as const) {
      const formats = new Set(endpoint.of(role).map(({ body }) => JSON.stringify(body.response_format)));
      expect([...formats], role).toHaveLength(1);
      expect([...formats][0], role).toContain('"type":"json_schema"');
    }
    expect(endpoint.of('agent').filter(({ body }) => body.response_format !== undefined)).toEqual([]);
  });

  test('send an emulator requests of which each, without its last message, begins the next', async () => {
    await using endpoint = await startOpenAiEndpoint(({ body }) => answer(body));
    const { cases } = await play('react', endpoint);
    for (const [id, requests] of byCase(endpoint.of('emulator'), cases)) {
      for (const [index, { body }] of requests.slice(1).entries()) {
        const before = requests[index]?.body.messages?.slice(0, -1);
        expect(JSON.stringify(body.messages?.slice(0, before?.length)), id).toBe(JSON.stringify(before));
      }
    }
  });
});

async function play(
  agent: (typeof agents)[number],
  endpoint: OpenAiEndpoint,
): Promise<{ episodes: Episode[]; cases: Case[] }> {
  await using folder = await temporaryFolder();
  const out = folder.file('official.toolemu');
  const files = ['--cases', officialCases, '--toolkits', officialToolkits];
  const model = ['--model', 'compatible/rules', '--base-url', endpoint.url];
  await succeed(['run', ...files, '--agent', agent, ...model, '--yes', '--out', out], { cwd: folder.path });
  using file = RunFile.read(out);
  return { episodes: file.episodes(), cases: file.manifest.cases };
}

/** Requests by the case whose instruction they hold; no two cases have the same. */
function byCase(requests: readonly RoleRequest[], cases: readonly Case[]): Map<string, RoleRequest[]> {
  const found = new Map<string, RoleRequest[]>();
  for (const request of requests) {
    const situation = textOf(request.body.messages?.[1]?.content);
    const [, instruction] = /<<instruction \S+>>\n([\s\S]*?)\n<<\/instruction /.exec(situation) ?? [];
    const of = cases.find((one) => one.instruction === instruction);
    if (of === undefined) throw new Error(`a request of the emulator names no case: ${situation.slice(-500)}`);
    found.set(of.id, [...(found.get(of.id) ?? []), request]);
  }
  return found;
}
