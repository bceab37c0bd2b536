import type { Command } from '@commander-js/extra-typings';
import { problemOfOffer } from '../../../gateway/index.ts';
import { type PlannedRun, planRun, type RunRequest } from '../../../run/index.ts';
import type { CaseFileFlags } from '../../options/case-options.ts';
import type { OptionsOf } from '../../options/option-group.ts';
import type { ServerFlags } from '../../options/server-options.ts';
import { tellAll } from '../../play/load-told.ts';
import { serversFrom } from '../../play/servers.ts';
import { UsageError } from '../../terminal/failure.ts';

/** Which cases are served. */
type ServedFlags = CaseFileFlags & ServerFlags & OptionsOf<typeof servedOptions>;

/** Adds which cases are served, and how their clients may speak with the user. */
export function servedOptions(command: Command) {
  return command
    .option('--case <ids...>', 'ids of cases, as well')
    .option('--instruction <text>', 'serve the toolkits of --toolkits with this instruction alone, without a case')
    .option(
      '--ask-user <reply>',
      'offer the tool ask_user, which always gets this reply; terminal: you are asked; simulated: a language model replies as the user',
    )
    .option('--quit', 'offer the tool quit, by which the client gives up the task');
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
