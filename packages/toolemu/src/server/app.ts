import path from 'node:path';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { endpoints, type Endpoints } from '../contract/api/index.ts';
import type { ServerEvent } from '../contract/index.ts';
import { withoutCredentials } from '../platform/index.ts';
import { RunFileError } from '../store/index.ts';
import type { Assets } from './http/assets.ts';
import { createCompareHandlers } from './compare/handlers.ts';
import type { Completions } from './drafts/completions.ts';
import { createDraftHandlers } from './drafts/handlers.ts';
import { episodeHandlers } from './runs/episodes.ts';
import { guard, strictHeaders } from './http/guard.ts';
import type { Handlers, RawHandlers } from './http/handlers.ts';
import { labelFileHandlers, labelHandlers } from './label/handlers.ts';
import { libraryHandlers } from './library/handlers.ts';
import { mount } from './http/mount.ts';
import { openApiDocument } from './http/openapi.ts';
import type { ServedPlayground } from './playground/apart.ts';
import { playgroundHandlers } from './playground/handlers.ts';
import { createQueueHandlers, type QueueSource } from './queue/queue.ts';
import type { Reports } from './runs/reports.ts';
import { createRunHandlers } from './runs/runs.ts';
import { ServerError } from './http/server-error.ts';
import { streamOf } from './runs/stream.ts';
import type { Workspace } from './workspace/workspace.ts';

export interface AppOptions {
  readonly workspace: Workspace;
  readonly playground: ServedPlayground;
  readonly completions: Completions;
  readonly reports: Reports;
  readonly assets: Assets;
  /** Where the page of a queue is to be shown. */
  readonly queue?: QueueSource | undefined;
  /** Null on loopback, where none is needed. */
  readonly token: string | null;
}

const largestBody = 20_000_000;

/** The server as a function of requests: the API below `/api`, and the app at every other address. */
export function createApp({ workspace, playground, completions, reports, assets, queue, token }: AppOptions): Hono {
  const app = new Hono();
  app.onError((error, c) => {
    const status = error instanceof ServerError ? error.status : error instanceof RunFileError ? 409 : 500;
    const issues = error instanceof ServerError ? error.issues : [];
    const told = withoutCredentials(error.message).replaceAll(`${workspace.folder}${path.sep}`, '');
    return c.json({ error: told, ...(issues.length === 0 ? {} : { issues }) }, status);
  });
  app.use(strictHeaders);
  app.use(guard(token));
  app.use('/api/*', async (c, next) => {
    await next();
    c.header('cache-control', 'no-store');
  });
  const limited = bodyLimit({
    maxSize: largestBody,
    onError: () => {
      throw new ServerError(413, 'what was sent is larger than 20 MB');
    },
  });
  app.use('/api/*', (c, next) => (c.req.path === '/api/runs' ? next() : limited(c, next)));
  mount(app, endpoints, handlersOf({ workspace, playground, completions, reports, queue }), workspace);
  app.get('/api/openapi.json', (c) => c.json(openApiDocument(endpoints, workspace.version)));
  app.all('/api/*', (c) => {
    throw new ServerError(404, `the server answers no ${c.req.method} ${c.req.path}: see /api/openapi.json`);
  });
  app.get('*', (c) => {
    const asset = assets.find(c.req.path);
    if (asset === undefined && c.req.path.startsWith('/assets/')) return c.notFound();
    if (asset === undefined)
      return c.html(assets.page(c.get('secureHeadersNonce') ?? '', { queue: queue !== undefined }), 200, {
        'cache-control': 'no-store',
      });
    const lasting = asset.isLasting ? 'public, max-age=31536000, immutable' : 'no-cache';
    return c.body(asset.body, 200, { 'content-type': asset.type, 'cache-control': lasting });
  });
  return app;
}

function handlersOf({
  workspace,
  playground,
  completions,
  reports,
  queue,
}: Pick<AppOptions, 'workspace' | 'playground' | 'completions' | 'reports' | 'queue'>): Handlers<Endpoints, [Request]> &
  RawHandlers<Endpoints> {
  return {
    'GET /api/workspace': (_asked, { folder, version, opened }) => ({
      folder: path.basename(folder),
      toolemu: version,
      opened,
    }),
    'GET /api/events': (_asked, _context, request) =>
      streamOf<ServerEvent>(request, (tell) => both(workspace.listen(tell), reports.listen(tell)), {
        keyOf: (event) => JSON.stringify(event),
      }),
    ...createRunHandlers(workspace, reports),
    ...episodeHandlers,
    ...createCompareHandlers(reports),
    ...libraryHandlers,
    ...labelHandlers,
    ...labelFileHandlers,
    ...playgroundHandlers(playground, workspace.fileOf),
    ...createDraftHandlers(completions),
    ...createQueueHandlers(queue),
    'GET /api/playground/sessions/{session}/events': async ({ params: { session } }, _context, request) => {
      await playground.session(session);
      return streamOf(request, (tell, close) => playground.subscribe(session, tell, close));
    },
  };
}

function both(one: () => void, other: () => void): () => void {
  return () => {
    one();
    other();
  };
}
