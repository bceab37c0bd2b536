import { linesOf } from './script-lines.ts';

/** Lets a script hear of what SLURM tells it, and end what it starts in the background, whatever happens. */
export const groupLines = linesOf(`
# Each job in the background is a process group of its own, which can be ended as a whole.
set -m
near='' told='' play='' server='' gpus='' gone=''
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

# What is to be gone when the job is, goes first.
finish() {
  trap '' USR1 TERM INT
  [ -z "$gone" ] || rm -f -- "$gone"
  local group
  for group in $play $server $gpus; do
    end_group "$group"
  done
} 2>/dev/null
`);
