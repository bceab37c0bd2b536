import { parseDocuments } from '../../benchmark/index.ts';
import type { JsonObject, Toolkit, ToolkitRequest } from '../../contract/index.ts';
import { inShort } from '../asking/ask-revised.ts';
import { checklistOf } from './checklist.ts';
import { type Completion, type CompletionRequest, completeToolkit } from '../completion/complete-toolkit.ts';
import { type Drafted, type DraftingContext, nothingDrafted } from '../drafting.ts';
import { proveDraft } from '../prove-draft.ts';
import { specifyTools } from './specify-tools.ts';
import { planTools } from './toolkit-plan.ts';

/**
 * Drafts a toolkit: its tools are thought through, specified, and given records and effects that are proved. Of a
 * toolkit that is given, fills in the parts that are asked for.
 */
export async function draftToolkit(request: ToolkitRequest, context: DraftingContext): Promise<Drafted> {
  return request.given === null ? inventToolkit(request, context) : fillIn(request.given, request.parts, context);
}

async function inventToolkit(request: ToolkitRequest, context: DraftingContext): Promise<Drafted> {
  const { asking } = context;
  const { value: plan, problems } = await planTools(request, context);
  const planNotes = problems.length > 0 ? [`of the tools not all was thought through: ${inShort(problems)}`] : [];
  if (plan === null || plan.tools.length === 0 || asking.stopped !== null)
    return { ...nothingDrafted, notes: planNotes };

  const specified = await specifyTools(request, plan.tools, context);
  const notes = [...planNotes, ...specified.notes];
  if (specified.tools.length === 0) return { ...nothingDrafted, notes };

  const { name, category, description } = request;
  const {
    toolkit,
    examples,
    notes: lacking,
  } = await complete(
    { name, category, description, risks: [...plan.risks], collections: {}, tools: [...specified.tools] },
    ['risks', 'effects'],
    context,
  );
  const value = withoutMarks(toolkit);
  const checklist = checklistOf(value, plan.claims, context.known.toolkits);
  return settle(value, { ...nothingDrafted, examples, checklist, notes: [...notes, ...lacking] }, context);
}

async function fillIn(given: JsonObject, parts: ToolkitRequest['parts'], context: DraftingContext): Promise<Drafted> {
  const { toolkits, issues } = parseDocuments([{ file: '', place: '$', value: given }]);
  const [parsed] = toolkits;
  if (parsed === undefined) {
    const problems = issues.map(({ path, message }) => `${path}: ${message}`);
    return { ...nothingDrafted, notes: [`what is given is no toolkit: ${inShort(problems)}`] };
  }
  const before = parsed.value;
  const asked = parts.includes('risks') ? { ...before, risks: [] } : before;
  const { toolkit, examples, notes } = await complete(asked, parts, context);
  const value = toolkit.risks.length > 0 ? toolkit : { ...toolkit, risks: before.risks };
  return settle(value, { ...nothingDrafted, examples, notes }, context);
}

function complete(
  toolkit: Toolkit,
  parts: CompletionRequest['parts'] & {},
  { asking, proveTools, onStep }: DraftingContext,
): Promise<Completion> {
  return completeToolkit({
    toolkit,
    asking,
    check: proveTools,
    parts,
    onProgress: ({ tool, revision }) => onStep(tool === null ? 'service' : `tool ${tool}`, revision),
  });
}

/** Proves what is finished; what was broken off is proved when it is. */
async function settle(toolkit: Toolkit, drafted: Drafted, context: DraftingContext): Promise<Drafted> {
  const value = toolkit as unknown as JsonObject;
  if (context.asking.stopped !== null) return { ...drafted, value };
  const { known } = context;
  const proof = await proveDraft({ kind: 'toolkit', value, examples: drafted.examples, known }, context);
  return { ...drafted, value, proof };
}

/** Of a service that was thought up nobody knows more than was inferred. */
function withoutMarks({ inferred: _service, tools, ...toolkit }: Toolkit): Toolkit {
  return { ...toolkit, tools: tools.map(({ inferred: _tool, ...tool }) => tool) };
}
