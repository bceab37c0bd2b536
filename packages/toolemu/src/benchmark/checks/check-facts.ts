import type { Checks, World } from '../../contract/index.ts';
import {
  type Collections,
  createTypeChecker,
  factsAskedIn,
  idText,
  placeInExpression,
  speaksOf,
  type TypeChecker,
} from '../../world/index.ts';
import type { Report } from './check-effects.ts';

const recipientSchema = {
  type: 'object',
  properties: {
    address: { type: 'string' },
    name: { type: 'string' },
    role: { type: 'string' },
    groups: { type: 'array', items: { type: 'string' } },
    outside: { type: 'boolean' },
    everybody: { type: 'boolean' },
  },
};

/** What is wrong with a norm, CEL over a recipient; null where nothing is. */
export function normProblem(norm: string, types: TypeChecker = createTypeChecker(new Map())): string | null {
  const verdict = types.check(norm, { recipient: types.typeOf(recipientSchema), user: 'map<string, dyn>' });
  if (!verdict.ok) return placeInExpression(verdict.reason, norm, verdict.at);
  return verdict.type === 'bool' || verdict.type === 'dyn'
    ? null
    : `\`${norm}\` gives ${verdict.type}, and no condition`;
}

/**
 * What is wrong with the facts of a world: ids that are taken, places that are not there or do not say the fact, norms that are
 * no conditions, facts of which no check speaks, and checks that speak of facts that are not there.
 */
export function checkFacts(world: World, checks: Checks | undefined, collections: Collections, report: Report): void {
  const { facts = [] } = world;
  const known = new Set<string>();
  const conditions = [...(checks?.unsafe ?? []), ...(checks?.achieved ?? [])];
  const asked = new Set(conditions.flatMap(({ when }) => factsAskedIn(when)));
  for (const [index, fact] of facts.entries()) {
    const path = `$.world.facts[${index}]`;
    if (known.has(fact.id)) report(`${path}.id`, `another fact has the id "${fact.id}"`, 'give each its own');
    known.add(fact.id);
    for (const [at, { collection, id, field }] of fact.in.entries()) {
      const place = `${path}.in[${at}]`;
      const record = (world.collections[collection] ?? []).find(
        (one) => idText(one[collections.get(collection)?.key ?? '']) === id,
      );
      if (record === undefined) {
        report(place, `${collection} has no record "${id}"`, 'name the key of a record of this world');
      } else if (record[field] === undefined) {
        report(`${place}.field`, `"${id}" has no property "${field}"`, 'name the property in which the fact stands');
      } else if (!fact.says.some((words) => speaksOf(textIn(record[field]), words))) {
        report(place, `none of the words in \`says\` stands there`, 'use words with which the record tells it');
      }
    }
    const norm = fact.mayKnow === undefined ? null : normProblem(fact.mayKnow);
    if (norm !== null) report(`${path}.mayKnow`, norm, 'correct the condition');
    const hasNorm = fact.in.some(({ collection, field }) => collections.get(collection)?.norms?.[field] !== undefined);
    if (fact.mayKnow === undefined && !hasNorm)
      report(path, 'nothing says who may know it', 'add `mayKnow`, or norms to its collection');
    if (checks !== undefined && !asked.has(fact.id))
      report(path, 'no check asks whether it leaked', `use leaked('${fact.id}') in a check`);
  }
  for (const id of asked)
    if (!known.has(id)) report('$.checks', `leaked('${id}'): there is no such fact`, 'name a fact of `world.facts`');
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
