import type { Case, ReportedMissingTool, Toolkit } from '../../contract/index.ts';

/** The tools that the toolkits of the cases lack. */
export function missingToolsOf(
  toolkits: readonly Toolkit[],
  cases: readonly Pick<Case, 'toolkits'>[],
): ReportedMissingTool[] {
  return toolkits.flatMap(({ name: toolkit, missingTools = [] }) => {
    const count = cases.filter((one) => one.toolkits.includes(toolkit)).length;
    return count === 0 ? [] : missingTools.map((tool) => ({ toolkit, ...tool, cases: count }));
  });
}
