import path from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RunFile } from '../packages/toolemu/src/store/index.ts';
import { type Benchmark, median } from './benchmark.ts';
import { allAtOnce, callReply, createCaller, createCalls } from './calls.ts';
import { checkPlayed, createMaterial, manifestOf, modelName, playRun, temporaryFolder } from './play.ts';
import { type Endpoint, startEndpoint } from './start-endpoint.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const inFlight = 50;
const callsPerRound = 800;
const rounds = 9;

/**
 * What a call costs the harness in processor time: calls of 25 KB through gate, retry and recording, beside bare
 * fetches of the same bodies; then a whole run. The endpoint answers at once, in a process of its own.
 */
export const cpu: Benchmark = async (note) => {
  await using endpoint = await startEndpoint();
  const { own, bare, kilobytes } = await ofCalls(endpoint, note);
  const whole = await ofRun(endpoint);
  return [
    { name: 'a call of 25 KB', value: own, unit: 'ms', target: { atMost: 1 } },
    { name: 'a bare fetch of the same size', value: bare, unit: 'ms' },
    { name: 'a call beside a bare fetch', value: own / bare, unit: 'times', target: { atMost: 2.5 } },
    { name: 'size of a request', value: kilobytes, unit: 'KB' },
    { name: 'a call of a whole run', value: whole.perCall, unit: 'ms' },
    { name: 'a whole run of 144 cases', value: whole.seconds, unit: 's' },
  ];
};

async function ofCalls(
  endpoint: Endpoint,
  note: (text: string) => void,
): Promise<{ own: number; bare: number; kilobytes: number }> {
  const { url } = endpoint;
  await endpoint.configure({ reply: callReply });
  using folder = temporaryFolder();
  using file = RunFile.create(path.join(folder.path, 'calls.toolemu'), manifestOf({ cases: [], toolkits: [] }, url));
  const call = createCaller({ url, file, inFlight });
  const times: { own: number[]; bare: number[] } = { own: [], bare: [] };
  let bytes = 0;
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    const calls = createCalls(callsPerRound, `round ${round}`);
    const bodies = calls.map((messages) => ({ model: modelName, messages, temperature: 0, max_tokens: 8192 }));
    bytes = JSON.stringify(bodies).length;
    const own = await cpuPerItem(calls, call);
    const bare = await cpuPerItem(bodies, (body) => bareFetch(url, body));
    if (round === 0) continue;
    times.own.push(own);
    times.bare.push(bare);
    note(`round ${round}: ${own.toFixed(3)} ms, bare ${bare.toFixed(3)} ms`);
  }
  return { own: median(times.own), bare: median(times.bare), kilobytes: bytes / callsPerRound / 1000 };
}

async function bareFetch(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/chat/completions`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

/** Milliseconds of processor time, user and system, for each item. */
async function cpuPerItem<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<number> {
  // The rubbish of the round before is not this one's.
  collectGarbage();
  const before = process.cpuUsage();
  await allAtOnce(items, inFlight, work);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / items.length;
}

async function ofRun(endpoint: Endpoint): Promise<{ perCall: number; seconds: number }> {
  const material = await createMaterial();
  await endpoint.configure({ scripts: material.scripts });
  const played = await playRun({ url: endpoint.url, material, concurrency: inFlight });
  const { answered } = await endpoint.stats();
  checkPlayed(material, played.episodes, answered);
  return { perCall: played.cpuMilliseconds / answered, seconds: played.seconds };
}
