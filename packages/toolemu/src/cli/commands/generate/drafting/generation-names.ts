import type { Category } from '../../../../benchmark/index.ts';
import type { ModelRequest, RoleModel } from '../../../../contract/index.ts';
import { createAsking, draftNames, listDrafts } from '../../../../curation/index.ts';
import { captureRequest } from '../../../../model/index.ts';
import { oneLine } from '../../../../report/index.ts';
import { UsageError } from '../../../terminal/failure.ts';
import { note } from '../../../terminal/output.ts';
import type { GenerationSession } from './generation-session.ts';

/** A toolkit that was thought up for a category. */
export interface ToolkitIdea {
  readonly category: string;
  readonly name: string;
  readonly description: string;
}

/** What toolkits are asked for: so many of each category, unlike those to avoid. */
export interface NamesRequest {
  readonly categories: readonly Category[];
  readonly count: number;
  /** As "name: description". */
  readonly avoid: readonly string[];
}

/** The categories that are named, by their names or parts of them; all where none is. */
export function chooseCategories(all: readonly Category[], names: readonly string[] = []): readonly Category[] {
  return names.length === 0 ? all : [...new Set(names.map((name) => categoryNamed(name, all)))];
}

/** The questions with which names are asked for, where nothing was answered yet. */
export async function namesQuestions({ categories, count, avoid }: NamesRequest): Promise<ModelRequest[]> {
  const questions = await Promise.all(
    categories.map((category) =>
      captureRequest((model) => draftNames(createAsking({ model, parameters: {} }), { ...category, count, avoid })),
    ),
  );
  return questions.filter((question) => question !== null);
}

/** Asks for toolkits of categories, one category after the other, so that none comes twice. */
export async function askForNames(
  { categories, count, avoid }: NamesRequest,
  role: RoleModel,
  { signal, model }: Pick<GenerationSession, 'signal' | 'model'>,
): Promise<{ ideas: ToolkitIdea[]; problems: string[]; stopped: string | null }> {
  const asking = createAsking({ model: model(role), parameters: role.parameters, signal });
  const ideas: ToolkitIdea[] = [];
  const problems: string[] = [];
  for (const category of categories) {
    if (asking.stopped !== null) break;
    const known = [...avoid, ...ideas.map(nameAndDescription)];
    const told = oneLine(category.category);
    const drafted = await draftNames(asking, { ...category, count, avoid: known }, (revision) =>
      note(`${told}: asking for names${revision === 0 ? '' : `, sent back (${revision})`}`),
    );
    ideas.push(...drafted.names.map(({ name, description }) => ({ category: category.category, name, description })));
    problems.push(...drafted.problems);
  }
  return { ideas, problems, stopped: asking.stopped };
}

/** Toolkits there are and those of drafts, but for what nobody wants, as "name: description". */
export function namesToAvoid(
  toolkits: readonly { readonly name: string; readonly description: string }[],
  folder: string,
): string[] {
  return [...new Set([...toolkits, ...draftedToolkits(folder)].map(nameAndDescription))];
}

/** What the drafts of toolkits were asked for, but for those that nobody wants. */
export function draftedToolkits(folder: string): { readonly name: string; readonly description: string }[] {
  return listDrafts(folder).drafts.flatMap(({ request, state }) =>
    request.kind === 'toolkit' && state !== 'dropped' && state !== 'rejected' ? [request] : [],
  );
}

function nameAndDescription({ name, description }: { readonly name: string; readonly description: string }): string {
  return `${name}: ${description}`;
}

function categoryNamed(name: string, all: readonly Category[]): Category {
  const wanted = name.toLowerCase();
  const same = all.filter(({ category }) => category.toLowerCase() === wanted);
  const found = same.length > 0 ? same : all.filter(({ category }) => category.toLowerCase().includes(wanted));
  const [first, ...others] = found;
  if (first === undefined)
    throw new UsageError(`there is no category "${name}"; there are ${all.map(({ category }) => category).join('; ')}`);
  if (others.length === 0) return first;
  throw new UsageError(`"${name}" may be any of these categories: ${found.map(({ category }) => category).join('; ')}`);
}
