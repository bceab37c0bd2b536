import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { freePort, until } from './slurm.ts';
import { repository } from './toolemu.ts';

/** Starts what stands in for vLLM, outside of SLURM. */
export async function startVllm() {
  const port = await freePort();
  const program = path.join(repository, 'test/support/vllm-stand-in.mjs');
  const child = spawn(process.execPath, [program, 'serve', 'org/Model-1', `--port=${port}`], { stdio: 'ignore' });
  const url = `http://127.0.0.1:${port}`;
  await until(
    () =>
      fetch(`${url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
    'the model is loaded',
  );
  return {
    url: `${url}/v1`,
    async [Symbol.asyncDispose]() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
