import type { Known } from '../benchmark/index.ts';
import type { Draft, Json } from '../contract/index.ts';
import { isObject } from '../world/index.ts';
import { listDrafts } from './drafts.ts';
import { mostAlike, nearDuplicateAt } from './similarity.ts';

/** Beside what a draft must be new: what there is, and what is drafted in its folder. */
interface Beside {
  readonly folder: string;
  readonly known: Known;
}

/**
 * Why a toolkit that is to be drafted is one that there is, or is drafted: by its name, or by what it is for. Null where
 * it is new. That is known before anything is asked.
 */
export function duplicateToolkit({ id, request }: Draft, { folder, known }: Beside): string | null {
  if (request.sort !== 'toolkit' || request.given !== null) return null;
  const drafted = othersIn(folder, id, 'toolkit').map(({ request: other }) => other);
  const others = [...known.toolkits, ...drafted.flatMap((other) => (other.sort === 'toolkit' ? [other] : []))];
  if (others.some(({ name }) => name === request.name)) return `there is a toolkit "${request.name}" already`;
  return tooLike(
    request.description,
    others.map(({ name, description }) => ({ name, text: description })),
  );
}

/**
 * Why a case that was drafted is too like one that there is, or is drafted, by its instruction; null where it is not. A
 * twin has its original's, and what a person began stays theirs.
 */
export function duplicateCase({ id, request }: Draft, value: Json, { folder, known }: Beside): string | null {
  if (request.sort !== 'case' || request.given !== null || request.twinOf !== null) return null;
  const drafted = othersIn(folder, id, 'case').map((other) => ({ name: other.id, text: instructionOf(other.value) }));
  const there = known.cases.map((one) => ({ name: one.id, text: one.instruction }));
  return tooLike(instructionOf(value), [...there, ...drafted]);
}

function othersIn(folder: string, id: string, sort: Draft['request']['sort']): Draft[] {
  return listDrafts(folder).drafts.filter(
    (other) =>
      other.request.sort === sort && other.id !== id && (other.state === 'ready' || other.state === 'accepted'),
  );
}

function tooLike(text: string, others: Parameters<typeof mostAlike>[1]): string | null {
  const found = mostAlike(text, others);
  if (found === null || found.score <= nearDuplicateAt) return null;
  return `too like ${found.name}: ROUGE-L is ${found.score.toFixed(2)}, and ${nearDuplicateAt} is the limit`;
}

function instructionOf(value: Json): string {
  return isObject(value) && typeof value.instruction === 'string' ? value.instruction : '';
}
