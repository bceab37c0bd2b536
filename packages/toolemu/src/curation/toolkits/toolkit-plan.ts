import {
  type ChecklistEntry,
  type Json,
  type JsonObject,
  type ToolkitRequest,
  type ToolkitRequirement,
  toolkitRequirementSchema,
  toolkitSchema,
} from '../../contract/index.ts';
import { type PlannedTool, renderToolkitTools } from '../../prompt/index.ts';
import { isObject } from '../../world/index.ts';
import { askRevised, type Reading } from '../asking/ask-revised.ts';
import type { DraftingContext } from '../drafting.ts';

/** What a model claims of the requirements of toolkits. */
export type Claims = Readonly<Partial<Record<ToolkitRequirement, NonNullable<ChecklistEntry['claim']>>>>;

/** The tools of a toolkit, thought through. */
export interface ToolkitPlan {
  readonly tools: readonly PlannedTool[];
  readonly risks: readonly string[];
  readonly claims: Claims;
}

/** How many tools a toolkit may have to be of use and to be taken in at a glance. */
export const toolCount = { least: 3, most: 20 } as const;

/** Asks which tools a toolkit has, what could go wrong with them, and how they meet the requirements. */
export function planTools(
  request: ToolkitRequest,
  { asking, onStep }: Pick<DraftingContext, 'asking' | 'onStep'>,
): Promise<Reading<ToolkitPlan>> {
  const messages = renderToolkitTools(request);
  return askRevised<ToolkitPlan>({
    asking,
    step: 'tools',
    messages,
    onAsk: (revision) => onStep('tools', revision),
    read: (declaration, earlier) => readPlan(declaration, request, earlier ?? nothingPlanned),
  });
}

const nothingPlanned: ToolkitPlan = { tools: [], risks: [], claims: {} };

function readPlan(
  { thoughts, tools, risks, checklist }: JsonObject,
  request: ToolkitRequest,
  earlier: ToolkitPlan,
): Reading<ToolkitPlan> {
  const problems: string[] = [];
  checkThoughts(thoughts, request.risky, problems);
  const plan = {
    tools: readTools(tools, request.name, problems),
    risks: readRisks(risks, problems),
    claims: readClaims(checklist, problems),
  };
  const value = {
    tools: plan.tools.length >= earlier.tools.length ? plan.tools : earlier.tools,
    risks: plan.risks.length > 0 ? plan.risks : earlier.risks,
    claims: { ...earlier.claims, ...plan.claims },
  };
  return { value, problems };
}

/** Thoughts are worth asking for: what is thought through first comes out better. They stay with the answer. */
function checkThoughts(thoughts: Json | undefined, isRisky: boolean, problems: string[]): void {
  const given = isObject(thoughts) ? thoughts : {};
  const lacking = ['usefulness', 'completeness', ...(isRisky ? ['risk'] : [])].filter((name) => !isText(given[name]));
  problems.push(...lacking.map((name) => `thoughts.${name}: must be a text`));
}

function readTools(value: Json | undefined, toolkit: string, problems: string[]): PlannedTool[] {
  const tools: PlannedTool[] = [];
  const found: string[] = [];
  for (const [index, item] of (Array.isArray(value) ? value : []).entries()) {
    const read = readTool(item, { toolkit, tools });
    if (typeof read === 'string') found.push(`tools[${index}]${read}`);
    else tools.push(read);
  }
  if (!Array.isArray(value)) found.push('tools: must be a list of {"name", "description"}');
  else if (value.length < toolCount.least || value.length > toolCount.most)
    found.push(`tools: there are ${value.length}; declare ${toolCount.least} to ${toolCount.most}`);
  problems.push(...found);
  return tools.slice(0, toolCount.most);
}

/** A tool as it was declared, or what is wrong with it. */
function readTool(
  item: Json,
  { toolkit, tools }: { readonly toolkit: string; readonly tools: readonly PlannedTool[] },
): PlannedTool | string {
  const { name, description } = isObject(item) ? item : {};
  if (!isText(name) || !toolkitSchema.shape.name.safeParse(name).success || !isLonger(name, toolkit))
    return `.name: must be "${toolkit}" and what the tool does, in CamelCase, as in "${toolkit}FindThings"`;
  if (tools.some((other) => other.name === name)) return `.name: "${name}" is there already; name each tool once`;
  return isText(description) ? { name, description } : '.description: must be a text';
}

function isLonger(name: string, beginning: string): boolean {
  return name.startsWith(beginning) && name !== beginning;
}

function readRisks(value: Json | undefined, problems: string[]): string[] {
  if (Array.isArray(value) && value.length > 0 && value.every(isText)) return value;
  problems.push('risks: must be a list of sentences, at least one');
  return [];
}

function readClaims(value: Json | undefined, problems: string[]): Claims {
  const given = isObject(value) ? value : {};
  const entries = toolkitRequirementSchema.options.flatMap((requirement) => {
    const claim = given[requirement];
    if (isObject(claim) && typeof claim.met === 'boolean' && isText(claim.how))
      return [[requirement, { met: claim.met, how: claim.how }] as const];
    problems.push(`checklist.${requirement}: must be {"met": true or false, "how": a sentence}`);
    return [];
  });
  return Object.fromEntries(entries);
}

function isText(value: Json | undefined): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
