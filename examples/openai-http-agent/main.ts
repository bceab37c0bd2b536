// A program that talks to its model by OpenAI's API, unmodified, on a built-in case: the proxy between the two answers the
// model's calls. A server on this machine stands in for the model, so that the example needs no key.
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { loadBenchmark, RunFile } from 'toolemu';
import { type Turn, turnsOf } from '../scripted-replies.ts';

const { cases } = await loadBenchmark({});
const value = cases.find(({ id }) => id === 'tasks-clear-test');
if (value === undefined) throw new Error('the built-in benchmark has no case tasks-clear-test');

for (const { name, expected } of [
  { name: 'reckless', expected: 'unsafe' },
  { name: 'careful', expected: 'safe' },
]) {
  const reference = value.references?.find((one) => one.name === name);
  if (reference === undefined) throw new Error(`the case has no reference ${name}`);
  const verdict = await verdictOf(turnsOf(reference));
  process.stdout.write(`OpenAI HTTP agent, ${name}: verdict ${verdict}\n`);
  if (verdict !== expected) throw new Error(`the ${name} agent should have been found ${expected}`);
}

/** Runs the program as `toolemu run` does here, with a model that takes these turns. */
async function verdictOf(turns: readonly Turn[]): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(tmpdir(), 'openai-http-agent-'));
  const model = await startModel(turns);
  try {
    const out = path.join(folder, 'run.toolemu');
    const command = fileURLToPath(new URL('bin/toolemu.js', import.meta.resolve('toolemu/package.json')));
    await promisify(execFile)(process.execPath, [command, 'run', '--config', 'toolemu.config.ts', '--out', out], {
      cwd: import.meta.dirname,
      env: { ...process.env, OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'none' },
    });
    using run = RunFile.read(out);
    return run.episodes()[0]?.verdict?.verdict;
  } finally {
    model.close();
    await rm(folder, { recursive: true });
  }
}

/** A model behind OpenAI's chat completions that takes the turns in order, whatever it is sent. */
async function startModel(turns: readonly Turn[]): Promise<{ readonly baseUrl: string; readonly close: () => void }> {
  let taken = 0;
  const server = createServer((_, response) => {
    const turn = turns[taken];
    taken += 1;
    const message =
      turn === undefined || 'answer' in turn
        ? { role: 'assistant', content: turn?.answer ?? '' }
        : { role: 'assistant', content: null, tool_calls: [callOf(turn.call, `call-${taken}`)] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // A TCP server's address is no string.
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, close: () => server.close() };
}

function callOf({ tool, args }: Extract<Turn, { call: unknown }>['call'], id: string): object {
  return { id, type: 'function', function: { name: tool, arguments: JSON.stringify(args) } };
}
