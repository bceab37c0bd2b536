import { linesOf } from './script-lines.ts';
import type { ModelServer } from './slurm-job.ts';
import { giveUpLines, readyLines } from './vllm-lines.ts';

/** Seconds between two questions to the server. */
const askSeconds = 10;
/** Seconds between two questions to SLURM, which many tasks may ask, each in its own rhythm. */
const lookSeconds = '30 + RANDOM % 31';
/** Seconds that a task waits for a server which waits itself, before it is queued again. */
const patienceSeconds = 600;
/** Questions without an answer, one after the other, after which a server is gone. */
const silences = 3;
/** Seconds that a task waits longer than the server may take to be ready. */
const graceSeconds = 120;

/** Waits for the model server of all tasks, wherever and whenever it answers, and no longer than there is one. */
export function sharedServerLines({ timeoutSeconds }: ModelServer): string[] {
  return [
    ...linesOf(`
serve=\${1:?submit the tasks with their server: $again}
server_log=$logs/vllm_$serve.log
address=$folder/server/$serve
`),
    '',
    ...readyLines,
    '',
    ...giveUpLines,
    '',
    ...linesOf(`
# Prints the state of the server's job and its reason, and nothing where that is over; fails where SLURM does not say.
server_state() {
  local jobs
  jobs=$(squeue --all --noheader --user="$SLURM_JOB_USER" --format='%A %T %r') || return
  sed -n "s/^$serve //p" <<<"$jobs"
}

read_address() { read -r host port key <"$address"; } 2>/dev/null

answers() { [ -e "$address" ] && is_ready; }

# The server takes its address away when it ends; one that could not is found out by its silence.
is_served() {
  [ -e "$address" ] || return
  [ "$SECONDS" -ge "$ask" ] || return 0
  ask=$((SECONDS + ${askSeconds}))
  if is_ready; then
    silent=0
  else
    silent=$((silent + 1)) ask=$((SECONDS + 2))
  fi
  [ "$silent" -lt ${silences} ]
}

await_server() {
  local state pending='' began=$SECONDS look=$((SECONDS + RANDOM % 20))
  echo "part $task waits for the model server, job $serve"
  until read_address && is_ready; do
    [ -z "$told" ] || give_up "the job was ended before the model server was ready"
    [ -z "$near" ] || queue_again "the time limit came before the model server, job $serve, was ready"
    if [ "$SECONDS" -ge "$look" ]; then
      look=$((SECONDS + ${lookSeconds}))
      if state=$(server_state); then
        case $state in
          '') give_up "the model server, job $serve, is over; to go on: $again" ;;
          *_HOLD* | *[Hh]eld*)
            give_up "the model server, job $serve, is held ($state): scontrol release $serve, or scancel $serve; then: $again" ;;
          PENDING* | REQUEUE*)
            began=$SECONDS pending=\${pending:-$SECONDS}
            [ $((SECONDS - pending)) -lt ${patienceSeconds} ] ||
              queue_again "the model server, job $serve, still waits to be started again" ;;
          *) pending='' ;;
        esac
      fi
    fi
    [ $((SECONDS - began)) -lt ${timeoutSeconds + graceSeconds} ] ||
      give_up "the model server, job $serve, could not be reached for ${timeoutSeconds + graceSeconds} seconds"
    nap
  done
  ask=$((SECONDS + ${askSeconds})) silent=0
  echo "the model server answers on $host"
  export VLLM_BASE_URL="http://$host:$port/v1"
  # A proxy to the world knows no node.
  export no_proxy="$host,\${no_proxy:-\${NO_PROXY:-}}"
  [ -z "$key" ] || export VLLM_API_KEY=$key
}
`),
  ];
}
