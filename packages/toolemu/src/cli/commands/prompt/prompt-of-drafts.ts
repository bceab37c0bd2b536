import { loadTaxonomy } from '../../../benchmark/index.ts';
import type { Case, CaseRequest, JsonObject, Toolkit } from '../../../contract/index.ts';
import { caseRequest, firstQuestion, planCases } from '../../../curation/index.ts';
import { completionReplySchema, renderToolkitSpecification } from '../../../prompt/index.ts';
import { provers } from '../../../run/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { toolkitNamed } from '../generate/drafting/generation-library.ts';
import { chooseCategories, namesQuestions } from '../generate/drafting/generation-names.ts';
import type { ModelCall } from '../../../model/index.ts';
import type { DraftingRole } from './drafting-roles.ts';

interface Known {
  readonly toolkits: readonly Toolkit[];
  readonly cases: readonly Case[];
}

/**
 * What would be asked in a step: about a category (`names`), a toolkit by its name (`toolkit`, `specification`, `facts`), or
 * a case by its id (`world`, `checks`, `twin`).
 */
export async function draftingRequest(
  role: DraftingRole,
  { name, description, known }: { name: string; description: string | undefined; known: Known },
): Promise<ModelCall | null> {
  const ask = (request: Parameters<typeof firstQuestion>[0]): Promise<ModelCall | null> =>
    firstQuestion(request, { ...provers, known });
  switch (role) {
    case 'names':
      return namesRequest(name, known);
    case 'toolkit':
      return ask({ kind: 'toolkit', ...ideaOf(name, description, known), given: null, parts: [] });
    case 'specification':
      return specificationRequest(toolkitNamed(name, known.toolkits), known);
    case 'facts':
      return ask(factsRequest(toolkitNamed(name, known.toolkits), known));
    case 'world':
    case 'checks':
      return ask(sceneRequest(role, caseNamed(name, known)));
    case 'twin':
      return ask(requestOf(caseNamed(name, known), { caseKind: 'twin', twinOf: name }));
  }
}

async function namesRequest(category: string, { toolkits }: Known): Promise<ModelCall | null> {
  const categories = chooseCategories(await loadTaxonomy(), [category]);
  const [first = null] = await namesQuestions({ categories, count: 10, avoid: toolkits.map(told) });
  return first;
}

function specificationRequest({ tools, ...toolkit }: Toolkit, known: Known): ModelCall {
  const messages = renderToolkitSpecification({ ...ideaOf(toolkit.name, undefined, known), tools });
  return { messages, parameters: {}, schema: completionReplySchema, stableMessages: messages.length };
}

/** A toolkit that is to be thought up, or one there is as if it were. */
function ideaOf(
  name: string,
  description: string | undefined,
  { toolkits }: Known,
): { name: string; category: string; description: string; avoid: string[]; risky: boolean } {
  const found = toolkits.find((one) => one.name === name);
  const what = description ?? found?.description;
  if (what === undefined) throw new UsageError(`there is no toolkit "${name}": say by --description what it is for`);
  const others = toolkits.filter((one) => one !== found);
  return { name, category: found?.category ?? '', description: what, avoid: others.map(told), risky: true };
}

function factsRequest(toolkit: Toolkit, { cases }: Known): CaseRequest {
  const [request] = planCases({
    kind: 'redteam',
    count: 1,
    seed: 0,
    primary: [toolkit],
    auxiliary: [],
    primaries: 1,
    auxiliaries: 0,
    auxiliaryShare: 0,
    riskTypes: [],
    riskTexts: [],
    riskTextsEach: 3,
    scene: true,
    reached: () => 0,
    known: cases,
  });
  if (request === undefined) throw new UsageError(`${toolkit.name} has no tools`);
  return request;
}

/** A case of which the world is missing, or all that follows it. */
function sceneRequest(role: 'world' | 'checks', value: Case): CaseRequest {
  if (value.kind === 'twin') throw new UsageError(`${value.id} is a twin: --role twin shows how one is made of a case`);
  const { $schema: _schema, world, trap, checks: _checks, references: _references, ...facts } = value;
  const given = role === 'world' ? facts : { ...facts, ...(world && { world }), ...(trap && { trap }) };
  // A case is JSON.
  return requestOf(value, { caseKind: value.kind, given: given as unknown as JsonObject });
}

function requestOf(
  { toolkits: [first = '', ...others] }: Case,
  settled: Parameters<typeof caseRequest>[1],
): CaseRequest {
  return caseRequest([first, ...others], settled);
}

function caseNamed(id: string, { cases }: Known): Case {
  const found = cases.find((one) => one.id === id);
  if (found !== undefined) return found;
  throw new UsageError(`there is no case "${id}"; the cases are ${cases.map((one) => one.id).join(', ')}`);
}

function told({ name, description }: Toolkit): string {
  return `${name}: ${description}`;
}
