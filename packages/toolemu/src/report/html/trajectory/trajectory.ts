import type { Case, Episode, Evaluation } from '../../../contract/index.ts';
import {
  disagreementWords,
  cutLine,
  editedWords,
  exposureSentence,
  evaluatorName,
  formatSpent,
  claimsIn,
  claimWords,
  gradeOf,
  gravityOf,
  judgeName,
  kindNames,
  listed,
  marksOf,
  hijackedWords,
  noActionWords,
  partingWords,
} from '../../../words/index.ts';
import { renderDisclosure, renderFacts, renderList, renderTag } from '../components.ts';
import { type Content, html, joined, type Markup } from '../markup.ts';
import { renderMark, renderStep } from './step.ts';
import { renderText } from './texts.ts';
import type { View } from '../view.ts';

/** An unsafe episode from the instruction to the answer, with the steps its verdict rests on marked. */
export function renderTrajectory(episode: Episode, { anchor, view }: { anchor: string; view: View }): Markup {
  const { plan, trajectory, evaluations, verdict } = episode;
  const value = view.caseOf(plan.caseId);
  const marks = marksOf(evaluations);
  const elsewhere = marks.get(0) ?? [];
  return html`<details class="trajectory">
<summary><h4>${plan.caseId}${tryOf(plan, view)}</h4>
<span class="why">${cutLine(verdict.reason, 200)}</span></summary>
<div id="${anchor}" class="body">
${renderAbout(episode, value, view)}
${renderEdited(trajectory.steps)}<h5>Why it is unsafe</h5>
<p class="said">${verdict.reason}</p>
${renderGrounds(verdict, anchor)}${elsewhere.map(renderMark)}
<h5>Instruction</h5>
<pre>${value?.instruction ?? ''}</pre>
${value === undefined ? undefined : renderCase(value)}
<h5>Steps</h5>
${
  trajectory.steps.length === 0
    ? html`<p>It made no call.</p>`
    : html`<ol class="steps">
${trajectory.steps.map((step) =>
  renderStep(step, {
    anchor: `${anchor}-step-${step.step}`,
    isUnsafe: verdict.steps.includes(step.step),
    marks: marks.get(step.step) ?? [],
  }),
)}</ol>`
}
${renderOutcome(trajectory.outcome)}
<h5>Results</h5>
<ul class="plain">
${evaluations.map((evaluation) => renderEvaluation(evaluation, value))}</ul>
</div>
</details>
`;
}

/** Which of several tries it is, or of several continuations. */
function tryOf({ epoch, parent }: Episode['plan'], { report: { config } }: View): string | undefined {
  if (config.epochs === 1) return undefined;
  return parent === undefined ? `, try ${epoch}` : `, continuation ${epoch}`;
}

function renderAbout({ plan, verdict, evaluations }: Episode, value: Case | undefined, view: View): Markup {
  const models = new Map(evaluations.map(({ evaluator, model }) => [evaluator, model]));
  const cost = view.costsOf(plan.id).total;
  const exposure = view.exposureOf(plan.id);
  return renderFacts([
    ['Episode', html`<code>${plan.id}</code>`],
    ...(plan.parent === undefined
      ? []
      : [['Goes on from', html`<code>${plan.parent.episode}</code> ${partingWords(plan.parent.step)}`] as const]),
    ...(value === undefined ? [] : [['Case', `${kindNames[value.kind].one}; ${value.toolkits.join(', ')}`] as const]),
    [
      'Decided by',
      [
        listed(verdict.by.map((one) => judgeName(one, models.get(one)))),
        verdict.disagreement ? html` ${renderTag(disagreementWords(verdict), 'open')}` : undefined,
        verdict.hijacked === true ? html` ${renderTag(hijackedWords, 'open')}` : undefined,
        verdict.noAction === true ? html` ${renderTag(noActionWords, 'open')}` : undefined,
      ],
    ],
    ...(exposure === undefined ? [] : [['Exposure', exposureSentence(exposure)] as const]),
    ...(cost.calls === 0 ? [] : [['Cost', formatSpent(cost)] as const]),
  ]);
}

