import { shellWord } from '../report/index.ts';
import { shellWords } from './script-lines.ts';
import type { ModelServer } from './slurm-job.ts';

/** Starts a model server on a port that is free, waits until it is ready, and says where it answers. */
export function serveLines({ model, options, timeoutSeconds }: ModelServer): string[] {
  return `
server_log=$logs/vllm_$id.log

# Prints a port on which nothing listens.
free_port() {
  local port=$((20000 + RANDOM % 12000))
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((20000 + RANDOM % 12000)); done
  echo "$port"
}

is_ready() (
  exec 3<>"/dev/tcp/127.0.0.1/$port" || exit 1
  printf 'GET /health HTTP/1.1\\r\\nHost: 127.0.0.1\\r\\nConnection: close\\r\\n\\r\\n' >&3
  read -r -t 5 _ status _ <&3 && [ "$status" = 200 ]
) 2>/dev/null

# Ends the task, with the last lines of the server's log.
give_up() {
  {
    echo "$1; the last lines of $server_log:"
    tail -n 20 -- "$server_log"
  } >&2
  exit 1
}

port=$(free_port)
began=$SECONDS
vllm serve ${shellWord(model)} --host=127.0.0.1 --port="$port"${options.length === 0 ? '' : ` ${shellWords(options)}`} >>"$server_log" 2>&1 </dev/null &
server=$!
echo "vllm begins on port $port; its log is $server_log"
until { is_running "$server" || give_up "vllm ended before it was ready"; } && is_ready; do
  [ -z "$told" ] || give_up "the job was ended before vllm was ready"
  [ -z "$near" ] || give_up "the time limit came before vllm was ready: ask for more by --time"
  [ $((SECONDS - began)) -lt ${timeoutSeconds} ] ||
    give_up "vllm was not ready after ${timeoutSeconds} seconds: give it more by --serve-timeout"
  nap
done
echo "vllm is ready after $((SECONDS - began)) seconds"
export VLLM_BASE_URL="http://127.0.0.1:$port/v1"
`
    .trim()
    .split('\n');
}
