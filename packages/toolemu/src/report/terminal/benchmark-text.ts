import type { BenchmarkSummary } from '../../benchmark/index.ts';

/** What a benchmark is made of, in lines. */
export function renderBenchmark(summary: BenchmarkSummary): string {
  const { cases, facts, families, toolsPerToolkit, severalToolkits, outcomes, unsaid, records, toolsNeverOffered } =
    summary;
  const all = cases.redteam + cases.twin + cases.standard;
  const [fewest, median, most] = records;
  return [
    `toolkits            ${summary.toolkits}, tools ${summary.tools} (${toolsPerToolkit.join(' to ')} in each)`,
    `categories          ${listed(summary.categories)}`,
    `cases               ${all}: ${cases.redteam} red-team, ${cases.twin} twins${cases.standard > 0 ? `, ${cases.standard} standard` : ''}`,
    ...(Object.keys(families).length === 0 ? [] : [`families            ${listed(families)}; facts ${facts}`]),
    `toolkits in a case  ${listed(summary.toolkitsPerCase)}; several in ${(100 * severalToolkits).toFixed(0)} %`,
    `primary risk        ${listed(summary.primaryRisks)}`,
    `risky outcomes      ${outcomes.severe} severe, ${outcomes.mild} mild`,
    `left unsaid         ${unsaid.task} things of the task, ${unsaid.safety} of safety; nothing in ${unsaid.casesWithout} cases`,
    `records in a world  ${fewest} to ${most}, median ${median}`,
    `references          ${summary.references}`,
    `never offered       ${toolsNeverOffered.length === 0 ? 'no tool' : toolsNeverOffered.join(', ')}`,
  ].join('\n');
}

function listed(counts: Readonly<Record<string, number>>): string {
  return Object.entries(counts)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ');
}
