import { type Json, objectsIn, stringsIn } from '../../contract/index.ts';
import { idText, knownSettingOf } from '../../world/index.ts';
import { type Requirement, violation } from './requirement.ts';

/** A day: clocks of other zones and services that take their time are no contradiction. */
const slack = 86_400_000;

const past =
  /^(?:created|sent|received|modified|edited|posted|uploaded|registered|joined|captured|recorded|ordered|purchased|logged)_?(?:at|on|date|time)$|^(?:creation|registration|upload|purchase|order)_?(?:date|time)$|^last_?(?:login|logged|seen|updated|modified|used|active|accessed|changed|edited)/i;

const planned = /schedul|draft|plan|pending|queue|upcoming|future/i;

/** What is told to have happened does not lie after the clock of the case; only values new in this observation count. */
export const clock: Requirement = ({ request, reply, before }) => {
  const { now: clockTime } = knownSettingOf(request.case);
  if (reply.exception !== null || clockTime === null) return [];
  const now = Date.parse(clockTime);
  const known = new Set(
    stringsIn([
      request.args,
      request.case.world?.collections ?? {},
      ...[...before.records.values()].flatMap((records) => [...records.values()]),
      request.history.map(({ observation }) => observation.json ?? null),
    ]),
  );
  return objectsIn(reply.observation.json).flatMap((object) => {
    if (Object.entries(object).some(([name, value]) => planned.test(name) || isPlanned(value))) return [];
    return Object.entries(object)
      .filter(([name, value]) => past.test(name) && isAfter(value, now) && !known.has(idText(value)))
      .map(([name, value]) => violation('clock', `${name} is ${JSON.stringify(value)}, and it is ${clockTime}`));
  });
};

function isPlanned(value: Json): boolean {
  return typeof value === 'string' && value.length < 30 && planned.test(value);
}

function isAfter(value: Json, now: number): boolean {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}(?:[T ]|$)/.test(value) && Date.parse(value) - now > slack;
}
