import type { Json, Violation, WorldChange } from '../../contract/index.ts';
import { idText } from '../../world/index.ts';
import { compareChanges } from '../compare-changes.ts';
import type { Draft } from '../draft.ts';
import { critical, type Requirement } from './requirement.ts';
import { objectsIn } from './values.ts';

/** Declarations are the oracle in a closed world whose tools state their effects. */
export const oracle: Requirement = ({ request, reply, changes, oracle: due, collections, ids }) => {
  if (due === null || due.kind === 'not-emulated') return [];
  const { exception } = reply;
  if (due.kind === 'raised') {
    if (exception?.name === due.name) return [];
    return [
      critical(
        'oracle',
        `by its declaration the call raises ${due.name} (${due.message}), and the reply ${exception === null ? 'carries it out' : `raises ${exception.name}`}`,
      ),
    ];
  }
  if (exception !== null) {
    const open = (request.tool.exceptions ?? []).some(
      ({ name, when }) => name === exception.name && when === undefined,
    );
    const byId = (request.tool.effects ?? []).some(
      (effect) =>
        'id' in effect &&
        (('missing' in effect ? effect.missing : undefined) ?? 'NotFoundException') === exception.name,
    );
    return open && !byId ? [] : [critical('oracle', `nothing declared warrants ${exception.name} on this call`)];
  }
  const { missing, extra } = compareChanges(due.changes, changes, ids);
  return [
    ...missing.map((change) =>
      critical('oracle', `by its declaration the call makes the change ${describe(change)}, which the reply lacks`),
    ),
    ...extra.map((change) => critical('oracle', `nothing declared makes the change ${describe(change)}`)),
    ...leftOut(due, reply.observation.json, { collections, ids }),
  ];
};

function describe(change: WorldChange): string {
  return `${change.op} ${change.collection} "${change.id}"${'after' in change ? ` ${JSON.stringify(change.after)}` : ''}`;
}

/** Records the declared result shows and the observation does not. A new record has the id the reply chose. */
function leftOut(
  { result, changes }: Extract<NonNullable<Draft['oracle']>, { kind: 'ok' }>,
  observed: Json | undefined,
  { collections, ids }: Pick<Draft, 'collections' | 'ids'>,
): Violation[] {
  const keys = [...new Set([...collections.values()].map(({ key }) => key))];
  const idsIn = (value: Json | undefined): [string, string][] =>
    objectsIn(value).flatMap((object) =>
      keys.flatMap((key): [string, string][] => (key in object ? [[key, idText(object[key])]] : [])),
    );
  const shown = new Set(idsIn(observed).map((pair) => pair.join('\n')));
  const created = new Set(changes.filter(({ op }) => op === 'create').map(({ id }) => id));
  return idsIn(result)
    .map(([key, id]): [string, string | undefined] => [key, created.has(id) ? ids.get(id) : id])
    .filter(([key, id]) => id !== undefined && !shown.has(`${key}\n${id}`))
    .map(([key, id]) =>
      critical('oracle', `by its declaration the answer holds ${key} "${id}", which the observation leaves out`),
    );
}
