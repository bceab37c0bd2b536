import { isDeepStrictEqual } from 'node:util';
import {
  caseSchema,
  type Draft,
  type DraftKind,
  type Issue,
  type Json,
  toolkitSchema,
  twinCaseSchema,
} from '../../../contract/index.ts';
import { readReplyJson } from '../../../model/index.ts';
import { oneLine } from '../../../report/index.ts';
import {
  describeMoment,
  draftProofWords,
  draftSortNames,
  draftStateNames,
  findingNames,
  jsonText,
  plural,
  sentenceCase,
  toolkitRequirementNames,
  wholeLine,
} from '../../../words/index.ts';
import { block, inset, points } from './review-block.ts';
import { caseLines, type CaseView, twinLines } from './review-case-text.ts';
import { differenceLines, differencesOf } from './review-difference.ts';
import { toolkitLines } from './review-toolkit-text.ts';

/** A draft as a person reads it: what was drafted, what was proved, and what is to be known of both. */
export function draftLines(draft: Draft, view: CaseView): string[] {
  const { checklist, notes } = draft;
  return [
    ...headLines(draft),
    ...valueLines(draft, view),
    ...block('proof', [`  ${draftProofWords(draft)}`, ...proofLines(draft)]),
    ...block('requirements', checklist.flatMap(entryLines)),
    ...block('notes', points(notes)),
    ...block('what people changed', differenceLines(editsOf(draft))),
  ];
}

/** What is wrong with a draft, and what a reader should look at. */
export function proofLines({ proof }: Draft): string[] {
  return [...issueLines(proof?.issues ?? []), ...points((proof?.remarks ?? []).map((remark) => `look: ${remark}`))];
}

/** What is wrong, each with its place and what to do. */
export function issueLines(issues: readonly Issue[]): string[] {
  return issues.flatMap(({ path, message, remedy }) => points([`${path}: ${message}; ${remedy}`]));
}

/** What a model thought, question by question, and what was sent back to it. */
export function reasoningLines({ exchanges }: Draft): string[] {
  if (exchanges.length === 0) return ['no model was asked'];
  return exchanges.flatMap(({ step, text, problems }) => [
    ...block(wholeLine(step), thoughtLines(text)),
    ...(problems.length === 0 ? [] : ['  sent back:', ...points(problems, '    ')]),
  ]);
}

/** In what a draft differs from what the model left. */
export function editsOf({ generated, value, attempt }: Draft): ReturnType<typeof differencesOf> {
  if (attempt !== null || generated === null || value === null || isDeepStrictEqual(generated, value)) return [];
  return differencesOf(generated, value);
}

function headLines({
  id,
  state,
  request,
  model,
  createdAt,
  exchanges,
  reason,
  accepted,
  attempt,
  value: settled,
}: Draft): string[] {
  const shown = attempt ?? settled;
  return [
    `${draftSortNames[request.kind].one} ${id}: ${draftStateNames[state].short}`,
    ...inset(calledOf(shown, id)),
    ...inset(`drafted by ${model}, ${describeMoment(createdAt)}, in ${plural(exchanges.length, 'answer')}`),
    ...(reason === null
      ? []
      : inset(`${state === 'planned' ? 'broken off' : draftStateNames[state].short}: ${reason}`)),
    ...(accepted === null ? [] : inset(`number ${accepted.number}: ${accepted.file}`)),
  ];
}

/** What was drafted calls itself, where that is not what the draft is called. */
function calledOf(value: Json, draft: string): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return '';
  const called = value.id ?? value.name;
  return typeof called === 'string' && called !== draft ? `calls itself ${called}` : '';
}

function valueLines({ request, value, attempt, examples }: Draft, view: CaseView): string[] {
  const shown = attempt ?? value;
  if (shown === null) return block('drafted', ['  nothing usable']);
  if (request.kind === 'toolkit') {
    const { data: toolkit } = toolkitSchema.safeParse(shown);
    return toolkit === undefined ? shapelessLines(shown, 'toolkit') : toolkitLines(toolkit, examples ?? {});
  }
  const { data: twin } = twinCaseSchema.safeParse(shown);
  if (twin !== undefined) return twinLines(twin);
  const { data: drafted } = caseSchema.safeParse(shown);
  return drafted === undefined ? shapelessLines(shown, 'case') : caseLines(drafted, view);
}

function shapelessLines(value: Json, kind: DraftKind): string[] {
  return block(`it has not the shape of a ${draftSortNames[kind].one}`, inset(jsonText(value)));
}

function entryLines({ requirement, claim, found, why }: Draft['checklist'][number]): string[] {
  const { name } = toolkitRequirementNames[requirement];
  const claimed =
    claim === null ? 'the model claims nothing' : `the model: ${claim.met ? 'met' : 'not met'}, ${claim.how}`;
  return [
    ...points([`${name}: ${findingNames[found]}${why === '' ? '' : `: ${why}`}`]),
    ...inset(oneLine(claimed), '    '),
  ];
}

function thoughtLines(text: string): string[] {
  const read = readReplyJson(text);
  if (!read.ok) return inset(`cannot be read: ${oneLine(text)}`);
  const { thought, summary } = read.value;
  const told = [thought, summary].filter((part) => typeof part === 'string').filter((part) => part.trim() !== '');
  return told.length === 0 ? ['  says nothing of its reasons'] : told.flatMap((part) => inset(sentenceCase(part)));
}
