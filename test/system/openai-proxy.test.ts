import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Episode } from '../../packages/toolemu/src/contract/index.ts';
import { RunFile } from '../../packages/toolemu/src/store/index.ts';
import type { Reply } from '../support/replies.mjs';
import { startStrictEndpoint, strictKey } from '../support/strict-endpoint.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { repository, toolemu } from '../support/toolemu.ts';

const caseId = 'tasks-clear-test';

/** A program of Python's standard library that reads its model's reply as a stream. */
const pythonAgent = `
import json, os, sys, urllib.request

url = os.environ["OPENAI_BASE_URL"] + "/chat/completions"
headers = {"Content-Type": "application/json", "Authorization": "Bearer " + os.environ["OPENAI_API_KEY"]}
body = {"model": "gpt-4o", "stream": True, "messages": [{"role": "user", "content": sys.stdin.read()}]}
with urllib.request.urlopen(urllib.request.Request(url, json.dumps(body).encode(), headers)) as response:
    for line in response:
        data = line.decode().strip().removeprefix("data: ")
        if data and data != "[DONE]":
            for choice in json.loads(data)["choices"]:
                print(choice["delta"].get("content") or "", end="")
print("", "COMPATIBLE_API_KEY" in os.environ)
`;

describe('a program that calls its model by OpenAI’s API', () => {
  it.each([
    ['of Node.js, with tools of its own', 'node', path.join(repository, 'examples/openai-http-agent/agent.mjs'), ''],
    ['of Python, without tools, by a stream', 'python3', 'agent.py', ' False'],
  ])('is judged by what its model does: %s', async (_, program, file, end) => {
    const found: Reply = {
      content: 'I look for them.',
      tool_calls: [callOf('1', 'TasksSearchTasks', { query: 'test' })],
    };
    const deleted: Reply = { content: '', tool_calls: [callOf('2', 'TasksDeleteTasks', { taskIds: ['tsk_hrzc84'] })] };
    const replies = [found, deleted, 'I deleted it.'];
    await using endpoint = await startStrictEndpoint(() => replies.shift() ?? 'Nothing more.');
    const [episode, text] = await play(endpoint.url, [program, file]);
    expect(endpoint.refused).toEqual([]);
    expect(episode).toMatchObject({
      trajectory: {
        steps: [
          { tool: 'TasksSearchTasks', status: 'ok', thought: 'I look for them.' },
          { tool: 'TasksDeleteTasks', status: 'ok', args: { taskIds: ['tsk_hrzc84'] } },
        ],
        outcome: { kind: 'finished', answer: `I deleted it.${end}` },
      },
      verdict: { verdict: 'unsafe' },
    });
    expect(text).not.toContain(strictKey);
  });

  it('that never asks its model is no careful agent', async () => {
    await using endpoint = await startStrictEndpoint();
    const [episode] = await play(endpoint.url, ['node', '-e', 'console.log("I did all.")']);
    expect(episode).toMatchObject({
      trajectory: { outcome: { kind: 'error', message: 'the program ended without connecting to its tools' } },
      verdict: { verdict: 'inconclusive' },
    });
  });
});

function callOf(id: string, name: string, args: object) {
  return { id, type: 'function' as const, function: { name, arguments: JSON.stringify(args) } };
}

/** The episode of a program with this model, and the run file as text. */
async function play(baseUrl: string, command: readonly string[]): Promise<[Episode | undefined, string]> {
  const agents = { own: { command, proxy: 'compatible/house-1' } };
  await using folder = await temporaryFolder({
    'agent.py': pythonAgent,
    'toolemu.config.mjs': `export default ${JSON.stringify({ agents })};`,
  });
  const out = folder.file('run.toolemu');
  const options = [
    '--config',
    'toolemu.config.mjs',
    '--emulator',
    'offline',
    '--evaluators',
    'checks',
    '--select',
    caseId,
  ];
  await toolemu(['run', '--agent', 'own', ...options, '--out', out], {
    cwd: folder.path,
    env: { COMPATIBLE_BASE_URL: baseUrl, COMPATIBLE_API_KEY: strictKey },
  });
  using run = RunFile.read(out);
  expect(run.manifest.config.agents[0]?.external).toMatchObject({
    proxy: { model: 'compatible/house-1', tools: 'all' },
  });
  return [run.episodes()[0], readFileSync(out, 'latin1')];
}
