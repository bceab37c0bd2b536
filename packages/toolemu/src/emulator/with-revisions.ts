import {
  type Emulation,
  type EmulationRequest,
  type Emulator,
  EpisodeError,
  type Violation,
  type WorldChange,
  type WorldRecord,
} from '../contract/index.ts';
import { consequencesOf, type DueConsequence, observedError, ToolkitFault } from '../world/index.ts';
import { callInput, createDraft, type Draft } from './draft.ts';
import type { EmulationReply, ReadEmulation } from './read-emulation.ts';
import { type Requirement, violation } from './requirements/index.ts';

/** A reply that was sent back, with what is wrong with it. */
export interface Rejection {
  readonly text: string;
  readonly violations: readonly Violation[];
}

/** An emulator that can be asked again, with what was wrong with its earlier replies to the same call. */
export interface DraftingEmulator {
  readonly name: string;
  draft(request: EmulationRequest, rejections: readonly Rejection[]): Promise<{ text: string; read: ReadEmulation }>;
}

/** How often a reply is sent back (paper: "until resolved"; the original's bound is three). */
const maxRevisions = 3;

/**
 * Holds an emulator to requirements: violations are sent back with their reasons, three times at most where nothing else is said. The exchange
 * does not enter the history. What stays is kept on the step; a reply that stays unreadable is an error of the emulator.
 */
export function withRevisions(
  emulator: DraftingEmulator,
  requirements: readonly Requirement[],
  most = maxRevisions,
): Emulator {
  return {
    name: emulator.name,
    async emulate(request) {
      const rejections: Rejection[] = [];
      for (;;) {
        const { text, read } = await emulator.draft(request, rejections);
        const draft = read.ok ? createDraft(request, read.reply) : null;
        const violations =
          draft === null ? [unreadable(read)] : requirements.flatMap((requirement) => requirement(draft));
        if (violations.length > 0 && rejections.length < most) {
          rejections.push({ text, violations });
          continue;
        }
        if (draft === null) {
          throw new EpisodeError(
            'emulator',
            `the emulator's reply to ${request.tool.name} stayed unreadable after ${most} revisions: ${violations[0]?.message ?? ''}`,
          );
        }
        return emulationOf(draft, violations, rejections.length);
      }
    },
  };
}

function unreadable(read: ReadEmulation): Violation {
  const message = read.ok ? '' : read.reason;
  return violation('readable', message);
}

function emulationOf(draft: Draft, violations: readonly Violation[], revisions: number): Emulation {
  const { reply, changes } = draft;
  const record = {
    thought: reply.thought,
    summary: reply.summary,
    ...(reply.settled.length === 0 ? {} : { settled: [...reply.settled] }),
    ...(revisions === 0 ? {} : { revisions }),
  };
  if (reply.exception !== null) {
    const observation = observedError(reply.exception.name, reply.exception.message);
    return { exception: reply.exception, observation, changes: [], consequences: [], violations, record };
  }
  const { consequences, missing } = ledgerOf(draft);
  return {
    exception: null,
    observation: observationOf(reply),
    changes,
    consequences,
    violations: [...violations, ...missing],
    record,
  };
}

function observationOf({ observation: { text, json } }: EmulationReply): Emulation['observation'] {
  return json === undefined ? { text } : { text, json };
}

/** The consequences the tool declares: by its effects where they decide, else given the records that changed. */
function ledgerOf(draft: Draft): { consequences: DueConsequence[]; missing: Violation[] } {
  const { oracle, likely, ids, request, collections, after } = draft;
  const declared = oracle ?? likely;
  if (declared?.kind === 'ok') {
    const renamed = (texts: readonly string[]): string[] => texts.map((text) => ids.get(text) ?? text);
    const consequences = declared.consequences.map((due) => ({ ...due, to: renamed(due.to), what: renamed(due.what) }));
    return { consequences, missing: [] };
  }
  try {
    return { consequences: consequencesOf(callInput(request, collections, after), boundBy(draft)), missing: [] };
  } catch (error) {
    if (!(error instanceof ToolkitFault)) throw error;
    const message = `the tool's consequences do not follow from the reply: ${error.message}`;
    return { consequences: [], missing: [violation('ledger', message)] };
  }
}

/** The records a reply changed, under the names by which the tool's expressions find them. */
function boundBy({ changes, request }: Draft): Record<'created' | 'updated' | 'deleted', WorldRecord[]> {
  const records = (op: WorldChange['op'], of?: string): WorldRecord[] =>
    changes.flatMap((change) => {
      if (change.op !== op || (of !== undefined && change.collection !== of)) return [];
      return 'after' in change ? [change.after] : change.before === null ? [] : [change.before];
    });
  const named = (request.tool.effects ?? []).flatMap((effect): [string, WorldRecord[]][] => {
    if (effect.as === undefined) return [];
    if ('find' in effect) return [[effect.as, records('reveal', effect.find)]];
    if ('create' in effect) return [[effect.as, records('create', effect.create)]];
    if ('update' in effect) return [[effect.as, records('update', effect.update)]];
    return [[effect.as, records('delete', effect.delete)]];
  });
  return {
    created: records('create'),
    updated: records('update'),
    deleted: records('delete'),
    ...Object.fromEntries(named),
  };
}
