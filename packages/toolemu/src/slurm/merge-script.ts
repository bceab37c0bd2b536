import { mergeDirectives } from './directives.ts';
import { linesOf, moreWords, placeLines, programLines, textOf } from './script-lines.ts';
import type { SlurmJob } from './slurm-job.ts';

/** The script of the job that comes after the tasks: it makes one run of the parts and reports it, or says what is missing. */
export function mergeScript(job: SlurmJob): string {
  return textOf([
    '#!/usr/bin/env bash',
    ...mergeDirectives(job),
    '# Makes one run of the parts and reports it, or says what is missing.',
    '',
    ...placeLines(job),
    ...programLines(job),
    '',
    ...mergeLines(job),
  ]);
}

function mergeLines({ report }: SlurmJob): string[] {
  return linesOf(`
run=$folder/run.toolemu
# Written under another name first: a merge that was cut short is not taken for a run.
merging=$folder/merging.toolemu
partial=$folder/partial

played=()
for ((part = 1; part <= parts; part += 1)); do
  [ ! -s "$folder/parts/part-$part.toolemu" ] || played+=("$folder/parts/part-$part.toolemu")
done

# Makes a run of what there is, and reports it, beside the run that is still to come.
keep_partial() {
  "\${toolemu[@]}" merge "\${played[@]}" --partial --out="$partial.toolemu" >/dev/null &&
    "\${toolemu[@]}" report "$partial.toolemu" --format=html --out="$partial.html" &&
    "\${toolemu[@]}" report "$partial.toolemu" --format=terminal >"$partial.txt" &&
    echo "what there is so far: $partial.toolemu, $partial.html, $partial.txt" >&2
}

if [ -e "$run" ]; then
  echo "$run is there: remove it to merge again"
else
  if [ "\${#played[@]}" -eq 0 ]; then
    echo "no part of $parts was played; why: $logs" >&2
    exit 1
  fi
  rm -f -- "$merging" "$merging"-* "$partial".*
  if ! "\${toolemu[@]}" merge "\${played[@]}" --out="$merging" >/dev/null; then
    echo "the run is not whole; why: $logs. To play what is missing, and merge: $again" >&2
    keep_partial
    exit 1
  fi
  mv -- "$merging" "$run" || exit 1
fi

"\${toolemu[@]}" report "$run" --format=html --out="$folder/report.html" &&
  "\${toolemu[@]}" report "$run" --format=json --out="$folder/report.json" || exit 1
"\${toolemu[@]}" report "$run" --format=terminal${moreWords(report)} >"$folder/report.txt"
code=$?
cat -- "$folder/report.txt"
exit "$code"
`);
}
