#!/usr/bin/env bash
# Submits the tasks, and the merge that comes after them however they end. The environment goes with them.

set -euo pipefail
folder=/project/jobs
cd -- /project
mkdir -p -- /project/jobs/logs

# All of them, or none.
jobs=()
cancel() {
  [ "${#jobs[@]}" -eq 0 ] || scancel "${jobs[@]}"
  exit 1
}
trap cancel ERR INT TERM

# The server is held until it can be told its tasks. They begin once it has begun, or was cancelled, and find out which.
serve=$(sbatch --parsable --hold "$folder/serve.sbatch")
serve=${serve%%;*} jobs+=("$serve")
echo "serve $serve"
play=$(sbatch --parsable --dependency="after:$serve" "$folder/play.sbatch" "$serve")
play=${play%%;*} jobs+=("$play")
echo "play $play"
mkdir -p -- "$folder/server"
echo "$play" >"$folder/server/$serve.tasks"

merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch")
merge=${merge%%;*} jobs+=("$merge")
echo "merge $merge"
scontrol release "$serve"
