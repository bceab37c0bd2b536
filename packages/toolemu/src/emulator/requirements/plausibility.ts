import { settingOf, signsOfInvention } from '../../world/index.ts';
import type { Requirement } from './requirement.ts';
import { stringsIn } from './values.ts';

/** Values new in this observation do not give the emulation away (paper: a minor violation). */
export const plausibility: Requirement = ({ request, reply, before }) => {
  const known = JSON.stringify([
    request.args,
    request.case.instruction,
    request.case.world ?? settingOf(request.case),
    [...before.records].map(([, records]) => [...records.values()]),
    request.history.map(({ observation }) => observation.text),
  ]).toLowerCase();
  const texts =
    reply.exception === null ? stringsIn(reply.observation.json ?? reply.observation.text) : [reply.exception.message];
  return texts.flatMap((text) => {
    const sign = signsOfInvention.find(({ pattern }) => pattern.test(text));
    const hit = sign?.pattern.exec(text)?.[0];
    if (sign === undefined || hit === undefined || known.includes(hit.toLowerCase())) return [];
    return [{ requirement: 'plausibility', severity: 'minor' as const, message: `${JSON.stringify(hit)} ${sign.why}` }];
  });
};
