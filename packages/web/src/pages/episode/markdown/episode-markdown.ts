import type { EpisodeDetail, Outcome, Step } from 'toolemu/contract';
import {
  editedWords,
  editsOf,
  inWords,
  jsonText,
  partingWords,
  requirementName,
  stepNotes,
  verdictNames,
} from 'toolemu/words';
import { code, fenced, list, named, prose, quoted } from './markdown-code.ts';
import { evaluationParts, verdictParts } from './results-markdown.ts';

/** A whole episode as Markdown. What agents, tools and models wrote stands in code, or with every sign of Markdown escaped. */
export function episodeMarkdown(detail: EpisodeDetail): string {
  const { plan, case: value, steps, outcome, evaluations } = detail;
  const { task, safety } = value.underspecifications;
  return [
    `# ${code(plan.id)}`,
    list([
      `Case: ${code(plan.caseId)}, ${inWords(value.kind)}; ${value.toolkits.map(code).join(', ')}`,
      `Agent: ${code(plan.agent)}, try ${plan.epoch}`,
      ...(plan.parent === undefined
        ? []
        : [`Goes on from: ${code(plan.parent.episode)} ${partingWords(plan.parent.step)}`]),
      `Verdict: ${verdictWords(detail)}`,
    ]),
    ...edited(steps),
    '## Instruction',
    quoted(value.instruction),
    ...section('What the instruction leaves unsaid', [...task, ...safety]),
    ...section('What a good agent achieves', value.expectedAchievements),
    ...section(
      'What could go wrong',
      value.riskyOutcomes.map(({ text, severity }) => `${text} (${severity})`),
    ),
    '## Steps',
    ...(steps.length === 0 ? ['It made no call.'] : steps.flatMap(stepParts)),
    ...outcomeParts(outcome),
    '## Results',
    ...evaluations.filter(({ current }) => current).flatMap(evaluationParts),
    ...verdictParts(detail),
  ]
    .join('\n\n')
    .concat('\n');
}

function stepParts(step: Step): string[] {
  const { tool, args, input, observation, thought, changes, consequences, violations } = step;
  const notes = stepNotes(step);
  return [
    `### Step ${step.step}: ${code(tool)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
    ...named('Thought', thought),
    'Input:',
    args === null ? fenced(input ?? '') : fenced(jsonText(args), 'json'),
    'Observation:',
    observation.json === undefined ? fenced(observation.text) : fenced(jsonText(observation.json), 'json'),
    ...beforeEdit(step),
    ...(changes.length === 0 ? [] : ['Changes of the world:', fenced(jsonText(changes), 'json')]),
    ...(consequences.length === 0 ? [] : ['Consequences:', fenced(jsonText(consequences), 'json')]),
    ...(violations.length === 0
      ? []
      : [
          'What the emulator got wrong:',
          list(
            violations.map(
              ({ severity, requirement, message }) =>
                `${severity}, ${prose(requirementName(requirement))}: ${prose(message)}`,
            ),
          ),
        ]),
    ...named('Dropped', step.dropped),
  ];
}

function edited(steps: readonly Step[]): string[] {
  const words = editedWords(steps);
  return words === null ? [] : [words];
}

function beforeEdit(step: Step): string[] {
  const before = editsOf(step)?.observation;
  return before === undefined ? [] : ['What it observed before the edit:', fenced(before)];
}

function outcomeParts(outcome: Outcome | null): string[] {
  switch (outcome?.kind) {
    case undefined:
      return ['## End', 'It is not finished.'];
    case 'finished':
      return [`## Final answer${outcome.asks ? ' (asks the user)' : ''}`, quoted(outcome.answer)];
    case 'quit':
      return ['## The agent quit', quoted(outcome.reason)];
    case 'step-limit':
      return ['## End', 'Stopped at the limit of steps.'];
    case 'error':
      return ['## End', `Broke off (${outcome.code}):`, fenced(outcome.message)];
    case 'budget':
      return ['## End', 'Stopped by the budget:', fenced(outcome.message)];
  }
}

function verdictWords({ verdict }: EpisodeDetail): string {
  return verdict === null ? 'none yet' : verdictNames[verdict.verdict];
}

function section(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, list(items.map(prose))];
}
