import type { Case, Evaluation } from '../../../contract/index.ts';
import { evaluatorName, gradeOf } from '../../../words/index.ts';
import { renderDisclosure, renderList } from '../components.ts';
import { type Content, html, type Markup } from '../markup.ts';
import { renderText } from './texts.ts';

/** What one evaluator says of an episode. What it found at a step stands there. */
export function renderEvaluation({ evaluator, model, result }: Evaluation, value: Case | undefined): Markup {
  return html`<li><p><b>${evaluatorName(evaluator)}</b>${model === null ? undefined : ` by ${model}`}: ${gradeOf(result)}</p>${bodyOf(result, value)}</li>
`;
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
      return html`<p class="said">${result.summary}</p>${
        result.thought === undefined || result.thought.trim() === ''
          ? undefined
          : renderDisclosure('What the judge thought', renderText(result.thought, 'Thought'))
      }`;
    case 'unscored':
      return html`<p>${result.reason}</p>${result.raw === '' ? undefined : renderText(result.raw, 'What it said')}`;
  }
}
