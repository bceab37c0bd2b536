import { playDirectives } from './directives.ts';
import { gpuLines } from './gpu-lines.ts';
import { groupLines } from './group-lines.ts';
import { ownServerLines } from './own-server-lines.ts';
import { linesOf, moreWords, placeLines, programLines, textOf } from './script-lines.ts';
import { sharedServerLines } from './shared-server-lines.ts';
import type { SlurmJob } from './slurm-job.ts';

/** Seconds in which calls in flight are answered and kept once a task is to end. */
const keepSeconds = 12;

/** Seconds in which a part is tried again that a process on another node may write, or did: three minutes, and some. */
const lockSeconds = 200;
/** Seconds between two trials. */
const trialSeconds = 10;

/** The script of the tasks of the array: each plays a part of a run, or goes on with it. */
export function playScript(job: SlurmJob): string {
  const { server, play } = waysToPlay(job);
  return textOf([
    '#!/usr/bin/env bash',
    ...playDirectives(job),
    '# Plays a part of a run. It may be submitted again at any time: what was answered is not paid for again.',
    '',
    ...placeLines(job),
    ...programLines(job),
    '',
    ...groupLines,
    '',
    ...preparation,
    '',
    ...server,
    '',
    ...playLines(job),
    '',
    ...play,
    '',
    ...ending,
  ]);
}

/** The lines by which a task gets its model server, and those that play with it. */
function waysToPlay({ server }: SlurmJob): { server: readonly string[]; play: readonly string[] } {
  if (server === null)
    return { server: [...gpuLines, '', 'is_served() { true; }', 'answers() { true; }'], play: ['play_part'] };
  if (server.job === null) return { server: [...gpuLines, '', ...ownServerLines(server)], play: playWithOwn };
  return { server: sharedServerLines(server), play: playWithShared };
}

const preparation = linesOf(`
task=\${SLURM_ARRAY_TASK_ID:?submit this file with sbatch}
id=\${SLURM_ARRAY_JOB_ID}_$task
part=$folder/parts/part-$task.toolemu
mkdir -p -- "$folder/parts" "$logs"
echo "part $task of $parts on $(uname -n); started again \${SLURM_RESTART_COUNT:-0} times"

# Whoever writes these files again with other options takes this mark away.
if [ -e "$part.done" ] && [ -s "$part" ]; then
  echo "part $task was played to its end: nothing is left"
  exit 0
fi

# Ends the task, to be started again by SLURM. The number of a job may be that of its whole array.
queue_again() {
  echo "$1: part $task stops, and is queued again" >&2
  scontrol requeue "$id" && exit 0
  echo "part $task could not be queued again: submit it again by $again" >&2
  exit 1
}
`);

function playLines({ begin, goOn }: SlurmJob): string[] {
  return linesOf(`
begin() {
  # Whoever made it was killed before anything stood in it.
  [ -s "$part" ] || rm -f -- "$part"
  if [ -e "$part" ]; then
    echo "going on with $part"
    "\${toolemu[@]}" run --resume="$part"${moreWords(goOn)} --yes </dev/null &
  else
    "\${toolemu[@]}" run${moreWords(begin)} --shard="$task/$parts" --out="$part" --yes </dev/null &
  fi
  play=$!
}

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

# How often the log of this job says that a part is refused since another process writes it.
refusals() { [ -f "/proc/$$/fd/2" ] && grep -c ' is being written by process ' "/proc/$$/fd/2"; }

# Plays the part until that ends, and sets code; fails where its model server went away meanwhile.
play_once() {
  local lost=''
  begin
  while is_running "$play"; do
    if [ -n "$told" ]; then
      # Most clusters tell every process of a job, and then it stops by itself.
      wait_for_play
      interrupt
    elif [ -n "$near" ]; then
      interrupt
    elif ! is_served; then
      lost=yes
      interrupt
    else
      nap
    fi
  done
  wait "$play"
  code=$?
  # A part whose calls fail at once ends before the silence of its server is noticed.
  [ "$code" = 0 ] || [ -n "$told$near" ] || answers || lost=yes
  [ -z "$lost" ] || [ "$code" = 0 ]
}

# The same; a task that was killed on another node is taken for alive for three minutes, which are waited for.
play_part() {
  local before next since=$SECONDS
  while true; do
    before=$(refusals)
    play_once || return
    [ "$code" != 0 ] && [ "$(refusals)" != "$before" ] && [ $((SECONDS - since)) -lt ${lockSeconds} ] || return 0
    echo "part $task is tried again in ${trialSeconds} seconds"
    next=$((SECONDS + ${trialSeconds}))
    while [ "$SECONDS" -lt "$next" ]; do
      [ -z "$near$told" ] || return 0
      nap
    done
  done
}
`);
}

const playWithOwn = ['play_part || give_up "vllm ended while part $task was played"'];

const playWithShared = linesOf(`
# A server that SLURM starts again answers at another address.
await_server
until play_part; do await_server; done
`);

const ending = linesOf(`
# A condition on the whole run (exit code 3) is for its report; a part that was interrupted may meet it, too.
case $code in
  0) touch -- "$part.done" && exit 0 ;;
  3) [ -n "$near" ] || exit 0 ;;
esac
[ -z "$near" ] || queue_again "the time limit is near"
exit "$code"
`);
