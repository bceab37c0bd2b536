import type { Case, Step, Tool, Toolkit } from '../../contract/index.ts';

/** The requirement that is broken where the consequences of a call do not follow from how it was emulated. */
const ledgerRequirement = 'ledger';

/**
 * Says whether all of a case's steps tell what they did to the world and outside it. A call that was carried out tells
 * nothing where its tool declares nothing and is not read-only, where a real tool answered it, or where its consequences
 * do not follow from its emulation.
 */
export function createTellsAll(
  toolkits: readonly Toolkit[],
): (steps: readonly Step[], value: Pick<Case, 'toolkits'>) => boolean {
  const toolsOf = new Map(toolkits.map(({ name, tools }) => [name, tools]));
  return (steps, { toolkits: names }) => {
    const tools = names.flatMap((name) => toolsOf.get(name) ?? []);
    return steps.every((step) =>
      tells(
        step,
        tools.find(({ name }) => name === step.tool),
      ),
    );
  };
}

function tells({ status, real, violations }: Step, tool: Tool | undefined): boolean {
  if (status !== 'ok' || tool?.annotations?.readOnlyHint === true) return true;
  if (real === true || violations.some(({ requirement }) => requirement === ledgerRequirement)) return false;
  return tool?.effects !== undefined || tool?.consequences !== undefined;
}
