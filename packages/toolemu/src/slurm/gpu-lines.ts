import { linesOf } from './script-lines.ts';

/** Seconds between two lines of the use of GPUs. */
const gpuSeconds = 30;

/** Logs the use of GPUs while a script runs. */
export const gpuLines = linesOf(`
log_gpus() {
  while true; do
    nvidia-smi --query-gpu=timestamp,index,name,utilization.gpu,memory.used,memory.total --format=csv,noheader
    sleep ${gpuSeconds}
  done
}
if command -v nvidia-smi >/dev/null; then
  log_gpus >>"$logs/gpu_usage_$id.log" 2>&1 &
  gpus=$!
fi
`);
