#!/usr/bin/env bash
# Submits the tasks, and the merge that comes after them however they end. The environment goes with them, but for
# variables that would say otherwise what the files say; nor does anything wait here for a job to end.

set -euo pipefail
folder=/project/jobs
cd -- /project
mkdir -p -- /project/jobs/logs
unset SBATCH_JOB_NAME SBATCH_ARRAY_INX SBATCH_GPUS SBATCH_GPUS_PER_NODE SBATCH_GPUS_PER_SOCKET SBATCH_GPUS_PER_TASK SBATCH_GRES SBATCH_CPUS_PER_GPU SBATCH_MEM_PER_NODE SBATCH_MEM_PER_CPU SBATCH_MEM_PER_GPU SBATCH_TIMELIMIT SBATCH_PARTITION SBATCH_EXPORT SBATCH_OUTPUT SBATCH_ERROR SBATCH_OPEN_MODE SBATCH_REQUEUE SBATCH_NO_REQUEUE SBATCH_SIGNAL SBATCH_WAIT

# The tasks with what they need, or nothing.
jobs=()
cancel() {
  [ "${#jobs[@]}" -eq 0 ] || scancel "${jobs[@]}"
  exit 1
}
trap cancel ERR INT TERM

# The server is held until it can be told its tasks. They begin once it has begun, or was cancelled, and find out which.
serve=$(sbatch --parsable --hold --partition=gpu "$folder/serve.sbatch")
serve=${serve%%;*} jobs+=("$serve")
echo "serve $serve"
play=$(sbatch --parsable --dependency="after:$serve" "$folder/play.sbatch" "$serve")
play=${play%%;*} jobs+=("$play")
echo "play $play"
mkdir -p -- "$folder/server"
echo "$play" >"$folder/server/$serve.tasks"
scontrol release "$serve"

if merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch"); then
  echo "merge ${merge%%;*}"
else
  printf 'SLURM did not take the merge, and keeps the tasks. When they have ended: bash %q, or name a partition that takes it by --merge-partition\n' "$folder/merge.sbatch" >&2
fi
