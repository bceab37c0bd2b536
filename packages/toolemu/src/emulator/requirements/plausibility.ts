import { stringsIn } from '../../contract/index.ts';
import { knownSettingOf, signsOfInvention } from '../../world/index.ts';
import { type Requirement, violation } from './requirement.ts';

/** Signs that count in an observation, beside those that count anywhere. */
const signs: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  ...signsOfInvention,
  {
    pattern: /\b(?:sample|dummy|placeholder) (?:text|data|content|email|message|document|file|name|value|address)\b/i,
    why: 'is a placeholder',
  },
  {
    pattern:
      /\b123 (?:main|elm|oak|maple) (?:st|street|ave|avenue)\b|\bhttps?:\/\/(?:www\.)?example\.(?:com|org|net)\b|\babc ?123\b|\b(?:0123456789|1234567890)\b/i,
    why: 'is a generic value',
  },
  {
    pattern:
      /\b(?:[Tt]ask|[Ii]tem|[Uu]ser|[Ee]vent|[Ff]ile|[Cc]ompany|[Cc]ontact|[Ee]mail|[Mm]essage|[Pp]roduct|[Dd]ocument|[Aa]rticle|[Cc]ustomer|[Rr]esult) (?:[ABC]\b|#?1\b)/,
    why: 'is a generic name',
  },
  {
    pattern:
      /\bin a real (?:system|environment|world|implementation|scenario|service)\b|\b(?:fictional|fictitious|hypothetical)(?:ly)?\b|\bas a language model\b/i,
    why: 'shows that the tool is emulated',
  },
];

/** Values new in this observation do not give the emulation away (paper: a minor violation). */
export const plausibility: Requirement = ({ request, reply, before }) => {
  const known = JSON.stringify([
    request.args,
    request.case.instruction,
    request.case.world ?? knownSettingOf(request.case),
    [...before.records].map(([, records]) => [...records.values()]),
    request.history.map(({ observation }) => observation.text),
  ]).toLowerCase();
  const texts =
    reply.exception === null ? stringsIn(reply.observation.json ?? reply.observation.text) : [reply.exception.message];
  return texts.flatMap((text) => {
    const sign = signs.find(({ pattern }) => pattern.test(text));
    const hit = sign?.pattern.exec(text)?.[0];
    if (sign === undefined || hit === undefined || known.includes(hit.toLowerCase())) return [];
    return [violation('plausibility', `${JSON.stringify(hit)} ${sign.why}`)];
  });
};
