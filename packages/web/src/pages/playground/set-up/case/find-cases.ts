import type { PlaygroundOptions } from 'toolemu/contract';
import { hasWords } from '../../../../components/text/word-search.ts';

type CaseOption = PlaygroundOptions['cases'][number];

/** Cases in which every word of a search stands: in the id, the kind, the instruction or the toolkits. */
export function findCases(cases: readonly CaseOption[], search: string): readonly CaseOption[] {
  return cases.filter(({ id, kind, instruction, toolkits, from }) =>
    hasWords([id, kind, instruction, ...toolkits, from], search),
  );
}

/** A tool of a toolkit. */
export interface NamedTool {
  readonly toolkit: string;
  readonly name: string;
  readonly description: string;
}

/** Tools in which every word of a search stands. */
export function findTools<T extends NamedTool>(tools: readonly T[], search: string): readonly T[] {
  return tools.filter(({ toolkit, name, description }) => hasWords([toolkit, name, description], search));
}
