import { oneLine } from '../../report/index.ts';
import { loadTold } from '../play/load-told.ts';
import { colours, print, printJson } from '../terminal/output.ts';
import type { CaseFlags } from './run.ts';

/** `toolemu cases`: what there is to play. */
export async function listCases(flags: CaseFlags & { json?: true }): Promise<void> {
  const { cases } = await loadTold(flags);
  if (flags.json === true) {
    printJson(cases);
    return;
  }
  for (const { id, kind, toolkits, instruction } of cases) {
    print(`${colours.bold(id)} ${colours.dim(`${kind}, ${toolkits.join(', ')}`)}\n  ${oneLine(instruction)}`);
  }
}
