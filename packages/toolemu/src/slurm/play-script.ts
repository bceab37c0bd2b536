import { playDirectives } from './directives.ts';
import { gpuLines } from './gpu-lines.ts';
import { groupLines } from './group-lines.ts';
import { ownServerLines } from './own-server-lines.ts';
import { linesOf, moreWords, placeLines, programLines, textOf } from './script-lines.ts';
import { sharedServerLines } from './shared-server-lines.ts';
import type { SlurmJob } from './slurm-job.ts';

/** Seconds in which calls in flight are answered and kept once a task is to end. */
const keepSeconds = 12;

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
  if (server === null) return { server: [...gpuLines, '', 'is_served() { true; }'], play: ['play_part'] };
  if (server.job === null) return { server: [...gpuLines, '', ...ownServerLines(server)], play: playWithOwn };
  return { server: sharedServerLines(server), play: playWithShared };
}

const preparation = linesOf(`
task=\${SLURM_ARRAY_TASK_ID:?submit this file with sbatch}
id=\${SLURM_ARRAY_JOB_ID}_$task
part=$folder/parts/part-$task.toolemu
mkdir -p -- "$folder/parts" "$logs"
echo "part $task of $parts on $(uname -n); started again \${SLURM_RESTART_COUNT:-0} times"

# Ends the task, to be started again by SLURM. The number of a job may be that of its whole array.
queue_again() {
  echo "$1: part $task stops, and is queued again" >&2
  scontrol requeue "$id" && exit 0
  echo "part $task could not be queued again: submit it again by bash $folder/submit.sh" >&2
  exit 1
}
`);

function playLines({ begin, goOn }: SlurmJob): string[] {
  return linesOf(`
begin() {
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

# Plays the part until that ends, and sets code; fails where its model server went away meanwhile.
play_part() {
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
  [ -z "$lost" ] || [ "$code" = 0 ]
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
# A condition on the whole run (exit code 3) is for its report.
case $code in
  0 | 3) exit 0 ;;
esac
[ -z "$near" ] || queue_again "the time limit is near"
exit "$code"
`);
