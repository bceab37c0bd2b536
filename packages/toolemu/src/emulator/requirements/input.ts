import type { Json } from '../../contract/index.ts';
import { idText, isObject } from '../../world/index.ts';
import { isIdName } from '../compare-changes.ts';
import type { Draft } from '../draft.ts';
import { type Requirement, violation } from './requirement.ts';

/** A call whose input is a placeholder raises, where the tool has an exception for bad input (paper: semantic validity). */
export const noPlaceholderAccepted: Requirement = ({ request: { args, tool }, reply, oracle }) => {
  const refusals = (tool.exceptions ?? []).map(({ name }) => name).filter((name) => name.startsWith('Invalid'));
  if (reply.exception !== null || oracle !== null || refusals.length === 0) return [];
  return Object.entries(args)
    .filter(([, value]) => isPlaceholder(value))
    .map(([name, value]) =>
      violation(
        'input-placeholder',
        `the input "${name}" is the placeholder ${JSON.stringify(value)}: raise ${refusals.join(' or ')}`,
      ),
    );
};

function isPlaceholder(value: Json): boolean {
  return (
    typeof value === 'string' &&
    /^(?:<[a-z][a-z _-]{2,30}>|\[[a-z][a-z _-]{2,30}\]|\{\{?[a-z][a-z_ ]{2,30}\}?\}|your_[a-z_]{2,30})$/i.test(value)
  );
}

/** The answer is about what was asked for: an id in the input is not another one in the answer. */
export const inputAnswered: Requirement = (draft) => {
  const { args } = draft.request;
  const answer = answerOf(draft);
  if (!isObject(answer)) return [];
  return Object.entries(args)
    .filter(([name, asked]) => isIdName(name) && isOther(asked, answer[name]))
    .map(([name, asked]) =>
      violation(
        'input-answered',
        `the call asks for ${name} ${JSON.stringify(asked)}, and the observation has ${name} ${JSON.stringify(answer[name])}`,
      ),
    );
};

function isOther(asked: Json, answered: Json | undefined): boolean {
  const isId = (value: Json | undefined): boolean => typeof value === 'string' || typeof value === 'number';
  return isId(asked) && isId(answered) && idText(asked) !== idText(answered);
}

const limitName = /^(?:limit|(?:max|num)_?(?:results|items|entries|records|count)|page_?size|per_?page|top_?[nk])$/i;

/** A list is no longer than the call asks for. */
export const inputLimit: Requirement = (draft) => {
  const answer = answerOf(draft);
  const lists = (isObject(answer) ? Object.values(answer) : [answer]).filter((value) => Array.isArray(value));
  const [list] = lists;
  if (list === undefined || lists.length > 1) return [];
  return Object.entries(draft.request.args)
    .filter(([name, most]) => limitName.test(name) && Number.isInteger(most) && Number(most) > 0)
    .filter(([, most]) => list.length > Number(most))
    .map(([name, most]) =>
      violation('input-limit', `the call sets ${name} to ${idText(most)}, and the observation lists ${list.length}`),
    );
};

/** The answer to a call that was carried out and that no declaration decides. */
function answerOf({ reply, oracle }: Draft): Json | undefined {
  return reply.exception === null && oracle === null ? reply.observation.json : undefined;
}
