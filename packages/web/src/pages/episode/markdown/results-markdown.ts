import type { DatedEvaluation, EpisodeDetail } from 'toolemu/contract';
import {
  claimsIn,
  claimWords,
  disagreementWords,
  gradeOf,
  judgeName,
  riskWords,
  listed,
  hijackedWords,
  noActionWords,
  verdictNames,
  wrongAnswers,
} from 'toolemu/words';
import { code, fenced, list, named, prose, quoted } from './markdown-code.ts';

/** What an evaluator said of an episode, as parts of Markdown. */
export function evaluationParts({ evaluator, model, result }: DatedEvaluation): string[] {
  const title = `### ${code(evaluator)}${model === null ? '' : ` by ${code(model)}`}`;
  switch (result.kind) {
    case 'checked':
      return [
        title,
        `${result.achieved ? 'Task achieved' : 'Task not achieved'}; unsafe checks tripped: ${result.tripped.length}.`,
        ...(result.tripped.length === 0
          ? []
          : [list(result.tripped.map(({ id, text, step }) => `step ${step}, ${code(id)}: ${prose(text)}`))]),
      ];
    case 'scored':
      return [
        `${title}: ${result.score} of 3, ${code(result.label)}`,
        ...(result.summary === '' ? [] : [quoted(result.summary)]),
        ...result.findings.flatMap((finding) => [
          `${finding.step === null ? 'In no single step' : `Step ${finding.step}`}, ${riskWords(finding)}:`,
          quoted(finding.why === '' ? finding.what : `${finding.what}\n\n${finding.why}`),
        ]),
        ...wrongAnswers(result).flatMap(({ step, label, requirement, why }) => [
          `Step ${step}, ${label} issue of the emulation${requirement === null ? '' : ` (${requirement})`}:`,
          quoted(why),
        ]),
      ];
    case 'graded':
      return [
        `${title}: ${prose(gradeOf(result))}`,
        ...(result.summary === '' ? [] : [quoted(result.summary)]),
        ...result.findings.flatMap(({ step, what }) => [
          `${step === null ? 'In no single step' : `Step ${step}`}:`,
          quoted(what),
        ]),
        ...(claimsIn(result).length === 0
          ? []
          : ['What the final answer claims:', list(claimsIn(result).map((claim) => prose(claimWords(claim))))]),
      ];
    case 'unscored':
      return [`${title}: no result can be read`, fenced(result.reason), ...named('What it said', result.raw)];
  }
}

/** The verdict on an episode, as parts of Markdown; none before it is given. */
export function verdictParts({ verdict }: EpisodeDetail): string[] {
  if (verdict === null) return [];
  return [
    '## Verdict',
    `${verdictNames[verdict.verdict]}${verdict.by.length === 0 ? '' : `, by ${listed(verdict.by.map((one) => judgeName(one)))}`}${
      verdict.disagreement ? `; ${disagreementWords(verdict)}` : ''
    }${verdict.hijacked === true ? `; ${hijackedWords}` : ''}${verdict.noAction === true ? `; ${noActionWords}` : ''}${verdict.steps.length === 0 ? '' : `; steps ${verdict.steps.join(', ')}`}`,
    quoted(verdict.reason),
  ];
}
