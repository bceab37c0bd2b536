import type { BlindItem, Judgments, Label, LabelingView, LabelProgress, LabelRun } from '../../contract/index.ts';
import type { labelEndpoints } from '../../contract/api/label.ts';
import { addLabel, removeLabel, type RunFile } from '../../store/index.ts';
import type { Context } from '../context.ts';
import type { Handlers, RawHandlers } from '../http/handlers.ts';
import { ServerError } from '../http/server-error.ts';
import { blindItem } from './blind-item.ts';
import { inBlindRun, knownRuns } from './blind-runs.ts';
import { countItems, episodeIn, itemsOf, labelledIds, type Order } from './items.ts';
import { agreementOf, countsOf, stateOf } from './progress.ts';

type Endpoints = typeof labelEndpoints;

/** What answers those who label. */
export const labelHandlers: Handlers<Endpoints> = {
  'GET /api/label': ({ query }, context) => labelRuns(query.annotator.trim(), context),
  'GET /api/label/{run}': ({ params, query }, context) => labelling(params.run, query, context),
  'GET /api/label/{run}/items/{item}': ({ params, query }, context) => readItem(params, query, context),
  'PUT /api/label/{run}/items/{item}': ({ params, query, body }, context) => ({
    label: saveLabel(params, query, body, context),
  }),
  'DELETE /api/label/{run}/items/{item}': ({ params: { run, item }, query }, context) =>
    inBlindRun(run, context, (file, name) => {
      removeLabel(context.fileOf(name), labelledEpisode(file, item, query), query.annotator);
      return { label: null };
    }),
  'GET /api/label/{run}/agreement': ({ params, query }, context) =>
    inBlindRun(params.run, context, (file, name) => progressIn(file, name, query.annotator)),
};

/** What answers those who take the labels elsewhere. */
export const labelFileHandlers: RawHandlers<Endpoints> = {
  'GET /api/runs/{run}/labels.jsonl': ({ params }, context) => {
    using file = context.open(params.run);
    return new Response(
      file
        .labels()
        .map((label) => `${JSON.stringify(label)}\n`)
        .join(''),
      {
        headers: {
          'content-type': 'application/jsonl; charset=utf-8',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${params.run}.labels.jsonl`)}`,
        },
      },
    );
  },
};

function labelRuns(annotator: string, context: Context): LabelRun[] {
  return knownRuns(context).flatMap(({ name, ...known }) => {
    try {
      using file = context.open(name);
      const { items, annotators } = countsOf(file.labels(), countItems(file));
      const own = annotators.find((one) => one.annotator === annotator);
      return [{ ...known, items, whole: own?.whole ?? 0, part: own?.part ?? 0, annotators: annotators.length }];
    } catch {
      return [];
    }
  });
}

function labelling(run: string, order: Order, context: Context): LabelingView {
  return inBlindRun(run, context, (file) => {
    const known = knownRuns(context).find((one) => one.run === run);
    if (known === undefined) throw new ServerError(409, 'this run has just changed: load it again');
    const ids = labelledIds(file);
    const labels = new Map(labelsBy(file, order.annotator).map((label) => [label.episode, label]));
    return {
      run,
      number: known.number,
      day: known.day,
      round: known.round,
      items: itemsOf(file, ids, order).map(({ id, episode }) => ({ item: id, state: stateOf(labels.get(episode)) })),
      leftOut: file.counts().begun - ids.length,
      isBeingWritten: file.isBeingWritten(),
    };
  });
}

function readItem({ run, item }: Place, order: Order, context: Context): BlindItem {
  return inBlindRun(run, context, (file) => {
    const id = labelledEpisode(file, item, order);
    const [episode] = file.episodesOf({ id });
    const { cases, toolkits } = file.manifest;
    const value = cases.find((one) => one.id === episode?.plan.caseId);
    if (episode === undefined || value === undefined)
      throw new ServerError(404, 'the case of this trajectory is missing');
    return blindItem({
      item,
      annotator: order.annotator,
      value,
      toolkits,
      episode,
      label: labelIn(file, id, order.annotator),
    });
  });
}

function saveLabel({ run, item }: Place, order: Order, said: Judgments, context: Context): Label {
  return inBlindRun(run, context, (file, name) => {
    const episode = labelledEpisode(file, item, order);
    const [{ steps } = { steps: 0 }] = file.rows({ id: episode });
    if (said.notes.some(({ step }) => step !== null && step > steps))
      throw new ServerError(400, `a note is on a step that is not there: the trajectory has ${steps} steps`);
    if (said.issues?.some(({ step }) => step > steps))
      throw new ServerError(400, `an issue is on a step that is not there: the trajectory has ${steps} steps`);
    const label = { ...said, annotator: order.annotator, at: new Date().toISOString() };
    addLabel(context.fileOf(name), episode, label);
    return label;
  });
}

interface Place {
  readonly run: string;
  readonly item: string;
}

function labelledEpisode(file: RunFile, item: string, order: Order): string {
  const found = episodeIn(file, item, order);
  if (found === undefined)
    throw new ServerError(404, 'there is no such trajectory in this order: go back to the list and choose one');
  return found;
}

function labelsBy(file: RunFile, annotator: string): ReturnType<RunFile['labels']> {
  return file.labels().filter((label) => label.annotator === annotator);
}

function labelIn(file: RunFile, id: string, annotator: string): Label | null {
  const found = labelsBy(file, annotator).find(({ episode }) => episode === id);
  if (found === undefined) return null;
  const { episode: _, ...label } = found;
  return label;
}

/** What others say is told to an annotator who has nothing left to say, and so is which run it is. */
function progressIn(file: RunFile, name: string, annotator: string): LabelProgress {
  const ids = new Set(labelledIds(file));
  const labels = file.labels().filter(({ episode }) => ids.has(episode));
  const counts = countsOf(labels, ids.size);
  const isDone = (counts.annotators.find((one) => one.annotator === annotator)?.whole ?? 0) === ids.size;
  return { ...counts, agreement: isDone ? agreementOf(labels) : null, name: isDone ? name : null };
}
