import { problemOfOffer } from '../../../gateway/index.ts';
import { type PlannedRun, planRun, type RunRequest } from '../../../run/index.ts';
import { UsageError } from '../../terminal/failure.ts';
import { tellAll } from '../../play/load-told.ts';
import type { CaseFileFlags } from '../../options/case-options.ts';
import type { ServerFlags } from '../../options/server-options.ts';
import { serversFrom } from '../../play/servers.ts';

/** Which cases are served. */
export interface ServedFlags extends CaseFileFlags, ServerFlags {
  case?: string[];
  instruction?: string;
  askUser?: string;
  quit?: true;
}

/** The cases to serve, by their ids, all of the files given, or one made of an instruction. Throws for what cannot be. */
export async function servedCases(
  ids: readonly string[],
  flags: ServedFlags,
  request: RunRequest,
): Promise<PlannedRun> {
  const servers = await serversFrom(flags, [...(flags.toolkits ?? []), ...(flags.cases ?? [])]);
  const load = { ...flags, servers };
  const planned = await planRun({ request, load, selection: selectionOf(ids, flags, request) });
  tellAll(planned.notes);
  for (const { id, toolkits } of planned.cases) {
    const offered = planned.toolkits.filter(({ name }) => toolkits.includes(name));
    const problem = problemOfOffer(
      { toolkits: offered },
      { asks: flags.askUser !== undefined, quits: flags.quit === true },
    );
    if (problem !== null) throw new UsageError(`case ${id}: ${problem}`);
  }
  return planned;
}

function selectionOf(
  ids: readonly string[],
  { case: more = [], cases, instruction }: ServedFlags,
  { seed }: RunRequest,
): { seed: number; select?: string[] } {
  const select = [...ids, ...more];
  if (select.length > 0 && instruction !== undefined)
    throw new UsageError('--instruction makes a case of its own: leave the other cases out');
  if (select.length === 0 && cases === undefined && instruction === undefined)
    throw new UsageError('name a case, or files of cases by --cases, or write an --instruction for --toolkits');
  return { seed, ...(select.length === 0 ? {} : { select }) };
}
