import type { Effect, Tool, Toolkit } from '../../../contract/index.ts';
import { oneLine } from '../../../report/index.ts';
import { plural } from '../../../words/index.ts';
import { argumentsOf } from '../../terminal/person-move.ts';
import { block, inset, points } from './review-block.ts';

/** A toolkit as a person reads it; `examples` are records with which its tools were tried. */
export function toolkitLines(
  { name, category, description, risks, collections, tools }: Toolkit,
  examples: Readonly<Record<string, readonly unknown[]>>,
): string[] {
  return [
    ...block(`${name} (${oneLine(category)})`, inset(description)),
    ...block('risks', points(risks)),
    ...block(
      'collections',
      Object.entries(collections).map(
        ([collection, { key }]) =>
          `  ${collection}, by ${key}; tried with ${plural(ownOf(examples, collection).length, 'record')}`,
      ),
    ),
    ...block('tools', tools.flatMap(toolLines)),
  ];
}

function toolLines(tool: Tool): string[] {
  const { description, exceptions = [], effects, consequences = [] } = tool;
  return [
    ...inset(signatureOf(tool)),
    ...inset(description, '      '),
    ...(exceptions.length === 0 ? [] : inset(`raises ${exceptions.map((one) => one.name).join(', ')}`, '      ')),
    ...(effects === undefined
      ? ['      no effects: a language model alone plays it']
      : inset(`does ${effects.length === 0 ? 'nothing to records' : effects.map(effectText).join(', ')}`, '      ')),
    ...(consequences.length === 0 ? [] : [`      consequences: ${consequences.map(({ kind }) => kind).join(', ')}`]),
  ];
}

/** `Find(text, limit?) -> (notes)`. */
function signatureOf(tool: Tool): string {
  const { properties } = tool.outputSchema ?? {};
  const taken = argumentsOf(tool).map(({ name, isRequired }) => (isRequired ? name : `${name}?`));
  const given = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return `${tool.name}(${taken.join(', ')})${given.length === 0 ? '' : ` -> (${given.join(', ')})`}`;
}

function effectText(effect: Effect): string {
  if ('find' in effect) return `find ${effect.find}`;
  if ('create' in effect) return `create ${effect.create}`;
  if ('update' in effect) return `update ${effect.update}`;
  return `delete ${effect.delete}`;
}

function ownOf(all: Readonly<Record<string, readonly unknown[]>>, name: string): readonly unknown[] {
  return Object.hasOwn(all, name) ? (all[name] ?? []) : [];
}
