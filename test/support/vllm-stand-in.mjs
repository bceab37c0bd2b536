#!/usr/bin/env node
// Stands in for `vllm serve MODEL`: nothing listens while it loads, then GET /health is 200 and chat completions are
// answered by replies.mjs, or refused by the rules of strict-vllm.ts. Its environment says how it behaves: VLLM_LOADS, seconds
// until it listens; VLLM_TAKES, seconds of an answer; VLLM_CRASHES, `loading` or the number of the request it dies of;
// VLLM_NOTES, a file to which it writes a line for each thing that happens. VLLM_API_KEY is asked for where it is set, as by
// vLLM itself.
import { spawn } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { answer } from './replies.mjs';
import { vllmRefusal } from './strict-vllm.ts';

const { VLLM_LOADS = '1', VLLM_TAKES = '0', VLLM_CRASHES = '', VLLM_NOTES, VLLM_API_KEY } = process.env;
const [command, model, ...options] = process.argv.slice(2);
const valueOf = (name) => options.find((option) => option.startsWith(`${name}=`))?.slice(name.length + 1);
let requests = 0;

/** Engine processes outlive a server that is killed without its group. */
const engine = spawn(process.execPath, ['--eval', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });

function noteDown(event, more = {}) {
  if (VLLM_NOTES !== undefined) appendFileSync(VLLM_NOTES, `${JSON.stringify({ event, pid: process.pid, ...more })}\n`);
}

function crash(text) {
  process.stderr.write(`ERROR 01-05 10:00:00 [core.py:708] ${text}\n`);
  engine.kill();
  process.exit(1);
}

async function serve(request, response) {
  if (request.url === '/health') {
    response.writeHead(200).end();
    return;
  }
  if (request.url !== '/v1/chat/completions') {
    response.writeHead(404).end('{"detail":"Not Found"}');
    return;
  }
  if (VLLM_API_KEY !== undefined && request.headers.authorization !== `Bearer ${VLLM_API_KEY}`) {
    response.writeHead(401).end('{"error":"Unauthorized"}');
    return;
  }
  const body = await json(request);
  requests += 1;
  if (String(requests) === VLLM_CRASHES) crash('torch.OutOfMemoryError: CUDA out of memory.');
  const refusal = vllmRefusal({ headers: request.headers, body }, { model });
  if (refusal !== null) {
    response.writeHead(refusal.status, { 'content-type': 'application/json' }).end(JSON.stringify(refusal.body));
    return;
  }
  noteDown('request', { model: body.model, schema: body.response_format?.type ?? null });
  await wait(Number(VLLM_TAKES) * 1000);
  const message = { role: 'assistant', content: answer(body) };
  const choices = [{ index: 0, message, finish_reason: 'stop' }];
  const usage = { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 };
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1, model, choices, usage }));
}

const server = createServer((request, response) => void serve(request, response));

noteDown('start', { command, model, options, engine: engine.pid });
process.on('SIGTERM', () => {
  noteDown('stop');
  engine.kill();
  process.exit(0);
});
process.stdout.write(`INFO 01-05 10:00:00 [api_server.py:1895] loading ${model}\n`);
setTimeout(() => {
  if (VLLM_CRASHES === 'loading') crash('ValueError: No available memory for the cache blocks.');
  server.listen(Number(valueOf('--port')), valueOf('--host') ?? '127.0.0.1');
}, Number(VLLM_LOADS) * 1000);
