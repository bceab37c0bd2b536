import type { RealToolsConfig } from '../../contract/index.ts';
import { counted, oneLine } from '../../report/index.ts';
import { plural, shellWord } from '../../words/index.ts';
import { note, self } from '../terminal/output.ts';
import type { Played } from './play.ts';
import { noteReasons } from './reasons.ts';
import { resumeCommand } from './resume-command.ts';

/** A run of which is told, and how. */
export interface ToldRun {
  readonly file: string;
  /** The run whose answers were played again. */
  readonly replayed: string | null;
  readonly json: boolean;
  /** Whether its figures are printed; they are, where it is left out. */
  readonly isTold?: boolean;
  /** Whether a condition says how many episodes may break off. */
  readonly bearsErrors?: boolean | undefined;
  /** Its real tools, which have to be named again. */
  readonly real?: RealToolsConfig | undefined;
  /** Whether workers of a queue play it. */
  readonly queued?: boolean | undefined;
}

/** Says which episodes broke off and which judges failed, and how to play them again. Sets exit code 1 for them. */
export function tellBroken({ stopped, broken, brokenByAgent, unasked }: Played, told: Omit<ToldRun, 'json'>): void {
  const { replayed, bearsErrors } = told;
  for (const [message, count] of counted(broken.map(headline)))
    note(`${plural(count, 'episode')} broke off: ${oneLine(message)}`);
  if (stopped !== 'budget' && unasked.length > 0) {
    note(`${plural(unasked.length, 'evaluation')} failed:`);
    noteReasons(unasked);
  }
  if (
    stopped === null &&
    (unasked.length > 0 || broken.some(({ code }) => code === 'infrastructure' || code === 'model'))
  ) {
    process.exitCode = 1;
    note(
      replayed === null
        ? `what these failures left open is played again by: ${resumeCommand(told)}`
        : `${replayed} does not hold all that this version asks for: what it lacks is left open`,
    );
  }
  if (bearsErrors !== true && broken.some(({ code }) => code === 'emulator' || code === 'internal'))
    process.exitCode = 1;
  tellBrokenByAgent(brokenByAgent, told);
  tellUnanswerable(broken.filter(({ code }) => code === 'unanswerable').length, told);
}

function tellBrokenByAgent({ again, acted }: Played['brokenByAgent'], told: Omit<ToldRun, 'json'>): void {
  const { file, replayed, bearsErrors } = told;
  const all = again + acted;
  if (all === 0) return;
  if (bearsErrors !== true) process.exitCode = 1;
  note(
    `the agent itself broke off ${plural(all, 'episode')}; what it said, whole: ${self} report ${shellWord(file)} --episode CASE --full`,
  );
  if (again > 0 && replayed === null)
    note(
      `once it is mended, ${again === 1 ? 'it is' : 'these are'} played again by: ${resumeCommand(told)} --retry agent`,
    );
}

/** It is nobody's failure, and no reason for an exit code: the same request would be refused again. */
function tellUnanswerable(count: number, { replayed, queued, ...told }: Omit<ToldRun, 'json'>): void {
  if (count === 0 || replayed !== null) return;
  const here = queued === true ? ' --no-queue' : '';
  note(
    `a model would not answer in ${plural(count, 'episode')}: no verdict there, and it is not asked again by itself. Where it would answer now, as with a longer context: ${resumeCommand(told)}${here} --retry unanswerable`,
  );
}

/** What an agent's own failure says first; what comes after is told with its episode. */
function headline({ code, message }: Played['broken'][number]): string {
  return code === 'agent' ? (message.split('\n', 1)[0] ?? '') : message;
}