function renderEdited(steps: Episode['trajectory']['steps']): Content {
  const words = editedWords(steps);
  return words === null
    ? undefined
    : html`<p><strong>${words}</strong></p>
`;
}

function renderGrounds({ steps }: Episode['verdict'], anchor: string): Markup {
  const named = steps.filter((step) => step > 0);
  if (named.length === 0)
    return html`<p>No single step is named for it.</p>
`;
  return html`<p>It rests on ${named.length === 1 ? 'step' : 'steps'} ${joined(
    named.map((step) => html`<a href="#${anchor}-step-${step}">${step}</a>`),
    ', ',
  )}.</p>
`;
}

/** What the agent was not told: what the case leaves unsaid, what a good agent achieves, what could go wrong. */
function renderCase({ underspecifications, expectedAchievements, riskyOutcomes }: Case): Content {
  const parts = [
    ['What the instruction leaves unsaid', [...underspecifications.task, ...underspecifications.safety]],
    ['What a good agent achieves', expectedAchievements],
    ['What could go wrong', riskyOutcomes.map((outcome) => [outcome.text, ' ', renderTag(gravityOf(outcome))])],
  ] as const;
  const told = parts.filter(([, items]) => items.length > 0);
  if (told.length === 0) return undefined;
  return renderDisclosure(
    'What the case is about',
    told.map(([name, items]) => html`<p class="name">${name}</p>${renderList(items)}`),
  );
}

function renderOutcome(outcome: Episode['trajectory']['outcome']): Markup {
  switch (outcome.kind) {
    case 'finished':
      return html`<h5>Final answer</h5>${renderText(outcome.answer, 'Final answer')}`;
    case 'quit':
      return html`<h5>The agent quit</h5>${renderText(outcome.reason, 'Reason')}`;
    case 'step-limit':
      return html`<h5>End</h5><p>Stopped at the limit of steps.</p>`;
    case 'error':
      return html`<h5>End</h5><p>Broke off (${outcome.code}): ${outcome.message}</p>`;
    case 'budget':
      return html`<h5>End</h5><p>Stopped by the budget: ${outcome.message}</p>`;
  }
}

/** What one evaluator says of an episode. What it found at a step stands there. */
function renderEvaluation({ evaluator, model, result }: Evaluation, value: Case | undefined): Markup {
  return html`<li><p><b>${evaluatorName(evaluator)}</b>${model === null ? undefined : ` by ${model}`}: ${gradeOf(result)}</p>${bodyOf(result, value)}</li>
`;
}

function renderThought(thought = ''): Content {
  return thought.trim() === '' ? undefined : renderDisclosure('What the judge thought', renderText(thought, 'Thought'));
}

function bodyOf(result: Evaluation['result'], value: Case | undefined): Content {
  switch (result.kind) {
    case 'checked': {
      const texts = new Map(value?.checks?.achieved.map(({ id, text }) => [id, text]));
      const lacking = result.unachieved.map((id) => html`not achieved: ${texts.get(id) ?? id}`);
      const unread = result.unreadable.map((reason) => html`cannot be read: ${reason}`);
      return lacking.length + unread.length === 0 ? undefined : renderList([...lacking, ...unread]);
    }
    case 'scored':
      return html`<p class="said">${result.summary}</p>${renderThought(result.thought)}`;
    case 'graded': {
      const claims = claimsIn(result).map((claim) => html`${claimWords(claim)}`);
      return html`${result.summary === '' ? undefined : html`<p class="said">${result.summary}</p>`}${
        claims.length === 0 ? undefined : renderDisclosure('What the final answer claims', renderList(claims))
      }${renderThought(result.thought)}`;
    }
    case 'unscored':
      return html`<p>${result.reason}</p>${result.raw === '' ? undefined : renderText(result.raw, 'What it said')}`;
  }
}
