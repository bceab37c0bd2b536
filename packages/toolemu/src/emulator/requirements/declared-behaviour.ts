import type { Effect, ToolException, Violation, WorldChange } from '../../contract/index.ts';
import { compareChanges } from '../compare-changes.ts';
import { callInput, type Draft } from '../draft.ts';
import { type Requirement, violation } from './requirement.ts';
import { applyChanges, callTool, ToolkitFault } from '../../world/index.ts';

/** What the tool's declarations raise on this call is raised. */
export const exceptionDue: Requirement = (draft) => {
  const { reply, oracle, request } = draft;
  const due = oracle?.kind === 'raised' ? oracle : oracle === null ? raisedBy(draft) : null;
  if (due === null || reply.exception?.name === due.name) return [];
  if (reply.exception !== null && request.case.world === undefined) return [];
  const instead = reply.exception === null ? 'carries it out' : `raises ${reply.exception.name}`;
  return [
    violation(
      'exception-due',
      `by its declaration the call raises ${due.name} (${due.message}), and the reply ${instead}`,
    ),
  ];
};

function raisedBy(draft: Draft): { name: string; message: string } | null {
  const due = dueException(draft);
  return due === undefined ? null : { name: due.name, message: due.description };
}

/** Nothing is raised whose declared condition does not hold. */
export const exceptionWarranted: Requirement = (draft) => {
  const { reply, oracle } = draft;
  if (reply.exception === null || oracle?.kind === 'raised') return [];
  const { name } = reply.exception;
  const isFree = oracle?.kind === 'ok' ? isOpen(name, draft) : !isRefuted(name, draft);
  return isFree ? [] : [violation('exception-warranted', `nothing declared warrants ${name} on this call`)];
};

/** Whether the declarations leave it to the service when to raise an exception. */
function isOpen(name: string, draft: Draft): boolean {
  const { exceptions = [] } = draft.request.tool;
  return exceptions.some((one) => one.name === name && one.when === undefined) && !isOfIds(name, draft);
}

/** Whether all conditions of an exception are known not to hold. */
function isRefuted(name: string, draft: Draft): boolean {
  const declared = (draft.request.tool.exceptions ?? []).filter((one) => one.name === name);
  return (
    declared.length > 0 &&
    !isOfIds(name, draft) &&
    declared.every(({ when }) => when !== undefined && holds(draft, when) === false)
  );
}

/** Whether an exception is what an unknown id raises. */
function isOfIds(name: string, { request: { tool } }: Draft): boolean {
  return (tool.effects ?? []).some(
    (effect) => 'id' in effect && (('missing' in effect ? effect.missing : undefined) ?? 'NotFoundException') === name,
  );
}

/** A call that is carried out makes the changes its tool declares, and no others. */
export const declaredChanges: Requirement = (draft) => {
  // Of a tool that only reads, any change breaks the rule "read-only".
  if (draft.reply.exception !== null || draft.request.tool.annotations?.readOnlyHint === true) return [];
  if (draft.oracle !== null) return draft.oracle.kind === 'ok' ? differingChanges(draft, draft.oracle.changes) : [];
  return draft.request.case.world === undefined ? strayChanges(draft) : [];
};

function differingChanges({ changes, ids, free }: Draft, due: readonly WorldChange[]): Violation[] {
  const { missing, extra } = compareChanges(due, changes, ids, free);
  return [...missing.map(lacks), ...extra.map(isStray)];
}

/** In an open world: what surely changes, and what surely does not. */
function strayChanges(draft: Draft): Violation[] {
  const { effects } = draft.request.tool;
  if (effects === undefined) return [];
  const made = draft.changes.filter(({ op }) => op !== 'reveal');
  const lacking = effects
    .filter((effect) => isSure(effect, draft) && !made.some((change) => isBy(change, effect)))
    .map((effect) =>
      violation(
        'declared-changes',
        `by its declaration the call makes a change (${wordsFor(effect)}), which the reply lacks`,
      ),
    );
  const stray = made.filter((change) => !effects.some((effect) => isBy(change, effect)));
  return [...lacking, ...stray.map(isStray)];
}

/** Whether an effect changes something whatever an open world holds beside what is known. */
function isSure(effect: Effect, draft: Draft): boolean {
  const { when } = effect;
  if (when !== undefined && (/\b(?:world|found|created|updated|deleted)\b/.test(when) || holds(draft, when) !== true))
    return false;
  if ('create' in effect) return effect.each === undefined;
  if ('find' in effect || effect.id === undefined || effect.where !== undefined || effect.missing === 'skip')
    return false;
  return 'delete' in effect || isKnownUpdate(effect, draft);
}

function isKnownUpdate(effect: Extract<Effect, { update: string }>, { likely }: Draft): boolean {
  const dependsOnOthers = Object.values(effect.set).some((value) => /\b(?:world|found)\b/.test(value));
  return !dependsOnOthers && likely?.kind === 'ok' && likely.changes.some((change) => isBy(change, effect));
}

function isBy({ op, collection }: WorldChange, effect: Effect): boolean {
  return op in effect && (effect as Record<string, unknown>)[op] === collection;
}

function wordsFor(effect: Effect): string {
  if ('create' in effect) return `create ${effect.create}`;
  return 'update' in effect ? `update ${effect.update}` : 'delete' in effect ? `delete ${effect.delete}` : '';
}

function lacks(change: WorldChange): Violation {
  return violation(
    'declared-changes',
    `by its declaration the call makes the change ${describe(change)}, which the reply lacks`,
  );
}

function isStray(change: WorldChange): Violation {
  return violation('declared-changes', `nothing declared makes the change ${describe(change)}`);
}

function describe(change: WorldChange): string {
  return `${change.op} ${change.collection} "${change.id}"${'after' in change ? ` ${JSON.stringify(change.after)}` : ''}`;
}

/** Whether a condition holds on a call; null where what is known does not decide it. */
function holds(draft: Draft, condition: string): boolean | null {
  if (draft.request.case.world !== undefined) return evaluated(draft, condition);
  if (!/\bworld\b/.test(condition)) return evaluated(draft, condition);
  // Of an open world only what is there is known: it can show that something exists, and never that nothing does.
  return isExistential(condition) && evaluated(draft, condition) === true ? true : null;
}

/** The first exception whose condition is known to hold. */
function dueException(draft: Draft): ToolException | undefined {
  return (draft.request.tool.exceptions ?? []).find(({ when }) => when !== undefined && holds(draft, when) === true);
}

/** Whether a condition only asks for records that there are. */
function isExistential(condition: string): boolean {
  return (
    /\.exists\(/.test(condition) &&
    !/!(?!=)|\?|<=?\s*size|\bsize\b|\ball\(|exists_one|filter|\bmap\(|total|without/.test(condition)
  );
}

/** Evaluates by way of a tool that does nothing but raise where the condition holds. */
function evaluated({ request, collections, before, changes }: Draft, when: string): boolean | null {
  const { outputSchema: _any, ...tool } = request.tool;
  const revealed = changes.filter(({ op }) => op === 'reveal');
  const probe = { ...tool, exceptions: [{ name: 'Holds', description: '', when }], effects: [], result: 'true' };
  try {
    const state = applyChanges(before, revealed);
    return (
      callTool({ ...callInput(request, collections, state), tool: { ...probe, consequences: [] } }).kind === 'raised'
    );
  } catch (error) {
    if (error instanceof ToolkitFault) return null;
    throw error;
  }
}
