import { playDirectives } from './directives.ts';
import { placeLines, shellWords, textOf } from './script-lines.ts';
import { serveLines } from './serve-lines.ts';
import type { SlurmJob } from './slurm-job.ts';

/** Seconds in which calls in flight are answered and kept once a task is to end. */
const keepSeconds = 12;
/** Seconds between two lines of the use of GPUs. */
const gpuSeconds = 30;

/** The script of the tasks of the array: each plays a part of a run, or goes on with it. */
export function playScript(job: SlurmJob): string {
  const server = job.server === null ? [] : [...serveLines(job.server), ''];
  return textOf([
    '#!/usr/bin/env bash',
    ...playDirectives(job),
    '# Plays a part of a run. It may be submitted again at any time: what was answered is not paid for again.',
    '',
    ...placeLines(job),
    ...preparation,
    ...server,
    ...playLines(job),
    ...ending,
  ]);
}

const preparation = `
# Each job in the background is a process group of its own, which can be ended as a whole.
set +eu -m
task=\${SLURM_ARRAY_TASK_ID:?submit this file with sbatch}
id=\${SLURM_ARRAY_JOB_ID}_$task
part=$folder/parts/part-$task.toolemu
mkdir -p -- "$folder/parts" "$logs"
echo "part $task of $parts on $(uname -n); started again \${SLURM_RESTART_COUNT:-0} times"

near='' told='' play='' server='' gpus=''
trap 'near=yes' USR1
trap 'told=yes' TERM INT
trap finish EXIT

is_running() { kill -0 "$1" 2>/dev/null; }

# A second that a signal may cut short.
nap() {
  sleep 1 &
  wait $!
}

# Ends a process group, after ten seconds by force.
end_group() {
  kill -TERM -- "-$1" 2>/dev/null || return
  for _ in {1..20}; do
    kill -0 -- "-$1" 2>/dev/null || return
    sleep 0.5
  done
  kill -KILL -- "-$1" 2>/dev/null
}

finish() {
  trap '' USR1 TERM INT
  local group
  for group in $play $server $gpus; do
    end_group "$group"
  done
} 2>/dev/null

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
`.split('\n');

function playLines({ begin, goOn }: SlurmJob): string[] {
  const options = (words: readonly string[]) => (words.length === 0 ? '' : ` ${shellWords(words)}`);
  return `
if [ -e "$part" ]; then
  echo "going on with $part"
  "\${toolemu[@]}" run --resume="$part"${options(goOn)} --yes </dev/null &
else
  "\${toolemu[@]}" run${options(begin)} --shard="$task/$parts" --out="$part" --yes </dev/null &
fi
play=$!
`
    .trim()
    .split('\n');
}

const ending = `
# Waits until the part is closed, for some seconds.
wait_for_play() {
  local since=$SECONDS
  while is_running "$play" && [ $((SECONDS - since)) -lt ${keepSeconds} ]; do nap; done
}

# Like Ctrl-C in a terminal, which all of a group hear: what is under way is kept. The second ends it at once.
interrupt() {
  kill -INT -- "-$play" 2>/dev/null
  wait_for_play
  kill -INT -- "-$play" 2>/dev/null
  end_group "$play"
}

lost=''
while is_running "$play"; do
  if [ -n "$told" ]; then
    # Most clusters tell every process of a job, and then it stops by itself.
    wait_for_play
    interrupt
  elif [ -n "$near" ]; then
    echo "the time limit is near: part $task stops, and is queued again" >&2
    interrupt
  elif [ -n "$server" ] && ! is_running "$server"; then
    lost=yes
    interrupt
  else
    nap
  fi
done
wait "$play"
code=$?
[ -z "$lost" ] || give_up "vllm ended while part $task was played"
# A condition on the whole run (exit code 3) is for its report.
case $code in
  0 | 3) exit 0 ;;
esac
if [ -n "$near" ]; then
  scontrol requeue "$SLURM_JOB_ID" && exit 0
  echo "part $task could not be queued again: submit it again by bash $folder/submit.sh" >&2
fi
exit "$code"
`
  .split('\n')
  .slice(0, -1);
