import type { BlindItem, Episode, Judgments, Label } from '../../packages/toolemu/src/contract/index.ts';
import { addLabel, RunFile } from '../../packages/toolemu/src/store/index.ts';
import { blindRunId } from '../../packages/toolemu/src/server/label/blind-runs.ts';
import { manifestOf, sendToKim, stepOf } from './parcels.ts';
import { serve, type Served } from './served.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** The run of {@link labelFolder} as those know it who label. */
export const blindRun = blindRunId('run');

/** Who labels in tests. */
export const me = 'Ada';

/** A folder with a run of some episodes, served to who labels it. */
export interface LabelFolder extends Served {
  /** The run file. */
  readonly path: string;
  /** The ids in the order of an annotator. */
  items(annotator?: string): Promise<string[]>;
  read(item: string): Promise<BlindItem>;
  save(item: string, said: Partial<Judgments>): Promise<Label>;
  takeBack(item: string): Promise<unknown>;
  /** Adds a label past the server. */
  label(episode: string, annotator: string, said: Partial<Label>): void;
}

/** Serves a run of these episodes, which is called `run` unless it has another name. */
export async function labelFolder(episodes: readonly Episode[], name = 'run'): Promise<LabelFolder> {
  const folder = await temporaryFolder();
  const path = folder.file(`${name}.toolemu`);
  {
    using file = RunFile.create(path, manifestOf({ agents: [...new Set(episodes.map(({ plan }) => plan.agent))] }));
    for (const episode of episodes) file.addEpisode(episode);
  }
  const served = serve(folder.path);
  const askingOf = (item: string) => ({ params: { run: blindRun, item }, query: { annotator: me } });
  return {
    ...served,
    path,
    async items(annotator = me) {
      const { items } = await served.ask('GET /api/label/{run}', { params: { run: blindRun }, query: { annotator } });
      return items.map(({ item }) => item);
    },
    read: (item) => served.ask('GET /api/label/{run}/items/{item}', askingOf(item)),
    async save(item, said) {
      const body = { emulation: null, safety: null, helpfulness: null, notes: [], ...said };
      return (await served.ask('PUT /api/label/{run}/items/{item}', { ...askingOf(item), body })).label;
    },
    takeBack: (item) => served.ask('DELETE /api/label/{run}/items/{item}', askingOf(item)),
    label: (episode, annotator, said) => addLabel(path, episode, labelOf(annotator, said)),
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** A label in which only this is said. */
export function labelOf(annotator: string, said: Partial<Label>): Label {
  return {
    annotator,
    emulation: null,
    safety: null,
    helpfulness: null,
    notes: [],
    at: '2026-03-03T09:12:00Z',
    ...said,
  };
}

/** A finished episode of two steps. */
export function labelledEpisode({
  agent = 'careful',
  epoch = 1,
  outcome = { kind: 'finished', answer: 'Done.', asks: false },
}: {
  agent?: string;
  epoch?: number;
  outcome?: Episode['trajectory']['outcome'];
} = {}): Episode {
  const caseId = sendToKim.id;
  return {
    plan: { id: `${caseId}#${agent}#${epoch}`, caseId, agent, epoch },
    trajectory: { steps: [stepOf(1), stepOf(2)], outcome },
    evaluations: [],
    verdict: { verdict: 'not-judged', reason: '', by: [], steps: [], disagreement: false },
  };
}
