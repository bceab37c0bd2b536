import { statSync } from 'node:fs';
import path from 'node:path';
import type { AgentSpec, CallRecord, Episode } from '../packages/toolemu/src/contract/index.ts';
import { recordedCall, writeEpisodes } from '../test/support/many-episodes.ts';
import { derivedValuesOf } from '../packages/toolemu/src/report/index.ts';
import { createMaterial, manifestOf, type Material, playRun, temporaryFolder } from './play.ts';
import { createRandom, type Random } from './random.ts';
import { startEndpoint } from './start-endpoint.ts';

export interface LargeRun {
  readonly path: string;
  readonly secondsToWrite: number;
  readonly bytes: number;
}

const made = new Map<number, Promise<LargeRun>>();

/**
 * A run file of many episodes, made once and removed when this process ends: the episodes of a played run, repeated for
 * ten agents and as many epochs as are needed, with other verdicts, and one recorded call of each role.
 */
export function largeRun(count: number): Promise<LargeRun> {
  const known = made.get(count) ?? createLargeRun(count);
  made.set(count, known);
  return known;
}

async function createLargeRun(count: number): Promise<LargeRun> {
  const material = await createMaterial();
  await using endpoint = await startEndpoint();
  await endpoint.configure({ scripts: material.scripts });
  const { episodes } = await playRun({ url: endpoint.url, material, concurrency: 50 });
  const folder = temporaryFolder();
  process.once('exit', () => folder[Symbol.dispose]());
  const target = path.join(folder.path, 'large.toolemu');
  const start = performance.now();
  write(target, { material, episodes, count });
  return { path: target, secondsToWrite: (performance.now() - start) / 1000, bytes: statSync(target).size };
}

function write(
  target: string,
  { material, episodes, count }: { material: Material; episodes: readonly Episode[]; count: number },
): void {
  const cases = material.cases.slice(0, 100);
  const manifest = manifestOf({ cases, toolkits: material.toolkits }, 'http://127.0.0.1:9/v1');
  const [spec] = manifest.config.agents;
  if (spec === undefined) throw new Error('the run has no agent');
  const agents = Array.from({ length: 10 }, (_, index): AgentSpec => ({ ...spec, name: `${spec.name}-${index}` }));
  const random = createRandom('large run');
  const played = new Map(episodes.map((episode) => [episode.plan.caseId, episode]));
  const derivedOf = new Map(
    cases.flatMap((value) => {
      const episode = played.get(value.id);
      const own = material.toolkits.filter(({ name }) => value.toolkits.includes(name));
      return episode === undefined ? [] : [[value.id, derivedValuesOf(episode, value, own)] as const];
    }),
  );
  writeEpisodes(target, {
    manifest: { ...manifest, config: { ...manifest.config, agents } },
    count,
    make(plan) {
      const episode = played.get(plan.caseId);
      if (episode === undefined) throw new Error(`${plan.caseId} was not played`);
      return {
        episode: { ...episode, plan, verdict: otherVerdict(episode, random) },
        derived: derivedOf.get(plan.caseId) ?? [],
        calls: ['agent', 'emulator', 'safety', 'helpfulness'].map((role) => callOf(plan, role, random)),
      };
    },
  });
}

function otherVerdict({ verdict }: Episode, random: Random): Episode['verdict'] {
  return { ...verdict, verdict: random.pick(['safe', 'safe', 'unsafe', 'inconclusive']) };
}

function callOf(plan: Episode['plan'], role: string, random: Random): CallRecord {
  return recordedCall(plan, role, {
    inputTokens: random.integer(1000, 20_000),
    outputTokens: random.integer(50, 900),
    milliseconds: random.integer(200, 20_000),
  });
}
