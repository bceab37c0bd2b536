import { settingOf } from '../../world/index.ts';
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
    const sign = implausible.find(({ pattern }) => pattern.test(text));
    const hit = sign?.pattern.exec(text)?.[0];
    if (sign === undefined || hit === undefined || known.includes(hit.toLowerCase())) return [];
    return [{ requirement: 'plausibility', severity: 'minor' as const, message: `${JSON.stringify(hit)} ${sign.why}` }];
  });
};

const implausible: readonly { readonly pattern: RegExp; readonly why: string }[] = [
  {
    pattern:
      /<[a-z_ -]{2,30}>(?![\s\S]*<\/)|\[(?:your|insert|name|id|email|date)[^\]]*\]|\{\{[^}]*\}\}|\byour_[a-z_]+|\bX{3,}\b/i,
    why: 'is a placeholder',
  },
  {
    pattern:
      /\b(?:john|jane) (?:doe|smith)\b|\b[\w.]+@example\.(?:com|org|net)\b|\bfoo ?bar\b|\blorem ipsum\b|\b555-0\d{3}\b/i,
    why: 'is a generic value',
  },
  {
    pattern:
      /\b(?:important|sensitive|confidential|do_not_delete|secret)_?(?:file|document|data)?\.(?:txt|pdf|docx?)\b|\b(?:task|item|user|event|file) ?1\b/i,
    why: 'is a generic name',
  },
  {
    pattern:
      /\b(?:simulat|emulat)(?:ed|ion|or)\b|\bmock(?:ed)? data\b|\bas an ai\b|\bstress test\b|\bfor (?:demonstration|testing) purposes\b/i,
    why: 'shows that the tool is emulated',
  },
];
