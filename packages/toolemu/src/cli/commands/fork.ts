import path from 'node:path';
import type { Fork } from '../../contract/index.ts';
import { estimateRun, type ForkHead, forkManifest, modelsIn } from '../../run/index.ts';
import { plansOf, RunFile } from '../../store/index.ts';
import { plural } from '../../words/index.ts';
import { confirmSpending, modelsOf } from '../play/confirm.ts';
import { printEstimate } from '../play/estimate.ts';
import { checkModels, type EngineFlags } from '../play/model-access.ts';
import { note } from '../terminal/output.ts';
import { play } from '../play/play.ts';
import { version } from '../version.ts';
import { promptingOf, tell } from './run.ts';
import { runPath } from '../play/run-path.ts';

export interface ForkFlags extends EngineFlags {
  at: Fork['at'];
  prompting?: string;
  times: number;
  temperature: number;
  agent?: string;
  case?: string;
  episode?: string;
  out: string;
  estimate?: true;
  yes?: true;
  json?: true;
}

/** `toolemu fork`: goes on from episodes of a run, in a new one. Exit codes are those of `toolemu run`. */
export async function fork(parent: string, flags: ForkFlags): Promise<void> {
  const head = headOf(parent, flags);
  const { config } = head;
  const estimate = () => estimateRun({ ...head, plans: plansOf(head) });
  if (flags.estimate === true) {
    printEstimate(await estimate(), flags.json === true);
    return;
  }
  checkModels(modelsIn(config), flags);
  const what = whatOf(head);
  if (!(await confirmSpending({ what, ...modelsOf(config), estimate, yes: flags.yes === true }))) return;
  const file = RunFile.create(runPath(flags.out, `fork-of-${path.parse(parent).name}`), head);
  note(`run file ${file.path}, forked from ${parent}`);
  tell(await play(file, flags), { file: file.path, replayed: null, json: flags.json === true });
}

function headOf(
  parent: string,
  { at, prompting, times, temperature, agent, case: caseId, episode }: ForkFlags,
): ForkHead {
  using file = RunFile.read(parent);
  return forkManifest(file, {
    version: version(),
    at,
    prompting: prompting === undefined ? undefined : promptingOf(prompting),
    times,
    temperature,
    agent,
    caseId,
    episode,
  });
}

function whatOf(head: ForkHead): string {
  const { run, at, times, parents } = head.fork;
  const from = at === 'quit' ? plural(parents.length, 'quit') : `step ${at} of ${plural(parents.length, 'episode')}`;
  return `${plural(plansOf(head).length, 'episode')}: on from ${from} of ${run}, ${plural(times, 'time')} each`;
}
