import path from 'node:path';
import { hashOf } from '../../model/index.ts';
import { shellWord } from '../../words/index.ts';

/** Commands that show the example of a finding, and that try it again, in a folder of its own. */
export function findingCommands({
  run,
  selectedFrom,
  caseId,
  agent,
  example,
  program,
}: {
  run: string;
  selectedFrom: string;
  caseId: string;
  agent: string;
  example: string;
  program: string;
}): { show: string; again: string } {
  const { dir, name } = path.parse(selectedFrom);
  const again = path.join(dir, `${name}-findings-${hashOf([caseId, agent]).slice(0, 12)}`);
  return {
    show: `${program} report ${shellWord(run)} --episode ${shellWord(example)} --full`,
    again: `${program} findings ${shellWord(selectedFrom)} --case ${shellWord(caseId)} --agent ${shellWord(agent)} --out ${shellWord(again)}`,
  };
}
