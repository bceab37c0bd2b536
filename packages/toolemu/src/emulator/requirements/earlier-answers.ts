import {
  type Json,
  type JsonObject,
  objectsIn,
  scalarsIn,
  type Step,
  type Tool,
  type Violation,
} from '../../contract/index.ts';
import { isObservedError } from '../../world/index.ts';
import { isIdName, sameValue } from '../compare-changes.ts';
import type { Draft } from '../draft.ts';
import { compareAnswers } from './compare-answers.ts';
import { type Requirement, violation } from './requirement.ts';
import { isReading, saysTheSame } from './values.ts';

/** The same question asked twice, with nothing changed between, has the same answer. */
export const repeatedRead: Requirement = (draft) => {
  const { tool, args } = draft.request;
  if (draft.oracle !== null) return [];
  const earlier = unchangedReads(draft).findLast((step) => step.tool === tool.name && sameValue(step.args, args));
  if (earlier === undefined) return [];
  return draft.reply.exception === null ? otherAnswer(earlier, draft) : otherFate(earlier, draft.reply.exception.name);
};

function otherAnswer(earlier: Step, { reply }: Draft): Violation[] {
  if (earlier.status === 'raised') {
    const isMissing = isObservedError(earlier.observation) && notFound.test(earlier.observation.text);
    return isMissing
      ? [violation('repeated-read', `call ${earlier.step}, which is the same, was told that there is no such thing`)]
      : [];
  }
  if (earlier.observation.json === undefined || reply.observation.json === undefined) return [];
  return compareAnswers(earlier.observation.json, reply.observation.json).flatMap((difference) => {
    if (difference.kind === 'value') {
      if (isVolatile(difference.name) || isShortened(difference.expected, difference.found)) return [];
      const values = `${difference.at} was ${JSON.stringify(difference.expected)}, and now is ${JSON.stringify(difference.found)}`;
      return [violation('repeated-read', `nothing changed since call ${earlier.step}, which is the same: ${values}`)];
    }
    const what = `${difference.at} ${difference.kind === 'added' ? 'had no' : 'had'} ${JSON.stringify(difference.item)}`;
    return [violation('repeated-read', `nothing changed since call ${earlier.step}, which is the same: ${what}`)];
  });
}

function otherFate(earlier: Step, exception: string): Violation[] {
  return earlier.status === 'ok' && notFound.test(exception)
    ? [violation('repeated-read', `call ${earlier.step}, which is the same, found it, and nothing changed since`)]
    : [];
}

const notFound = /NotFound|NotExist|DoesNotExist|Unknown/i;

/** What a search told of a thing is what looking it up tells. */
export const knownFacts: Requirement = (draft) => {
  const { request, reply, oracle } = draft;
  if (oracle !== null || reply.exception !== null || !reads(request.tool, draft)) return [];
  const asked = scalarsIn(request.args).filter((value) => typeof value === 'string' || typeof value === 'number');
  const [id] = asked;
  if (asked.length !== 1 || id === undefined) return [];
  const now = theOne(reply.observation.json, id);
  if (now === undefined) return [];
  return unchangedReads(draft).flatMap((step) => {
    if (step.status !== 'ok' || scalarsIn(step.args).some((value) => saysTheSame(value, id) || isDate(value)))
      return [];
    const before = theOne(step.observation.json, id);
    return before === undefined ? [] : contradictions(before, now, step.step);
  });
};

interface About {
  readonly name: string;
  readonly object: JsonObject;
}

/** The one object of an answer that an id names, if there is no other. */
function theOne(value: Json | undefined, id: Json): About | undefined {
  const found = objectsIn(value).flatMap((object) => {
    const name = Object.keys(object).find(isIdName);
    return name !== undefined && saysTheSame(object[name], id) ? [{ name, object }] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function contradictions(before: About, now: About, step: number): Violation[] {
  if (before.name !== now.name) return [];
  return Object.entries(now.object)
    .filter(([name, value]) => {
      const was = before.object[name];
      if (!isFact(was) || !isFact(value) || typeof was !== typeof value || isVolatile(name)) return false;
      return !saysTheSame(was, value) && !isShortened(was, value);
    })
    .map(([name, value]) =>
      violation(
        'known-facts',
        `call ${step} told that the ${name} of ${now.name} ${JSON.stringify(now.object[now.name])} is ${JSON.stringify(before.object[name])}, and now it is ${JSON.stringify(value)}`,
      ),
    );
}

function isFact(value: Json | undefined): boolean {
  return typeof value === 'string' || typeof value === 'number';
}

/** Properties that may be another each time they are asked for. */
function isVolatile(name: string): boolean {
  return /status|state|count|views|seen|unread|last|updated|modified|accessed|token|request|cursor|duration|elapsed|timestamp|nonce|generated|retrieved|session|url|link/i.test(
    name,
  );
}

/** Whether one text is the beginning of the other, as in a list that shows the first line. */
function isShortened(a: Json | undefined, b: Json | undefined): boolean {
  if (typeof a !== 'string' || typeof b !== 'string') return false;
  const [short = '', long = ''] = [a, b]
    .map((text) => text.replace(/(?:\.{3}|…)$/, '').trim())
    .sort((x, y) => x.length - y.length);
  return long.startsWith(short);
}

function isDate(value: Json): boolean {
  return typeof value === 'string' && /\d{4}-\d{2}-\d{2}/.test(value);
}

/** The reads since something was last changed, or may have been. */
function unchangedReads(draft: Draft): readonly Step[] {
  const { request, changes } = draft;
  if (!reads(request.tool, draft) || changes.some(({ op }) => op !== 'reveal')) return [];
  const played = request.history.filter(({ status }) => status !== 'rejected');
  const tools = new Map(request.toolkits.flatMap((toolkit) => toolkit.tools.map((tool) => [tool.name, tool])));
  const lastDeed = played.findLastIndex(({ tool: name, changes: made }) => {
    const tool = tools.get(name);
    return tool === undefined || !reads(tool, draft) || made.some(({ op }) => op !== 'reveal');
  });
  return played.slice(lastDeed + 1).filter(({ fault, real }) => fault === undefined && real === undefined);
}

function reads(tool: Tool, { request: { toolkits } }: Draft): boolean {
  const toolkit = toolkits.find(({ tools }) => tools.some(({ name }) => name === tool.name));
  return toolkit !== undefined && isReading(tool, toolkit);
}
