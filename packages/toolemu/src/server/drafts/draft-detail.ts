import path from 'node:path';
import { parseDocuments } from '../../benchmark/index.ts';
import type { Collection, Draft, DraftDetail, DraftExchange, DraftStep } from '../../contract/index.ts';
import { addUsage, readReplyJson, zeroUsage } from '../../model/index.ts';
import type { Library } from '../library/library.ts';
import { twinDifference } from '../library/twin-difference.ts';
import { shownValue } from './draft-item.ts';

/** What a draft is told with. */
export interface DetailOptions {
  readonly folder: string;
  readonly library: Library;
  readonly underWay: DraftDetail['underWay'];
}

/** A draft whole; what was drafted also as a toolkit or a case where its shape is right. */
export function draftDetail(draft: Draft, { folder, library, underWay }: DetailOptions): DraftDetail {
  const { $schema: _, exchanges, accepted, ...rest } = draft;
  return {
    draft: { ...rest, accepted: accepted === null ? null : { ...accepted, file: within(folder, accepted.file) } },
    steps: exchanges.map(draftStep),
    usage: exchanges.reduce((sum, { usage }) => addUsage(sum, usage), zeroUsage),
    ...readable(draft, library),
    underWay,
  };
}

function readable(draft: Draft, { known }: Library): Pick<DraftDetail, 'toolkit' | 'case'> {
  const { kind } = draft.request;
  const parsed = parseDocuments([{ file: '', place: '$', value: shownValue(draft) }], known);
  const toolkit = parsed.toolkits[0]?.value;
  const value = parsed.cases[0]?.value;
  if (kind === 'toolkit' || value === undefined) {
    return { toolkit: kind === 'toolkit' ? (toolkit ?? null) : null, case: null };
  }
  const collections = Object.assign(
    {},
    ...known.toolkits.filter(({ name }) => value.toolkits.includes(name)).map((one) => one.collections),
  ) as Record<string, Collection>;
  const original = known.cases.find(({ id }) => id === value.twinOf);
  const twin = original === undefined ? null : twinDifference(value, original, collections);
  return { toolkit: null, case: { case: value, collections, twin } };
}

function within(folder: string, file: string): string {
  const way = path.relative(folder, file);
  return path.isAbsolute(file) && !way.startsWith('..') ? way.split(path.sep).join('/') : file;
}

/** A question with what the model thought, where its answer can be read. Never throws. */
function draftStep({ step, text, finish, problems }: DraftExchange): DraftStep {
  const reply = readReplyJson(text);
  const { thought, summary } = reply.ok ? reply.value : {};
  return {
    step,
    text,
    finish,
    problems,
    thought: typeof thought === 'string' ? thought : null,
    summary: typeof summary === 'string' ? summary : null,
  };
}
