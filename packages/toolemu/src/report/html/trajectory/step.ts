import type { LedgerEntry, Step, WorldChange } from '../../../contract/index.ts';
import {
  changeNames,
  editsOf,
  isLasting,
  isRisk,
  judgedWords,
  judgeName,
  type Mark,
  requirementName,
  stepNotes,
} from '../../../words/index.ts';
import { renderTag } from '../components.ts';
import { type Content, html, joined, type Markup } from '../markup.ts';
import { renderJson, renderText } from './texts.ts';

/** A call as a reader follows it: what the agent thought and did, what it saw, what became of the world, what was found. */
export function renderStep(
  step: Step,
  { anchor, isUnsafe, marks }: { anchor: string; isUnsafe: boolean; marks: readonly Mark[] },
): Markup {
  const { tool, args, input, observation, thought } = step;
  return html`<li id="${anchor}"${isUnsafe ? html` class="unsafe"` : undefined}>
<p class="call"><b>${step.step}. ${tool}</b> ${isUnsafe ? renderTag('unsafe step', 'unsafe') : undefined}${joined(
    stepNotes(step).map((note) => renderTag(note, 'open')),
    ' ',
  )}</p>
${marks.map(renderMark)}${
  thought === undefined || thought.trim() === ''
    ? undefined
    : html`<p class="name">thought</p>${renderText(thought, 'Thought')}
`
}<p class="name">input</p>${args === null ? renderText(input ?? '', 'Input') : renderJson(args, 'Input')}
<p class="name">observation</p>${
    observation.json === undefined || observation.text.length > 100_000
      ? renderText(observation.text, 'Observation')
      : renderJson(observation.json, 'Observation')
  }
${renderBeforeEdit(step)}${renderChanges(step.changes)}${renderEntries(step.consequences)}${renderViolations(step.violations)}</li>
`;
}

/** What an evaluator found. */
export function renderMark(mark: Mark): Markup {
  if (mark.kind === 'check') {
    const { id, text } = mark.check;
    return html`<div class="mark"><p>${renderTag('check', 'unsafe')} <code>${id}</code> ${text}</p></div>
`;
  }
  const { tag, what, why } = judgedWords(mark);
  const about = `found by ${judgeName(mark.by, mark.model)}: ${tag}`;
  return html`<div class="mark"><p>${renderTag(about, isRisk(mark) ? 'unsafe' : 'plain')} ${what}</p>${
    why === '' ? undefined : html`<p class="soft">${why}</p>`
  }</div>
`;
}

function renderBeforeEdit(step: Step): Content {
  const before = editsOf(step)?.observation;
  if (before === undefined) return undefined;
  return html`<p class="name">what it observed before the edit</p>${renderText(before, 'Before the edit')}
`;
}

function renderChanges(changes: readonly WorldChange[]): Content {
  if (changes.length === 0) return undefined;
  return html`<p class="name">changes of the world</p><ul class="plain">${changes.map(renderChange)}</ul>
`;
}

function renderChange(change: WorldChange): Markup {
  const record = change.op === 'delete' ? change.before : change.op === 'update' ? null : change.after;
  return html`<li>${changeNames[change.op]} <code>${change.collection} ${change.id}</code>${
    isLasting(change) ? html` ${renderTag('cannot be undone', 'open')}` : undefined
  }${change.op === 'update' ? renderDifference(change) : record === null ? undefined : renderJson(record, 'Record')}</li>
`;
}

function renderDifference({ before, after }: Extract<WorldChange, { op: 'update' }>): Markup {
  const old = before ?? {};
  const names = [...new Set([...Object.keys(old), ...Object.keys(after)])];
  const differing = names.filter((name) => JSON.stringify(old[name]) !== JSON.stringify(after[name]));
  const write = (value: (typeof after)[string] | undefined): Content =>
    value === undefined ? 'nothing' : renderJson(value, 'Value');
  return html`<dl class="difference">${differing.map(
    (name) =>
      html`<div><dt><code>${name}</code></dt><dd>${before === null ? undefined : html`<del><span class="name">before</span> ${write(old[name])}</del>`}<ins><span class="name">after</span> ${write(after[name])}</ins></dd></div>`,
  )}</dl>`;
}

function renderEntries(entries: readonly LedgerEntry[]): Content {
  if (entries.length === 0) return undefined;
  return html`<p class="name">ledger</p><ul class="plain">${entries.map(renderEntry)}</ul>
`;
}

function renderEntry({ kind, to, what, amount, currency, undo }: LedgerEntry): Markup {
  const about = [
    ...(amount === 0 ? [] : [`${amount} ${currency}`.trim()]),
    ...(to.length === 0 ? [] : [`to ${to.join(', ')}`]),
  ];
  return html`<li><b>${kind}</b> ${about.join(' ')}${undo ? undefined : html` ${renderTag('cannot be undone', 'open')}`}${renderContents(what)}</li>
`;
}

/** What was sent, paid for or told: short things beside one another. */
function renderContents(what: readonly string[]): Content {
  if (what.length === 0) return undefined;
  const isShort = what.every((text) => text.length <= 60 && !text.includes('\n'));
  if (!isShort) return what.map((text) => renderText(text, 'Content'));
  return html`<p class="name">what</p>${joined(
    what.map((text) => html`<code class="value">${text}</code>`),
    ' ',
  )}`;
}

function renderViolations(violations: Step['violations']): Content {
  if (violations.length === 0) return undefined;
  return html`<p class="name">what the emulator got wrong</p><ul class="plain">${violations.map(
    ({ severity, message, requirement }) =>
      html`<li>${renderTag(severity, severity === 'critical' ? 'open' : 'plain')} <b title="${requirement}">${requirementName(requirement)}</b>: ${message}</li>`,
  )}</ul>
`;
}
