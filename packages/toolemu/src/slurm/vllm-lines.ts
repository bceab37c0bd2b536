import { shellWord } from '../words/index.ts';
import { linesOf, moreWords } from './script-lines.ts';
import type { ModelServer } from './slurm-job.ts';

/** Whether a server answers at a host and a port; as that of a node which is gone may never say, not for long. */
export const readyLines = linesOf(`
is_ready() {
  timeout 10 bash -c '
    exec 3<>"/dev/tcp/$1/$2" || exit
    printf "GET /health HTTP/1.1\\r\\nHost: %s\\r\\nConnection: close\\r\\n\\r\\n" "$1" >&3
    read -r _ status _ <&3 && [ "$status" = 200 ]
  ' - "$host" "$port"
} 2>/dev/null
`);

/** Ends a script of a job with what the server said last. */
export const giveUpLines = linesOf(`
# Ends the job, with the last lines of the server's log.
give_up() {
  {
    echo "$1; the last lines of $server_log:"
    tail -n 20 -- "$server_log"
  } >&2
  exit 1
}
`);

/** Has a server ask for a key: one that is there already, or one that whoever asks it is told. */
export const keyLines = linesOf(`
# Others can reach the port, and are asked for a key.
key=''
if [ -z "\${VLLM_API_KEY:-}" ]; then
  key=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \\n')
  export VLLM_API_KEY=$key
fi
`);

/**
 * Starts vLLM on a port that is free, for who can reach a host, and waits until it is ready; meanwhile each second also
 * carries out a line of a shell.
 */
export function vllmLines(
  { model, options, timeoutSeconds }: ModelServer,
  { host, meanwhile }: { host: string; meanwhile?: string },
): string[] {
  return linesOf(`
# Prints a port on which nothing listens.
free_port() {
  local port=$((20000 + RANDOM % 12000))
  while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((20000 + RANDOM % 12000)); done
  echo "$port"
}

host=127.0.0.1
port=$(free_port)
began=$SECONDS
vllm serve ${shellWord(model)} --host=${host} --port="$port"${moreWords(options)} >>"$server_log" 2>&1 </dev/null &
server=$!
echo "vllm begins on port $port; its log is $server_log"
until { is_running "$server" || give_up "vllm ended before it was ready"; } && is_ready; do
  [ -z "$told" ] || give_up "the job was ended before vllm was ready"
  [ -z "$near" ] || give_up "the time limit came before vllm was ready: ask for more by --time"
  [ $((SECONDS - began)) -lt ${timeoutSeconds} ] ||
    give_up "vllm was not ready after ${timeoutSeconds} seconds: give it more by --serve-timeout"
${meanwhile === undefined ? '' : `  ${meanwhile}\n`}  nap
done
echo "vllm is ready after $((SECONDS - began)) seconds"
`);
}
