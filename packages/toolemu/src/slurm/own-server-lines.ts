import { linesOf } from './script-lines.ts';
import type { ModelServer } from './slurm-job.ts';
import { giveUpLines, keyLines, readyLines, vllmLines } from './vllm-lines.ts';

/** Starts a model server for a task, and says where it answers. */
export function ownServerLines(server: ModelServer): string[] {
  return [
    'server_log=$logs/vllm_$id.log',
    '',
    ...readyLines,
    '',
    ...giveUpLines,
    '',
    ...keyLines,
    '',
    ...vllmLines(server, { host: '127.0.0.1' }),
    'export VLLM_BASE_URL="http://$host:$port/v1"',
    '',
    ...linesOf(`
is_served() { is_running "$server"; }
answers() { is_served; }
`),
  ];
}
