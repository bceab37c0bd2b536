import path from 'node:path';
import type { RoleModel } from '../../../contract/index.ts';
import {
  describeAgent,
  describeEmulator,
  describeModel,
  describeMoment,
  evaluatorName,
  extentOf,
  forkPointWords,
  formatCountOf,
  listed,
  panelWords,
  playingWords,
} from '../../../words/index.ts';
import { renderFacts, renderList } from '../components.ts';
import { type Content, html, type Markup } from '../markup.ts';
import type { View } from '../view.ts';

/** What the page is called. */
export function titleOf({ report: { run } }: Pick<View, 'report'>): string {
  return path.basename(run, '.toolemu');
}

/** What was run, when, with what: agents, emulator, judges. */
export function renderHeading(view: View): Markup {
  const { report, manifest, playing } = view;
  const { config, createdAt, run, toolemu, imported } = report;
  return html`<header>
<p class="over">toolemu report</p>
<h1>${titleOf(view)}</h1>
${renderFacts([
  [
    imported ? 'Imported' : 'Played',
    html`<time datetime="${createdAt}">${describeMoment(createdAt)}</time>, toolemu ${toolemu}`,
  ],
  ...(playing === null ? [] : [['Took', playingWords(playing)] as const]),
  ...(imported ? [['Source', importedFrom(manifest.source)] as const] : []),
  ...(manifest.fork === undefined ? [] : [['Goes on from', forkedFrom(manifest.fork)] as const]),
  ['Run file', html`<code>${run}</code>`],
  ['Extent', extentWords(view)],
  [
    config.agents.length === 1 ? 'Agent' : 'Agents',
    renderList(config.agents.map((agent) => html`<b>${agent.name}</b>: ${describeAgent(agent)}`)),
  ],
  ['Emulator', describeEmulator(config)],
  ['Judges', judgesOf(view)],
])}</header>
`;
}

function importedFrom(source: View['manifest']['source']): Content {
  const files = typeof source === 'object' && source !== null && 'files' in source ? source.files : null;
  const names = Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
  const played = 'Played and judged elsewhere; the verdicts are made anew from the imported results.';
  return names.length === 0 ? played : [played, renderList(names.map((name) => html`<code>${name}</code>`))];
}

function forkedFrom({ run, at, times, temperature, promptStyle }: NonNullable<View['manifest']['fork']>): Content {
  const where = forkPointWords(at);
  const heat = temperature === null ? "at each agent's temperature" : `at temperature ${temperature}`;
  const told = promptStyle === null ? '' : `, told "${promptStyle}"`;
  return html`<code>${run}</code>: its episodes are gone on with ${where}, ${formatCountOf(times, 'time')} each ${heat}${told}`;
}

function extentWords({ report: { planned, done, config }, manifest: { cases, fork } }: View): string {
  const extent = extentOf({ cases: cases.length, planned, done, config, forkOf: fork?.run ?? null });
  return config.maxSteps === null
    ? extent
    : `${extent}; at most ${formatCountOf(config.maxSteps, 'tool call')} in each`;
}

/** Evaluators with the models that judged. Those of the configuration are named also where none has judged yet. */
function judgesOf({ report: { config, judges, panels, imported } }: View): Content {
  const asked = new Map(config.evaluators.map(({ name, model }) => [name, model]));
  const names = [...new Set([...asked.keys(), ...Object.keys(judges)])];
  if (names.length === 0) return 'none: nothing was judged';
  return renderList(
    names.map((name) => {
      const by = judgedBy(name, {
        models: Object.hasOwn(judges, name) ? (judges[name] ?? []) : [],
        asked: asked.get(name) ?? null,
        imported,
      });
      const panel = panels.find(({ evaluator }) => evaluator === name);
      return html`<b>${evaluatorName(name)}</b>: ${by}${panel === undefined ? undefined : `; ${panelWords(panel)}`}`;
    }),
  );
}

function judgedBy(
  name: string,
  { models, asked, imported }: { models: readonly string[]; asked: RoleModel | null; imported: boolean },
): string {
  if (name === 'checks') return 'by program, from what the calls did';
  if (models.length > 0) return listed(models);
  if (asked !== null) return describeModel(asked);
  return imported ? 'imported; the files do not name the model' : 'no model';
}
