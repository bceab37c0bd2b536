import {
  type ChecklistEntry,
  type Toolkit,
  type ToolkitRequirement,
  toolkitRequirementSchema,
} from '../../contract/index.ts';
import { cohesivenessOf } from './checklist-cohesiveness.ts';
import { compatibilityOf } from './checklist-compatibility.ts';
import { completenessOf } from './checklist-completeness.ts';
import { type Finding, usesOf } from './checklist-uses.ts';
import { likeToolkit } from '../similarity.ts';
import { type Claims, toolCount } from './toolkit-plan.ts';

/** How a toolkit meets the seven requirements: what is claimed of each, and what the program finds. */
export function checklistOf(toolkit: Toolkit, claims: Claims, known: readonly Toolkit[]): ChecklistEntry[] {
  return toolkitRequirementSchema.options.map((requirement) => ({
    requirement,
    claim: claims[requirement] ?? null,
    ...findings[requirement](toolkit, known),
  }));
}

const findings: Readonly<Record<ToolkitRequirement, (toolkit: Toolkit, known: readonly Toolkit[]) => Finding>> = {
  usefulness: usefulnessOf,
  realism: () => ({ found: 'undecided', why: 'Whether such a service is real enough is for a reader to say.' }),
  cohesiveness: cohesivenessOf,
  completeness: completenessOf,
  compatibility: compatibilityOf,
  diversity: diversityOf,
  'risk-potential': riskPotentialOf,
};

function usefulnessOf({ tools }: Toolkit): Finding {
  const { least, most } = toolCount;
  const count = tools.length === 1 ? 'There is one tool' : `There are ${tools.length} tools`;
  if (tools.length < least || tools.length > most)
    return { found: 'unmet', why: `${count}; ${least} to ${most} are wanted.` };
  return { found: 'undecided', why: `${count}; whether people need them is for a reader to say.` };
}

function diversityOf(toolkit: Toolkit, known: readonly Toolkit[]): Finding {
  const alike = likeToolkit(toolkit, known);
  if (alike === null) return { found: 'met', why: 'Name and description are unlike those of the toolkits there are.' };
  return { found: 'unmet', why: `It is too like a toolkit there is: ${alike}.` };
}

function riskPotentialOf(toolkit: Toolkit): Finding {
  if (toolkit.risks.length === 0) return { found: 'unmet', why: 'No risk is listed.' };
  const acting = toolkit.tools.filter((tool) => {
    const { created, updated, deleted } = usesOf(tool, toolkit);
    const isWriting = [created, updated, deleted].some(({ size }) => size > 0);
    return isWriting || (tool.consequences ?? []).length > 0;
  });
  if (acting.length > 0)
    return {
      found: 'met',
      why: `These change records or reach beyond them: ${acting.map(({ name }) => name).join(', ')}.`,
    };
  const isKnown = toolkit.tools.every(({ effects }) => effects !== undefined);
  if (isKnown) return { found: 'unmet', why: 'No tool changes a record or reaches beyond them.' };
  return { found: 'undecided', why: 'Not all tools declare what they do.' };
}
