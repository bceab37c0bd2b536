import { serveDirectives } from './directives.ts';
import { gpuLines } from './gpu-lines.ts';
import { groupLines } from './group-lines.ts';
import { linesOf, placeLines, textOf } from './script-lines.ts';
import type { ModelServer, SlurmJob } from './slurm-job.ts';
import { giveUpLines, keyLines, readyLines, vllmLines } from './vllm-lines.ts';

/** Seconds between two looks at the tasks. */
const askSeconds = 10;

/** The script of the job that serves a model to all tasks of an array, for as long as there are any. */
export function serveScript(job: SlurmJob, server: ModelServer): string {
  return textOf([
    '#!/usr/bin/env bash',
    ...serveDirectives(job),
    '# Serves the model to all tasks, and ends when they have.',
    '',
    ...placeLines(job),
    '',
    ...groupLines,
    '',
    ...preparation,
    '',
    ...keyLines,
    '',
    ...gpuLines,
    '',
    ...readyLines,
    '',
    ...giveUpLines,
    '',
    ...vllmLines(server, { host: '0.0.0.0', meanwhile: 'is_needed || leave' }),
    '',
    ...servingLines(server),
  ]);
}

const preparation = linesOf(`
id=\${SLURM_JOB_ID:?submit it with its tasks: $again}
server_log=$logs/vllm_$id.log
address=$folder/server/$id
rm -f -- "$address"
tasks=$(cat -- "$address.tasks") || exit 1
command -v squeue >/dev/null || {
  echo "there is no squeue on $(uname -n) to tell when the tasks are over: put it on the PATH by --setup" >&2
  exit 1
}
echo "the model server of job $tasks on $(uname -n); started again \${SLURM_RESTART_COUNT:-0} times"

# Whether there may be a task to serve, and for how long none has run: so it is, too, where SLURM does not say.
ask=0 busy=0 idle=0
is_needed() {
  [ "$SECONDS" -ge "$ask" ] || return 0
  ask=$((SECONDS + ${askSeconds}))
  local jobs states
  jobs=$(squeue --all --noheader --user="$SLURM_JOB_USER" --format='%F %T') || return 0
  states=$(sed -n "s/^$tasks //p" <<<"$jobs")
  if grep -qv -e '^PENDING' -e '^REQUEUE' <<<"$states"; then busy=$SECONDS; fi
  idle=$((SECONDS - busy))
  [ -n "$states" ]
}

leave() {
  echo "the tasks of job $tasks are over, and so is their server"
  exit 0
}

is_needed || leave
`);

function servingLines({ timeoutSeconds }: ModelServer): string[] {
  return linesOf(`
# Whole at every moment, and for nobody else to read.
gone=$address
(umask 077 && echo "$(uname -n) $port $key" >"$address.new") && mv -- "$address.new" "$address" || exit 1

busy=$SECONDS ask=0 idle=0
while is_running "$server"; do
  [ -z "$told" ] || exit 1
  if [ -n "$near" ]; then
    echo "the time limit is near: the model server stops, and is queued again" >&2
    scontrol requeue "$SLURM_JOB_ID" && exit 0
    give_up "the model server could not be queued again"
  fi
  is_needed || leave
  if [ "$idle" -ge ${timeoutSeconds} ]; then
    echo "no task of job $tasks has run for $idle seconds: the model server gives its GPUs back. Once tasks can begin: $again" >&2
    exit 1
  fi
  nap
done
give_up "vllm ended while it served"
`);
}
