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

play=$(sbatch --parsable "$folder/play.sbatch")
play=${play%%;*} jobs+=("$play")
echo "play $play"

merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch")
merge=${merge%%;*} jobs+=("$merge")
echo "merge $merge"
