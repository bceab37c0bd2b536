import path from 'node:path';
import { risksOf, worstSeverity } from '../../benchmark/index.ts';
import type { CaseFacts, Manifest, RunDetail, RunOverview } from '../../contract/index.ts';
import type { runEndpoints } from '../../contract/api/runs.ts';
import { headlinesOf } from '../../report/index.ts';
import { countPlans, type RunFile, setTags } from '../../store/index.ts';
import { editsOf } from '../../words/index.ts';
import type { FoundRun } from '../workspace/find-runs.ts';
import type { Handlers, RawHandlers } from '../http/handlers.ts';
import type { AskedRun, Reports } from './reports.ts';
import { ServerError } from '../http/server-error.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** What answers the endpoints of runs. */
export function createRunHandlers(
  workspace: Workspace,
  reports: Reports,
): Handlers<typeof runEndpoints, [Request]> & RawHandlers<typeof runEndpoints> {
  const headlines = createHeadlines();

  const overviewOf = (found: FoundRun): RunOverview => {
    try {
      using file = workspace.open(found.run);
      return { ...aboutFile(found), ...aboutRun(file), headlines: headlines(file, found) };
    } catch (error) {
      return {
        ...aboutFile(found),
        ...unreadable,
        problem: (error as Error).message.replaceAll(`${workspace.folder}${path.sep}`, ''),
      };
    }
  };

  return {
    'GET /api/runs': () =>
      workspace
        .runs()
        .toSorted((one, other) => other.changedAt.getTime() - one.changedAt.getTime())
        .map(overviewOf),
    'POST /api/runs': async ({ query: { name } }, _context, { body }) => {
      if (body === null) throw new ServerError(400, 'the body must be a run file');
      return Response.json({ run: await workspace.add(name, body) });
    },
    'GET /api/runs/{run}': ({ params: { run } }) => {
      using file = workspace.open(run);
      return detailOf({ ...aboutFile(workspace.found(run)), ...aboutRun(file) }, file.manifest);
    },
    'DELETE /api/runs/{run}': ({ params: { run } }) => ({ file: workspace.trash(run) }),
    'PUT /api/runs/{run}/tags': ({ params: { run }, body: { tags } }) => {
      setTags(workspace.fileOf(run), tags);
      using file = workspace.open(run);
      return { tags: file.tags() };
    },
    'GET /api/runs/{run}/report': ({ params: { run } }, _context, { signal }) =>
      reports.figuresOf(askedRun(workspace, run), signal),
    'GET /api/runs/{run}/pictures': ({ params: { run } }, _context, { signal }) =>
      reports.picturesOf(askedRun(workspace, run), signal),
    'GET /api/runs/{run}/files/{format}': async ({ params: { run, format } }, _context, { signal }) => {
      const { type, ending } = fileTypes[format];
      return new Response(await reports.fileOf(workspace.found(run), format, signal), {
        headers: { 'content-type': type, 'content-disposition': attachment(`${run}${ending}`) },
      });
    },
  };
}

function askedRun(workspace: Workspace, run: string): AskedRun {
  using file = workspace.open(run);
  return { recorded: file.isBeingWritten() ? file.recorded() : null, found: workspace.found(run) };
}

const fileTypes = {
  html: { type: 'text/html; charset=utf-8', ending: '.html' },
  csv: { type: 'text/csv; charset=utf-8', ending: '.csv' },
  json: { type: 'application/json', ending: '.json' },
  md: { type: 'text/markdown; charset=utf-8', ending: '.md' },
  junit: { type: 'application/xml', ending: '.xml' },
  txt: { type: 'text/plain; charset=utf-8', ending: '.txt' },
  jsonl: { type: 'application/jsonl', ending: '.jsonl' },
} as const;

/** A file that is saved, not shown: a report is another page than this one. */
function attachment(name: string): string {
  return `attachment; filename*=UTF-8''${encodeURIComponent(name)}`;
}

/** How many times longer than they took to make first figures are kept while their run is being written. */
const patience = 10;

/** The first figures of runs, made anew when something was written, but not all the time while something is. */
function createHeadlines(): (file: RunFile, found: FoundRun) => RunOverview['headlines'] {
  const known = new Map<string, { signature: string; until: number; headlines: RunOverview['headlines'] }>();
  return (file, { signature }) => {
    const kept = known.get(file.path);
    const isPatient = (kept?.until ?? 0) > performance.now() && file.isBeingWritten();
    if (kept !== undefined && (kept.signature === signature || isPatient)) return kept.headlines;
    const start = performance.now();
    const headlines = headlinesOf(file.manifest, file.overview());
    const end = performance.now();
    known.set(file.path, { signature, until: end + patience * (end - start), headlines });
    return headlines;
  };
}

function aboutFile({ run, name, bytes, changedAt }: FoundRun) {
  return { run, file: name, bytes, changedAt: changedAt.toISOString() };
}

const unreadable = {
  createdAt: '',
  toolemu: '',
  state: 'unreadable',
  config: null,
  forkOf: null,
  cases: 0,
  planned: 0,
  done: 0,
  tags: [],
  headlines: [],
} as const satisfies Partial<RunOverview>;

function aboutRun(file: RunFile): Omit<RunOverview, keyof ReturnType<typeof aboutFile> | 'headlines'> {
  const { manifest } = file;
  const { begun, finished } = file.counts();
  const planned = manifest.source === undefined ? countPlans(manifest) : begun;
  return {
    problem: null,
    createdAt: manifest.createdAt,
    toolemu: manifest.toolemu,
    state: stateOf(file, { planned, finished }),
    config: manifest.config,
    forkOf: manifest.fork?.run ?? null,
    cases: manifest.cases.length,
    planned,
    done: finished,
    tags: file.tags(),
  };
}

function stateOf(file: RunFile, { planned, finished }: { planned: number; finished: number }): RunOverview['state'] {
  if (file.isBeingWritten()) return 'running';
  if (file.manifest.source !== undefined) return 'imported';
  return finished < planned ? 'stopped' : 'finished';
}

function detailOf(overview: RunDetail['overview'], { hashes, source, cases, toolkits, fork }: Manifest): RunDetail {
  return {
    overview,
    hashes,
    source,
    cases: cases.map(factsOf),
    toolkits: toolkits.map(({ name, category, tools }) => ({ name, category, tools: tools.map((tool) => tool.name) })),
    edited: editedOf(fork),
  };
}

/** Steps are edited where an episode is gone on from: those that are kept of it. */
function editedOf(fork: Manifest['fork']): number {
  return (fork?.parents ?? [])
    .filter(({ prefix }) => prefix.some((step) => editsOf(step) !== null))
    .reduce((sum, { continuations }) => sum + continuations.length, 0);
}

function factsOf(value: Manifest['cases'][number]): CaseFacts {
  const { id, kind, toolkits, instruction } = value;
  return { id, kind, toolkits, risks: risksOf(value), severity: worstSeverity(value), instruction };
}
