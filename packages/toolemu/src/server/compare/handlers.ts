import path from 'node:path';
import type { compareEndpoints } from '../../contract/api/compare.ts';
import { pageOf } from './packed-episodes.ts';
import type { Context } from '../context.ts';
import { lookAtRun } from '../workspace/find-runs.ts';
import type { Handlers } from '../http/handlers.ts';
import type { Reports } from '../runs/reports.ts';

/** What answers the comparison of agents and runs. It is computed anew once a file has changed. */
export function createCompareHandlers({
  compare,
}: Pick<Reports, 'compare'>): Handlers<typeof compareEndpoints, [Request]> {
  return {
    'GET /api/compare': async ({ query }, context, { signal }) => {
      const { run, agent: agents, baseline, factor, margin, ...page } = query;
      const runs = [...new Set(run)].map((one) => ({ run: one, file: context.fileOf(one) }));
      const state = runs.map(({ file }) => stateOf(file, context)).join('\n');
      const { episodes, ...told } = await compare({ runs, agents, baseline, factor, margin }, state, signal);
      return { ...told, ...pageOf(episodes, page) };
    },
  };
}

function stateOf(file: string, { folder }: Pick<Context, 'folder'>): string {
  return lookAtRun(folder, path.relative(folder, file))?.signature ?? '';
}
