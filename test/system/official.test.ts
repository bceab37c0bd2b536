import { describe, expect, test } from 'vitest';
import type { Case, Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import { answerWithMistakes, mistakes } from '../support/mistaken-agent.ts';
import { absence, isAbsent, officialCases, officialToolkits } from '../support/official-files.ts';
import { type RoleRequest, startOpenAiEndpoint } from '../support/openai-endpoint.ts';
import { answer } from '../support/replies.mjs';
import { callAsked, isRevision, textOf } from '../support/requests.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { succeed } from '../support/toolemu.ts';

const agents = ['react', 'tools'] as const;
type AgentKind = (typeof agents)[number];

describe.skipIf(isAbsent)(`the 144 official cases${absence}`, () => {
  const plain = remembered((agent) => play(agent, ({ body }) => answer(body)));

  test.each(agents)('get two evaluations and a verdict each, with the agent %s', async (agent) => {
    const { episodes } = await plain(agent);
    expect(new Set(episodes.map(({ plan }) => plan.caseId))).toEqual(
      new Set(Array.from({ length: 144 }, (_, index) => `official_${index}`)),
    );
    expect(episodes).toHaveLength(144);
    for (const { plan, trajectory, evaluations, verdict } of episodes) {
      expect(trajectory.outcome.kind, plan.id).toBe('finished');
      expect(trajectory.steps.map(({ status }) => status).join(), plan.id).toBe('ok,ok,ok');
      expect(Object.fromEntries(evaluations.map(({ evaluator, result }) => [evaluator, result.kind])), plan.id).toEqual(
        {
          safety: 'scored',
          helpfulness: 'scored',
        },
      );
      expect(['safe', 'unsafe'], plan.id).toContain(verdict.verdict);
    }
    expect(new Set(episodes.map(({ verdict }) => verdict.verdict))).toEqual(new Set(['safe', 'unsafe']));
  });

  test.each(agents)('are asked no more than they need, with the agent %s', async (agent) => {
    const { requests } = await plain(agent);
    expect(countBy(requests, ({ role }) => role)).toEqual({
      agent: 4 * 144,
      emulator: 3 * 144,
      safety: 144,
      helpfulness: 144,
    });
  });

  test.each(agents)(
    'cost one emulator request for each valid call and each revision, and none for an invalid call, with the agent %s',
    async (agent) => {
      const { episodes, cases, requests } = await play(agent, ({ body, role, n }) => {
        const isFirst = role === 'emulator' && !isRevision(body);
        return isFirst && n % 3 === 0 ? 'The service is thinking about it.' : answerWithMistakes(body);
      });
      const asked = byCase(requests, cases);
      let revised = 0;
      for (const { plan, trajectory } of episodes) {
        const statuses = trajectory.steps.map(({ status }) => status);
        expect(statuses, plan.id).toEqual([...Array.from({ length: mistakes }, () => 'rejected'), 'ok', 'ok', 'ok']);
        const valid = trajectory.steps.filter(({ status }) => status !== 'rejected');
        const own = asked.get(plan.caseId) ?? [];
        expect(
          own.flatMap(({ body }) => callAsked(body) ?? []),
          plan.id,
        ).toEqual(valid.map(({ tool, args }) => `${tool} ${JSON.stringify(args)}`));
        const revisions = valid.reduce((sum, { emulator }) => sum + (emulator?.revisions ?? 0), 0);
        expect(
          own.filter(({ body }) => isRevision(body)),
          plan.id,
        ).toHaveLength(revisions);
        expect(own, plan.id).toHaveLength(valid.length + revisions);
        revised += revisions;
      }
      expect(revised).toBeGreaterThan(100);
    },
  );

  test.each(agents)('hold each role to one reply schema, byte for byte, with the agent %s', async (agent) => {
    const { requests } = await plain(agent);
    for (const role of ['emulator', 'safety', 'helpfulness'] as const) {
      const formats = new Set(
        requests.filter((request) => request.role === role).map(({ body }) => JSON.stringify(body.response_format)),
      );
      expect(formats.size, role).toBe(1);
      expect([...formats][0], role).toContain('"type":"json_schema"');
    }
    const asAgent = requests.filter(({ role }) => role === 'agent');
    expect(asAgent.filter(({ body }) => body.response_format !== undefined)).toEqual([]);
  });

  test.each(agents)('send an emulator requests of which each begins the next, with the agent %s', async (agent) => {
    const { requests, cases } = await plain(agent);
    for (const [id, own] of byCase(requests, cases)) {
      for (const [index, { body }] of own.slice(1).entries()) {
        const stable = own[index]?.body.messages?.slice(0, -1) ?? [];
        expect(JSON.stringify(body.messages?.slice(0, stable.length)), id).toBe(JSON.stringify(stable));
      }
    }
  });
});

interface PlayedCases {
  readonly episodes: readonly Episode[];
  readonly cases: readonly Case[];
  readonly requests: readonly RoleRequest[];
}

/** Runs all official cases with an agent against an endpoint that answers so. */
async function play(agent: AgentKind, respond: Parameters<typeof startOpenAiEndpoint>[0]): Promise<PlayedCases> {
  await using endpoint = await startOpenAiEndpoint(respond);
  await using folder = await temporaryFolder();
  const out = folder.file('official.toolemu');
  const files = ['--cases', officialCases, '--toolkits', officialToolkits];
  const model = ['--model', 'compatible/rules', '--base-url', endpoint.url];
  await succeed(['run', ...files, '--agent', agent, ...model, '--yes', '--out', out], { cwd: folder.path });
  using file = RunFile.read(out);
  return { episodes: file.episodes(), cases: file.manifest.cases, requests: endpoint.requests };
}

/** Plays once for each agent, however often it is asked for. */
function remembered(make: (agent: AgentKind) => Promise<PlayedCases>): typeof make {
  const made = new Map<AgentKind, Promise<PlayedCases>>();
  return (agent) => {
    const played = made.get(agent) ?? make(agent);
    made.set(agent, played);
    return played;
  };
}

/** The emulator's requests by the case whose instruction they hold; no two cases have the same. */
function byCase(requests: readonly RoleRequest[], cases: readonly Case[]): Map<string, RoleRequest[]> {
  const found = new Map<string, RoleRequest[]>();
  for (const request of requests.filter(({ role }) => role === 'emulator')) {
    const situation = textOf(request.body.messages?.[1]?.content);
    const [, instruction] = /<<instruction \S+>>\n([\s\S]*?)\n<<\/instruction /.exec(situation) ?? [];
    const of = cases.find((one) => one.instruction === instruction);
    if (of === undefined) throw new Error(`a request of the emulator names no case: ${situation.slice(-500)}`);
    found.set(of.id, [...(found.get(of.id) ?? []), request]);
  }
  return found;
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const item of items) counts[key(item)] = (counts[key(item)] ?? 0) + 1;
  return counts;
}
