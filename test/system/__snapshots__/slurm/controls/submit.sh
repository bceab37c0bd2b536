#!/usr/bin/env bash
# Submits the tasks, and the merge that comes after them however they end. The environment goes with them.

set -euo pipefail
folder=/project/jobs
cd -- /project
mkdir -p -- /project/jobs/logs

play=$(sbatch --parsable "$folder/play.sbatch")
play=${play%%;*}
echo "play $play"
merge=$(sbatch --parsable --dependency="afterany:$play" "$folder/merge.sbatch") || {
  scancel "$play"
  exit 1
}
echo "merge ${merge%%;*}"
