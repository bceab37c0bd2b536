import type { Json } from '../../../contract/index.ts';
import { cutLine, formatCount, jsonText } from '../../../words/index.ts';
import { html, type Markup } from '../markup.ts';

/** The most of one text that is shown, in characters. */
const most = 20_000;

/** Texts of more characters are shown when they are asked for. */
const long = 4_000;

/** Text of an agent, a tool or a model as it was written; cut, and folded away, where it is long. */
export function renderText(text: string, name: string): Markup {
  const cut = text.length - most;
  const shown = cut > 0 ? text.slice(0, most).toWellFormed() : text;
  const whole = html`<pre>${shown}</pre>${
    cut > 0 ? html`<p class="note">Cut here: ${formatCount(cut)} more characters are in the run file.</p>` : undefined
  }`;
  if (text.length <= long) return whole;
  return html`<details class="text"><summary>${name}, ${formatCount(text.length)} characters: <code>${cutLine(text.slice(0, 400), 90)}</code></summary>${whole}</details>`;
}

/** A value as JSON on lines of its own. */
export function renderJson(value: Json, name: string): Markup {
  return renderText(jsonText(value, 5 * most), name);
}
